// Bands of live sessions: what lies beneath the tiles, and in their stead where all goes past too quickly.

import Testing
import Tiling

@testable import Catalog
@testable import Tiles

@Suite struct SessionBandTests {
    private typealias Bench = SessionRouteTests.Bench
    private static let query = SessionRouteTests.query

    /// A page that paints bands.
    private static func connect(_ bench: Bench) throws -> SessionClient {
        let client = try bench.connect()
        client.socket.send(.text(#"{"bands":true}"#))
        return client
    }

    private static func isDone(_ report: Int) -> (SessionPage) -> Bool {
        { page in page.report == report && page.slots.values.allSatisfy { page.held[$0.number] != nil } }
    }

    private static func isCovered(_ page: SessionPage, from start: Double, to end: Double) -> Bool {
        let bands = page.bands.values.map(\.frame).sorted { $0.minY < $1.minY }
        let gaps = zip(bands, bands.dropFirst()).filter { $0.maxY != $1.minY }
        return gaps.isEmpty && bands.first.map { $0.minY <= start } == true && bands.last.map { $0.maxY >= end } == true
    }

    /// A patch lies within the tiles of its item, so that nothing of it is seen beside them.
    @Test(arguments: ["grid", "justified", "stack"]) func patchesLieBeneathTiles(layout: String) throws {
        let bench = try Bench(SessionRouteTests.pictures(3000))
        let client = try Self.connect(bench)
        let query = "width=800&height=600&layout=\(layout)&y=30000"
        client.report(1, query)
        try client.receive(until: Self.isDone(1))
        let plan: PlanDocument = try bench.client.value.get("/api/collections/staged/plan?\(query)").decoded()
        let y = client.page.offset.y
        #expect(y == 30_000)
        #expect(Self.isCovered(client.page, from: y - 600, to: y + 1200))
        let frames = plan.tiles.map { tile in
            let clip = tile.clip
            return (
                index: tile.index,
                frame: Rect(
                    minX: tile.x + (clip?.left ?? 0), minY: tile.y + (clip?.top ?? 0),
                    maxX: tile.x + tile.width - (clip?.right ?? 0), maxY: tile.y + tile.height - (clip?.bottom ?? 0))
            )
        }
        var found = 0
        for band in client.page.bands.values {
            let step = band.frame.width / Double(band.columns)
            for place in stride(from: 0, to: band.patches.count, by: 5) {
                let numbers = band.patches[place..<place + 4].map { Double($0) * step }
                let patch = Rect(
                    x: band.frame.x + numbers[0], y: band.frame.y + numbers[1] - y, width: numbers[2],
                    height: numbers[3])
                let above = frames.filter { $0.frame.intersects(patch) }
                guard let (_, frame) = above.first else { continue }
                found += 1
                #expect(Set(above.map(\.index)).count == 1, "a patch lies beneath two pictures")
                // In these layouts a picture has one tile.
                #expect(patch.minX >= frame.minX && patch.maxX <= frame.maxX)
                #expect(patch.minY >= frame.minY && patch.maxY <= frame.maxY)
                #expect(band.patches[place + 4] == -1, "nobody has seen it")
            }
        }
        #expect(found >= Set(plan.tiles.map(\.index)).count / 2)
        #expect(client.page.wrongs == [])
    }

    @Test func whatGoesPastTooQuicklyHasNoTiles() throws {
        let bench = try Bench(SessionRouteTests.pictures(100_000))
        let client = try Self.connect(bench)
        client.report(1, Self.query + "&y=40000")
        try client.receive(until: Self.isDone(1))
        #expect(!client.page.slots.isEmpty)
        // Twenty-six viewports a second.
        client.report(2, Self.query + "&y=52000&velocityY=16000")
        try client.receive { $0.report == 2 }
        #expect(client.page.slots.isEmpty)
        #expect(Self.isCovered(client.page, from: 51_400, to: 53_200 + 16_000 / 4))
        // Twenty: they can just be made out.
        client.report(3, Self.query + "&y=58000&velocityY=12000")
        try client.receive(until: Self.isDone(3))
        #expect(!client.page.slots.isEmpty)
        client.report(4, Self.query + "&y=64000&velocityY=-16000")
        try client.receive { $0.report == 4 }
        #expect(client.page.slots.isEmpty)
        #expect(Self.isCovered(client.page, from: 63_400 - 16_000 / 4, to: 65_200))
        // At rest all is there.
        client.report(5, Self.query + "&y=64000")
        try client.receive(until: Self.isDone(5))
        let plan: PlanDocument = try bench.client.value.get(
            "/api/collections/staged/plan?\(Self.query)&y=64000"
        ).decoded()
        #expect(Set(client.page.slots.values.map(\.url)) == Set(plan.tiles.map(\.url)))
        #expect(client.page.wrongs == [])
        let router = bench.client.value.router
        expectEventually(2) { SessionRouteTests.value("session_plans_fleeting_total", of: router) }
        #expect(
            eventually {
                SessionRouteTests.value("session_bands_total", of: router)
                    == client.page.bandCounts.values.reduce(0, +)
            })
    }

    @Test func whoPaintsNoBandsGetsTilesAtAnySpeed() throws {
        let bench = try Bench(SessionRouteTests.pictures(100_000))
        let client = try bench.connect()
        client.report(1, Self.query + "&y=52000&velocityY=16000")
        try client.receive(until: Self.isDone(1))
        #expect(!client.page.slots.isEmpty && client.page.bands.isEmpty)
        // From now on it does, and then no more.
        client.socket.send(.text(#"{"bands":true}"#))
        client.report(2, Self.query + "&y=52000")
        try client.receive(until: Self.isDone(2))
        #expect(!client.page.bands.isEmpty)
        let before = client.page.bandCounts
        client.socket.send(.text(#"{"bands":false}"#))
        client.report(3, Self.query + "&y=90000&velocityY=16000")
        try client.receive(until: Self.isDone(3))
        #expect(!client.page.slots.isEmpty && client.page.bandCounts == before)
    }

    /// However the reader has come to a place, the page has the bands that one has who begins there.
    @Test(arguments: 0..<6) func differencesAddUp(seed: UInt64) throws {
        var generator = SeededNumbers(state: seed)
        let bench = try Bench(SessionRouteTests.pictures(20_000))
        let client = try Self.connect(bench)
        for step in 1...25 {
            let layout = ["grid", "grid", "grid", "justified", "strip", "pages"].randomElement(using: &generator) ?? ""
            let place = Int.random(in: 0...200, using: &generator) * 97
            let velocity = Int.random(in: -15...15, using: &generator) * 1000
            let query =
                "width=800&height=600&layout=\(layout)&velocityX=\(velocity)&velocityY=\(velocity)"
                + (layout == "strip" ? "&x=\(place)" : "&y=\(place)")
            client.report(step, query)
            try client.receive { $0.report == step }
            guard step % 5 == 0 else { continue }
            let other = try Self.connect(bench)
            other.report(1, query)
            try other.receive { $0.report == 1 }
            #expect(client.page.bands.keys.sorted() == other.page.bands.keys.sorted())
            for (number, band) in other.page.bands {
                let mine = try #require(client.page.bands[number])
                #expect(abs(mine.frame.x - band.frame.x) < 0.01 && abs(mine.frame.y - band.frame.y) < 0.01)
                #expect(mine.columns == band.columns && mine.rows == band.rows && mine.patches == band.patches)
            }
            #expect((layout == "pages") == client.page.bands.isEmpty)
            #expect(other.page.wrongs == [])
        }
        #expect(client.page.wrongs == [])
    }

    /// A band that was sent before its colours were known is sent once more as it comes near, and no more than once.
    @Test func coloursComeLater() throws {
        let bench = try Bench(SessionRouteTests.pictures(100_000))
        let client = try Self.connect(bench)
        client.report(1, Self.query + "&y=48500&velocityY=16000")
        try client.receive { $0.report == 1 }
        let far = try #require(client.page.bands.keys.max())
        let band = try #require(client.page.bands[far])
        #expect(band.colours.allSatisfy { $0 == -1 })
        let atlas = bench.client.value.pipeline.atlas
        let collection = SessionRouteTests.pictures(100_000)
        let plan: PlanDocument = try bench.client.value.get(
            "/api/collections/staged/plan?\(Self.query)&overscan=0&y=\(band.frame.minY)"
        ).decoded()
        let first = try #require(plan.visible?.first)
        for index in stride(from: first, to: first + 100, by: 2) {
            let item = try #require(collection.summary(at: index))
            atlas.note(colour: UInt32(index % 0xFF_FFFF), of: item, in: collection.source)
        }
        // It is not near yet.
        client.report(2, Self.query + "&y=48600&velocityY=16000")
        try client.receive { $0.report == 2 }
        #expect(client.page.bandCounts[far] == 1)
        let y = band.frame.minY - 900
        for step in 3...6 {
            client.report(step, Self.query + "&y=\(y + Double(step))&velocityY=16000")
            try client.receive { $0.report == step }
        }
        #expect(client.page.bandCounts[far] == 2)
        let now = try #require(client.page.bands[far]).colours
        #expect(now.contains(-1) && now.contains { $0 >= first && $0 < first + 100 })
        #expect(client.page.wrongs == [])
    }
}
