// Scroll restoration.

import Foundation
import Testing
import Tiling

@testable import ScrollServer

@Suite struct StateRouteTests {
    private static let state = #"""
        {"collection":"demo","layout":"grid","columns":5,"lead":2,"zoomScale":1,
         "contentInset":{"top":44,"left":0,"bottom":0,"right":0},"contentOffset":{"x":0,"y":1234.5},
         "anchor":{"item":"k3f9","fractionX":0,"fractionY":0.3333333333333333}}
        """#

    private func put(_ client: APIClient, _ body: String, as identifier: String = "main") throws -> APIClient.Reply {
        try client.ask(.put, "/api/state/\(identifier)", body: Array(body.utf8))
    }

    @Test func whatIsSavedIsThereAgain() throws {
        let client = try APIClient(demo: 10)
        _ = try client.get("/api/state/main").problem(404)
        #expect(try put(client, Self.state).status == 201)
        #expect(try put(client, Self.state).status == 204)
        let reply = try client.get("/api/state/main")
        #expect(reply.status == 200 && reply.headers["Content-Type"] == "application/json")
        // Number for number, and fit to be sent back as it is.
        let saved = try ScrollState(try JSONReader.value(of: Array(reply.text.utf8)))
        #expect(saved == (try ScrollState(try JSONReader.value(of: Array(Self.state.utf8)))))
        #expect(saved.anchor?.fraction.y == 1.0 / 3)
        #expect(try put(client, reply.text).status == 204)
    }

    @Test(arguments: [
        "", "[]", "{}", "nonsense", #"{"collection":"a"}"#, #"{"collection":1,"layout":"grid"}"#,
        #"{"collection":"a","layout":"spiral"}"#, #"{"collection":"a","layout":"grid","columns":0}"#,
        #"{"collection":"a","layout":"grid","zoomScale":"1"}"#, #"{"collection":"a","layout":"grid","other":1}"#,
        #"{"collection":"a","layout":"item"}"#, #"{"collection":"a","layout":"grid","contentOffset":{"x":1}}"#,
        #"{"collection":"a","layout":"grid","anchor":{"fractionX":1,"fractionY":0}}"#,
        #"{"collection":"a","layout":"grid","contentOffset":{"x":1e300,"y":0}}"#,
    ]) func rubbish(body: String) throws {
        let client = try APIClient(demo: 10)
        _ = try put(client, body).problem(400)
        _ = try client.get("/api/state/main").problem(404)
    }

    @Test(arguments: [".hidden", "a%2Fb", "a b", "", "..%2Fx", String(repeating: "a", count: 65)])
    func identifiers(identifier: String) throws {
        let client = try APIClient(demo: 10)
        let name = identifier.replacingOccurrences(of: " ", with: "%20")
        let status = try put(client, Self.state, as: name).status
        #expect(status == 400 || status == 404)
    }

    @Test func limitsAndMethods() throws {
        let client = try APIClient(demo: 10)
        let long = Self.state.replacingOccurrences(of: "k3f9", with: String(repeating: "k", count: 9000))
        _ = try put(client, long).problem(413)
        let refused = try client.ask(.delete, "/api/state/main", body: [])
        #expect(refused.status == 405 && refused.headers["Allow"] == "GET, HEAD, PUT")
    }

    @Test func theNextStartHasThem() throws {
        let folder = try ScratchFolder()
        let first = StateStore(folder: folder.path)
        #expect(try first.save(Array("{\"a\":1}".utf8), as: "one"))
        #expect(try !first.save(Array("{\"a\":2}".utf8), as: "one"))
        #expect(folder.files() == ["one.json"])
        let second = StateStore(folder: folder.path)
        #expect(second["one"] == Array("{\"a\":2}".utf8))
        #expect(second["two"] == nil)
    }

    @Test func theirNumberIsBounded() throws {
        let folder = try ScratchFolder()
        let store = StateStore(folder: folder.path)
        for number in 0..<StateStore.capacity + 20 { _ = try store.save([0x30], as: "s\(number)") }
        #expect(store["s19"] == nil && store["s20"] != nil)
        #expect(folder.files().count == StateStore.capacity)
    }

    @Test func aFolderThatCannotBeWrittenIsNoObstacle() throws {
        let store = StateStore(folder: "/proc/nowhere/states")
        #expect(try store.save([0x30], as: "a"))
        #expect(store["a"] == [0x30])
    }

    /// The same content shows again, also where items were inserted above it and the window is another one.
    @Test func anchorsHoldByFraction() throws {
        let sizes = (0..<200).map { PixelSize(width: 300, height: 200 + $0 % 7 * 50) }
        let collection = StagedCollection(sizes: sizes)
        collection.measure(Array(0..<200))
        let client = try APIClient([collection])
        let path = "/api/collections/\(collection.id)/plan?layout=stack&inset=44,0,0,0"
        let plan = try client.get("\(path)&width=400&height=500&y=9876").plan()
        let anchor = try #require(plan.anchor)
        let query = "&anchor=\(anchor.item)&fractionX=\(anchor.fractionX)&fractionY=\(anchor.fractionY)"
        let again = try client.get("\(path)&width=400&height=500\(query)").plan()
        #expect(abs(again.contentOffset.y - 9876) < 0.01)
        let wider = try client.get("\(path)&width=800&height=700\(query)").plan()
        #expect(wider.anchor?.item == anchor.item)
        #expect(abs((wider.anchor?.fractionY ?? 0) - anchor.fractionY) < 1e-4)
    }
}
