// Live sessions over real sockets, beside the same questions over HTTP.

import Foundation
import Testing
import Tiling

@testable import HTTP

@Suite struct SessionRouteTests {
    @Test(arguments: ["", "&y=5000", "&y=1e9&layout=strip", "&x=77&y=33&zoom=2.5", "&overscan=0&inset=10,0,20,0"])
    func bothGiveTheSameTiles(place: String) throws {
        let bench = try Bench(Self.pictures(3000))
        let target = "/api/collections/staged/plan?\(Self.query)\(place)"
        let client = try bench.connect()
        client.report(1, Self.query + place)
        try client.receive {
            $0.plan == 1 && $0.slots.values.allSatisfy { tile in client.page.held[tile.number] != nil }
        }
        let plan: PlanDocument = try bench.client.value.get(target).decoded()
        #expect(client.page.slots.count == plan.tiles.count)
        let shown = Dictionary(client.page.slots.values.map { ($0.url, $0) }, uniquingKeysWith: { first, _ in first })
        for tile in plan.tiles {
            let said = try #require(shown[tile.url])
            #expect(abs(said.x - client.page.offset.x - tile.x) < 0.01)
            #expect(abs(said.y - client.page.offset.y - tile.y) < 0.01)
            #expect(client.page.held[said.number] == (try bench.client.value.get(tile.url).body))
        }
        #expect(client.page.offset.y == plan.contentOffset.y)
        #expect(client.page.wrongs == [])
    }

    /// A page that shows a list is told when somebody deletes it.
    @Test func aListThatIsDeletedSaysSo() throws {
        let bench = try Bench(Self.pictures(10))
        let router = bench.client.value.router
        _ = try APIClient.ask(router, .post, "/api/collections", body: Array(#"{"name":"Picks"}"#.utf8))
        _ = try APIClient.ask(
            router, .post, "/api/collections/picks/items", body: Array(#"{"items":[{"width":30,"height":20}]}"#.utf8))
        let client = SessionClient(try WebSocketClient(port: bench.port, path: "/api/collections/picks/session"))
        client.report(1, Self.query)
        try client.receive { $0.plan == 1 }
        #expect(try APIClient.ask(router, .delete, "/api/collections/picks").status == 204)
        try client.receive { !$0.problems.isEmpty }
        #expect(client.page.problems == ["'Picks' has been deleted"])
    }

    /// The tiles of a mosaic are sent like all others, and a page that comes back holds them.
    @Test(arguments: ["&columns=80", "&columns=80&y=333&scale=2&zoom=2", "&columns=all"])
    func mosaicsAreSent(place: String) throws {
        let bench = try Bench(Self.pictures(30_000))
        let query = "width=800&height=600\(place)"
        // From then on it is known what the tiles show, and their versions stay.
        let first: PlanDocument = try bench.client.value.get("/api/collections/staged/plan?\(query)").decoded()
        for tile in first.tiles { #expect(try bench.client.value.get(tile.url).status == 200) }
        let client = try bench.connect()
        client.report(1, query)
        try client.receive {
            $0.plan == 1 && $0.slots.values.allSatisfy { tile in client.page.held[tile.number] != nil }
        }
        let plan: PlanDocument = try bench.client.value.get("/api/collections/staged/plan?\(query)").decoded()
        #expect(Set(client.page.slots.values.map(\.url)) == Set(plan.tiles.map(\.url)) && !plan.tiles.isEmpty)
        var kept: [String: [UInt8]] = [:]
        for shown in client.page.slots.values {
            kept[shown.url] = client.page.held[shown.number]
            #expect(client.page.held[shown.number] == (try bench.client.value.get(shown.url).body))
        }
        client.socket.raw.reset()
        let second = try bench.connect()
        second.page.kept = kept
        let holds = kept.map { "\"\($0.key)\":\($0.value.count)" }.joined(separator: ",")
        second.socket.send(.text(#"{"report":1,"plan":"\#(query)","holds":{\#(holds)}}"#))
        try second.receive { $0.plan == 1 }
        #expect(second.page.batches.isEmpty && second.page.wrongs == [] && client.page.wrongs == [])
    }

    @Test func scrollingSendsWhatIsNew() throws {
        let bench = try Bench(Self.pictures(3000))
        let client = try bench.connect()
        for step in 0..<30 {
            client.report(step + 1, Self.query + "&y=\(step * 150)")
            try client.receive {
                $0.report == step + 1 && $0.slots.values.allSatisfy { tile in client.page.held[tile.number] != nil }
            }
            let plan: PlanDocument = try bench.client.value.get(
                "/api/collections/staged/plan?\(Self.query)&y=\(step * 150)"
            ).decoded()
            #expect(Set(client.page.slots.values.map(\.url)) == Set(plan.tiles.map(\.url)))
            for tile in plan.tiles {
                let said = client.page.slots.values.first { $0.url == tile.url }
                #expect(abs((said?.y ?? 0) - client.page.offset.y - tile.y) < 0.01)
            }
        }
        #expect(client.page.wrongs == [])
        #expect(!client.page.batches.contains(0))
    }

    /// A page that comes back says what it holds, and only gets what is new.
    @Test(arguments: [false, true]) func aPageThatComesBackIsSentNothingTwice(restarts: Bool) throws {
        var bench = try Bench(Self.pictures(3000))
        let first = try bench.connect()
        first.report(1, Self.query + "&y=3000")
        try first.receive { $0.plan == 1 && $0.held.count == $0.slots.count }
        var kept: [String: [UInt8]] = [:]
        for shown in first.page.slots.values { kept[shown.url] = first.page.held[shown.number] }
        first.socket.raw.reset()
        if restarts {
            // The server has gone and another one, which knows nothing of this page, has come.
            bench.server.shutdown(within: 0)
            bench = try Bench(Self.pictures(3000))
        }

        let second = try bench.connect()
        second.page.kept = kept
        let holds = kept.map { "\"\($0.key)\":\($0.value.count)" }.joined(separator: ",")
        second.socket.send(.text(#"{"report":1,"plan":"\#(Self.query)&y=3200","holds":{\#(holds)}}"#))
        try second.receive {
            $0.plan == 1 && $0.slots.values.allSatisfy { tile in second.page.held[tile.number] != nil }
        }
        #expect(second.page.wrongs == [])
        let new = second.page.slots.values.filter { kept[$0.url] == nil }
        #expect(!new.isEmpty && new.count < second.page.slots.count / 2)
        #expect(second.page.batches.reduce(0, +) == new.count)
        for shown in second.page.slots.values {
            #expect(second.page.held[shown.number] == (try bench.client.value.get(shown.url).body))
        }
    }

    /// Items that come whole are left to HTTP.
    @Test func whatIsNotMadeHereIsSaidSo() throws {
        let bench = try Bench(
            StagedCollection(sizes: [PixelSize(width: 10, height: 10)], measured: 0..<1, isTiled: false))
        let client = try bench.connect()
        client.report(1, Self.query)
        try client.receive { $0.plan == 1 }
        #expect(client.page.slots.values.map(\.isSent) == [false])
    }

    @Test func itemsAreMeasuredForAPlan() throws {
        let bench = try Bench(
            StagedCollection(sizes: Array(repeating: PixelSize(width: 40, height: 30), count: 20), isTiled: true))
        let client = try bench.connect()
        client.report(1, Self.query)
        try client.receive { $0.held.count == 20 }
        #expect(client.page.slots.values.allSatisfy { $0.isSent })
    }

    @Test func mistakesAreAnswered() throws {
        let bench = try Bench(Self.pictures(10))
        let client = try bench.connect()
        client.report(1, "width=800")
        client.report(2, "width=%zz")
        try client.receive { $0.problems.count == 2 }
        #expect(client.page.problems[0].hasPrefix("height"))
        client.report(3, Self.query)
        try client.receive { $0.plan == 1 }
        client.socket.send(.text("what?"))
        #expect(client.closing()?.prefix(2) == [0x03, 0xF0])
        let other = try bench.connect()
        other.socket.send(ClientFrame(2, [1]))
        #expect(other.closing()?.prefix(2) == [0x03, 0xEB])
        let liar = try bench.connect()
        liar.socket.send(.text(#"{"acknowledged":5}"#))
        #expect(liar.closing()?.prefix(2) == [0x03, 0xF0])
        #expect(try bench.client.value.get("/api/collections/none/session").status == 404)
    }

    /// What a plan names to be fetched next is sent without being asked for, and is there when it comes into view.
    @Test func whatComesNextIsSentAhead() throws {
        let bench = try Bench(Self.pictures(3000))
        let client = try bench.connect()
        /// What is to be seen, and what comes next, as HTTP says it: all of it is far less than the page's budget.
        func items(_ y: Int) throws -> (seen: Set<Int>, next: Set<Int>) {
            let plan: PlanDocument = try bench.client.value.get(
                "/api/collections/staged/plan?\(Self.query)&y=\(y)"
            ).decoded()
            return (Set(plan.tiles.map(\.index)), Set(plan.prefetch))
        }
        let (first, second) = (try items(0), try items(300))
        #expect(first.next.count >= 32 && second.seen.isSubset(of: first.seen.union(first.next)))

        client.report(1, Self.query + "&y=0")
        try client.receive { $0.heldItems.isSuperset(of: first.seen.union(first.next)) }
        #expect(client.page.plan == 1 && client.page.heldItems == first.seen.union(first.next))
        let before = Set(client.page.held.keys)
        // Half a screen on; a row of the grid is 97 points high, and six of them are seen.
        client.report(2, Self.query + "&y=300")
        try client.receive { $0.plan == 2 }
        #expect(Set(client.page.slots.values.map(\.index)) == second.seen)
        #expect(client.page.slots.values.allSatisfy { before.contains($0.number) })
        // And so on from there; what is behind stays.
        let all = first.seen.union(first.next).union(second.next)
        try client.receive { $0.heldItems.isSuperset(of: all) }
        #expect(client.page.plan == 2 && client.page.heldItems == all)
        for shown in client.page.slots.values {
            #expect(client.page.held[shown.number] == (try bench.client.value.get(shown.url).body))
        }
        #expect(client.page.wrongs == [])

        let router = bench.client.value.router
        let hits = second.seen.subtracting(first.seen).count
        let sent = all.count - first.seen.count
        expectEventually(hits) { Self.value("session_ahead_hits_total", of: router) }
        #expect(eventually { Self.value("pipeline_prefetch_hits_total", of: router) >= hits })
        expectEventually(sent) { Self.value("session_tiles_sent_ahead_total", of: router) }
        client.socket.raw.close()
        expectEventually(0) { Self.value("sessions_open", of: router) }
        expectEventually(sent - hits) { Self.value("session_ahead_waste_total", of: router) }
    }

    /// Scrolled down again and again, everything is sent once: also what was ahead of one plan and seen in another.
    @Test func nothingIsSentTwiceWhileItIsHeld() throws {
        let bench = try Bench(Self.pictures(2000))
        let client = try bench.connect()
        for (step, y) in [0, 400, 900, 300, 2000, 1500, 2600, 0].enumerated() {
            client.report(step + 1, Self.query + "&y=\(y)&velocityY=\(step % 3 * 700)")
            try client.receive {
                $0.report == step + 1 && $0.slots.values.allSatisfy { tile in client.page.held[tile.number] != nil }
            }
        }
        #expect(client.page.wrongs == [])
        #expect(client.page.batches.reduce(0, +) == client.page.held.count)
    }
}
