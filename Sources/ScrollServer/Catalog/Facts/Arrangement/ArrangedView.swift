// An arrangement of a collection's items, as plans and lists show it.

/// The items of a collection that fulfil a query.
final class ArrangedView<Collection: ArrangeableCollection>: SequenceView {
    private let collection: Collection
    private let arranged: ArrangedOrder
    private let owner: Int

    init(_ collection: Collection, _ order: ArrangedOrder, owner: Int) {
        (self.collection, arranged, self.owner) = (collection, order, owner)
    }

    deinit { collection.release(arranged, owner: owner) }

    var order: SequenceOrder { .arranged(arranged) }

    func withItems<Result>(_ body: (inout Collection.Items) -> Result) -> Result { collection.withItems(body) }

    var isThere: Bool { withItems { $0.arranged.has(arranged) } }

    var grouping: ItemGrouping? {
        if let group = arranged.arrangement.group { return .fact(group) }
        // Sorted by a field, the items of a folder or a month are not neighbours.
        return arranged.arrangement.sort == nil ? collection.grouping(of: arranged.key) : nil
    }

    func title(ofGroup group: Int) -> GroupTitle {
        guard let fact = arranged.arrangement.group else { return collection.title(ofGroup: group, by: arranged.key) }
        return withItems { items in
            items.arranged.has(arranged) ? fact.title(ofGroup: group, in: items.facts) : GroupTitle(text: "")
        }
    }

    func sortTitle(at index: Int) -> String? {
        let arrangement = arranged.arrangement
        guard let group = arrangement.group ?? arrangement.sort.map({ FactGroup(field: $0.field, unit: .month) }) else {
            return nil
        }
        return withItems { items in
            items.read(order) { sequence -> String? in
                guard index >= 0, index < sequence.count, let groupColumn = items.facts.columnIndex(of: group.field)
                else { return nil }
                let row = Int(sequence.handles[index])
                let number = items.facts.columns[groupColumn].group(row: row, unit: group.unit)
                return group.title(ofGroup: number ?? FactGroup.ungrouped, in: items.facts).text
            } ?? nil
        }
    }
}
