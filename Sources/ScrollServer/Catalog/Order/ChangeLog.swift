// The latest changes of one order, for its followers.

import Platform

/// The insertions, removals and resizings of an order, with their revisions.
///
/// The log is bounded: a follower whose revision is too old must restart.
struct ChangeLog: Sendable {
    /// The log is shortened to about this many steps, or ids of removed items, when it holds twice as many.
    static let limit = 1 << 15

    private enum Kind: UInt8 {
        case removed, inserted, resized
    }

    private struct Step {
        var revision: Int
        /// The index at the time of the change.
        var index: UInt32
        var count: UInt32
        var kind: Kind
    }

    private var steps: [Step] = []
    /// Ids of the removed items of all steps, in order.
    private var ids: [UInt64] = []
    /// The log holds every step after this revision.
    private var start = 0

    /// Records that an item was inserted at `index`; revisions must not decrease from call to call.
    mutating func insert(at index: Int, revision: Int) {
        if let last = steps.last, last.kind == .inserted, last.revision == revision,
            Int(last.index) + Int(last.count) == index
        {
            steps[steps.count - 1].count += 1
        } else {
            add(.inserted, index, revision)
        }
    }

    /// Records that `count` items were inserted at `index`.
    mutating func insert(at index: Int, count: Int, revision: Int) {
        guard count > 0 else { return }
        add(.inserted, index, revision)
        steps[steps.count - 1].count = UInt32(clamping: count)
    }

    /// Records that the item at `index`, whose id is `id`, was removed.
    mutating func remove(at index: Int, id: UInt64, revision: Int) {
        if let last = steps.last, last.kind == .removed, last.revision == revision, Int(last.index) == index {
            steps[steps.count - 1].count += 1
        } else {
            add(.removed, index, revision)
        }
        ids.append(id)
        if ids.count > Self.limit * 2 { shorten() }
    }

    /// Records that the item at `index` was measured or resized.
    mutating func resize(at index: Int, revision: Int) {
        add(.resized, index, revision)
    }

    /// Empties the log; followers of a revision before `revision` must restart.
    mutating func forget(upTo revision: Int) {
        self = ChangeLog()
        start = revision
    }

    private mutating func add(_ kind: Kind, _ index: Int, _ revision: Int) {
        if steps.count >= Self.limit * 2 { shorten() }
        steps.append(Step(revision: revision, index: UInt32(clamping: index), count: 1, kind: kind))
    }

    /// Drops the older half of the steps, then more until at most `limit` ids are left.
    private mutating func shorten() {
        var (dropped, droppedIDs) = (0, 0)
        // The last step stays, since it may still grow.
        while dropped < steps.count - 1, dropped < steps.count / 2 || droppedIDs < ids.count - Self.limit {
            if steps[dropped].kind == .removed { droppedIDs += Int(steps[dropped].count) }
            dropped += 1
        }
        guard dropped > 0 else {
            // A single step has more ids than the log may hold: drop it and all history with it.
            let last = steps.removeLast()
            ids.removeAll()
            start = last.revision
            return
        }
        start = steps[dropped - 1].revision
        steps.removeFirst(dropped)
        ids.removeFirst(droppedIDs)
    }

    /// The net changes after `revision` of a sequence that now has `count` items; nil when the log starts later.
    ///
    /// O(changes × log changes).
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
        // The revision or the count belongs to another sequence.
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
