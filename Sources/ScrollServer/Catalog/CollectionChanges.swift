// What a follower of a collection has to do to be up to date.

import Tiling

/// The changes since a revision, with the sizes they bring: all of one moment.
struct CollectionChanges: Sendable, Equatable {
    /// The collection once these changes are made.
    var status: CollectionStatus
    /// Runs to take out first, by the follower's own indices; ascending.
    var removed: [Range<Int>] = []
    /// Runs to put in then, by the collection's indices; ascending. The last may be the next items that the follower
    /// did not follow yet.
    var inserted: [Range<Int>] = []
    /// Items to resize in the end, by the collection's indices; ascending.
    var resized: [Int] = []
    /// The sizes, as shown, of the inserted items, then of the resized ones; nil where they are not known.
    var sizes: [PixelSize?] = []
    /// The groups of the inserted items, where the order has groups: see `CollectionView.grouping`.
    var groups: [Int] = []

    init(status: CollectionStatus) { self.status = status }

    /// - Parameters:
    ///   - difference: what happened since the revision that the follower has seen.
    ///   - status: of the same moment as `difference`.
    ///   - known: how many items, from the first on, the follower follows.
    ///   - limit: how many of the items behind those it wants to learn of.
    ///   - sizes: gives the sizes of a run of items.
    ///   - groups: gives the groups of a run of items, where there are any.
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
