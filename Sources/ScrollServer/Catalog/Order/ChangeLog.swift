// The latest changes of one order, for those who follow it.

/// What was inserted, removed and resized, and at which revision; bounded, so who was away for too long is told to start
/// afresh.
struct ChangeLog: Sendable {
    /// Steps, and ids of removed items, that are kept at least once there were as many.
    static let limit = 1 << 15

    private enum Kind: UInt8 {
        case removed, inserted, resized
    }

    private struct Step {
        var revision: Int
        /// By the indices of the moment.
        var index: UInt32
        var count: UInt32
        var kind: Kind
    }

    private var steps: [Step] = []
    /// The ids of the removed items of all steps.
    private var ids: [UInt64] = []
    /// Every step after this revision is in the log.
    private var start = 0

    /// An item now stands at `index`. Revisions must not fall from call to call.
    mutating func insert(at index: Int, revision: Int) {
        if let last = steps.last, last.kind == .inserted, last.revision == revision,
            Int(last.index) + Int(last.count) == index
        {
            steps[steps.count - 1].count += 1
        } else {
            add(.inserted, index, revision)
        }
    }

    /// `count` items now stand from `index` on.
    mutating func insert(at index: Int, count: Int, revision: Int) {
        guard count > 0 else { return }
        add(.inserted, index, revision)
        steps[steps.count - 1].count = UInt32(clamping: count)
    }

    /// The item at `index` has gone; this was its id.
    mutating func remove(at index: Int, id: UInt64, revision: Int) {
        if let last = steps.last, last.kind == .removed, last.revision == revision, Int(last.index) == index {
            steps[steps.count - 1].count += 1
        } else {
            add(.removed, index, revision)
        }
        ids.append(id)
        if ids.count > Self.limit * 2 { shorten() }
    }

    /// The item at `index` has another size, or has been measured.
    mutating func resize(at index: Int, revision: Int) {
        add(.resized, index, revision)
    }

    /// Nobody is told any more what happened up to `revision`.
    mutating func forget(upTo revision: Int) {
        self = ChangeLog()
        start = revision
    }

    private mutating func add(_ kind: Kind, _ index: Int, _ revision: Int) {
        if steps.count >= Self.limit * 2 { shorten() }
        steps.append(Step(revision: revision, index: UInt32(clamping: index), count: 1, kind: kind))
    }

    /// Drops the older half of the steps, or as many as hold the older half of the ids.
    private mutating func shorten() {
        var (dropped, droppedIDs) = (0, 0)
        // The last one may still grow.
        while dropped < steps.count - 1, dropped < steps.count / 2 || droppedIDs < ids.count - Self.limit {
            if steps[dropped].kind == .removed { droppedIDs += Int(steps[dropped].count) }
            dropped += 1
        }
        guard dropped > 0 else {
            // One step that is longer than the log: it was never whole, and nothing before it can be told.
            let last = steps.removeLast()
            ids.removeAll()
            start = last.revision
            return
        }
        start = steps[dropped - 1].revision
        steps.removeFirst(dropped)
        ids.removeFirst(droppedIDs)
    }

    /// What happened after `revision` to a sequence that has `count` items now; nil when the log does not reach back
    /// that far. O(changes × log changes).
    func difference(since revision: Int, count: Int) -> OrderDifference? {
        guard revision >= start else { return nil }
        let first = steps.partitioningIndex { $0.revision > revision }
        if first == steps.count { return OrderDifference.none }
        let latest = steps[first...]
        if latest.allSatisfy({ $0.kind == .resized }) {
            var difference = OrderDifference()
            for index in latest.map(\.index).sorted() where difference.resized.last != Int(index) {
                difference.resized.append(Int(index))
            }
            return difference
        }
        var before = count
        var idCount = 0
        for step in latest {
            switch step.kind {
            case .removed:
                before += Int(step.count)
                idCount += Int(step.count)
            case .inserted: before -= Int(step.count)
            case .resized: break
            }
        }
        // Someone else's revision, or a count that is not this log's.
        guard before >= 0 else { return nil }
        var pieces = PieceTable(count: before)
        var rest = ids[(ids.count - idCount)...]
        for step in latest {
            let index = Int(step.index)
            switch step.kind {
            case .removed:
                pieces.remove(at: index, ids: rest.prefix(Int(step.count)))
                rest = rest.dropFirst(Int(step.count))
            case .inserted: pieces.insert(at: index, count: Int(step.count))
            case .resized: pieces.resize(index)
            }
        }
        return pieces.difference()
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
