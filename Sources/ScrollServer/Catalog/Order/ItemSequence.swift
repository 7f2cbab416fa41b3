// One order of a collection's items, with the log of its changes.

import Tiling

/// The slots of a collection's items in one order, with the log that followers read. A change is O(log n).
struct ItemSequence: Sendable {
    private(set) var slots = SlotTree()
    private var log = ChangeLog()

    /// An empty order at revision 0.
    init() {}

    /// An order made at `revision`; no client can have followed it before. O(n log n).
    init(_ slots: [UInt32], revision: Int) {
        self.slots = SlotTree(slots)
        log.forget(upTo: revision)
    }

    var count: Int { slots.count }

    /// `slot` must not be in the sequence yet.
    mutating func insert(_ slot: UInt32, at index: Int, revision: Int) {
        slots.insert(slot, at: index)
        log.insert(at: index, revision: revision)
    }

    /// Removes and returns the slot at `index`; `id` is the id of its item.
    @discardableResult
    mutating func remove(at index: Int, id: UInt64, revision: Int) -> UInt32 {
        log.remove(at: index, id: id, revision: revision)
        return slots.remove(at: index)
    }

    /// Records that the item in `slot` was measured or has another size.
    mutating func noteSize(of slot: UInt32, revision: Int) {
        if let index = slots.index(of: slot) { log.resize(at: index, revision: revision) }
    }

    /// Empties the log: no client has followed the sequence up to `revision`.
    mutating func forget(upTo revision: Int) { log.forget(upTo: revision) }

    /// Removes all items without logging them: followers must restart.
    mutating func removeAll(revision: Int) {
        slots.removeAll()
        log.forget(upTo: revision)
    }

    /// The slots of the part of `range` that exists. O(log n + its length).
    func slots(in range: Range<Int>) -> [UInt32] {
        let range = range.clamped(to: 0..<count)
        var result: [UInt32] = []
        result.reserveCapacity(range.count)
        slots.forEach(in: range) { result.append($0) }
        return result
    }

    /// The net changes after `revision`; nil when the log does not reach back so far.
    func difference(since revision: Int) -> OrderDifference? {
        log.difference(since: revision, count: count)
    }
}
