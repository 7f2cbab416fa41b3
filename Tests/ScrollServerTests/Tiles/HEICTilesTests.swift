// Tiles of HEIC grids: which of the file's own tiles are read for them, and what a damaged one leaves.

import Synchronization
import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Tiles

@Suite(.optimised()) struct HEICTilesTests {
    private static let side = 20
    private static let size = 1280
    /// The item of the smaller copy.
    private static let copy = side * side + 2

    /// 20 by 20 tiles of 64 × 64 pixels, the items 2 to 401, and a copy of other colours.
    private static func file(damaged: [Int] = []) -> HEICFile {
        let count = side * side
        var items = [HEICFile.grid(side, side, size, size)]
        items += (0..<count).map { _ in HEICFile.first } + [HEICFile.second]
        for number in damaged { items[number - 1].data = [0, 0, 0, 2, 0x28, 1] }
        return HEICFile(items: items, references: [("dimg", 1, Array(2..<2 + count)), ("thmb", copy, [1])])
    }

    /// A file whose reads are noted.
    private struct Reading {
        let file: HEICFile
        let points = RestartTable(disk: nil)
        let pass: TilePass

        init(_ file: HEICFile) throws {
            self.file = file
            pass = TilePass(
                try #require(DemoCollection(count: 1)), item: "0", version: "1",
                size: PixelSize(width: size, height: size), format: .heic, level: 0)
        }

        func part(_ position: TilePosition) throws -> TilePass {
            try #require(PictureTileMaker(points: points).part(of: pass.wholePyramid, for: position))
        }

        /// - Returns: the tiles that were wanted, and the items whose data were read.
        func make(
            _ pass: TilePass, _ isWanted: @escaping (TilePosition) -> Bool
        ) throws -> (tiles: [TilePosition: PixelBuffer], items: Set<Int>) {
            var tiles: [TilePosition: PixelBuffer] = [:]
            var encoder = TileEncoder(source: .png)
            encoder.lossless = .always
            let source = NotedSource(file.bytes)
            try FileTiles(pass, orientation: 1, encoder: encoder, points: points).make(
                from: source.source,
                to: TileOutput(
                    isWanted: isWanted,
                    emit: { position, tile in
                        var decoder = try? PNGDecoder(source: ByteSource(tile.bytes))
                        if isWanted(position) { tiles[position] = try? decoder?.readAll() }
                    }, progress: { _ in }))
            let (read, starts) = (source.places, file.places.map(\.lowerBound))
            let numbers = (2...file.items.count).filter { read.contains(starts[$0 - 1]) }
            return (tiles, Set(numbers))
        }
    }

    /// The items whose tiles touch a rectangle of the picture.
    private static func items(_ columns: Range<Int>, _ rows: Range<Int>) -> Set<Int> {
        var items: Set<Int> = []
        for row in rows.lowerBound / 64...(rows.upperBound - 1) / 64 {
            for column in columns.lowerBound / 64...(columns.upperBound - 1) / 64 {
                items.insert(2 + row * side + column)
            }
        }
        return items
    }

    @Test func `a tile reads only the tiles of the grid that it touches`() throws {
        let reading = try Reading(Self.file())
        // The first look finds that lines can be made, and reads no picture.
        #expect(try reading.make(reading.pass.wholePyramid, { $0.level == 0 }).items.isEmpty)
        let corner = TilePosition(level: 0, column: 2, row: 2)
        let (tiles, items) = try reading.make(try reading.part(corner)) { $0 == corner }
        #expect(Set(tiles.keys) == [corner])
        let tile = try #require(tiles[corner])
        #expect(tile.width == 256 && tile.height == 256)
        #expect(isNear(tile.colour(80, 16), [0xC0, 0x40, 0x40], within: 4))
        #expect(items == Self.items(1024..<1280, 1024..<1280))
    }

    @Test func `a coarse level is made of the smaller copy alone`() throws {
        let reading = try Reading(Self.file())
        let coarse = TilePosition(level: 5, column: 0, row: 0)
        let level = TilePass(
            try #require(DemoCollection(count: 1)), item: "0", version: "1",
            size: PixelSize(width: Self.size, height: Self.size), format: .heic, level: 5)
        let (tiles, items) = try reading.make(level) { $0 == coarse }
        #expect(items == [Self.copy])
        let tile = try #require(tiles[coarse])
        #expect(tile.width == 40 && tile.height == 40)
        #expect(isNear(tile.colour(10, 10), [0x20, 0x80, 0x80], within: 8))
    }

    @Test func `a damaged copy is not used`() throws {
        let reading = try Reading(Self.file(damaged: [Self.copy]))
        let coarse = TilePosition(level: 5, column: 0, row: 0)
        let level = TilePass(
            try #require(DemoCollection(count: 1)), item: "0", version: "1",
            size: PixelSize(width: Self.size, height: Self.size), format: .heic, level: 5)
        let (tiles, items) = try reading.make(level) { $0 == coarse }
        #expect(items.count == Self.side * Self.side + 1)
        #expect(tiles[coarse]?.width == 40)
    }

    /// A pass for the copy itself, of 64 × 64 pixels.
    private static func copyPass(_ side: Int? = 64) throws -> TilePass? {
        var summary = ItemSummary(
            id: "0", version: "1", size: PixelSize(width: size, height: size), error: nil, format: .heic)
        summary.copySide = side
        return TilePass(try #require(DemoCollection(count: 1)), summary, level: Pyramid.copyLevel)
    }

    @Test func `the copy is a tile of its own with all of its pixels`() throws {
        let reading = try Reading(Self.file())
        let pass = try #require(try Self.copyPass())
        let (tiles, items) = try reading.make(pass) { $0 == .copy }
        #expect(items == [Self.copy] && Set(tiles.keys) == [.copy])
        let tile = try #require(tiles[.copy])
        #expect(tile.width == 64 && tile.height == 64)
        #expect(isNear(tile.colour(10, 10), [0x20, 0x80, 0x80], within: 4))
        #expect(isNear(tile.colour(54, 54), [0xE0, 0xE0, 0xE0], within: 4))
        // Caches and browsers keep it apart from all levels.
        let level = TilePosition(level: 5, column: 0, row: 0)
        #expect(pass.key(.copy).entityTag != pass.key(level).entityTag)
        #expect(try Self.copyPass(nil) == nil)
    }

    @Test func `in place of a damaged copy comes the finest level that is one tile`() throws {
        let reading = try Reading(Self.file(damaged: [Self.copy]))
        let (tiles, items) = try reading.make(try #require(try Self.copyPass())) { $0 == .copy }
        #expect(items.count == Self.side * Self.side + 1 && Set(tiles.keys) == [.copy])
        let tile = try #require(tiles[.copy])
        #expect(tile.width == 320 && tile.height == 320)
        #expect(isNear(tile.colour(4, 4), [0xC0, 0x40, 0x40], within: 4))
    }

    @Test func `a damaged tile of the grid leaves its place grey and no other`() throws {
        let reading = try Reading(Self.file(damaged: [2 + Self.side + 1]))
        _ = try reading.make(reading.pass.wholePyramid) { $0.level == 0 }
        let first = TilePosition(level: 0, column: 0, row: 0)
        let (tiles, _) = try reading.make(try reading.part(first)) { $0 == first }
        let tile = try #require(tiles[first])
        for row in 0..<8 {
            for column in 0..<8 {
                let colour = tile.colour(column * 64 + 16, row * 64 + 16)
                let wanted = row == 1 && column == 1 ? [0x80, 0x80, 0x80] : [0xC0, 0x40, 0x40]
                #expect(isNear(colour, wanted, within: 4), "\(column), \(row): \(colour)")
            }
        }
        var decoder = try HEICDecoder(source: ByteSource(reading.file.bytes))
        _ = try decoder.readAll()
        #expect(decoder.isPartial)
    }
}

/// A file in memory that notes where reads begin.
private final class NotedSource: Sendable {
    private let bytes: [UInt8]
    private let starts = Mutex<Set<Int>>([])

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var places: Set<Int> { starts.withLock { $0 } }

    var source: ByteSource {
        ByteSource(count: bytes.count) { [self] offset, buffer in
            starts.withLock { _ = $0.insert(offset) }
            return ByteSource(bytes).read(at: offset, into: &buffer)
        }
    }
}
