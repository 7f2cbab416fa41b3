// A grid whose cells are too small for a tile each, in the matrix.

import Foundation
import Tiling

@testable import HTTP
@testable import Platform

extension MatrixCase {
    /// The mosaic of a grid, over HTTP and on a session: the same tiles, which can be had by their addresses, and in which
    /// each item has one cell.
    func checkMosaic(_ view: String) throws {
        for size in ["width=120&height=80&columns=12", "width=90&height=70&scale=2&columns=all&spacing=1&overscan=0"] {
            let query = "\(size)&\(view)"
            let reply = try http.get("/plan?\(query)")
            let shown = try session.look(query)
            guard reply.status == 200, let plan = try? JSONReader.value(of: reply.body), shown.problem == nil else {
                note("\(query): \(reply.status) \(reply.text.prefix(300)), on the session \(shown.problem ?? .null)")
                continue
            }
            let names = ["tiles", "prefetch", "revision", "rows"]
            let (one, two) = (Self.without(plan, names), Self.without(shown.place, names))
            if !one.isNear(two) { note("\(query): \(one) over HTTP, \(two) on the session") }
            // A handful of pictures may all be seen with a slot each.
            guard plan["mosaic"] != nil else { continue }
            mosaicCount += 1
            if size.contains("columns=all"), plan["visible"]?["last"]?.integer != items.count - 1 {
                note("\(query): shows \(plan["visible"] ?? .null) of \(items.count)")
            }
            let tiles = (plan["tiles"]?.elements ?? []).compactMap { $0["url"]?.text }
            // The two worlds may know more or less of their items, so versions differ.
            if Set(tiles.map(Self.place)) != Set(shown.tiles.keys.map(Self.place)) || tiles.isEmpty {
                note("\(query): over HTTP \(tiles), on the session \(shown.tiles.keys.sorted())")
            }
            for url in tiles where try http.bytes(url).status != 200 { note("\(query): \(url) is not there") }
            for (url, bytes) in shown.bytes {
                // More may have become known since; then the answer is not of the version that was sent.
                let reply = try live.bytes(url)
                if reply.headers["Cache-Control"] != "no-cache", reply.body != bytes {
                    note("\(query): \(url) is not what was sent on the session")
                }
            }
            try checkCells(query)
        }
    }

    /// At the middle of each item's cell is that item.
    private func checkCells(_ query: String) throws {
        for item in items {
            let cell = try http.json("/cell?\(query)&at=\(item.index)")["cell"] ?? .null
            guard cell["item"]?.text == item.id, cell["index"]?.integer == item.index, cell["name"]?.text == item.name,
                let x = cell["x"]?.number, let y = cell["y"]?.number, let width = cell["width"]?.number,
                let height = cell["height"]?.number
            else {
                note("\(query): the cell of '\(item.name)' is \(cell)")
                continue
            }
            let found = try http.json("/cell?\(query)&pointX=\(x + width / 2)&pointY=\(y + height / 2)")["cell"]
            if found?["item"]?.text != item.id { note("\(query): where '\(item.name)' is, there is \(found ?? .null)") }
            if let preview = cell["preview"]?.text, try http.bytes(preview).status != 200,
                MatrixPicture.named(item.name)?.isSeen == true
            {
                note("\(query): the preview of '\(item.name)' cannot be had: \(preview)")
            }
        }
    }

    /// An address without its version.
    static func place(_ url: String) -> String {
        String(url.prefix(upTo: url.range(of: "&v=")?.lowerBound ?? url.endIndex))
    }

    private static func without(_ value: JSONValue, _ names: [String]) -> JSONValue {
        guard case .object(var members) = value else { return value }
        for name in names { members[name] = nil }
        return .object(members)
    }
}
