// A server whose items are selected in tests.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Platform
@testable import ScrollServer

/// Asks about and changes the selection of one collection.
struct SelectionBench {
    let client: APIClient
    let path: String

    init(_ client: APIClient, _ collection: String) {
        (self.client, path) = (client, "/api/collections/\(collection)")
    }

    init(_ collection: any ItemCollection, stateFolder: String? = nil) throws {
        self.init(try APIClient([collection], stateFolder: stateFolder), collection.id)
    }

    init(demo count: Int) throws { try self.init(try #require(DemoCollection(count: count))) }

    /// Sends a change; `query` follows the address.
    func ask(
        _ body: String, _ query: String = "", method: HTTP.Method = .patch, ifMatch: String? = nil
    ) throws -> APIClient.Reply {
        try client.ask(
            method, "\(path)/selection\(query)", ifMatch.map { [("If-Match", $0)] } ?? [], body: Array(body.utf8))
    }

    /// Changes the selection.
    ///
    /// - Returns: how many items are selected then.
    @discardableResult
    func change(_ action: String, _ what: String, _ query: String = "") throws -> Int {
        let reply = try ask(#"{"action":"\#(action)",\#(what)}"#, query)
        try #require(reply.status == 200, "\(what)\(query): \(reply.text)")
        return try #require(try JSONReader.value(of: reply.body)["count"]?.integer)
    }

    func document() throws -> JSONValue { try JSONReader.value(of: client.get("\(path)/selection").body) }

    /// The ids of the first selected items.
    func first(_ query: String) throws -> [String] {
        let reply = try client.get("\(path)/selection?\(query)")
        let items = try JSONReader.value(of: reply.body)["items"]
        return try #require(items, "\(reply.text)").elements.compactMap(\.text)
    }

    func plan(_ query: String) throws -> JSONValue {
        try JSONReader.value(of: client.get("\(path)/plan?\(query)").body)
    }

    /// The selected items among those that a plan shows.
    func marked(_ query: String) throws -> Set<String> {
        let tiles = try plan(query)["tiles"]?.elements ?? []
        return Set(tiles.filter { $0["selected"] == .bool(true) }.compactMap { $0["item"]?.text })
    }

    func found(_ query: String) throws -> [String] {
        let page = try JSONReader.value(of: client.get("\(path)/items?limit=1000&\(query)").body)
        return (page["items"]?.elements ?? []).compactMap { $0["id"]?.text }
    }

    static func items(_ ids: some Sequence<String>) -> String {
        #""items":["# + ids.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }
}
