// Contact sheets of live sessions: the tiny pictures of what passes too quickly for tiles.

import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Pixels
@testable import Platform
@testable import ScrollServer
@testable import Tiles

@Suite struct ContactSheetTests {
    private typealias Bench = SessionRouteTests.Bench
    private static let count = 9000

    private static func colour(of item: String) -> UInt32 {
        UInt32(truncatingIfNeeded: item.utf8.reduce(7) { StableHash.mix($0 ^ UInt64($1)) } & 0xFF_FFFF)
    }

    private static func bench() throws -> Bench {
        let collection = SessionRouteTests.pictures(count)
        let bench = try Bench(collection)
        let atlas = bench.client.value.pipeline.atlas
        for item in collection.summaries(in: 0..<count) {
            atlas.note(colour: colour(of: item.id), of: item, in: collection.source)
        }
        return bench
    }

    /// What is seen of a tile.
    private static func seen(_ tile: PlanDocument.Tile) -> Rect {
        let clip = tile.clip
        return Rect(
            minX: tile.x + (clip?.left ?? 0), minY: tile.y + (clip?.top ?? 0),
            maxX: tile.x + tile.width - (clip?.right ?? 0), maxY: tile.y + tile.height - (clip?.bottom ?? 0))
    }

    private static func connect(_ bench: Bench) throws -> SessionClient {
        let client = try bench.connect()
        client.socket.send(.text(#"{"bands":true,"sheets":true}"#))
        return client
    }

    private static func hasSheets(_ report: Int) -> (SessionPage) -> Bool {
        { page in
            page.report == report && !page.sheets.isEmpty && page.sheets.values.allSatisfy { page.held[$0] != nil }
        }
    }

    /// In each patch of each band there is the picture of the item that has its tile there, in any layout and order.
    @Test(arguments: ["grid", "grid&columns=25", "justified", "stack", "justified&order=-name"])
    func eachPictureIsWhereItsTileWillBe(layout: String) throws {
        let bench = try Self.bench()
        let client = try Self.connect(bench)
        let query = "width=800&height=600&layout=\(layout)&y=4000"
        client.report(1, query)
        try client.receive(until: Self.hasSheets(1))
        #expect(client.page.sheets.count <= ContactSheets.mostSheets)
        let plan: PlanDocument = try bench.client.value.get("/api/collections/staged/plan?\(query)").decoded()
        var decoded: [Int: PixelBuffer] = [:]
        for (sheet, number) in client.page.sheets {
            var decoder = try JPEGDecoder(source: ByteSource(try #require(client.page.held[number])))
            decoded[sheet] = try decoder.readAll()
        }
        var compared = 0
        for band in client.page.bands.values {
            let step = band.frame.width / Double(band.columns)
            #expect(band.pictures.count == band.patches.count / 5)
            for (patch, picture) in band.pictures.enumerated() {
                let whole = picture.whole ?? Array(band.patches[patch * 5..<patch * 5 + 4])
                let middle = Point(
                    x: band.frame.x + (Double(whole[0]) + Double(whole[2]) / 2) * step,
                    y: band.frame.y + (Double(whole[1]) + Double(whole[3]) / 2) * step - client.page.offset.y)
                let under = plan.tiles.lazy.map { ($0, Self.seen($0)) }.first { _, frame in
                    middle.x >= frame.minX && middle.x < frame.maxX && middle.y >= frame.minY && middle.y < frame.maxY
                }
                guard let (tile, frame) = under, let pixels = decoded[picture.sheet] else { continue }
                // All of the item, within a step at each edge.
                #expect(abs(Double(whole[2]) * step - frame.width) <= 2 * step)
                #expect(abs(Double(whole[3]) * step - frame.height) <= 2 * step)
                let (side, columns) = (client.page.sheetSide, ContactSheets.side / client.page.sheetSide)
                let (x, y) = (picture.cell % columns * side + side / 2, picture.cell / columns * side + side / 2)
                for (channel, shift) in [16, 8, 0].enumerated() {
                    let found = Int(pixels.bytes[(y * pixels.width + x) * 3 + channel])
                    #expect(abs(found - Int(Self.colour(of: tile.item) >> shift & 255)) <= 12)
                }
                compared += 1
            }
        }
        #expect(compared >= plan.tiles.count / 2 && compared > 1)
        #expect(client.page.wrongs == [])
    }

    /// Far fewer bytes than tiles, and each sheet once, however far the reader goes.
    @Test func aSheetIsSentOnce() throws {
        let bench = try Self.bench()
        let client = try Self.connect(bench)
        var seen: Set<Int> = []
        for step in 1...60 {
            client.report(step, SessionRouteTests.query + "&y=\(step * 400)&velocityY=24000")
            try client.receive(until: Self.hasSheets(step))
            seen.formUnion(client.page.sheets.keys)
        }
        // Some 8 × 240 pictures were passed, and as many lay ahead.
        #expect(client.page.batches.reduce(0, +) == seen.count && seen.count <= 12)
        #expect(client.page.wrongs == [])
    }

    /// Who does not draw them gets none, and where nothing is known of pictures there is nothing to draw.
    @Test func onlyForWhoDrawsThem() throws {
        let bench = try Self.bench()
        let client = try bench.connect()
        client.socket.send(.text(#"{"bands":true}"#))
        client.report(1, SessionRouteTests.query + "&y=30000&velocityY=16000")
        try client.receive { $0.report == 1 }
        #expect(client.page.sheets.isEmpty && !client.page.bands.isEmpty)
        let empty = try Bench(SessionRouteTests.pictures(Self.count))
        let other = try Self.connect(empty)
        other.report(1, SessionRouteTests.query + "&y=30000&velocityY=16000")
        try other.receive { $0.report == 1 }
        #expect(other.page.sheets.isEmpty && !other.page.bands.isEmpty)
    }

    /// A picture of which nothing is known is as light on a sheet as its patch is over the ground.
    @Test(arguments: [(ground: "fafafa", level: 234), (ground: "101010", level: 31)])
    func whatIsNotKnownIsOnTheGround(_ theme: (ground: String, level: Int)) throws {
        let collection = SessionRouteTests.pictures(Self.count)
        let bench = try Bench(collection)
        for item in collection.summaries(in: 0..<Self.count) where item.id.utf8.reduce(0, ^) % 2 == 0 {
            bench.client.value.pipeline.atlas.note(colour: 0xD02020, of: item, in: collection.source)
        }
        let client = try Self.connect(bench)
        client.report(1, "width=800&height=600&layout=grid&columns=6&ground=\(theme.ground)")
        try client.receive(until: Self.hasSheets(1))
        let side = client.page.sheetSide
        let columns = ContactSheets.side / side
        var (known, unknown) = (0, 0)
        for (sheet, number) in client.page.sheets {
            var decoder = try JPEGDecoder(source: ByteSource(try #require(client.page.held[number])))
            let pixels = try decoder.readAll()
            for cell in 0..<columns * columns {
                guard let item = collection.summary(at: sheet * columns * columns + cell) else { continue }
                let middle = ((cell / columns * side + side / 2) * pixels.width + cell % columns * side + side / 2) * 3
                let isKnown = item.id.utf8.reduce(0, ^) % 2 == 0
                (known, unknown) = (known + (isKnown ? 1 : 0), unknown + (isKnown ? 0 : 1))
                #expect(abs(Int(pixels.bytes[middle]) - (isKnown ? 0xD0 : theme.level)) <= 6, "\(item.id)")
                #expect(abs(Int(pixels.bytes[middle + 1]) - (isKnown ? 0x20 : theme.level)) <= 6, "\(item.id)")
            }
        }
        #expect(known > 100 && unknown > 100)
    }

    /// The demo's pictures are drawn for a sheet, and look like the middle of their own tiles, in each direction.
    @Test(arguments: ["", "&order=-name"]) func computedPicturesAreDrawn(order: String) throws {
        let count = 200_000
        let demo = try #require(DemoCollection(count: count))
        let bench = try Bench(demo)
        let client = try Self.connect(bench)
        client.report(1, "width=800&height=600&layout=grid&columns=6&y=9000&velocityY=16000\(order)")
        try client.receive(until: Self.hasSheets(1))
        let side = client.page.sheetSide
        #expect(side == TinyPicture.side)
        let columns = ContactSheets.side / side
        var compared = 0
        for (sheet, number) in client.page.sheets {
            var decoder = try JPEGDecoder(source: ByteSource(try #require(client.page.held[number])))
            let pixels = try decoder.readAll()
            for cell in stride(from: 0, to: columns * columns, by: 37) {
                let place = sheet * columns * columns + cell
                let index = order.isEmpty ? place : count - 1 - place
                let (found, expected) = (Self.means(pixels, cell: cell), Self.means(ofDemo: index))
                for quarter in 0..<4 {
                    for channel in 0..<3 {
                        #expect(abs(found[quarter][channel] - expected[quarter][channel]) <= 8, "picture \(index)")
                    }
                }
                compared += 1
            }
        }
        #expect(compared >= 28)
        #expect(client.page.wrongs == [])
    }

    /// The mean samples of each quarter of a cell.
    private static func means(_ pixels: PixelBuffer, cell: Int) -> [[Double]] {
        let side = TinyPicture.side
        let columns = ContactSheets.side / side
        let corner = (x: cell % columns * side, y: cell / columns * side)
        return means(pixels, PixelRect(x: corner.x, y: corner.y, width: side, height: side))
    }

    private static func means(ofDemo index: Int) -> [[Double]] {
        let picture = DemoPicture(index: index)
        let pixels = picture.pixels(
            in: PixelRect(x: 0, y: 0, width: picture.size.width, height: picture.size.height), level: 0)
        let side = min(pixels.width, pixels.height) / 2 * 2
        return means(
            pixels, PixelRect(x: (pixels.width - side) / 2, y: (pixels.height - side) / 2, width: side, height: side))
    }

    private static func means(_ pixels: PixelBuffer, _ square: PixelRect) -> [[Double]] {
        let half = square.width / 2
        return (0..<4).map { quarter in
            var sums = [0.0, 0, 0]
            for y in 0..<half {
                for x in 0..<half {
                    let column = square.x + quarter % 2 * half + x
                    let start = ((square.y + quarter / 2 * half + y) * pixels.width + column) * 3
                    for channel in 0..<3 { sums[channel] += Double(pixels.bytes[start + channel]) }
                }
            }
            return sums.map { $0 / Double(half * half) }
        }
    }

    /// While the atlas learns more, a sheet is made anew once a second; of another revision, at once.
    @Test func sheetsAreMadeAnewInTime() throws {
        let collection = SessionRouteTests.pictures(Self.count)
        let (view, atlas) = (CatalogView(collection), Atlas())
        let mosaics = Mosaics(atlas: atlas)
        var live = LiveSheets()
        func versions(_ revision: Int, at now: UInt64) throws -> (versions: [String], isOther: Bool) {
            let sheets = try #require(
                ContactSheets(
                    ContactSheets.Grid(patch: 100, count: 3000), items: 0..<3000, visible: 0..<50, order: .own,
                    on: nil, of: view, in: collection, mosaics))
            let geometry = PlanBands.Geometry(
                layoutRequest: LayoutRequest(kind: .grid, viewport: Size(width: 800, height: 600), spacing: 4),
                order: .own,
                revision: revision, zoomScale: 1, viewport: Size(width: 800, height: 600), scale: 1, fit: .cover,
                greatestMagnification: .infinity, phase: 0)
            let chosen = live.choose(sheets, geometry, at: now)
            #expect(chosen.sheets.map(\.number) == [0, 1, 2])
            return (chosen.sheets.map(\.tile.key.version), chosen.isOther)
        }
        let first = try versions(1, at: 0)
        #expect(first.isOther)
        let item = try #require(collection.summary(at: 7))
        atlas.note(colour: 0xFF0000, of: item, in: collection.source)
        let soon = try versions(1, at: LiveSheets.age - 1)
        // Somebody has to ask again.
        #expect(soon.versions == first.versions && !soon.isOther && live.isBehind)
        let later = try versions(1, at: LiveSheets.age)
        #expect(later.versions != first.versions && !later.isOther && !live.isBehind)
        atlas.note(colour: 0xFF0000, of: try #require(collection.summary(at: 8)), in: collection.source)
        let other = try versions(2, at: LiveSheets.age + 1)
        #expect(other.isOther && other.versions != later.versions)
    }
}
