// Live sessions over real sockets, beside the same questions over HTTP.

import Foundation
import Testing
import Tiling

@testable import ScrollServer

@Suite struct SessionRouteTests {
    /// A server with one collection, and its pages.
    final class Bench: Sendable {
        let client: UncheckedClient
        let server: HTTPServer
        let port: Int
        let collection: String

        init(_ collection: any ItemCollection, maker: any TileMaker = PlainTileMaker()) throws {
            client = UncheckedClient(try APIClient([collection], maker: maker))
            self.collection = collection.id
            var configuration = HTTPConfiguration()
            configuration.port = 0
            configuration.loops = 2
            server = HTTPServer(configuration: configuration) { [router = client.value.router] in router.answer($0) }
            port = try server.start().port
        }

        deinit {
            server.shutdown(within: 0)
        }

        func connect(receiveBuffer: Int32? = nil) throws -> SessionClient {
            SessionClient(
                try WebSocketClient(
                    port: port, path: "/api/collections/\(collection)/session", receiveBuffer: receiveBuffer))
        }
    }

    static func pictures(_ count: Int) -> StagedCollection {
        StagedCollection(
            sizes: Array(repeating: PixelSize(width: 400, height: 300), count: count), measured: 0..<count,
            isTiled: true)
    }

    static let query = "width=800&height=600&columns=8&scale=1"

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

    /// A page that never reads and reports on and on: what waits for it is bounded, and others are served.
    @Test func aPageThatStopsReadingGrowsNothing() throws {
        let bench = try Bench(Self.pictures(100_000), maker: LargeTileMaker())
        let stuck = try bench.connect(receiveBuffer: 4 << 10)
        // Its acknowledgements would be lies: none comes.
        for step in 0..<60 { stuck.report(step + 1, Self.query + "&y=\(step * 3000)") }
        let reader = try bench.connect()
        reader.report(1, Self.query)
        try reader.receive { $0.held.count == $0.slots.count && $0.plan == 1 }
        let metrics = bench.client.value.router
        #expect(comesTrue { Self.value("session_reports_total", of: metrics) == 61 })
        // The room is 512 KB, one message more at most, for either page.
        #expect(Self.value("session_bytes_total", of: metrics) < 2 * (512 << 10) + reader.page.heldByteCount + 400_000)
    }

    @Test func twoHundredAtOnce() throws {
        let bench = try Bench(Self.pictures(5000))
        let clients = try (0..<200).map { _ in try bench.connect() }
        for round in 1...3 {
            for (number, client) in clients.enumerated() {
                client.report(round, "width=400&height=300&columns=8&y=\((number * 37 + round * 100) % 20_000)")
            }
            for client in clients {
                try client.receive {
                    $0.report == round && $0.slots.values.allSatisfy { tile in client.page.held[tile.number] != nil }
                }
                #expect(client.page.wrongs == [])
            }
        }
        #expect(comesTrue { Self.value("sessions_open", of: bench.client.value.router) == 200 })
        for client in clients { client.socket.raw.close() }
        #expect(comesTrue { Self.value("sessions_open", of: bench.client.value.router) == 0 })
    }

    @Test func aSessionCutAtAnyByte() throws {
        let bench = try Bench(Self.pictures(500))
        let head = WebSocketClient.head("/api/collections/staged/session")
        let report = #"{"report":1,"plan":"\#(Self.query)"}"#
        let bytes = ClientFrame.text(report).bytes + ClientFrame.text(#"{"acknowledged":0}"#).bytes
        for end in 0...bytes.count {
            let client = try RawClient(port: bench.port)
            client.send(head + Array(bytes[..<end]))
            #expect(client.receive()?.status == 101)
            if end % 2 == 0 { client.reset() } else { client.close() }
        }
        #expect(comesTrue { bench.server.statistics.open == 0 })
        #expect(comesTrue { Self.value("sessions_open", of: bench.client.value.router) == 0 })
    }

    /// The same while the server speaks: the page goes away after any number of bytes of plan and tiles.
    @Test func aSessionCutWhileItIsAnswered() throws {
        let bench = try Bench(Self.pictures(500), maker: LargeTileMaker())
        let request =
            WebSocketClient.head("/api/collections/staged/session")
            + ClientFrame.text(#"{"report":1,"plan":"\#(Self.query)"}"#).bytes
        for end in stride(from: 0, through: 200_000, by: 6311) {
            let client = try RawClient(port: bench.port)
            client.send(request)
            #expect(client.receive()?.status == 101)
            #expect(client.receiveBytes(end)?.count == end)
            if end % 2 == 0 { client.reset() } else { client.close() }
        }
        #expect(comesTrue { bench.server.statistics.open == 0 })
        #expect(comesTrue { Self.value("sessions_open", of: bench.client.value.router) == 0 })
        // Nothing is left behind: another page is served.
        let client = try bench.connect()
        client.report(1, Self.query)
        try client.receive { $0.plan == 1 && $0.slots.values.allSatisfy { client.page.held[$0.number] != nil } }
        #expect(client.page.wrongs == [])
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
        #expect(comesTrue { Self.value("session_ahead_hits_total", of: router) == hits })
        #expect(comesTrue { Self.value("pipeline_prefetch_hits_total", of: router) >= hits })
        #expect(comesTrue { Self.value("session_tiles_sent_ahead_total", of: router) == sent })
        client.socket.raw.close()
        #expect(comesTrue { Self.value("sessions_open", of: router) == 0 })
        #expect(comesTrue { Self.value("session_ahead_waste_total", of: router) == sent - hits })
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

    /// Each counter is fed by what it says, in the text format that Prometheus reads.
    @Test func countersAreFed() throws {
        let bench = try Bench(Self.pictures(400), maker: LargeTileMaker())
        let (client, poor) = (try bench.connect(), try bench.connect())
        poor.socket.send(.text(#"{"budget":1000000}"#))
        for (step, y) in [0, 500, 0].enumerated() {
            for page in [client, poor] {
                page.report(step + 1, Self.query + "&y=\(page === poor ? y * 6 : y)")
                try page.receive {
                    $0.report == step + 1 && $0.slots.values.allSatisfy { tile in page.page.held[tile.number] != nil }
                }
            }
        }
        // A report without a plan.
        client.report(4, "width=1")
        try client.receive { $0.problems.count == 1 }
        let router = bench.client.value.router
        let tiles = client.page.batches.reduce(0, +) + poor.page.batches.reduce(0, +)
        // What is still on its way is more than the pages have taken.
        for (name, range) in [
            ("sessions_total", 2...2), ("sessions_open", 2...2), ("session_reports_total", 7...7),
            ("session_problems_total", 1...1), ("session_plans_total", 6...6), ("session_plan_seconds_count", 7...7),
            ("session_completion_seconds_count", 6...6), ("session_tiles_sent_total", tiles...10_000),
            ("session_messages_total", client.page.batches.count + poor.page.batches.count...10_000),
            ("session_bytes_total", tiles * 30_000...1_000_000_000), ("session_tiles_held_total", 1...1000),
            ("session_tiles_evicted_total", 1...1000), ("pipeline_wishes_total", 1...10_000),
            ("pipeline_tiles_made_total", 1...10_000), ("pipeline_decodes_started_total", 1...10_000),
            ("pipeline_prefetch_wishes_total", 1...10_000), ("pipeline_prefetch_decodes_started_total", 1...10_000),
            ("pipeline_decode_seconds_count", 1...10_000), ("pipeline_memory_bytes", 30_000...1 << 30),
        ] {
            #expect(comesTrue { range.contains(Self.value(name, of: router)) }, "\(name)")
        }
        #expect(
            Self.text(of: router).contains(
                #"scrollserver_pipeline_decode_mean_seconds{collection="staged",pixels="1000000"} "#))
    }

    @Test func metricsAreText() throws {
        let bench = try Bench(Self.pictures(100))
        let client = try bench.connect()
        client.report(1, Self.query)
        try client.receive { $0.plan == 1 && $0.held.count >= $0.slots.count }
        let reply = try bench.client.value.get("/metrics")
        #expect(reply.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        // Each line is a comment or a sample, and each sample's name was introduced, once.
        var known: Set<Substring> = []
        for line in reply.text.split(separator: "\n") {
            if line.hasPrefix("# TYPE ") {
                #expect(known.insert(line.split(separator: " ")[2]).inserted, "\(line)")
            } else if !line.hasPrefix("# HELP ") {
                let parts = line.split(separator: " ")
                #expect(parts.count == 2 && Double(parts[1]) != nil, "\(line)")
                let name = parts[0].prefix { $0 != "{" }
                #expect(
                    known.contains { name == $0 || ["_bucket", "_sum", "_count"].contains(name.dropFirst($0.count)) })
            }
        }
        #expect(MetricsRoute.escaped("a\\b\"c\nd") == #"a\\b\"c\nd"#)
    }

    @Test(.enabled(if: PythonOracle.hasPrometheus, "needs Python with prometheus_client"))
    func prometheusReadsTheMetrics() throws {
        let bench = try Bench(Self.pictures(100))
        let client = try bench.connect()
        client.report(1, Self.query)
        try client.receive { $0.plan == 1 && $0.held.count >= $0.slots.count }
        let metrics = try bench.client.value.get("/metrics").body
        let output = try PythonOracle.run(
            """
            import sys
            from prometheus_client.parser import text_string_to_metric_families
            for family in text_string_to_metric_families(sys.stdin.read()):
                assert family.documentation and family.type in ("counter", "gauge", "histogram"), family
                values = [sample.value for sample in family.samples]
                assert values and all(value >= 0 for value in values), family
                if family.type == "histogram":
                    buckets = [s for s in family.samples if s.name.endswith("_bucket")]
                    counts = [s.value for s in buckets]
                    assert counts == sorted(counts) and buckets[-1].labels["le"] == "+Inf", family
                    assert counts[-1] == [s.value for s in family.samples if s.name.endswith("_count")][0]
                print(family.name, family.type)
            """, input: metrics)
        let families = String(decoding: output, as: UTF8.self).split(separator: "\n")
        #expect(families.count > 35)
        #expect(families.contains("scrollserver_session_completion_seconds histogram"))
        #expect(families.contains("scrollserver_pipeline_prefetch_waste counter"))
        #expect(families.contains("scrollserver_pipeline_queue_depth gauge"))
    }

    private static func text(of router: Router) -> String {
        guard let request = try? Request(.get, "/metrics"), case .now(let response) = router.answer(request),
            case .bytes(let bytes) = response.body
        else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func value(_ name: String, of router: Router) -> Int {
        let line = text(of: router).split(separator: "\n")
            .first { $0.hasPrefix("scrollserver_\(name) ") }
        return line?.split(separator: " ").last.flatMap { Int($0) } ?? -1
    }
}

/// A page on a socket.
final class SessionClient {
    let socket: WebSocketClient
    var page = SessionPage()

    init(_ socket: WebSocketClient) {
        self.socket = socket
    }

    func report(_ number: Int, _ query: String) {
        socket.send(.text(#"{"report":\#(number),"plan":"\#(query)"}"#))
    }

    /// Takes messages, and acknowledges them, until the page is as it should be.
    func receive(until isReached: (SessionPage) -> Bool) throws {
        while !isReached(page) {
            let frame = try #require(socket.receive(), "the session ended: \(page.wrongs) \(page.slots.count)")
            if frame.opcode == 1 { page.take(text: frame.payload) }
            guard frame.opcode == 2 else { continue }
            page.take(binary: frame.payload)
            socket.send(.text(#"{"acknowledged":\#(page.lastMessage)}"#))
        }
    }

    /// The close frame's payload.
    func closing() -> [UInt8]? {
        while let frame = socket.receive() {
            if frame.opcode == 8 { return frame.payload }
        }
        return nil
    }
}

/// Tiles of 30 KB.
private struct LargeTileMaker: TileMaker {
    func byteEstimate(for pass: TilePass) -> Int { 1 }

    func make(
        _ pass: TilePass, isWanted: (TilePosition) -> Bool, emit: (TilePosition, EncodedTile) -> Void,
        progress: (Double) -> Void
    ) throws(ImageError) {
        let position = TilePosition(level: pass.levels.lowerBound, column: 0, row: 0)
        emit(position, EncodedTile(bytes: [UInt8](repeating: 7, count: 30_000), mediaType: "image/png"))
    }
}

/// The client is used by one thread at a time.
struct UncheckedClient: @unchecked Sendable {
    let value: APIClient

    init(_ value: APIClient) {
        self.value = value
    }
}
