// What is selected of a source, in both worlds.

import Foundation

@testable import HTTP
@testable import Platform

extension MatrixCase {
    /// Selects items in every way, and leaves every third one selected: what is checked next has some of both kinds.
    ///
    /// `query` chooses and sorts the items of the case.
    func checkSelection(_ query: String) throws {
        guard collection["links"]?["selection"] != nil else {
            for path in ["/selection", "/selection?order=name"] {
                let reply = try http.get(path)
                if reply.status != 404 { note("\(path) is not offered, and answered with \(reply.status)") }
            }
            return
        }
        try change(query, #"{"action":"replace","all":true}"#, to: Set(items.map(\.id)), query)
        try change(query, #"{"action":"toggle","all":true}"#, to: [], query)
        guard items.count > 2 else { return }
        let range = #"{"from":"\#(items[items.count - 1].id)","to":"\#(items[1].id)"}"#
        try change(query, #"{"action":"add","range":\#(range)}"#, to: Set(items.dropFirst().map(\.id)), query)
        let some = items.indices.filter { $0 % 3 == 0 }.map { items[$0].id }
        let list = some.map { "\"\($0)\"" }.joined(separator: ",")
        try change(query, #"{"action":"replace","items":[\#(list)]}"#, to: Set(some), query)
        for world in [http, live] {
            let first = try world.json("/selection?\(query)&limit=5")["items"]?.elements.compactMap(\.text)
            if first != Array(some.prefix(5)) { note("\(query): the first selected are \(first ?? []), not \(some)") }
        }
        try checkFound(query, some)
    }

    /// Changes the selection of both worlds, and looks at what they say of it.
    private func change(_ address: String, _ body: String, to chosen: Set<String>, _ query: String) throws {
        for world in [http, live] {
            try world.send(.patch, "\(world.path)/selection?\(address)", body)
            let document = try world.json("/selection")
            if document["count"]?.integer != chosen.count || document["of"] != collection["count"] {
                note("\(address) \(body): \(document) instead of \(chosen.count)")
            }
        }
        let view = "width=90&height=90000&layout=stack&\(query)"
        guard let plan = try check(view) else { return }
        if (plan["selection"]?["count"]?.integer ?? 0) != chosen.count {
            note("\(address) \(body): the plan says \(plan["selection"] ?? .null)")
        }
        for tile in (plan["tiles"]?.elements ?? []).compactMap(MatrixTile.init) {
            let isMarked = tile.json["selected"] == .bool(true)
            if isMarked != chosen.contains(tile.item) {
                note("\(address) \(body): \(tile.text) is marked: \(isMarked)")
            }
        }
    }

    /// The selected items can be searched and exported, in the order that is asked for.
    private func checkFound(_ query: String, _ chosen: [String]) throws {
        let files = items.filter { item in
            chosen.contains(item.id) && (item.json["bytes"] ?? .null != .null || item.json["error"] != nil)
        }
        func paths(_ selected: String) throws -> [Substring] {
            try http.get("/export?as=paths.txt&null=true&\(selected)&\(query)").text.split(separator: "\0")
        }
        let isExported = collection["links"]?["export"] != nil
        // Also of what no query searches.
        let exported = isExported ? try paths("selected=true") : []
        if isExported, exported.count != files.count {
            note("\(query): \(exported) are exported as selected of \(files.map(\.name))")
        }
        guard collection["links"]?["facets"] != nil, !query.contains("q=") else { return }
        let found = try http.walk("\(query)&q=is:selected&limit=7").map(\.id)
        if found != chosen { note("\(query): is:selected finds \(found) of \(chosen)") }
        let others = try http.walk("\(query)&q=-is:selected&limit=7").map(\.id)
        if Set(others) != Set(items.map(\.id)).subtracting(chosen) { note("\(query): -is:selected finds \(others)") }
        if isExported, try paths("q=is:selected") != exported { note("\(query): is:selected exports others") }
    }
}
