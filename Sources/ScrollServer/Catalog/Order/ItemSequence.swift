// One order of a collection's items, with the log of its changes.

/// The handles of a collection's items in one order, with the log that followers read; a change is O(log n).
struct ItemSequence: Sendable {
    private(set) var handles = HandleTree()
    private var log = ChangeLog()
    /// When an item was inserted or removed last; sizes change nothing here.
    private(set) var orderRevision = 0

    /// An empty order at revision 0.
    init() {}

    /// An order made at `revision`, which no client can have followed before; O(n log n).
    init(_ handles: [UInt32], revision: Int) {
        self.handles = HandleTree(handles)
        forget(upTo: revision)
    }

    var count: Int { handles.count }

    /// Inserts `handle`, which must not be in the sequence yet, before the item at `index`.
    mutating func insert(_ handle: UInt32, at index: Int, revision: Int) {
        handles.insert(handle, at: index)
        orderRevision = revision
        log.insert(at: index, revision: revision)
    }

    /// Removes and returns the handle at `index`; `id` is the id of its item.
    @discardableResult
    mutating func remove(at index: Int, id: UInt64, revision: Int) -> UInt32 {
        log.remove(at: index, id: id, revision: revision)
        orderRevision = revision
        return handles.remove(at: index)
    }

    /// Records that the item in `handle` was measured or resized.
    mutating func noteSize(of handle: UInt32, revision: Int) {
        if let index = handles.index(of: handle) { log.resize(at: index, revision: revision) }
    }

    /// Empties the log: no client has followed the sequence up to `revision`.
    mutating func forget(upTo revision: Int) {
        log.forget(upTo: revision)
        orderRevision = revision
    }

    /// Removes all items without logging them: followers must restart.
    mutating func removeAll(revision: Int) {
        handles.removeAll()
        forget(upTo: revision)
    }

    /// The handles of the part of `range` that exists; O(log n + its length).
    func handles(in range: Range<Int>) -> [UInt32] {
        let range = range.clamped(to: 0..<count)
        var result: [UInt32] = []
        result.reserveCapacity(range.count)
        handles.forEach(in: range) { result.append($0) }
        return result
    }

    /// The net changes after `revision`; nil when the log starts later.
    func difference(since revision: Int) -> OrderDifference? {
        log.difference(since: revision, count: count)
    }
}
