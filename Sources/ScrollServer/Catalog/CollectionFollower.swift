// An index that holds a value for each item of a collection, and follows the collection's changes.

import Tiling

/// An index over the first items of a collection, up to date with one of its revisions.
protocol CollectionFollower: Sendable {
    /// The revision of the collection up to which changes have been applied.
    var revision: Int { get }
    /// The index covers the first `count` items of the collection.
    var count: Int { get }

    /// Empties the index: `count` and `revision` become 0.
    mutating func restart()
    /// Applies changes that start at the index's own revision.
    ///
    /// - Returns: false when the changes contradict the index; the caller must then restart it.
    mutating func apply(_ changes: CollectionChanges, estimatedSize: PixelSize?) -> Bool
}

extension CollectionFollower {
    /// Items added per step, so that the sizes of a million items are never in memory at once.
    private static var batchCount: Int { 4096 }

    /// Brings the index up to the collection's current revision; O(log n) for each change, O(n) the first time.
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
            // No progress: the collection contradicts itself, and this loop would never end.
            if before == (revision, count) { return }
        }
    }
}
