// Makes an arrangement of a collection's items without blocking other threads for long.

/// One arrangement in the making.
///
/// Only shared data is copied under the lock; searching and sorting need no lock; then the result catches up with the
/// changes made meanwhile.
struct ArrangementBuilder: Sendable {
    /// Items handled in one step under the lock.
    static let stepCount = 256

    let order: ArrangedOrder
    private var sequence = ItemSequence()
    /// Items found so far.
    var count: Int { sequence.count }
    /// Items removed from `sequence` and not reinserted yet.
    private var changed: Set<UInt32> = []

    /// Finds and sorts the items in O(n), without a lock.
    ///
    /// `facts` is a snapshot; `base` has the handles, at the same moment, in the order of items that the arrangement does
    /// not sort.
    init(_ order: ArrangedOrder, facts: FactTable, base: HandleTree) {
        self.order = order
        let found = PreparedQuery(order.arrangement.query, for: facts).rows(of: facts)
        // A scan assigns ascending handles, so the set is often in order already.
        var handles = base.isAscending ? found.rows : []
        if !base.isAscending {
            handles.reserveCapacity(found.count)
            base.forEach(in: 0..<base.count) { if found.contains(Int($0)) { handles.append($0) } }
        }
        facts.sort(&handles, by: order.arrangement)
        sequence = ItemSequence(handles, revision: 0)
    }

    /// Does a part of catching up with the items in `touched`, which were added, removed or changed meanwhile.
    ///
    /// First all changed items are removed, so that the others are sorted and can be searched; then those for which
    /// `isItem` is true are reinserted where they belong now. Returns the arrangement when nothing is left to do; nil:
    /// call again.
    mutating func catchUp(
        _ touched: inout Set<UInt32>, _ items: some ArrangedSequences.Items, isItem: (UInt32) -> Bool
    ) -> ItemSequence? {
        for _ in 0..<Self.stepCount {
            if let handle = touched.popFirst() {
                if let index = sequence.handles.index(of: handle) { sequence.remove(at: index, id: 0, revision: 0) }
                changed.insert(handle)
            } else if let handle = changed.popFirst() {
                // The handle may belong to another item by now, which is tested like any other.
                guard isItem(handle), order.arrangement.query.matches(items.facts, row: Int(handle)) else { continue }
                let index = ArrangedSequences.index(of: handle, in: sequence, order, items)
                sequence.insert(handle, at: index, revision: 0)
            } else {
                return sequence
            }
        }
        return nil
    }
}
