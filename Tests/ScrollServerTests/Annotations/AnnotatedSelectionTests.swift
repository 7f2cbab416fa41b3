// Annotating what is selected, and what plans and items then say.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Platform
@testable import ScrollServer

@Suite struct AnnotatedSelectionTests {
    private static func json(_ client: APIClient, _ path: String) throws -> JSONValue {
        try JSONReader.value(of: client.get("/api/collections/\(path)").body)
    }

    private static func ids(_ client: APIClient, _ collection: String, _ query: String = "") throws -> [String] {
        try json(client, "\(collection)/items\(query)")["items"]?.elements.compactMap { $0["id"]?.text } ?? []
    }

    @discardableResult
    private static func send(
        _ client: APIClient, _ method: HTTP.Method, _ path: String, _ body: String
    ) throws -> JSONValue {
        let address = path.isEmpty ? "/api/collections" : "/api/collections/\(path)"
        let reply = try client.ask(method, address, body: Array(body.utf8))
        try #require(reply.status < 300, "\(path) \(body): \(reply.status) \(reply.text)")
        return try JSONReader.value(of: reply.body)
    }

    @Test func whatIsSelected() throws {
        let files = try TemporaryFolder()
        // Smaller ones have no room for badges.
        for name in ["a.png", "b.png", "c.png"] { try files.write(name, TinyImage.png(width: 90, height: 80)) }
        let client = try APIClient([try files.scanned()])
        let ids = try Self.ids(client, "f")
        #expect(try Self.send(client, .patch, "f/annotations", #"{"selected":true,"rating":3}"#)["count"] == .number(0))
        try Self.send(client, .put, "f/selection", #"{"items":["\#(ids[0])","\#(ids[2])"]}"#)
        let answer = try Self.send(
            client, .patch, "f/annotations", #"{"selected":true,"rating":3,"flag":"pick","label":"green"}"#)
        #expect(answer["count"] == .number(2))
        #expect(try Self.ids(client, "f", "?q=rating:3") == [ids[0], ids[2]])
        try Self.send(client, .patch, "f/annotations?q=is:selected", #"{"all":true,"rating":4}"#)
        #expect(try Self.ids(client, "f", "?q=rating:4") == [ids[0], ids[2]])
        #expect(try Self.json(client, "f/selection")["count"] == .number(2))
        // What is seen of it, in cells and alone.
        let plan = try Self.json(client, "f/plan?width=600&height=300&badges=true")
        let badges = (plan["tiles"]?.elements ?? []).map { ($0["item"]?.text, $0["badge"]) }
        for (item, badge) in badges {
            let isMarked = item != ids[1]
            #expect(badge?["rating"] == (isMarked ? .number(4) : nil))
            #expect(badge?["flag"] == (isMarked ? .text("pick") : nil))
            #expect(badge?["label"] == (isMarked ? .text("green") : nil))
        }
        #expect(badges.count >= 3)
        try Self.send(client, .patch, "f/annotations", #"{"selected":true,"keywords":{"add":["sea","boat"]}}"#)
        let marks = try Self.json(client, "f/items/\(ids[0])")["marks"]
        #expect(marks?["rating"] == .number(4) && marks?["flag"] == .text("pick") && marks?["label"] == .text("green"))
        #expect(Set(marks?["keywords"]?.elements.compactMap(\.text) ?? []) == ["sea", "boat"])
        #expect(try Self.json(client, "f/items/\(ids[1])")["marks"] == .object([:]))
        for body in [
            #"{"selected":false,"rating":1}"#, #"{"selected":true,"all":true,"rating":1}"#,
            #"{"selected":true,"items":[],"rating":1}"#,
        ] {
            #expect(try client.ask(.patch, "/api/collections/f/annotations", body: Array(body.utf8)).status == 400)
        }
    }

    /// The selection of a list made by hand belongs to the list; the marks belong to the files.
    @Test func whatIsSelectedInAList() throws {
        let files = try TemporaryFolder()
        for name in ["a.png", "b.png"] { try files.write(name) }
        let client = try APIClient([try files.scanned()])
        let ids = try Self.ids(client, "f")
        try Self.send(client, .post, "", #"{"name":"picks"}"#)
        let items = ids.map { #"{"collection":"f","item":"\#($0)"}"# }.joined(separator: ",")
        try Self.send(client, .post, "picks/items", #"{"items":[\#(items)]}"#)
        let own = try Self.ids(client, "picks")
        try Self.send(client, .put, "picks/selection", #"{"items":["\#(own[1])"]}"#)
        let before = try Self.json(client, "picks")["revision"]?.integer ?? 0
        try Self.send(client, .patch, "picks/annotations", #"{"selected":true,"rating":5,"keywords":{"add":["x"]}}"#)
        #expect(try Self.ids(client, "f", "?q=rating:5") == [ids[1]])
        #expect(try Self.json(client, "picks/items/\(own[1])")["marks"]?["keywords"] == .list([.text("x")]))
        // Pages that show the list ask again, also after a change in the folder.
        let after = try Self.json(client, "picks")["revision"]?.integer ?? 0
        #expect(after > before)
        try Self.send(client, .patch, "f/annotations", #"{"all":true,"rating":1}"#)
        #expect(try eventually { (try Self.json(client, "picks")["revision"]?.integer ?? 0) > after })
        #expect(try Self.json(client, "picks/items/\(own[0])")["marks"]?["rating"] == .number(1))
    }

    /// A list may name a file twice: both rows show the same.
    @Test func filesNamedTwice() throws {
        let files = try TemporaryFolder()
        try files.write("a.png")
        try files.write("list.txt", Array("a.png\n./a.png\n".utf8))
        let list = try ListFileCollection(path: files.path + "/list.txt", id: "l", name: "L", roots: [files.path])
        _ = list.waitForFirstItem()
        let client = try APIClient([list])
        let ids = try Self.ids(client, "l")
        try #require(ids.count == 2)
        try Self.send(client, .patch, "l/annotations", #"{"items":["\#(ids[0])"],"rating":5}"#)
        #expect(try eventually { try Self.ids(client, "l", "?q=rating:5").count == 2 })
    }

    /// A journal of a later version of the program is not made shorter: that would lose what is not understood.
    @Test func whatIsNotUnderstoodIsKept() throws {
        let folder = try ScratchFolder()
        let record = [UInt8](repeating: 0xEE, count: 64)
        _ = try Journal(path: folder.path + "/journal").append(record, at: nil)
        let store = AnnotationStore(folder: folder.path)
        let keys = (0..<500).map { FileKey(path: Array("/\($0)".utf8)) }
        for round in 0..<30 {
            var change = AnnotationChange()
            change.rating = .set(UInt8(round % 5 + 1))
            try store.edit(keys, in: "c", change)
        }
        var records: [[UInt8]] = []
        _ = try Journal(path: folder.path + "/journal").read(after: nil) { records.append($0) }
        #expect(records.first == record && records.count == 31)
        #expect(AnnotationStore(folder: folder.path).count == 500)
    }
}
