// Lists that are renamed, rearranged, removed, and put back as they were.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import ScrollServer

@Suite struct ListHistoryTests {
    private static let path = "/api/collections/picks"

    /// A server with a demo and a list of boxes, each as wide as its number in the list.
    private struct Desk {
        let client: APIClient

        init(boxes: Int) throws {
            client = try APIClient([#require(DemoCollection(count: 100)), LazyStackCollection()])
            #expect(try send(.post, "/api/collections", #"{"name":"Picks"}"#).status == 201)
            for start in stride(from: 1, through: boxes, by: 1000) {
                let items = (start...min(start + 999, boxes)).map { "{\"width\":\(min($0, 8192)),\"height\":1}" }
                let body = "{\"items\":[\(items.joined(separator: ","))]}"
                #expect(try send(.post, "\(path)/items", body).status == 201)
            }
        }

        func send(
            _ method: HTTP.Method, _ path: String, _ body: String = "", ifMatch: String? = nil
        ) throws -> APIClient.Reply {
            try client.ask(method, path, ifMatch.map { [("If-Match", $0)] } ?? [], body: Array(body.utf8))
        }

        func undo() throws -> Int { try send(.post, "\(path)/undo").status }
        func redo() throws -> Int { try send(.post, "\(path)/redo").status }

        /// The widths of the first items, and their ids.
        func items(_ limit: Int = 1000) throws -> [ItemPage.Item] {
            let page: ItemPage = try client.get("\(path)/items?limit=\(limit)").decoded()
            return page.items
        }

        func document() throws -> CollectionDocument { try client.get(path).decoded() }
    }

    @Test func aRunIsMoved() throws {
        let desk = try Desk(boxes: 9)
        let before = try desk.items()
        let reply = try desk.send(.patch, "\(Self.path)/items", #"{"first":1,"count":3,"to":5}"#)
        #expect(reply.status == 200)
        let after = try desk.items()
        #expect(after.map(\.width) == [1, 5, 6, 7, 8, 2, 3, 4, 9])
        #expect(Set(after.map(\.id)) == Set(before.map(\.id)) && after[5].id == before[1].id)
        #expect(try desk.send(.patch, "\(Self.path)/items", #"{"first":5,"count":3,"to":0}"#).status == 200)
        #expect(try desk.items().map(\.width) == [2, 3, 4, 1, 5, 6, 7, 8, 9])
        #expect(try desk.undo() == 200)
        #expect(try desk.undo() == 200)
        #expect(try desk.items().map(\.id) == before.map(\.id))
        for body in [
            #"{"first":0,"count":10,"to":0}"#, #"{"first":9,"count":1,"to":0}"#, #"{"first":0,"count":1,"to":9}"#,
            #"{"first":-1,"count":1,"to":0}"#, #"{"first":0,"count":1}"#,
            #"{"first":0,"count":9223372036854775807,"to":1}"#,
            #"{"first":9223372036854775807,"count":1,"to":9223372036854775807}"#, "[]", "",
        ] {
            _ = try desk.send(.patch, "\(Self.path)/items", body).problem(400)
        }
        _ = try desk.send(.patch, "/api/collections/demo/items", #"{"first":0,"count":1,"to":1}"#).problem(409)
    }

    @Test func aNameIsChanged() throws {
        let desk = try Desk(boxes: 1)
        #expect(try desk.send(.patch, Self.path, #"{"name":"Best of 2026"}"#).status == 200)
        let document = try desk.document()
        #expect(document.name == "Best of 2026" && document.id == "picks")
        _ = try desk.send(.patch, Self.path, #"{"name":""}"#).problem(400)
        _ = try desk.send(.patch, "/api/collections/demo", #"{"name":"x"}"#).problem(405)
        #expect(try desk.undo() == 200)
        #expect(try desk.document().name == "Picks")
    }

    /// Any edits are taken back, one after the other, each as a whole.
    @Test func editsAreTakenBack() throws {
        var numbers = SeededNumbers(state: 3)
        let desk = try Desk(boxes: 20)
        var states = [try desk.items().map { [$0.id, "\($0.width ?? 0)"] }]
        for _ in 0..<60 {
            let items = try desk.items()
            let count = items.count
            let reply: APIClient.Reply
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0, 1:
                let body =
                    #"{"items":[{"width":50,"height":5},{"collection":"demo","item":"5"}],"index":"#
                    + "\(Int.random(in: 0...count, using: &numbers))}"
                reply = try desk.send(.post, "\(Self.path)/items", body)
            case 2 where count > 0:
                let id = items[Int.random(in: 0..<count, using: &numbers)].id
                reply = try desk.send(.delete, "\(Self.path)/items/\(id)")
            case 3 where count > 0:
                let first = Int.random(in: 0..<count, using: &numbers)
                let run = Int.random(in: 1...count - first, using: &numbers)
                let target = Int.random(in: 0...count - run, using: &numbers)
                if first == target { continue }
                reply = try desk.send(
                    .patch, "\(Self.path)/items", #"{"first":\#(first),"count":\#(run),"to":\#(target)}"#)
            case 4 where items.contains { $0.name.hasSuffix(".png") && $0.height != 720 }:
                let boxes = items.filter { $0.height != 720 && $0.width != DemoCollection.size(at: 5).width }
                guard let box = boxes.randomElement(using: &numbers) else { continue }
                reply = try desk.send(
                    .patch, "\(Self.path)/items/\(box.id)", #"{"width":\#((box.width ?? 0) + 1),"height":7}"#)
            case 5 where count > 25: reply = try desk.send(.delete, "\(Self.path)/items")
            default: continue
            }
            #expect((200...204).contains(reply.status))
            states.append(try desk.items().map { [$0.id, "\($0.width ?? 0)"] })
        }
        for state in states.dropLast().reversed() {
            #expect(try desk.undo() == 200)
            #expect(try desk.items().map { [$0.id, "\($0.width ?? 0)"] } == state)
        }
        for state in states.dropFirst() {
            #expect(try desk.redo() == 200)
            #expect(try desk.items().map { [$0.id, "\($0.width ?? 0)"] } == state)
        }
        _ = try desk.send(.post, "\(Self.path)/redo").problem(409)
        for _ in states.dropFirst() { #expect(try desk.undo() == 200) }
        // What made the list stays to be taken back; then nothing is left.
        #expect(try desk.undo() == 200)
        #expect(try desk.items().isEmpty)
        _ = try desk.send(.post, "\(Self.path)/undo").problem(409)
        _ = try desk.send(.post, "/api/collections/demo/undo").problem(409)
    }

    @Test func aListIsRemoved() throws {
        let desk = try Desk(boxes: 3)
        let document = try desk.document()
        _ = try desk.send(.delete, Self.path, ifMatch: "\"\(document.revision + 5)\"").problem(412)
        #expect(try desk.send(.delete, Self.path).status == 204)
        _ = try desk.client.get(Self.path).problem(404)
        _ = try desk.send(.delete, Self.path).problem(404)
        // What is no list stays.
        for id in ["demo", "lazy-stack"] {
            _ = try desk.send(.delete, "/api/collections/\(id)").problem(405)
            #expect(try desk.client.get("/api/collections/\(id)").status == 200)
        }
        #expect(try desk.send(.post, "/api/collections", #"{"name":"Picks"}"#).status == 201)
        #expect(try desk.items().isEmpty)
    }

    /// A list that is removed is not there after a restart.
    @Test func whatIsRemovedIsRemovedFromTheDisk() throws {
        let folder = try TemporaryFolder()
        let store = ListStore(folder: folder.path)
        let catalog = Catalog([])
        let list = EditRoutes.list(store.make(id: "one", name: "One"), catalog)
        _ = try list.edit { (items) throws(ListCollection.EditError) in items.rename("Two") }
        #expect(ListStore(folder: folder.path).load().map(\.items.name) == ["Two"])
        try list.delete()
        #expect(ListStore(folder: folder.path).load().isEmpty)
        try list.delete()
    }

    /// Many more than a page holds: plans, edits at any place, and back.
    @Test func aLongList() throws {
        let desk = try Desk(boxes: 25_000)
        #expect(try desk.document().count == 25_000)
        #expect(try desk.send(.patch, "\(Self.path)/items", #"{"first":0,"count":12500,"to":12500}"#).status == 200)
        #expect(try desk.items(1).first?.width == 8192)
        #expect(try desk.send(.delete, "\(Self.path)/items").status == 204)
        #expect(try desk.undo() == 200)
        #expect(try desk.undo() == 200)
        #expect(try desk.items(5).map(\.width) == [1, 2, 3, 4, 5])
        #expect(try desk.client.get("\(Self.path)/plan?width=900&height=700&layout=stack&y=90000").status == 200)
    }
}
