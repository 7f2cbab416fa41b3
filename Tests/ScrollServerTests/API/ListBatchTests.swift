// Lists edited by what is selected: items added from other collections, removed, and moved.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Platform
@testable import ScrollServer

@Suite struct ListBatchTests {
    private static let path = "/api/collections/picks"

    /// A server with a demo of some pictures and an empty list.
    private struct Desk {
        let client: APIClient

        init(demo count: Int = 100, _ more: [any ItemCollection] = []) throws {
            client = try APIClient([#require(DemoCollection(count: count))] + more)
            #expect(try send(.post, "/api/collections", #"{"name":"Picks"}"#).status == 201)
        }

        func send(
            _ method: HTTP.Method, _ path: String, _ body: String = "", ifMatch: String? = nil
        ) throws -> APIClient.Reply {
            try client.ask(method, path, ifMatch.map { [("If-Match", $0)] } ?? [], body: Array(body.utf8))
        }

        /// Edits the list; the count that the answer has.
        func edit(_ method: HTTP.Method, _ body: String, _ query: String = "") throws -> Int {
            let reply = try send(method, "\(path)/items\(query)", body)
            try #require(reply.status == (method == .post ? 201 : 200), "\(body): \(reply.text)")
            let answer = try JSONReader.value(of: reply.body)
            #expect(answer["items"]?.elements == [])
            return try #require(answer["count"]?.integer)
        }

        func select(_ body: String, in collection: String = "demo") throws {
            let reply = try send(.put, "/api/collections/\(collection)/selection", body)
            try #require(reply.status == 200, "\(reply.text)")
        }

        func undo() throws -> Int { try send(.post, "\(path)/undo").status }

        func items(of collection: String = "picks") throws -> [ItemPage.Item] {
            let page: ItemPage = try client.get("/api/collections/\(collection)/items?limit=1000").decoded()
            return page.items
        }

        /// The names of the list's items.
        func names() throws -> [String] { try items().map(\.name) }

        /// The ids of the demo's first items, and what they are called.
        func demo(_ count: Int) throws -> (ids: [String], names: [String]) {
            let items = try items(of: "demo").prefix(count)
            return (items.map(\.id), items.map(\.name))
        }
    }

    private static func list(_ ids: some Sequence<String>) -> String {
        #""items":["# + ids.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }

    @Test func theSelectionIsAddedInTheOrderOfTheAddress() throws {
        let desk = try Desk()
        let (ids, names) = try desk.demo(6)
        try desk.select("{\(Self.list([ids[4], ids[1], ids[2]]))}")
        #expect(try desk.edit(.post, #"{"from":"demo","selected":true}"#) == 3)
        #expect(try desk.names() == [names[1], names[2], names[4]])
        // What it has already is not added again.
        try desk.select("{\(Self.list([ids[0], ids[4], ids[5]]))}")
        #expect(try desk.edit(.post, #"{"from":"demo","selected":true,"index":1}"#, "?order=-name") == 2)
        #expect(try desk.names() == [names[1], names[5], names[0], names[2], names[4]])
        #expect(try desk.undo() == 200)
        #expect(try desk.names() == [names[1], names[2], names[4]])
        // By ids they come in the order of those.
        #expect(try desk.edit(.post, #"{"from":"demo",\#(Self.list([ids[3], ids[0], ids[3]]))}"#) == 2)
        #expect(try desk.names() == [names[1], names[2], names[4], names[3], names[0]])
    }

    @Test func aListIsMadeOfTheSelection() throws {
        let desk = try Desk()
        let (ids, names) = try desk.demo(3)
        try desk.select("{\(Self.list([ids[2], ids[0]]))}")
        let made = try desk.send(.post, "/api/collections", #"{"name":"Mine","from":"demo","selected":true}"#)
        #expect(made.status == 201)
        let document = try JSONReader.value(of: made.body)
        #expect(document["count"] == .number(2) && document["links"]?["undo"] == .text("/api/collections/mine/undo"))
        #expect(document["links"]?["redo"] == .text("/api/collections/mine/redo"))
        #expect(try desk.items(of: "mine").map(\.name) == [names[0], names[2]])
        // Items of a list are what they refer to.
        #expect(try desk.send(.put, "/api/collections/mine/selection", #"{"all":true}"#).status == 200)
        #expect(try desk.edit(.post, #"{"from":"mine","selected":true}"#) == 2)
        #expect(try desk.send(.delete, "/api/collections/mine").status == 204)
        #expect(try desk.names() == [names[0], names[2]])
        let demo = try JSONReader.value(of: desk.client.get("/api/collections/demo").body)
        #expect(demo["links"]?["undo"] == nil)
    }

    @Test func nothingIsMadeOfWhatDoesNotFit() throws {
        let desk = try Desk(demo: 10_000_001)
        _ = try desk.send(.post, "\(Self.path)/items", #"{"from":"demo","selected":true}"#).problem(409)
        try desk.select(#"{"all":true}"#)
        for (path, body) in [("\(Self.path)/items", ""), ("/api/collections", #","name":"Much""#)] {
            let reply = try desk.send(.post, path, #"{"from":"demo","selected":true\#(body)}"#)
            _ = try reply.problem(409)
            #expect(reply.text.contains("10000001") && reply.text.contains("\(ListItems.limit)"), "\(reply.text)")
        }
        #expect(try desk.names().isEmpty)
        #expect(try desk.client.get("/api/collections/much").status == 404)
    }

    @Test func whatIsSelectedIsRemoved() throws {
        let desk = try Desk()
        let (ids, names) = try desk.demo(6)
        #expect(try desk.edit(.post, #"{"from":"demo",\#(Self.list(ids))}"#) == 6)
        let items = try desk.items().map(\.id)
        _ = try desk.send(.patch, "\(Self.path)/items", #"{"action":"remove","selected":true}"#).problem(409)
        try desk.select("{\(Self.list([items[4], items[1]]))}", in: "picks")
        #expect(try desk.edit(.patch, #"{"action":"remove","selected":true}"#) == 2)
        #expect(try desk.names() == [0, 2, 3, 5].map { names[$0] })
        #expect(
            try JSONReader.value(of: desk.client.get("\(Self.path)/selection").body)["count"] == .number(0))
        #expect(try desk.undo() == 200)
        #expect(try desk.items().map(\.id) == items)
        #expect(try desk.edit(.patch, #"{"action":"remove",\#(Self.list([items[5], items[0]]))}"#) == 2)
        #expect(try desk.names() == [1, 2, 3, 4].map { names[$0] })
        // One that has gone refuses the whole edit.
        let body = #"{"action":"remove",\#(Self.list([items[1], items[0]]))}"#
        _ = try desk.send(.patch, "\(Self.path)/items", body).problem(404)
        #expect(try desk.items().count == 4)
    }

    @Test(arguments: [
        ([3], #""by":-1"#, [0, 1, 3, 2, 4, 5]), ([3], #""by":1"#, [0, 1, 2, 4, 3, 5]),
        ([0], #""by":-1"#, [0, 1, 2, 3, 4, 5]), ([5], #""by":9"#, [0, 1, 2, 3, 4, 5]),
        ([5], #""by":-99"#, [5, 0, 1, 2, 3, 4]),
        ([0], #""by":100000"#, [1, 2, 3, 4, 5, 0]), ([1, 4], #""by":1"#, [0, 2, 1, 4, 3, 5]),
        ([1, 4], #""by":-1"#, [1, 4, 0, 2, 3, 5]), ([4, 1], #""by":0"#, [0, 1, 4, 2, 3, 5]),
        ([0, 2, 4], #""before":5"#, [1, 3, 0, 2, 4, 5]), ([0, 2, 4], #""before":2"#, [1, 0, 2, 4, 3, 5]),
        ([0, 2, 4], #""after":5"#, [1, 3, 5, 0, 2, 4]), ([3, 4, 5], #""before":0"#, [3, 4, 5, 0, 1, 2]),
        ([1, 2], #""after":0"#, [0, 1, 2, 3, 4, 5]), ([0, 1, 2, 3, 4, 5], #""before":3"#, [0, 1, 2, 3, 4, 5]),
        ([0, 5], #""after":2"#, [1, 2, 0, 5, 3, 4]),
    ])
    func itemsAreMoved(moved: [Int], goal: String, expected: [Int]) throws {
        let desk = try Desk()
        let (ids, names) = try desk.demo(6)
        #expect(try desk.edit(.post, #"{"from":"demo",\#(Self.list(ids))}"#) == 6)
        let items = try desk.items().map(\.id)
        // The tests name items by their places.
        var goal = goal
        for name in ["before", "after"] where goal.contains(name) {
            let place = try #require(goal.last?.wholeNumberValue)
            goal = #""\#(name)":"\#(items[place])""#
        }
        let list = Self.list(moved.map { items[$0] })
        #expect(try desk.edit(.patch, #"{"action":"move",\#(goal),\#(list)}"#) == moved.count)
        #expect(try desk.names() == expected.map { names[$0] })
        // What changes nothing is nothing to take back.
        if expected != Array(0..<6) { #expect(try desk.undo() == 200) }
        #expect(try desk.items().map(\.id) == items)
        // The same by what is selected.
        try desk.select("{\(list)}", in: "picks")
        #expect(try desk.edit(.patch, #"{"action":"move",\#(goal),"selected":true}"#) == moved.count)
        #expect(try desk.names() == expected.map { names[$0] })
    }

    /// Sets of items and goals at random, against the plain way to do it.
    @Test func movesAreThoseOfAModel() throws {
        var random = RepeatableNoise(seed: 7)
        for _ in 0..<200 {
            var items = ListItems()
            let count = 1 + Int(random.next() % 12)
            var model: [String] = []
            items.beginEdit()
            for number in 0..<count {
                let content = ListContent.reference(collection: "c", item: "\(number)")
                model.append(Base32.encode(items.insert(content, at: number), length: 13))
            }
            items.endEdit()
            let before = model
            let moved = model.filter { _ in random.next() % 2 == 0 }
            let goalItem = model[Int(random.next() % UInt64(count))]
            let steps = Int(random.next() % 9) - 4
            let others = model.filter { !moved.contains($0) }
            let kind = random.next() % 3
            let goal: ListGoal = kind == 0 ? .before(goalItem) : kind == 1 ? .behind(goalItem) : .by(steps)
            // The others that stand before the goal, in the list as it is.
            let place: Int
            switch goal {
            case .by: place = min(max((model.firstIndex { moved.contains($0) } ?? 0) + steps, 0), others.count)
            case .before, .behind:
                let end = (model.firstIndex(of: goalItem) ?? 0) + (kind == 1 ? 1 : 0)
                place = model[..<end].count { !moved.contains($0) }
            }
            if !moved.isEmpty { model = Array(others[..<place]) + moved + Array(others[place...]) }
            items.beginEdit()
            try items.move(try items.handles(ofItems: moved.reversed()), to: goal)
            items.endEdit()
            func ids() -> [String] { items.all.map { Base32.encode($0.id, length: 13) } }
            #expect(ids() == model, "\(moved.count) of \(count), \(goal)")
            if ids() != before {
                items.beginEdit()
                let isUndone = items.undo()
                items.endEdit()
                #expect(isUndone)
                #expect(ids() == before)
            }
        }
    }

    @Test func manyItemsAreAddedMovedAndRemovedAtOnce() throws {
        let count = 200_000
        let desk = try Desk(demo: count)
        try desk.select(#"{"all":true}"#)
        #expect(try desk.edit(.post, #"{"from":"demo","selected":true}"#) == count)
        #expect(try desk.edit(.post, #"{"from":"demo","selected":true}"#) == 0)
        let first = try #require(try desk.names().first)
        #expect(try desk.send(.patch, "\(Self.path)/items", #"{"first":0,"count":1,"to":\#(count - 1)}"#).status == 200)
        #expect(try desk.names().first != first)
        try desk.select(#"{"all":true}"#, in: "picks")
        #expect(try desk.edit(.patch, #"{"action":"move","selected":true,"by":1}"#) == count)
        #expect(try desk.edit(.patch, #"{"action":"remove","selected":true}"#) == count)
        #expect(try desk.names().isEmpty)
        #expect(try desk.undo() == 200)
        #expect(try desk.undo() == 200)
        #expect(try desk.names().first == first)
        #expect(try desk.send(.post, "\(Self.path)/redo").status == 200)
        #expect(try desk.names().first != first)
    }

    @Test func badEditsAreNamed() throws {
        let desk = try Desk()
        let (ids, _) = try desk.demo(2)
        #expect(try desk.edit(.post, #"{"from":"demo",\#(Self.list(ids))}"#) == 2)
        for body in [
            #"{"from":"nowhere","selected":true}"#, #"{"from":7,"selected":true}"#, #"{"from":"demo"}"#,
            #"{"from":"demo","selected":false}"#, #"{"from":"demo","items":[]}"#, #"{"from":"demo","items":["none"]}"#,
            #"{"from":"demo","items":[1]}"#, #"{"from":"demo","selected":true,"items":["a"]}"#,
            #"{"from":"picks","items":["none"]}"#, #"{"from":"demo~lfl","selected":true}"#,
            #"{"from":"demo","items":["\#(ids[0])"],"index":3}"#,
        ] {
            _ = try desk.send(.post, "\(Self.path)/items", body).problem(400)
        }
        for query in ["?q=a", "?order=no", "?limit=1"] {
            _ = try desk.send(.post, "\(Self.path)/items\(query)", #"{"from":"demo","selected":true}"#).problem(400)
        }
        for body in [
            #"{"action":"copy","selected":true}"#, #"{"action":"remove"}"#, #"{"action":"move","selected":true}"#,
            #"{"action":"move","selected":true,"by":"1"}"#, #"{"action":"move","selected":true,"by":1,"before":"a"}"#,
            #"{"action":"move","selected":true,"before":1}"#,
        ] {
            _ = try desk.send(.patch, "\(Self.path)/items", body).problem(400)
        }
        let item = try #require(try desk.items().first).id
        let move = #"{"action":"move","before":"none",\#(Self.list([item]))}"#
        _ = try desk.send(.patch, "\(Self.path)/items", move).problem(404)
        _ = try desk.send(.patch, "/api/collections/demo/items", #"{"action":"remove","selected":true}"#).problem(409)
        let remove = #"{"action":"remove",\#(Self.list([item]))}"#
        _ = try desk.send(.patch, "\(Self.path)/items", remove, ifMatch: "\"0\"").problem(412)
        #expect(try desk.items().count == 2)
    }
}
