// Which of a collection's items are shown, and how they are sorted.

/// A selection of items by their facts.
package struct FactSelection: Sendable, Hashable {
    /// The field by which a selection sorts; items without a value come last, in either direction.
    package struct Sort: Sendable, Hashable {
        package var field: String
        package var isDescending = false

        package init(field: String, isDescending: Bool = false) {
            self.field = field
            self.isDescending = isDescending
        }
    }

    /// A query's text, for addresses; ignored when selections are compared.
    package struct Written: Sendable, Hashable {
        package var text = ""

        package static func == (one: Written, other: Written) -> Bool { true }
        package func hash(into hasher: inout Hasher) {}
    }

    package var query = FactQuery.everything
    /// The query as it was written.
    package var written = Written()
    /// The grouping, if any: groups come first, and items are sorted within them.
    package var group: FactGroup?
    package var sort: Sort?

    package init(query: FactQuery = .everything, group: FactGroup? = nil, sort: Sort? = nil) {
        self.query = query
        self.group = group
        self.sort = sort
    }

    /// Whether groups descend: with the items, where these are sorted by the field that groups them.
    var areGroupsDescending: Bool {
        guard let sort, let group else { return false }
        return sort.isDescending && sort.field == group.field
    }

    /// Whether it selects all items in their existing order.
    package var isNothing: Bool { query == .everything && sort == nil && group == nil }
}

/// A selection in one of the orders of a collection.
package struct SelectedOrder: Sendable, Hashable {
    package var selection: FactSelection
    /// The order of items that the selection does not sort.
    package var key: ItemOrder.Key

    package init(selection: FactSelection, key: ItemOrder.Key) {
        self.selection = selection
        self.key = key
    }
}
