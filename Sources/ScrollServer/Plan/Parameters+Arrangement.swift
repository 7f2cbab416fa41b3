// Reads the items and the order that a request selects: `q`, `order` and `group`.

import Catalog
import HTTP
import Platform

extension Parameters {
    /// The parameters that `order(of:)` reads.
    static let ofArrangement: [any Parameter] = [query] + ofSorting
    /// Those that sort items.
    static let ofSorting: [any Parameter] = [order, group]

    static let query = TextParameter("q", "only the items that this query finds")
    static let order = TextParameter(
        "order", .name,
        "how items are sorted: one of the collection's `orders`, `best`, `alike:` and an item's id, or a field")
    static let group = TextParameter(
        "group", .name, "headings: one of the collection's `groups`, a field, or a time's part")

    /// The items that `q` finds, sorted by `order` within the groups of `group`; by default all items in the
    /// collection's own order.
    ///
    /// - Throws: a 400 that says where the query cannot be understood, or names the orders and groups there are.
    func order(of collection: any ItemCollection) throws(Problem) -> ItemOrder {
        var arrangement = Arrangement()
        var order = ItemOrder.own
        let fields = collection.factFields
        if let text = try read(Self.query), !text.isEmpty {
            guard !fields.isEmpty else {
                throw .badParameter(
                    "q", "nothing is known of the items of '\(collection.id)' that could be searched")
            }
            (arrangement.query, arrangement.written.text) = try mapError(
                try Self.spokenWords.parsed(text, fields: fields)
            ) { (error: QueryError) in Problem.badParameter("q", "\(error)") }
            for item in arrangement.query.comparedItems where collection.summary(ofItem: item) == nil {
                throw .badParameter("q", "there is no item '\(item.prefix(64))' in '\(collection.id)'")
            }
            arrangement.query = arrangement.query.comparing { collection.look(ofItem: $0) }
            if arrangement.query.asksForDuplicates { collection.wantDuplicates() }
        }
        if let text = try read(Self.order) {
            if let own = ItemOrder(text) {
                order = own
            } else {
                arrangement.sort = try Self.sort(text, fields, of: collection)
            }
        }
        if case .fact(let group)? = try grouping(of: collection) {
            arrangement.group = group
            // Of alike pictures the best comes first.
            if group.isAlike, try read(Self.order) == nil { arrangement.sort = Arrangement.Sort(.best) }
        }
        if !arrangement.isNothing { order.arrangement = arrangement }
        return order
    }

    /// Reads dates and other words of queries, as of today.
    static var spokenWords: SpokenWords {
        let now = FileTime(seconds: Int(System.unixSeconds()), nanoseconds: 0)
        return SpokenWords(today: now.date(in: .local))
    }

    /// What `alike:` and the id of an item begin with.
    private static let alike = FactField.alike + ":"
    private static let best = "best"

    private static func sort(
        _ text: String, _ fields: [FactField], of collection: any ItemCollection
    ) throws(Problem) -> Arrangement.Sort {
        let isDescending = text.hasPrefix("-")
        let own = text.drop { $0 == "-" }
        if own.hasPrefix(alike) {
            let id = String(own.dropFirst(alike.count))
            guard collection.summary(ofItem: id) != nil else {
                throw .badParameter("order", "there is no item '\(id.prefix(64))' in '\(collection.id)'")
            }
            return Arrangement.Sort(.alike(collection.look(ofItem: id)), isDescending: isDescending)
        }
        let names = fields.map(\.name)
        if own == best, names.contains(FactField.alike), !names.contains(best) {
            return Arrangement.Sort(.best, isDescending: isDescending)
        }
        let name = String(text.drop { $0 == "-" }.prefix(64))
        let sorted = fields.filter { $0.kind != .position && $0.name != "name" }.map(\.name)
        if sorted.contains(name) { return Arrangement.Sort(field: name, isDescending: isDescending) }
        let known = ItemOrder.Key.allCases.map(\.rawValue) + [best, alike + "ID"] + sorted
        let nearest = NearestName.nearest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
        throw .badParameter(
            "order",
            "'\(text.prefix(64))' is none of \(known.joined(separator: ", ")), or one of these with a - before it"
                + nearest)
    }

    /// The parameter `group`; nil where it is not given.
    func grouping(of collection: any ItemCollection) throws(Problem) -> ItemGrouping? {
        guard let text = try read(Self.group) else { return nil }
        if let own = ItemGrouping.allCases.first(where: { $0.rawValue == text }) { return own }
        let fields = collection.factFields
        if let group = FactGroup(text, fields: fields) { return .fact(group) }
        let facts = fields.filter { [.category, .number].contains($0.kind) }.map(\.name)
        let times = fields.filter { $0.kind == .time }.flatMap { field in
            FactGroup.Unit.allCases.map { "\(field.name):\($0.rawValue)" }
        }
        let own = ItemGrouping.allCases.map(\.rawValue)
        let known = own + (facts + times).filter { !own.contains($0) }
        throw .badParameter("group", "'\(text.prefix(64))' is none of \(known.joined(separator: ", "))")
    }
}
