// Live sessions whose pages are stuck, many, or gone.

import Testing

@testable import HTTP

@Suite struct SessionLoadTests {
    private typealias Bench = SessionRouteTests.Bench
    private static let query = SessionRouteTests.query

    /// A page that never reads and reports on and on: what waits for it is bounded, and others are served.
    @Test func aPageThatStopsReadingGrowsNothing() throws {
        let bench = try Bench(SessionRouteTests.pictures(100_000), maker: LargeTileMaker())
        let stuck = try bench.connect(receiveBuffer: 4 << 10)
        // Its acknowledgements would be lies: none comes.
        for step in 0..<60 { stuck.report(step + 1, Self.query + "&y=\(step * 3000)") }
        let reader = try bench.connect()
        reader.report(1, Self.query)
        try reader.receive { $0.held.count == $0.slots.count && $0.plan == 1 }
        let metrics = bench.client.value.router
        expectEventually(61) { SessionRouteTests.value("session_reports_total", of: metrics) }
        // The room is 512 KB, one message more at most, for either page.
        let sent = SessionRouteTests.value("session_bytes_total", of: metrics)
        #expect(sent < 2 * (512 << 10) + reader.page.heldByteCount + 400_000)
    }

    @Test func twoHundredAtOnce() throws {
        let bench = try Bench(SessionRouteTests.pictures(5000))
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
        expectEventually(200) { SessionRouteTests.value("sessions_open", of: bench.client.value.router) }
        for client in clients { client.socket.raw.close() }
        expectEventually(0) { SessionRouteTests.value("sessions_open", of: bench.client.value.router) }
    }

    @Test func aSessionCutAtAnyByte() throws {
        let bench = try Bench(SessionRouteTests.pictures(500))
        let head = WebSocketClient.head("/api/collections/staged/session")
        let report = #"{"report":1,"plan":"\#(Self.query)"}"#
        let bytes = ClientFrame.text(report).bytes + ClientFrame.text(#"{"acknowledged":0}"#).bytes
        for end in 0...bytes.count {
            let client = try RawClient(port: bench.port)
            client.send(head + Array(bytes[..<end]))
            #expect(client.receive()?.status == 101)
            if end % 2 == 0 { client.reset() } else { client.close() }
        }
        expectEventually(0) { bench.server.statistics.open }
        expectEventually(0) { SessionRouteTests.value("sessions_open", of: bench.client.value.router) }
    }

    /// The same while the server speaks: the page goes away after any number of bytes of plan and tiles.
    @Test func aSessionCutWhileItIsAnswered() throws {
        let bench = try Bench(SessionRouteTests.pictures(500), maker: LargeTileMaker())
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
        expectEventually(0) { bench.server.statistics.open }
        expectEventually(0) { SessionRouteTests.value("sessions_open", of: bench.client.value.router) }
        // Nothing is left behind: another page is served.
        let client = try bench.connect()
        client.report(1, Self.query)
        try client.receive { $0.plan == 1 && $0.slots.values.allSatisfy { client.page.held[$0.number] != nil } }
        #expect(client.page.wrongs == [])
    }
}
