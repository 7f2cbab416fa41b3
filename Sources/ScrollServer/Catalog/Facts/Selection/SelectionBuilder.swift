// Making a selection of a collection's items without blocking other threads for long.

/// One selection in the making. Under the lock only what is shared is copied; the items are searched and sorted without
/// it; then the result is brought up to what has changed meanwhile.
struct SelectionBuilder: Sendable {
    /// Items handled in one step under the lock.
    static let stepCount = 256

    let order: SelectedOrder
    private var sequence = ItemSequence()
    /// Items found so far.
    var count: Int { sequence.count }
    /// Items that are taken out of `sequence` and not put back yet.
    private var changed: Set<UInt32> = []

    /// Finds and sorts the items. O(n); needs no lock.
    ///
    /// - Parameters:
    ///   - facts: a snapshot.
    ///   - base: the handles in the order among items that the selection does not sort, of the same moment.
    init(_ order: SelectedOrder, facts: FactTable, base: HandleTree) {
        self.order = order
        let found = PreparedQuery(order.selection.query, for: facts).rows(of: facts)
        // As a scan finds the files, so their handles ascend: then the set is in order by itself.
        var handles = base.isAscending ? found.rows : []
        if !base.isAscending {
            handles.reserveCapacity(found.count)
            base.forEach(in: 0..<base.count) { if found.contains(Int($0)) { handles.append($0) } }
        }
        facts.sort(&handles, by: order.selection)
        sequence = ItemSequence(handles, revision: 0)
    }

    /// Does some more of bringing the selection up to date: first what changed is taken out, so that places can be searched
    /// in what stays; then it is put in where it belongs now.
    ///
    /// - Parameters:
    ///   - touched: the handles of the items that were added, removed or changed meanwhile.
    ///   - isItem: whether a handle is one of an item.
    /// - Returns: the selection when nothing is left to do; nil: call again.
    mutating func catchUp(
        _ touched: inout Set<UInt32>, _ items: some SelectedSequences.Items, isItem: (UInt32) -> Bool
    ) -> ItemSequence? {
        for _ in 0..<Self.stepCount {
            if let handle = touched.popFirst() {
                if let index = sequence.handles.index(of: handle) { sequence.remove(at: index, id: 0, revision: 0) }
                changed.insert(handle)
            } else if let handle = changed.popFirst() {
                // The handle may be another item's by now; that item is found anew.
                guard isItem(handle), order.selection.query.matches(items.facts, row: Int(handle)) else { continue }
                let index = SelectedSequences.index(of: handle, in: sequence, order, items)
                sequence.insert(handle, at: index, revision: 0)
            } else {
                return sequence
            }
        }
        return nil
    }
}
