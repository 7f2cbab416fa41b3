// One order of a collection's items, and what has happened to it.

import Tiling

/// The slots of a collection's items in one order, with the log that followers read. Changes are O(log n).
struct ItemSequence: Sendable {
    private(set) var slots = SlotTree()
    private var log = ChangeLog()

    /// An order in which nothing has happened yet.
    init() {}

    /// An order that comes into being at `revision`: nobody can have followed it before.
    init(_ slots: [UInt32], revision: Int) {
        self.slots = SlotTree(slots)
        log.forget(upTo: revision)
    }

    var count: Int { slots.count }

    /// `slot` must not stand in the sequence yet.
    mutating func insert(_ slot: UInt32, at index: Int, revision: Int) {
        slots.insert(slot, at: index)
        log.insert(at: index, revision: revision)
    }

    /// `id` is that of the item whose slot it was.
    @discardableResult
    mutating func remove(at index: Int, id: UInt64, revision: Int) -> UInt32 {
        log.remove(at: index, id: id, revision: revision)
        return slots.remove(at: index)
    }

    /// The item in `slot` has another size, or has been measured.
    mutating func noteSize(of slot: UInt32, revision: Int) {
        if let index = slots.index(of: slot) { log.resize(at: index, revision: revision) }
    }

    /// Forgets what has happened: nobody can have followed the sequence up to `revision`.
    mutating func forget(upTo revision: Int) { log.forget(upTo: revision) }

    /// Takes all out, without a trace: who followed has to start afresh.
    mutating func removeAll(revision: Int) {
        slots.removeAll()
        log.forget(upTo: revision)
    }

    /// The slots of a run; of that part of it that exists. O(log n + its length).
    func slots(in range: Range<Int>) -> [UInt32] {
        let range = range.clamped(to: 0..<count)
        var result: [UInt32] = []
        result.reserveCapacity(range.count)
        slots.forEach(in: range) { result.append($0) }
        return result
    }

    /// nil when `revision` is too long ago.
    func difference(since revision: Int) -> OrderDifference? {
        log.difference(since: revision, count: count)
    }
}
