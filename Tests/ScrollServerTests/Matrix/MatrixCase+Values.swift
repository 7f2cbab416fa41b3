// The values that items are sorted by, as their tiles tell them.

import Tiling

@testable import Platform
@testable import ScrollServer

extension MatrixCase {
    /// The fields of which a tile tells the first that its item has, by the key of an order.
    private static let told = ["size": ["bytes"], "date": ["taken", "modified"]]

    /// Large tiles tell by which value they are sorted, as their item's facts have it, over HTTP and on a session.
    ///
    /// - Returns: how many tiles told one.
    func checkSortValues(_ order: String, _ arrangement: String) throws -> Int {
        // A heading tells the value instead.
        guard collection["kind"] != .text("chart"), !arrangement.contains("&group="), !items.isEmpty else { return 0 }
        let key = order.hasPrefix("-") ? String(order.dropFirst()) : order
        var count = try checkValues(order + arrangement, Self.told[key] ?? [])
        guard key == "name", arrangement.isEmpty, collection["links"]?["facets"] != nil else { return count }
        for field in ["rating", "width", "format", "taken", "city"] {
            count += try checkValues(field, [field])
            count += try checkValues("-\(field)", [field])
        }
        return count
    }

    private func checkValues(_ order: String, _ fields: [String]) throws -> Int {
        let query = "width=900&height=700&layout=grid&columns=2&badges=true&order=\(order)"
        let known = Set((collection["fields"]?.elements ?? []).compactMap { $0["name"]?.text })
        guard Set(fields).isSubset(of: known) || fields.count > 1 || fields == ["bytes"] else { return 0 }
        let plan = try http.json("/plan?\(query)")
        let shown = try session.look(query)
        var count = 0
        for tile in plan["tiles"]?.elements ?? [] {
            guard let item = tile["item"]?.text, let url = tile["url"]?.text, let width = tile["width"]?.number,
                let height = tile["height"]?.number
            else { continue }
            let value = tile["sortValue"]
            if shown.tiles[url]?["sortValue"] != value {
                note("\(query): \(item) tells \(value ?? .null), on the session \(shown.tiles[url] ?? .null)")
            }
            let facts = try http.json("/items/\(item)")["facts"]?.elements ?? []
            let fact = fields.lazy.compactMap { field in facts.first { $0["name"] == .text(field) } }.first
            if value == nil, fact == nil || min(width, height) < 2 * PlanRequest.minimumBadgeSide { continue }
            let isTold = ["name", "kind", "unit", "text", "number"].allSatisfy { value?[$0] == fact?[$0] }
            if !isTold { note("\(query): \(item) tells \(value ?? .null), and its facts \(fact ?? .null)") }
            count += 1
        }
        return count
    }
}
