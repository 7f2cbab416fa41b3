// Rows of tiled pictures that are halved tile by tile, beside whole rows that are.

import Testing
import Tiling

@testable import Imaging
@testable import Pixels

@Suite struct TIFFHalvedRowsTests {
    /// The rows of a picture, halved as a whole.
    private static func halved(_ picture: PixelBuffer, times: Int) -> [UInt8] {
        (0..<times).reduce(picture) { picture, _ in
            var bytes: [UInt8] = []
            var reducer = HalvingReducer(
                sourceWidth: picture.width, sourceHeight: picture.height, format: picture.format)
            let count = reducer.push(rows: picture.bytes, into: &bytes)
            return PixelBuffer(width: (picture.width + 1) / 2, height: count, format: picture.format, bytes: bytes)
        }.bytes
    }

    @Test("Tiles halved one by one give the pixels of halved rows", arguments: [1, 3, 4], [1, 2, 4])
    func pixels(channels: Int, times: Int) throws {
        for (width, height) in [(101, 83), (96, 64), (33, 129), (1, 70)] {
            let count = width * height * channels
            let bytes = (0..<count).map { (index: Int) -> UInt8 in UInt8((index * 37 + index / 91 * 11) % 251) }
            let others: [Int: [Int]] = channels == 4 ? [338: [2]] : [:]
            let file = TIFFBuilder(
                width: width, height: height, sampleCount: channels, photometric: channels == 1 ? 1 : 2,
                tile: (32, 16), others: others
            ).file(bytes)
            let decoder = try TIFFFile(source: ByteSource(file)).decoder()
            let rows = try #require(TIFFLevelRows(decoder, width: width, height: height))
            var halved = try #require(TIFFHalvedRows(rows, halvings: times))
            #expect(halved.halvings == times)
            var result: [UInt8] = []
            while try halved.readRows(into: &result) > 0 {}
            let picture = PixelBuffer(width: width, height: height, format: rows.format, bytes: bytes)
            #expect(result == Self.halved(picture, times: times), "\(width) × \(height)")
            #expect(halved.row == halved.height && halved.isSound)
        }
    }

    @Test func `tiles are halved no further than to whole pixels, and strips not at all`() throws {
        func rows(_ tile: (Int, Int)?) throws -> TIFFLevelRows {
            let file = TIFFBuilder(width: 100, height: 80, sampleCount: 1, photometric: 1, tile: tile).file(
                [UInt8](repeating: 7, count: 8000))
            let decoder = try TIFFFile(source: ByteSource(file)).decoder()
            return try #require(TIFFLevelRows(decoder, width: 100, height: 80))
        }
        #expect(try TIFFHalvedRows(rows((48, 16)), halvings: 5)?.halvings == 4)
        #expect(try TIFFHalvedRows(rows((48, 16)), halvings: 0) == nil)
        #expect(try TIFFHalvedRows(rows(nil), halvings: 2) == nil)
    }

    @Test("Tiles of more than a few megabytes are not held as a whole", arguments: [(1024, 4096), (4096, 1024)])
    func largeTiles(tile: (Int, Int)) throws {
        let file = TIFFBuilder(
            width: 100, height: 80, sampleCount: 3, tile: tile, isSparse: { _ in true }
        ).file([UInt8](repeating: 7, count: 24_000))
        let decoder = try TIFFFile(source: ByteSource(file)).decoder()
        let rows = try #require(TIFFLevelRows(decoder, width: 100, height: 80))
        #expect(TIFFHalvedRows(rows, halvings: 2) == nil)
    }

    @Test func `rows end above a tile that is not in the file`() throws {
        let file = TIFFBuilder(
            width: 64, height: 64, sampleCount: 1, photometric: 1, tile: (32, 16), isLost: { $0 == 5 }
        ).file([UInt8](repeating: 9, count: 4096))
        let rows = try #require(
            TIFFLevelRows(TIFFFile(source: ByteSource(file)).decoder(), width: 64, height: 64))
        var halved = try #require(TIFFHalvedRows(rows, halvings: 2))
        var result: [UInt8] = []
        while try halved.readRows(into: &result) > 0 {}
        #expect(result == [UInt8](repeating: 9, count: 16 * 8) && !halved.isSound)
    }
}
