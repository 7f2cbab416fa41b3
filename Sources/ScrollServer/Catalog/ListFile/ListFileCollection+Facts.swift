// Searching the items of a list file.

import Synchronization
import Tiling

extension ListFileCollection: SelectableCollection {
    var factFields: [FactField] { items.withLock { $0.columns.fields } }
    var facts: FactTable? { items.withLock { $0.facts.snapshot } }

    func facts(ofItem id: String) -> [(field: FactField, value: FactValue)] {
        items.withLock { items in items.store.handle(ofItem: id).map { items.facts.values(row: Int($0)) } ?? [] }
    }

    func selected(_ order: SelectedOrder) -> (any CollectionView)? {
        items.withLock { $0.selected.own(order) }.map { SelectedView(self, order, owner: $0) }
    }

    func select(_ order: SelectedOrder) {
        guard order.key == .name else { return }
        making.withLock { _ in
            let start = items.withLock { items -> (FactTable, HandleTree)? in
                guard !items.selected.has(order) else { return nil }
                items.touched = []
                return (items.facts.snapshot, items.sequence.handles)
            }
            guard let (facts, base) = start else { return }
            var making = SelectedMaking(order, facts: facts, base: base)
            while items.withLock({ !$0.catchUp(&making) }) {}
        }
    }

    func read<Result: Sendable>(_ order: SelectedOrder, _ body: (SelectedReading) -> Result) -> Result? {
        items.withLock { items in
            guard let sequence = items.selected.sequence(order) else { return nil }
            return body(SelectedReading(order: order, sequence: sequence, items: items))
        }
    }

    func release(_ order: SelectedOrder, owner: Int) { items.withLock { $0.selected.release(order, owner: owner) } }
    func grouping(of key: ItemOrder.Key) -> ItemGrouping? { nil }
    func title(ofGroup group: Int, by key: ItemOrder.Key) -> GroupTitle { GroupTitle(text: "") }
}
