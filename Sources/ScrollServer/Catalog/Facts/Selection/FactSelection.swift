// Which of a collection's items are shown, and by what they are sorted besides.

/// A choice of items by their facts.
package struct FactSelection: Sendable, Hashable {
    /// What an order by a field sorts by. Items without a value come last, whatever the direction.
    package struct Sort: Sendable, Hashable {
        package var field: String
        package var isDescending = false

        package init(field: String, isDescending: Bool = false) {
            self.field = field
            self.isDescending = isDescending
        }
    }

    /// A query's text, for addresses: it makes no difference between two selections.
    package struct Written: Sendable, Hashable {
        package var text = ""

        package static func == (one: Written, other: Written) -> Bool { true }
        package func hash(into hasher: inout Hasher) {}
    }

    package var query = FactQuery.everything
    /// The query as it was written.
    package var written = Written()
    /// By what the items are grouped: then groups come first, and are sorted within.
    package var group: FactGroup?
    package var sort: Sort?

    package init(query: FactQuery = .everything, group: FactGroup? = nil, sort: Sort? = nil) {
        self.query = query
        self.group = group
        self.sort = sort
    }

    /// Whether it is all items in the order that they have anyway.
    package var isNothing: Bool { query == .everything && sort == nil && group == nil }
}

/// A selection in one of the orders of a collection.
package struct SelectedOrder: Sendable, Hashable {
    package var selection: FactSelection
    /// The order among items that the selection does not sort.
    package var key: ItemOrder.Key

    package init(selection: FactSelection, key: ItemOrder.Key) {
        self.selection = selection
        self.key = key
    }
}
