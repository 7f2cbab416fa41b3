// Searching, arranging and measuring items whose facts are in a table: those of folders, list files and pages.

import Synchronization

/// A collection whose items can be arranged by their facts.
protocol ArrangeableCollection: SelectableCollection {
    /// The grouping of an order of all items.
    func grouping(of key: ItemOrder.Key) -> ItemGrouping?
    /// The heading of a group of an order of all items.
    func title(ofGroup group: Int, by key: ItemOrder.Key) -> GroupTitle
    /// Reads the headers of items; those already examined only if `isAgain`.
    ///
    /// - Returns: the handles of the items whose size, version or error changed.
    @discardableResult
    func measure(handles: [UInt32], isAgain: Bool) -> [UInt32]
}

extension SelectableItems {
    /// Does a part of bringing an arrangement up to date.
    ///
    /// - Returns: whether it is complete, and has been stored.
    mutating func catchUp(_ making: inout ArrangementBuilder) -> Bool {
        guard var touched else { return true }
        self.touched = nil
        let made = making.catchUp(&touched, self) { handle in
            read(.name) { $0.handles.index(of: handle) != nil } == true
        }
        guard let made else {
            self.touched = touched
            return false
        }
        arranged.add(made, as: making.order, revision: status.revision)
        return true
    }
}

extension ArrangeableCollection {
    package var facts: FactTable? { withItems { $0.facts.snapshot } }

    package func facts(ofItem id: String) -> [(field: FactField, value: FactValue)] {
        withItems { items in items.handle(ofItem: id).map { items.facts.values(row: Int($0)) } ?? [] }
    }

    package func fact(_ name: String, ofItem id: String) -> (field: FactField, value: FactValue)? {
        withItems { items in
            guard let handle = items.handle(ofItem: id), let column = items.facts.columnIndex(of: name) else {
                return nil
            }
            return items.facts.value(row: Int(handle), column: column).map { (items.facts.columns[column].field, $0) }
        }
    }

    package func badge(of item: ItemSummary) -> ItemBadge {
        withItems { items in
            items.handle(ofItem: item.id).map { items.facts.badge(row: Int($0), item.format) }
                ?? ItemBadge(item.format)
        }
    }

    package func arranged(_ order: ArrangedOrder) -> (any CollectionView)? {
        withItems { $0.arranged.own(order) }.map { ArrangedView(self, order, owner: $0) }
    }

    package func arrange(_ order: ArrangedOrder) {
        makeOrder(order.key)
        locks.making.withLock { _ in
            let start = withItems { items -> (FactTable, HandleTree)? in
                guard !items.arranged.has(order), let base = items.read(order.key, { $0.handles }) else { return nil }
                items.touched = []
                return (items.facts.snapshot, base)
            }
            guard let (facts, base) = start else { return }
            var making = ArrangementBuilder(order, facts: facts, base: base)
            while withItems({ !$0.catchUp(&making) }) {}
        }
    }

    /// Drops an arrangement; see `ArrangedSequences.release`.
    func release(_ order: ArrangedOrder, owner: Int) { withItems { $0.arranged.release(order, owner: owner) } }

    package func summary(ofItem id: String) -> ItemSummary? {
        withItems { items in
            // Not by `map`: its closure would copy all items' tables.
            guard let handle = items.handle(ofItem: id) else { return nil }
            return items.summary(of: handle)
        }
    }

    package func details(ofItem id: String) -> ItemDetails? {
        withItems { items in
            guard let handle = items.handle(ofItem: id),
                let index = items.read(order, { $0.handles.index(of: handle) }) ?? nil
            else { return nil }
            return items.details(of: handle, index: index)
        }
    }

    @discardableResult
    package func measure(_ indices: [Int]) -> [Int] {
        let handles = withItems { items in
            items.read(order) { sequence in
                Set(indices).sorted().flatMap { $0 < 0 || $0 == .max ? [] : sequence.handles(in: $0..<$0 + 1) }
            } ?? []
        }
        let changed = measure(handles: handles, isAgain: false)
        return withItems { items in
            items.read(order) { sequence in changed.compactMap { sequence.handles.index(of: $0) }.sorted() } ?? []
        }
    }

    /// Takes ids, since another item may be at an index by the time it is used.
    package func measure(items ids: [String]) {
        let handles = withItems { items in ids.compactMap { items.handle(ofItem: $0) } }
        measure(handles: handles, isAgain: false)
    }

    package func measure(item id: String) { measure(items: [id]) }

    package func examine(item id: String) {
        if let handle = withItems({ $0.handle(ofItem: id) }) { measure(handles: [handle], isAgain: true) }
    }
}
