// Requests that join a job after its tiles were looked up.

import Foundation
import Synchronization
import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Pixels
@testable import Tiles

@Suite struct LateLookupTests {
    /// Calls the test between the lookup of a pass and its turn, and counts passes that run.
    private final class WaitingTileMaker: TileMaker {
        let meanwhile = Mutex<(@Sendable () -> Void)?>(nil)
        let made = Atomic(0)

        func byteEstimate(for pass: TilePass) -> Int { 1 }

        func prepare(_ pass: TilePass) {
            let act = meanwhile.withLock { meanwhile in
                defer { meanwhile = nil }
                return meanwhile
            }
            act?()
        }

        func make(_ pass: TilePass, to output: TileOutput) throws(ImageError) {
            made.add(1, ordering: .relaxed)
        }
    }

    /// Tiles of large pictures are on the disk alone: a pass over all of it would take seconds.
    @Test func `tiles on the disk are not made for those who come late`() throws {
        let folder = try TemporaryFolder()
        let size = PixelSize(width: 16_384, height: 16_384)
        let items = StagedCollection(sizes: [size], measured: 0..<1, isTiled: true)
        let disk = try DiskCache(folder: folder.path, byteLimit: 1 << 20)
        let maker = WaitingTileMaker()
        let pipeline = try TilePipeline(
            maker: maker, memory: MemoryCache(byteLimit: 0), disk: disk, workers: 1, byteLimit: 1000)
        defer { pipeline.stop() }
        let pass = TilePass(items, item: "i0", version: "v1", size: size, format: .png, level: 0)
        let places = (0..<2).map { TilePosition(level: 0, column: $0, row: 0) }
        for place in places {
            let tile = EncodedTile(bytes: [UInt8(place.column), 7], mediaType: "image/png")
            disk.store(tile, for: pass.diskKey(place))
        }
        let outcomes = places.map { _ in Promise<Result<EncodedTile, ImageError>>() }
        maker.meanwhile.withLock {
            $0 = { _ = pipeline.request(places[1], of: pass) { outcomes[1].keep($0) } }
        }
        _ = pipeline.request(places[0], of: pass) { outcomes[0].keep($0) }
        for (place, outcome) in zip(places, outcomes) {
            #expect(try #require(outcome.wait()).get().bytes == [UInt8(place.column), 7])
        }
        #expect(eventually { pipeline.state.withLock { $0.jobs.isEmpty } })
        #expect(maker.made.load(ordering: .relaxed) == 0)
    }
}
