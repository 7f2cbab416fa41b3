// Passes that decode whole HEICs do not hold up those of their copies.

import Testing
import Tiling

@testable import Catalog
@testable import Pixels
@testable import Tiles

@Suite struct SlowPassTests {
    private static let items = StagedCollection(
        sizes: Array(repeating: PixelSize(width: 4096, height: 3072), count: 8), measured: 0..<8, isTiled: true)

    private static func pass(_ index: Int, level: Int, copySide: Int? = 320) throws -> TilePass {
        var summary = ItemSummary(
            id: "i\(index)", version: "v1", size: PixelSize(width: 4096, height: 3072), error: nil, format: .heic)
        summary.copySide = copySide
        return try #require(TilePass(items, summary, level: level))
    }

    @Test func `what the copy has no pixels for is slow`() throws {
        #expect(try Self.pass(0, level: 3).isSlow)
        #expect(try !Self.pass(0, level: 4).isSlow)
        #expect(try !Self.pass(0, level: Pyramid.copyLevel).isSlow)
        #expect(try !Self.pass(0, level: 3, copySide: nil).isSlow)
        #expect(try !Self.pass(0, level: 3, copySide: 512).isSlow)
        // A line of the grid is not all of it.
        #expect(try !Self.pass(0, level: 0).line(2, level: 0).isSlow)
        #expect(try !Self.pass(0, level: Pyramid.copyLevel).supportsRandomAccess)
    }

    @Test func `slow passes leave one worker to others`() throws {
        let maker = GatedTileMaker()
        let pipeline = try TilePipeline(
            maker: maker, memory: MemoryCache(byteLimit: 1 << 20), disk: nil, workers: 2, byteLimit: 1000)
        defer {
            maker.letGo(100)
            pipeline.stop()
        }
        func ask(_ index: Int, level: Int) throws {
            let position = level == Pyramid.copyLevel ? .copy : TilePosition(level: level, column: 0, row: 0)
            _ = pipeline.request(position, of: try Self.pass(index, level: level)) { _ in }
        }
        for index in 0..<3 { try ask(index, level: 3) }
        #expect(eventually { maker.begun.count == 1 && pipeline.queueDepths.all == 2 })
        try ask(5, level: Pyramid.copyLevel)
        #expect(eventually { maker.begun.count == 2 && maker.begun.last == "i5" })
        #expect(pipeline.queueDepths.all == 2)
    }
}
