// Which of a collection's items are shown, and how they are sorted.

/// Which items a query finds, and how they are grouped and sorted.
package struct Arrangement: Sendable, Hashable {
    /// The field by which an arrangement sorts; items without a value come last, in either direction.
    package struct Sort: Sendable, Hashable {
        /// What decides instead of the values of one field.
        package enum Rule: Sendable, Hashable {
            /// The best first: by rating, then by pixels, then the newest.
            case best
            /// By nearness to a look; nil while the look of the picture that was named is not known.
            case alike(Look?)
        }

        package var field: String
        package var isDescending = false
        package var rule: Rule?

        package init(field: String, isDescending: Bool = false) {
            self.field = field
            self.isDescending = isDescending
        }

        package init(_ rule: Rule, isDescending: Bool = false) {
            (field, self.isDescending, self.rule) = ("", isDescending, rule)
        }
    }

    /// A query's text, for addresses; ignored when arrangements are compared.
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

    package init(query: FactQuery = .everything, group: FactGroup? = nil) {
        self.query = query
        self.group = group
    }

    /// Whether groups descend: with the items, where these are sorted by the field that groups them.
    var areGroupsDescending: Bool {
        guard let sort, let group else { return false }
        return sort.isDescending && sort.field == group.field
    }

    /// Whether it may show other items, or in another order, when values of some fields change.
    func asks(for fields: Set<String>) -> Bool {
        // The best of alike pictures are those with the highest rating.
        query.asks(for: fields) || sort?.rule == .best && fields.contains("rating")
            || [sort?.field, group?.field].contains { name in
                name.map { fields.contains(FactField.aliases[$0] ?? $0) } ?? false
            }
    }

    /// Whether it shows all items in their existing order.
    package var isNothing: Bool { query == .everything && sort == nil && group == nil }
}

/// An arrangement in one of the orders of a collection.
package struct ArrangedOrder: Sendable, Hashable {
    package var arrangement: Arrangement
    /// The order of items that the arrangement does not sort.
    package var key: ItemOrder.Key

    package init(arrangement: Arrangement, key: ItemOrder.Key) {
        self.arrangement = arrangement
        self.key = key
    }
}
