// Images of regions: admitted one after the other, cancelled, and never of tiles that are none.

import Testing
import Tiling

@testable import Pixels
@testable import Platform
@testable import Tiles

@Suite struct RegionMakerTests {
    private typealias Outcome = Promise<Result<EncodedTile, ImageError>>

    private static let items = StagedCollection(
        sizes: Array(repeating: PixelSize(width: 2048, height: 512), count: 8), measured: 0..<8, isTiled: true)

    private static func ask(
        _ regions: RegionMaker, _ index: Int, width: Int = 2048
    ) throws -> (outcome: Outcome, request: Cancellation) {
        let item = try #require(items.summary(ofItem: "i\(index)"))
        let outcome = Outcome()
        let image = RegionImage(
            region: PixelRect(x: 0, y: 0, width: 2048, height: 512), size: PixelSize(width: width, height: 512))
        return (outcome, regions.request(image, of: items, item) { outcome.keep($0) })
    }

    @Test func whatNobodyWaitsForIsNotMade() throws {
        let maker = GatedTileMaker()
        let pipeline = try TilePipeline(
            maker: maker, memory: MemoryCache(byteLimit: 1 << 20), disk: nil, workers: 1, byteLimit: 1000)
        let pool = try WorkerPool(threads: 2)
        defer {
            maker.letGo(100)
            pipeline.stop()
            pool.stop()
        }
        // So little that only one is under way at a time.
        let regions = RegionMaker(pipeline: pipeline, pool: pool, byteLimit: 1)
        let first = try Self.ask(regions, 0)
        #expect(maker.waitForBegin() && maker.begun == ["i0"])
        let second = try Self.ask(regions, 1)
        let third = try Self.ask(regions, 2)
        third.request.cancel()
        #expect(pipeline.queueDepths.all == 0)
        first.request.cancel()
        #expect(eventually { pipeline.queueDepths.all == 1 })
        second.request.cancel()
        #expect(eventually { pipeline.queueDepths.all == 0 && pipeline.counters.passesDropped == 1 })
        maker.letGo()
        // What the maker makes are no pictures.
        let last = try Self.ask(regions, 3)
        #expect(maker.waitForBegin())
        maker.letGo()
        guard case .failure = last.outcome.wait() else {
            Issue.record("an image was made of no picture")
            return
        }
        #expect(maker.begun == ["i0", "i3"])
        for outcome in [first.outcome, second.outcome, third.outcome] { #expect(outcome.current == nil) }
    }

    @Test func limitsFollowTheMemory() throws {
        let pipeline = try TilePipeline(
            maker: PlainTileMaker(), memory: MemoryCache(byteLimit: 1000), disk: nil, workers: 1, byteLimit: 1000)
        defer { pipeline.stop() }
        let pool = try WorkerPool(threads: 1)
        for (bytes, area) in [(1 << 30, 1 << 24), (192 << 20, 1 << 24), (48 << 20, 1 << 22), (0, 1 << 20)] {
            let limits = RegionMaker(pipeline: pipeline, pool: pool, byteLimit: bytes).limits
            #expect(limits.area == area && limits.side == 65535)
        }
    }
}
