// Makes an order of a folder's items without blocking other threads for long.

/// One order in the making, in steps under the lock of some 100 µs at most.
///
/// First the items are copied in the order of their names, step by step; then they are sorted without the lock; then
/// the sorted order is updated for the items that were touched since the copying began.
struct OrderBuilder: Sendable {
    /// Items handled in one step under the lock.
    static let stepCount = 256

    /// An item's rank and handle when it was copied.
    struct Walked: Sendable {
        var rank: Int64
        var handle: UInt32
    }

    let key: ItemOrder.Key
    /// The copied items in the order of names, which decides between equal ranks.
    fileprivate var walked: [Walked] = []
    /// The item that was examined last.
    fileprivate var last: (handle: UInt32, id: UInt64)?
    fileprivate var sequence = ItemSequence()
    /// Items removed from `sequence` and not reinserted yet.
    fileprivate var changed: Set<UInt32> = []

    init(_ key: ItemOrder.Key) { self.key = key }

    /// Sorts the copied items in O(n), without a lock; equal ranks keep the order of names.
    mutating func sort() {
        var handles = walked.map(\.handle)
        StableSort.sort(&handles, by: walked.map(\.rank), isDescending: false)
        sequence = ItemSequence(handles, revision: 0)
        walked = []
    }
}

extension FolderItems {
    /// Makes an order in one go, without releasing the lock; O(n log n).
    mutating func make(_ key: ItemOrder.Key) {
        var making = OrderBuilder(key)
        guard begin(making) else { return }
        while walk(&making) {}
        making.sort()
        while catchUp(&making) {}
    }

    /// Starts to record the handles of items that change.
    ///
    /// - Returns: false when the order has been made already.
    mutating func begin(_ making: OrderBuilder) -> Bool {
        guard !has(making.key) else { return false }
        touched = []
        return true
    }

    /// Copies the next items, except touched ones, which `catchUp` inserts.
    ///
    /// - Returns: false when all items have been copied.
    func walk(_ making: inout OrderBuilder) -> Bool {
        let next = position(behind: &making)
        let run = next..<min(names.count, next + OrderBuilder.stepCount)
        names.handles.forEach(in: run) { handle in
            making.last = (handle, store.id(of: handle))
            if isTouched(handle) { return }
            making.walked.append(OrderBuilder.Walked(rank: rank(handle, making.key), handle: handle))
        }
        return run.upperBound < names.count
    }

    /// The index at which to continue: behind the item examined last; if that was removed, behind the last copied item
    /// that was not touched.
    private func position(behind making: inout OrderBuilder) -> Int {
        if let last = making.last, store.handle(of: last.id) == last.handle,
            let index = names.handles.index(of: last.handle)
        {
            return index + 1
        }
        for last in making.walked.reversed().prefix(16 * OrderBuilder.stepCount) where !isTouched(last.handle) {
            if let index = names.handles.index(of: last.handle) { return index + 1 }
        }
        // So many items were removed that restarting is as fast.
        making.walked = []
        return 0
    }

    /// Does a part of updating a sorted order, and stores the order when nothing is left.
    ///
    /// First all changed items are removed, so that the others are sorted and can be searched. Then those that still
    /// exist are reinserted where they belong now.
    ///
    /// - Returns: false when the order has been stored.
    mutating func catchUp(_ making: inout OrderBuilder) -> Bool {
        guard touched != nil else { return false }
        for _ in 0..<OrderBuilder.stepCount {
            if let handle = touched?.popFirst() {
                if let index = making.sequence.handles.index(of: handle) {
                    making.sequence.remove(at: index, id: 0, revision: 0)
                }
                making.changed.insert(handle)
            } else if let handle = making.changed.popFirst() {
                // The handle may belong to another item by now, which is inserted like any other.
                guard names.handles.index(of: handle) != nil else { continue }
                let index = index(of: handle, in: making.sequence, by: making.key)
                making.sequence.insert(handle, at: index, revision: 0)
            } else {
                touched = nil
                add(making.sequence, as: making.key)
                return false
            }
        }
        return true
    }
}
