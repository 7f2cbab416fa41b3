// Which of a collection's items are shown, and by what they are sorted besides.

/// A choice of items by their facts.
struct FactSelection: Sendable, Hashable {
    /// What an order by a field sorts by. Items without a value come last, whatever the direction.
    struct Sort: Sendable, Hashable {
        var field: String
        var isDescending = false
    }

    /// A query's text, for addresses: it makes no difference between two selections.
    struct Written: Sendable, Hashable {
        var text = ""

        static func == (one: Written, other: Written) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }

    var query = FactQuery.everything
    /// The query as it was written.
    var written = Written()
    /// By what the items are grouped: then groups come first, and are sorted within.
    var group: FactGroup?
    var sort: Sort?

    /// Whether it is all items in the order that they have anyway.
    var isNothing: Bool { query == .everything && sort == nil && group == nil }
}

/// A selection in one of the orders of a collection.
struct SelectedOrder: Sendable, Hashable {
    var selection: FactSelection
    /// The order among items that the selection does not sort.
    var key: ItemOrder.Key
}
