// What collections over the items of a list share: the items' facts, and searching them.

import Pixels
import Synchronization
import Tiling

/// A collection over `ListFileItems`, whose own order is the only one.
protocol ListedCollection: ArrangeableCollection, SelectableCollection where Items == ListFileItems {
    /// Calls `body` under the items' lock, which is never held while a thread waits for the disk.
    func withItems<Result>(_ body: (inout ListFileItems) -> Result) -> Result
    /// Calls `body` while no other arrangement is made.
    func whileMaking(_ body: () -> Void)
}

extension ListedCollection {
    package var status: CollectionStatus { withItems { $0.status } }

    package func index(ofItem id: String) -> Int? {
        withItems { items in items.store.handle(ofItem: id).flatMap { items.sequence.handles.index(of: $0) } }
    }

    package func summaries(in range: Range<Int>) -> [ItemSummary] {
        withItems { items in items.sequence.handles(in: range).map { items.summary(of: $0) } }
    }

    package func numbers(in range: Range<Int>) -> [ItemNumbers] {
        withItems { items in items.sequence.handles(in: range).map { items.store.numbers(of: $0) } }
    }

    package func sizes(in range: Range<Int>) -> [PixelSize?] {
        withItems { items in items.sequence.handles(in: range).map { items.store.shape(of: $0) } }
    }

    package func selectedRuns(in range: Range<Int>) -> [Range<Int>] {
        withItems { items in
            items.selectedRuns(items.sequence.handles(in: range), from: range.lowerBound)
        }
    }

    package var isFixed: Bool { false }

    package func details(in range: Range<Int>) -> (details: [ItemDetails], status: CollectionStatus) {
        withItems { items in
            (zip(items.sequence.handles(in: range), range).map { items.details(of: $0, index: $1) }, items.status)
        }
    }

    package func details(at index: Int) -> ItemDetails? {
        guard index >= 0, index < Int.max else { return nil }
        return withItems { items in
            items.sequence.handles(in: index..<index + 1).first.map { items.details(of: $0, index: index) }
        }
    }

    package func summary(ofItem id: String) -> ItemSummary? {
        withItems { items in items.store.handle(ofItem: id).map { items.summary(of: $0) } }
    }

    package func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? {
        withItems { items in
            (known == 0 ? OrderDifference.none : items.sequence.difference(since: revision)).map { difference in
                CollectionChanges(difference, status: items.status, following: known, adding: limit) { run in
                    items.sequence.handles(in: run).map { items.store.shape(of: $0) }
                }
            }
        }
    }

    package func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)? {
        withItems { items in items.sequence.difference(since: revision).map { ($0, items.status) } }
    }

    // MARK: Searching

    package var factFields: [FactField] { withItems { $0.columns.fields } }
    package var facts: FactTable? { withItems { $0.facts.snapshot } }

    package func facts(ofItem id: String) -> [(field: FactField, value: FactValue)] {
        withItems { items in items.store.handle(ofItem: id).map { items.facts.values(row: Int($0)) } ?? [] }
    }

    package func noteUndecodable(item id: String, version: String, _ error: ImageError) {
        withItems { items in
            _ = items.updating { $0.noteUndecodable(id, version: version, error) ? [id] : [] }
        }
    }

    package func badge(of item: ItemSummary) -> ItemBadge {
        withItems { items in
            items.store.handle(ofItem: item.id).map { items.facts.badge(row: Int($0), item.format) }
                ?? ItemBadge(item.format)
        }
    }

    package func arranged(_ order: ArrangedOrder) -> (any CollectionView)? {
        withItems { $0.arranged.own(order) }.map { ArrangedView(self, order, owner: $0) }
    }

    package func arrange(_ order: ArrangedOrder) {
        guard order.key == .name else { return }
        whileMaking {
            let start = withItems { items -> (FactTable, HandleTree)? in
                guard !items.arranged.has(order) else { return nil }
                items.touched = []
                return (items.facts.snapshot, items.sequence.handles)
            }
            guard let (facts, base) = start else { return }
            var making = ArrangementBuilder(order, facts: facts, base: base)
            while withItems({ !$0.catchUp(&making) }) {}
        }
    }

    func read<Result: Sendable>(_ order: ArrangedOrder, _ body: (ArrangedReading) -> Result) -> Result? {
        withItems { items in
            guard let sequence = items.arranged.sequence(order) else { return nil }
            return body(ArrangedReading(order: order, sequence: sequence, items: items))
        }
    }

    func release(_ order: ArrangedOrder, owner: Int) { withItems { $0.arranged.release(order, owner: owner) } }
    func grouping(of key: ItemOrder.Key) -> ItemGrouping? { nil }
    func title(ofGroup group: Int, by key: ItemOrder.Key) -> GroupTitle { GroupTitle(text: "") }
}
