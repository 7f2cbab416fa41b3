// Colours of photographs that nobody has seen.

import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Pixels
@testable import Platform
@testable import ScrollServer
@testable import Tiles

@Suite struct ColourPrefetcherTests {
    /// A folder of photographs with small pictures in them, and one without.
    private static func photographs() throws -> (folder: TemporaryFolder, collection: FolderCollection) {
        let folder = try TemporaryFolder()
        let small = EmbeddedThumbnailTests.thumbnail(width: 32, height: 24)
        for number in 0..<5 {
            try folder.write("\(number).jpg", EmbeddedThumbnailTests.photograph(thumbnail: number == 4 ? [] : small))
        }
        let collection = try folder.scanned()
        collection.measure(Array(0..<5))
        return (folder, collection)
    }

    /// As they would be if they were as large as a camera makes them.
    private static func items(_ collection: FolderCollection) -> [ItemSummary] {
        collection.summaries(in: 0..<5).map { item in
            var item = item
            item.size = PixelSize(width: 6400, height: 4800)
            return item
        }
    }

    /// Why items cannot be read.
    private static func errors(_ items: [ItemSummary], _ collection: FolderCollection) -> [String] {
        items.compactMap { item in
            do throws(ImageError) {
                _ = try TinyPictureReader.picture(of: item, in: collection)
                return nil
            } catch {
                let version = collection.summary(ofItem: item.id)?.version ?? "none"
                return "\(item.id): \(error) in version \(version), not \(item.version)"
            }
        }
    }

    /// A pool has more threads than it was given while one is stalled, so work that is submitted later may end earlier.
    private func waitForWork(of prefetcher: ColourPrefetcher) {
        #expect(eventually { !prefetcher.isWorking })
    }

    @Test func whatIsComingHasItsColour() throws {
        let (folder, collection) = try Self.photographs()
        defer { withExtendedLifetime(folder) {} }
        let pool = try WorkerPool(threads: 1)
        defer { pool.stop() }
        let atlas = Atlas()
        let prefetcher = ColourPrefetcher(pool: pool, atlas: atlas)
        let items = Self.items(collection)
        prefetcher.prioritize(items, of: collection)
        waitForWork(of: prefetcher)
        #expect(prefetcher.counts == (5, 4))
        let found = atlas.colours(of: items, source: collection.source)
        // Half of it is dark and half of it is light: 40 and 210.
        for colour in found.prefix(4) {
            let red = try #require(colour) >> 16
            #expect((122...128).contains(red))
        }
        #expect(found[4] == nil)
        // What was opened is not opened again, found or not.
        prefetcher.prioritize(items, of: collection)
        let other = EmbeddedThumbnailTests.photograph(
            thumbnail: EmbeddedThumbnailTests.thumbnail(width: 32, height: 24))
        try folder.write("9.jpg", other)
        let later = try folder.scanned()
        later.measure(Array(0..<6))
        var last = try #require(later.summary(at: 5))
        last.size = PixelSize(width: 6400, height: 4800)
        prefetcher.prioritize(items + [last], of: later)
        waitForWork(of: prefetcher)
        #expect(prefetcher.counts == (6, 5))
    }

    /// Where nobody makes tiles of them small pictures are opened, too: all of them, whatever their thumbnails are.
    @Test func whatGoesPastQuicklyIsDecoded() throws {
        let (folder, collection) = try Self.photographs()
        defer { withExtendedLifetime(folder) {} }
        let pool = try WorkerPool(threads: 1)
        defer { pool.stop() }
        let atlas = Atlas()
        let prefetcher = ColourPrefetcher(pool: pool, atlas: atlas)
        let items = collection.summaries(in: 0..<5)
        prefetcher.prioritize(items, of: collection, isFleeting: true)
        waitForWork(of: prefetcher)
        #expect(prefetcher.counts == (5, 5), "\(Self.errors(items, collection))")
        // The mean of all pixels, but for what an eighth of them leaves out.
        for (item, found) in zip(items, atlas.colours(of: items, source: collection.source)) {
            var decoder = try JPEGDecoder(source: collection.source(ofItem: item.id))
            let expected = try #require(try decoder.readAll().averageColour())
            let colour = try #require(found)
            for shift in [0, 8, 16] {
                #expect(abs(Int(colour >> shift & 255) - Int(expected >> shift & 255)) <= 3)
            }
        }
        // A file that cannot be read has none, and the others have theirs.
        try folder.write("0.jpg", [0xFF, 0xD8, 0xFF, 0xE0])
        let broken = ColourPrefetcher(pool: pool, atlas: Atlas())
        broken.prioritize(items, of: collection, isFleeting: true)
        waitForWork(of: broken)
        #expect(broken.counts == (5, 4))
    }

    /// Small pictures, and others than photographs, are made as quickly as they are opened.
    @Test func onlyPhotographsAreOpened() throws {
        let (folder, collection) = try Self.photographs()
        defer { withExtendedLifetime(folder) {} }
        let pool = try WorkerPool(threads: 1)
        let prefetcher = ColourPrefetcher(pool: pool, atlas: Atlas())
        prefetcher.prioritize(collection.summaries(in: 0..<5), of: collection)
        prefetcher.prioritize([], of: collection)
        pool.stop()
        #expect(prefetcher.counts == (0, 0))
        // A pool that has stopped takes nothing.
        prefetcher.prioritize(Self.items(collection), of: collection)
        #expect(prefetcher.counts == (0, 0))
    }
}
