// What keeps something for each item of a collection, and goes along with its changes.

import Tiling

/// An index over the first items of a collection, up to date with one of its revisions.
protocol CollectionFollower: Sendable {
    /// The collection's revision that it shows.
    var revision: Int { get }
    /// How many of the collection's items, from the first on, it knows.
    var count: Int { get }

    /// Forgets everything.
    mutating func restart()
    /// Makes changes that follow its revision.
    ///
    /// - Returns: false where they contradict what it knows.
    mutating func apply(_ changes: CollectionChanges, estimatedSize: PixelSize?) -> Bool
}

extension CollectionFollower {
    /// Items that are learnt of at a time, so that a million sizes are never held at once.
    private static var batchCount: Int { 4096 }

    /// Brings it up to the collection as it is now. O(log n) for each change.
    mutating func follow(_ items: any CollectionView) {
        while true {
            let status = items.status
            if status.revision == revision, count == status.count { return }
            let before = (revision, count)
            guard let changes = items.changes(since: revision, following: count, adding: Self.batchCount),
                apply(changes, estimatedSize: items.estimatedSize)
            else {
                restart()
                continue
            }
            // Only a collection that contradicts itself gives nothing to do.
            if before == (revision, count) { return }
        }
    }
}
