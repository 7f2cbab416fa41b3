// Selects items as the page does, and adds what the server says then.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Platform
@testable import ScrollServer

extension WireSamples {
    /// Selects pictures of a folder, looked at over HTTP, in a mosaic and on a session; and those of a demo.
    mutating func selectItems() throws {
        let files = try TemporaryFolder()
        for number in 0..<9 { try files.write("p\(number).png") }
        let bench = try SessionRouteTests.Bench(try files.scanned())
        let server: Server = { try bench.client.value.get($0) }
        let path = "/api/collections/f"
        let socket = try bench.connect().socket
        defer { socket.raw.close() }
        socket.send(.text(#"{"report":1,"plan":"width=300&height=200&names=true"}"#))
        try hear(socket) { $0["report"]?.integer == 1 }
        try ask("Selection", "\(path)/selection", server)
        let items = try JSONReader.value(of: server("\(path)/items").body)["items"]?.elements
        let ids = items?.compactMap { $0["id"]?.text }
        let (first, last) = (try #require(ids?.first), try #require(ids?.last))
        let frame = #"{"x":0,"y":0,"width":90,"height":90}"#
        for (what, query) in [
            (#""items":["\#(first)"]"#, ""), (#""range":{"from":"\#(first)","to":"\#(last)"}"#, "?order=name"),
            (#""heading":{"first":0,"count":9}"#, "?group=folder"), (#""all":true"#, "?q=p1"),
            (#""frame":\#(frame)"#, "?width=300&height=200"),
        ] {
            for action in ["remove", "toggle", "replace", "add"] {
                let body = Array(#"{"action":"\#(action)",\#(what)}"#.utf8)
                try add("SelectionChange", body, of: "the page")
                let reply = try bench.client.value.ask(.patch, "\(path)/selection\(query)", body: body)
                try #require(reply.status == 200, "\(what): \(reply.text)")
                try add("Selection", reply.body, of: what)
            }
            try add("SelectionScope", Array("{\(what)}".utf8), of: "the page")
        }
        try ask("Selection", "\(path)/selection?limit=2", server)
        try hear(socket) { $0["move"]?.elements.contains { $0["selected"] == .bool(true) } == true }
        for view in ["layout=grid", "columns=all", "columns=60", "layout=stack", "group=folder"] {
            try ask("Plan", "\(path)/plan?width=300&height=200&\(view)", server)
        }
        let demo = try SelectionBench(demo: 40_000)
        try demo.change("add", #""all":true"#)
        try ask("Selection", "\(demo.path)/selection") { try demo.client.get($0) }
        try ask("Plan", "\(demo.path)/plan?width=300&height=200&columns=60") { try demo.client.get($0) }
    }

    /// Edits a list by ids and by what is selected, as the page does.
    mutating func editManyItems() throws {
        let client = try APIClient(demo: 9)
        let path = "/api/collections/picks/items"
        func send(_ method: HTTP.Method, _ target: String, _ body: String) throws -> [UInt8] {
            let reply = try client.ask(method, target, body: Array(body.utf8))
            try #require((200..<300).contains(reply.status), "\(body): \(reply.text)")
            return reply.body
        }
        _ = try send(.put, "/api/collections/demo/selection", #"{"all":true}"#)
        _ = try send(.post, "/api/collections", #"{"name":"Picks","from":"demo","selected":true}"#)
        _ = try send(.put, "/api/collections/picks/selection", #"{"all":true}"#)
        try ask("CollectionDetails", "/api/collections/picks") { try client.get($0) }
        try add("ListEdit", send(.post, path, #"{"items":[{"width":3,"height":2}]}"#), of: "a box")
        let page = try JSONReader.value(of: client.get(path).body)
        let item = try #require(page["items"]?.elements.first?["id"]?.text)
        for (type, method, body) in [
            ("ListAddition", .post, #"{"from":"demo","selected":true}"#),
            ("ListAddition", .post, #"{"from":"picks","items":["\#(item)"]}"#),
            ("ListMove", .patch, #"{"action":"move","items":["\#(item)"],"by":1}"#),
            ("ListMove", .patch, #"{"action":"move","selected":true,"before":"\#(item)"}"#),
            ("ListMove", .patch, #"{"action":"move","selected":true,"after":"\#(item)"}"#),
            ("ListRemoval", .patch, #"{"action":"remove","items":["\#(item)"]}"#),
            ("ListRemoval", .patch, #"{"action":"remove","selected":true}"#),
        ] as [(String, HTTP.Method, String)] {
            try add(type, Array(body.utf8), of: "the page")
            try add("ListEdit", send(method, path, body), of: body)
        }
    }

    /// Adds the plans that come on a session, until one is as it should be.
    private mutating func hear(_ socket: WebSocketClient, until isReached: (JSONValue) -> Bool) throws {
        while true {
            let frame = try #require(socket.receive(), "the session ended")
            if frame.opcode == 2 {
                let number = frame.payload.prefix(4).reduce(0) { $0 << 8 | Int($1) }
                socket.send(.text(#"{"acknowledged":\#(number)}"#))
            }
            guard frame.opcode == 1 else { continue }
            let message = try JSONReader.value(of: frame.payload)
            guard message["place"] != nil else { continue }
            try add("PlanMessage", frame.payload, of: "a session on which items are selected")
            if isReached(message) { return }
        }
    }
}
