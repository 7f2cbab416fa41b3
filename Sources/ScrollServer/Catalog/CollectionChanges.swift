// What a follower of a collection must do to be up to date.

import Tiling

/// The changes since a revision, with the sizes of inserted and resized items, all read at the same moment.
package struct CollectionChanges: Sendable, Equatable {
    /// The collection's state after these changes.
    var status: CollectionStatus
    /// Ranges of items to remove first, in the follower's indices before any change; ascending.
    var removed: [Range<Int>] = []
    /// Ranges of items to insert next, in the collection's new indices; ascending.
    ///
    /// The last range may hold old items that lie behind those followed so far.
    var inserted: [Range<Int>] = []
    /// Items to resize last, in the collection's new indices; ascending.
    var resized: [Int] = []
    /// Sizes in pixels, orientation applied: first those of the inserted items, then of the resized; nil where unknown.
    var sizes: [PixelSize?] = []
    /// The group of each inserted item, where the order has groups (see `CollectionView.grouping`); else empty.
    var groups: [Int] = []

    init(status: CollectionStatus) { self.status = status }

    /// - Parameters:
    ///   - difference: the changes since the revision that the follower has seen.
    ///   - status: the collection's state at the moment that `difference` describes.
    ///   - known: the follower follows the first `known` items.
    ///   - limit: most items to add behind the followed ones.
    ///   - sizes: returns the sizes of a range of items.
    ///   - groups: returns the groups of a range of items; empty where the order has no groups.
    init(
        _ difference: OrderDifference, status: CollectionStatus, following known: Int, adding limit: Int,
        sizes: (Range<Int>) -> [PixelSize?], groups: (Range<Int>) -> [Int] = { _ in [] }
    ) {
        let (difference, count) = difference.restricted(to: known)
        self.status = status
        removed = difference.removed
        inserted = difference.inserted
        resized = difference.resized
        let next = count..<max(count, min(status.count, count + limit))
        if !next.isEmpty { inserted.append(next) }
        for run in inserted {
            self.sizes += sizes(run)
            self.groups += groups(run)
        }
        for index in resized { self.sizes += sizes(index..<index + 1) }
    }
}
