// One server of the matrix. This file alone knows how collections, router and server are put together.

import Foundation
import Testing

@testable import HTTP
@testable import Platform
@testable import ScrollServer

/// A server with one source, with caches of its own: what one world has made, another one has to make again.
final class MatrixWorld {
    /// An item as `…/items` lists it.
    struct Item: Equatable {
        var index: Int
        var id: String
        var name: String
        /// As shown; nil where it is not measured.
        var width: Int?
        var height: Int?
        var json: JSONValue
    }

    let source: MatrixSource
    private let client: APIClient
    private let server: HTTPServer
    private let port: Int
    private var replies: [String: APIClient.Reply] = [:]

    init(_ source: MatrixSource, _ folder: MatrixFolder) throws {
        self.source = source
        client = try APIClient(try source.make(folder))
        var configuration = HTTPConfiguration()
        configuration.port = 0
        configuration.loops = 1
        server = HTTPServer(configuration: configuration) { [router = client.router] in router.answer($0) }
        port = try server.start().port
        try source.prepare(self)
        // What is not measured yet is planned by its estimate, which depends on what was asked before.
        for item in try walk("limit=1000") { _ = try get("/items/\(item.id)") }
        // Orders by looks are there once the pictures are known.
        try #require(try client.fill())
    }

    deinit {
        server.shutdown(within: 0)
    }

    var path: String { "/api/collections/\(source.id)" }

    /// Asks about the source's collection.
    func get(_ below: String) throws -> APIClient.Reply { try client.get(path + below) }

    /// The answer to a whole target, asked for once.
    func bytes(_ target: String) throws -> APIClient.Reply {
        if let reply = replies[target] { return reply }
        let reply = try client.get(target)
        replies[target] = reply
        return reply
    }

    func json(_ below: String) throws -> JSONValue {
        let reply = try get(below)
        return try #require(try? JSONReader.value(of: reply.body), "\(below): \(reply.text)")
    }

    func post(_ target: String, _ body: String) throws { try send(.post, target, body, expecting: 201) }

    func send(_ method: HTTP.Method, _ target: String, _ body: String, expecting status: Int = 200) throws {
        let reply = try client.ask(method, target, body: Array(body.utf8))
        try #require(reply.status == status, "\(target) \(body): \(reply.text)")
    }

    func session() throws -> MatrixSession { MatrixSession(try socket()) }

    /// A new connection of a session of the source's collection.
    func socket() throws -> WebSocketClient { try WebSocketClient(port: port, path: path + "/session") }

    /// All items of the source's collection, page by page.
    func walk(_ query: String) throws -> [Item] { try walk(source.id, query) }

    func walk(_ collection: String, _ query: String) throws -> [Item] {
        var items: [Item] = []
        var after = ""
        while items.count < 5000 {
            let page = try client.get("/api/collections/\(collection)/items?\(query)\(after)")
            let value = try #require(try? JSONReader.value(of: page.body), "\(query)\(after): \(page.text)")
            let found = try (value["items"]?.elements ?? []).map { try Self.item($0) }
            items += found
            // While a source goes on, its last page has a cursor, too.
            guard !found.isEmpty, let cursor = value["nextCursor"]?.text else { break }
            after = "&after=\(cursor)"
        }
        return items
    }

    static func item(_ value: JSONValue) throws -> Item {
        return Item(
            index: try #require(value["index"]?.integer), id: try #require(value["id"]?.text),
            name: try #require(value["name"]?.text), width: value["width"]?.integer,
            height: value["height"]?.integer, json: value)
    }
}

extension JSONValue {
    /// Of a list; none where this is no list.
    var elements: [JSONValue] {
        guard case .list(let values) = self else { return [] }
        return values
    }

    /// A session plans again where its chart has been read further, and says how far that carries what is painted.
    var withoutCarry: JSONValue {
        guard case .object(var members) = self, let chart = members["chart"] else { return self }
        members["chart"] = chart.without("carry")
        return .object(members)
    }

    /// Whether this is an item, asked for alone, that a list of items told as `listed`.
    ///
    /// What is known of a picture comes with it alone; that it is damaged may be found between the two questions.
    func isAlone(ofListed listed: JSONValue, isDamaged: Bool) -> Bool {
        let alone = without(
            "index", "facts", "annotation", "marks", "pages", "film", "preview", "histogram", "samples", "iiif",
            "deepZoom",
            "storedTiles")
        let isNewlyFound = isDamaged && listed["error"] == nil
        return (isNewlyFound ? alone.without("error") : alone) == listed.without("index")
    }

    /// This object without some of its members.
    func without(_ names: String...) -> JSONValue {
        guard case .object(var members) = self else { return self }
        for name in names { members[name] = nil }
        return .object(members)
    }

    /// Whether both say the same, numbers to a hundredth.
    func isNear(_ other: JSONValue) -> Bool {
        switch (self, other) {
        case (.number(let one), .number(let two)): abs(one - two) < 0.011
        case (.list(let one), .list(let two)): one.count == two.count && zip(one, two).allSatisfy { $0.isNear($1) }
        case (.object(let one), .object(let two)):
            one.count == two.count && one.allSatisfy { name, value in two[name].map { value.isNear($0) } ?? false }
        default: self == other
        }
    }
}
