// Which items changed their size, and when.

/// The latest changes of size, bounded: who asks for older ones is told that any item may have changed.
struct ResizeLog: Sendable {
    /// Changes that are kept at least, once there were as many.
    static let limit = 1 << 16

    private var changes: [(revision: Int, index: UInt32)] = []
    /// All changes after this revision are in the log.
    private var start = 0

    /// `revision` must not be less than in any call before.
    mutating func append(_ index: Int, revision: Int) {
        if changes.count >= Self.limit * 2 {
            start = changes[Self.limit - 1].revision
            changes.removeFirst(Self.limit)
        }
        changes.append((revision, UInt32(clamping: index)))
    }

    /// Ascending, each once; nil when the log does not reach back to `revision`.
    func indices(since revision: Int) -> [Int]? {
        guard revision >= start else { return nil }
        let first = changes.partitioningIndex { $0.revision > revision }
        var indices = changes[first...].map { Int($0.index) }.sorted()
        var kept = 0
        for index in indices.indices where kept == 0 || indices[kept - 1] != indices[index] {
            indices[kept] = indices[index]
            kept += 1
        }
        indices.removeLast(indices.count - kept)
        return indices
    }
}

extension Array {
    /// The first place from which on `isAfter` holds; it must hold for all places after that. O(log n).
    fileprivate func partitioningIndex(_ isAfter: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
