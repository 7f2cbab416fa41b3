// Scroll restoration.

import Foundation
import Testing
import Tiling

@testable import HTTP
@testable import Platform
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

    /// Whatever a plan shows, its place can be saved, and comes back as it was.
    @Test(arguments: 0..<40) func thePlaceOfAnyPlan(seed: UInt64) throws {
        var random = SeededNumbers(state: seed)
        let client = try APIClient(demo: 1_000_000)
        func number(_ low: Double, _ high: Double) -> Double {
            // As many small ones as large ones.
            exp(Double.random(in: log(low)...log(high), using: &random))
        }
        let layout = ["grid", "justified", "stack", "strip", "pages", "item"].randomElement(using: &random) ?? "grid"
        let (width, height) = (number(1, 5000).rounded(.up), number(1, 5000).rounded(.up))
        var query = "width=\(width)&height=\(height)&layout=\(layout)&y=\(number(1, 1e6))&order=-name"
        switch layout {
        case "grid":
            let columns = Bool.random(using: &random) ? "all" : "\(Int(clamping: number(1, 1_000_000.9)))"
            query += "&columns=\(columns)"
        case "justified": query += "&rowHeight=\(number(1, 100_000))"
        case "item": query += "&item=5"
        default: break
        }
        // First the limits, then somewhere between them.
        let limits = try client.get("/api/collections/demo/plan?\(query)").object()
        let least = try #require(limits["minimumZoomScale"] as? Double)
        let greatest = try #require(limits["maximumZoomScale"] as? Double)
        let zoom: Double =
            [least, greatest, min(max(number(least, max(greatest, least * 1.000_001)), least), greatest)]
            .randomElement(using: &random) ?? 1
        let shown = try client.get("/api/collections/demo/plan?\(query)&zoom=\(zoom)")
        guard shown.status == 200 else {
            // Of rows of a fraction of a point there is no plan.
            #expect(
                try shown.problem(400).detail.contains("show fewer, larger ones"), "seed \(seed): \(query)&zoom=\(zoom)"
            )
            return
        }
        let plan = try shown.object()
        var state: [String: Any] = [
            "collection": "demo", "layout": layout, "order": "-name", "zoomScale": try #require(plan["zoomScale"]),
            "contentOffset": try #require(plan["contentOffset"]),
        ]
        for name in ["columns", "lead", "rowHeight"] { state[name] = plan[name] }
        if layout == "item" { state["item"] = "5" }
        if let anchor = plan["anchor"] as? [String: Any] {
            state["anchor"] = [
                "item": anchor["item"], "fractionX": anchor["fractionX"], "fractionY": anchor["fractionY"],
            ].compactMapValues { $0 }
        }
        let saved = try put(client, String(decoding: JSONSerialization.data(withJSONObject: state), as: UTF8.self))
        try #require(saved.status == 201, "seed \(seed): \(query)&zoom=\(zoom): \(saved.text)")
        let restored = try client.get("/api/state/main").object()
        for (name, value) in state where !(value is [String: Any]) {
            #expect("\(restored[name] ?? NSNull())" == "\(value)", "seed \(seed): \(name)")
        }
        // And the plan for it is one: nothing of it is out of range.
        var again = "width=\(width)&height=\(height)&layout=\(layout)&order=-name&zoom=\(restored["zoomScale"] ?? 1)"
        for name in ["columns", "lead", "rowHeight", "item"] {
            if let value = restored[name], !(value is NSNull) { again += "&\(name)=\(value)" }
        }
        let reply = try client.get("/api/collections/demo/plan?\(again)")
        #expect(reply.status == 200, "seed \(seed): \(again): \(reply.text)")
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
