// A server that is started again shows what it showed without decoding anything.

import Dispatch
import Synchronization
import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Pixels
@testable import Tiles

@Suite struct SecondStartTests {
    /// One start of the tile side of the program over a folder, with an empty memory.
    private final class Start {
        let collection: FolderCollection
        let pipeline: TilePipeline
        private let disk: DiskCache

        init(_ folder: TemporaryFolder, cache: TemporaryFolder) throws {
            collection = try folder.scanned()
            disk = try DiskCache(folder: cache.path, byteLimit: 1 << 20)
            pipeline = try TilePipeline(
                maker: PictureTileMaker(), memory: MemoryCache(byteLimit: 1 << 20), disk: disk, workers: 1,
                byteLimit: 1 << 30)
        }

        deinit { pipeline.stop() }

        func tile(of index: Int, level: Int) throws -> EncodedTile {
            collection.measure([index])
            let summary = try #require(collection.summary(at: index))
            let pass = TilePass(
                collection, item: summary.id, version: summary.version,
                size: try #require(summary.size), format: try #require(summary.format), level: level)
            let result = Mutex<Result<EncodedTile, ImageError>?>(nil)
            let done = DispatchSemaphore(value: 0)
            let position = TilePosition(level: level, column: 0, row: 0)
            _ = pipeline.request(position, of: pass) { outcome in
                result.withLock { $0 = outcome }
                done.signal()
            }
            #expect(done.wait(timeout: .now() + .seconds(20)) == .success)
            // Whoever waits is told first, the disk after.
            #expect(eventually { disk.tile(pass.diskKey(position)) != nil })
            return try #require(try result.withLock { $0 }?.get())
        }
    }

    @Test func nothingIsDecodedTwice() throws {
        let (folder, cache) = (try TemporaryFolder(), try TemporaryFolder())
        let picture = PixelBuffer(width: 90, height: 60, format: .gray, repeating: 70)
        for name in ["a.jpg", "b.jpg"] { try folder.write(name, JPEGEncoder.encode(picture, quality: 80)) }
        var first: [EncodedTile] = []
        do {
            let start = try Start(folder, cache: cache)
            for index in 0..<2 { first.append(try start.tile(of: index, level: 1)) }
            #expect(start.pipeline.counters.passesStarted == 2)
        }
        let second = try Start(folder, cache: cache)
        for index in 0..<2 { #expect(try second.tile(of: index, level: 1).bytes == first[index].bytes) }
        #expect(second.pipeline.counters.passesStarted == 0)
        #expect(second.pipeline.counters.diskHits == 2)
        // A file that was rewritten is another picture.
        try folder.write("a.jpg", JPEGEncoder.encode(picture, quality: 81))
        let third = try Start(folder, cache: cache)
        _ = try third.tile(of: 0, level: 1)
        #expect(third.pipeline.counters.passesStarted == 1)
    }
}
