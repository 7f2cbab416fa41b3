// Tiles of files: turned, scaled and cut as the whole picture would be.

import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Tiles

@Suite struct FileTilesTests {
    /// A gray picture in which every pixel says where it is.
    static func picture(width: Int, height: Int) -> PixelBuffer {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { bytes.append(UInt8(truncatingIfNeeded: x &* 7 &+ y &* 31 &+ (x / 97) &* 5)) }
        }
        return PixelBuffer(width: width, height: height, format: .gray, bytes: bytes)
    }

    /// All tiles of a pass over a PNG of `picture`, by level, put side by side.
    static func levels(
        of picture: PixelBuffer, orientation: Int, level: Int
    ) throws -> [Int: PixelBuffer] {
        let upright = (Orientation(rawValue: orientation) ?? .up).orientedSize(
            width: picture.width, height: picture.height)
        let size = PixelSize(width: upright.width, height: upright.height)
        let demo = try #require(DemoCollection(count: 1))
        let pass = TilePass(demo, item: "0", version: "1", size: size, format: .png, level: level)
        var encoder = TileEncoder(source: .png)
        encoder.lossless = .always
        var tiles: [TilePosition: PixelBuffer] = [:]
        var progress = 0.0
        try FileTiles(pass, orientation: orientation, encoder: encoder).make(
            from: ByteSource(PNGEncoder.encode(picture)),
            to: TileOutput(
                isWanted: { _ in true },
                emit: { position, tile in
                    var decoder = try? PNGDecoder(source: ByteSource(tile.bytes))
                    let pixels = try? decoder?.readAll()
                    #expect(tiles[position] == nil)
                    tiles[position] = pixels
                }, progress: { progress = $0 }))
        #expect(progress == 1)
        var levels: [Int: PixelBuffer] = [:]
        for level in pass.levels { levels[level] = try joined(tiles, Pyramid(size), level) }
        return levels
    }

    private static func joined(
        _ tiles: [TilePosition: PixelBuffer], _ pyramid: Pyramid, _ level: Int
    ) throws -> PixelBuffer {
        let size = pyramid.size(of: level)
        let counts = pyramid.tileCounts(of: level)
        var whole = PixelBuffer(width: size.width, height: size.height, format: .gray)
        for row in 0..<counts.rows {
            for column in 0..<counts.columns {
                let region = try #require(pyramid.region(level: level, column: column, row: row))
                let tile = try #require(tiles[TilePosition(level: level, column: column, row: row)])
                #expect(tile.width == region.width && tile.height == region.height && tile.format == .gray)
                for y in 0..<region.height {
                    let target = (region.y + y) * size.width + region.x
                    whole.bytes.replaceSubrange(
                        target..<target + region.width,
                        with: tile.bytes[y * region.width..<(y + 1) * region.width])
                }
            }
        }
        return whole
    }

    @Test(arguments: 1...8, [(515, 3), (3, 515), (1030, 2), (2, 1025)])
    func tilesSideBySideAreTheUprightPicture(orientation: Int, size: (Int, Int)) throws {
        let picture = Self.picture(width: size.0, height: size.1)
        let upright = try #require(Orientation(rawValue: orientation)).apply(to: picture)
        #expect(try Self.levels(of: picture, orientation: orientation, level: 0)[0] == upright)
    }

    @Test(arguments: [1, 3, 6, 8]) func tilesSideBySideAreTheLevelScaledAsAWhole(orientation: Int) throws {
        let picture = Self.picture(width: 1040, height: 6)
        let level = try #require(try Self.levels(of: picture, orientation: orientation, level: 1)[1])
        let scaled = try #require(Orientation(rawValue: orientation)).apply(to: picture.resized(width: 520, height: 3))
        #expect(level == scaled)
    }

    /// What an encoder has put below a thin picture's edge is not seen in it.
    @Test(arguments: [(512, 3), (3, 512), (400, 9), (512, 15)])
    func aThinPhotographIsTheMeanOfItsPixels(width: Int, height: Int) throws {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { bytes.append(UInt8(60 + (min(x, y) * 5 + x / 4 + y) & 127)) }
        }
        let picture = PixelBuffer(width: width, height: height, format: .gray, bytes: bytes)
        let demo = try #require(DemoCollection(count: 1))
        let pass = TilePass(
            demo, item: "0", version: "1", size: PixelSize(width: width, height: height), format: .jpeg, level: 3)
        var tile: PixelBuffer?
        var encoder = TileEncoder(source: .jpeg)
        encoder.lossless = .always
        try FileTiles(pass, orientation: 1, encoder: encoder).make(
            from: ByteSource(JPEGEncoder.encode(picture, quality: 98)),
            to: TileOutput(
                isWanted: { _ in true },
                emit: { _, made in
                    var decoder = try? PNGDecoder(source: ByteSource(made.bytes))
                    tile = try? decoder?.readAll()
                }, progress: { _ in }))
        let found = try #require(tile)
        let expected = picture.resized(width: (width + 7) / 8, height: (height + 7) / 8)
        try #require(found.bytes.count == expected.bytes.count)
        let error = zip(found.bytes, expected.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 255
        #expect(error <= 2)
    }

    @Test func aDrawingIsKeptWithoutLossAndAPhotographIsNot() {
        let drawing = PixelBuffer(width: 8, height: 8, format: .rgba, repeating: 255)
        #expect(TileEncoder(source: .png).encode(drawing).mediaType == "image/png")
        #expect(TileEncoder(source: .jpeg).encode(drawing).mediaType == "image/jpeg")
        var glass = drawing
        glass.bytes[3] = 0
        #expect(TileEncoder(source: .jpeg).encode(glass).mediaType == "image/png")
        #expect(TileEncoder(source: .png).encode(Self.picture(width: 64, height: 64)).mediaType == "image/jpeg")
    }

    @Test func aFileThatEndsEarlyGivesAllItsTiles() throws {
        let bytes = PNGEncoder.encode(Self.picture(width: 40, height: 200))
        let demo = try #require(DemoCollection(count: 1))
        let size = PixelSize(width: 40, height: 200)
        let pass = TilePass(demo, item: "0", version: "1", size: size, format: .png, level: 0)
        var count = 0
        try FileTiles(pass, orientation: 3).make(
            from: ByteSource(Array(bytes[..<(bytes.count * 2 / 3)])),
            to: TileOutput(
                isWanted: { _ in true },
                emit: { _, _ in count += 1 }, progress: { _ in }))
        #expect(count == 1)
    }

    @Test func aFileThatWasRewrittenIsRefused() throws {
        let demo = try #require(DemoCollection(count: 1))
        let size = PixelSize(width: 41, height: 20)
        let pass = TilePass(demo, item: "0", version: "1", size: size, format: .png, level: 0)
        let source = ByteSource(PNGEncoder.encode(Self.picture(width: 40, height: 20)))
        #expect(throws: ImageError.self) {
            try FileTiles(pass, orientation: 1).make(
                from: source, to: TileOutput(isWanted: { _ in true }, emit: { _, _ in }, progress: { _ in }))
        }
    }

    @Test func largePicturesAreReadOnceForSeveralLevels() throws {
        let demo = try #require(DemoCollection(count: 1))
        func levels(_ format: MediaFormat, _ size: PixelSize, _ level: Int) -> ClosedRange<Int> {
            TilePass(demo, item: "0", version: "1", size: size, format: format, level: level).levels
        }
        let small = PixelSize(width: 8000, height: 8000)
        let large = PixelSize(width: 8001, height: 8000)
        #expect(levels(.jpeg, small, 2) == 2...2)
        #expect(levels(.jpeg, large, 2) == 0...2)
        // The coarse picture first: an eighth is decoded on its own.
        #expect(levels(.jpeg, large, 5) == 3...13)
        #expect(levels(.png, large, 5) == 0...13)
        #expect(levels(.png, small, 5) == 5...5)
    }
}
