// Tiles of large pictures that are made a line at a time, from where a decoder can begin.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Tiles

@Suite struct LineTilesTests {
    private typealias Tiles = [TilePosition: EncodedTile]

    private static func tiles(
        _ pass: TilePass, _ orientation: Int, _ bytes: [UInt8], _ points: RestartTable?,
        isWanted: @escaping (TilePosition) -> Bool = { _ in true }
    ) throws -> Tiles {
        var tiles: Tiles = [:]
        try FileTiles(pass, orientation: orientation, points: points).make(
            from: ByteSource(bytes),
            to: TileOutput(
                isWanted: isWanted,
                emit: { position, tile in
                    #expect(tiles[position] == nil, "made twice: \(position)")
                    tiles[position] = tile
                }, progress: { _ in }))
        return tiles
    }

    private static func pass(_ format: MediaFormat, _ picture: PixelBuffer, _ orientation: Int) throws -> TilePass {
        let demo = try #require(DemoCollection(count: 1))
        let upright = (Orientation(rawValue: orientation) ?? .up).orientedSize(
            width: picture.width, height: picture.height)
        return TilePass(
            demo, item: "0", version: "1", size: PixelSize(width: upright.width, height: upright.height),
            format: format, level: 0
        ).wholePyramid
    }

    enum Harm: CaseIterable { case none, cut, changed }

    private static func file(_ format: MediaFormat, _ picture: PixelBuffer, _ harm: Harm) -> [UInt8] {
        var bytes =
            format == .jpeg ? JPEGEncoder.encode(picture, quality: 80) : PNGEncoder.encode(picture)
        switch harm {
        case .none: break
        case .cut: bytes.removeLast(bytes.count * 2 / 5)
        case .changed: bytes[bytes.count * 3 / 5] ^= 0x55
        }
        return bytes
    }

    @Test(
        "A line of tiles is what a pass over the whole picture makes of it",
        .optimised(), arguments: [MediaFormat.jpeg, .png], [1, 2, 3, 6, 8])
    func same(format: MediaFormat, orientation: Int) throws {
        let picture = FileTilesTests.picture(width: 1555, height: 2037)
        for harm in Harm.allCases {
            let bytes = Self.file(format, picture, harm)
            let whole = try Self.pass(format, picture, orientation)
            let expected = try Self.tiles(whole, orientation, bytes, nil)
            let points = RestartTable(disk: nil)
            // Nobody wants a tile of the finest levels: only the others are made, of a PNG of this size with level 2.
            let coarse = try Self.tiles(whole, orientation, bytes, points) { _ in false }
            // The one pixel of the coarsest level needs the last rows, too: without them it is made when it is wanted.
            let levels = whole.levels.dropFirst(format == .png ? 2 : 3).dropLast(harm == .cut ? 1 : 0)
            #expect(Set(coarse.keys.map(\.level)) == Set(levels))
            let maker = PictureTileMaker(points: points)
            for (position, tile) in expected where position.level <= 2 {
                let line = try #require(maker.part(of: whole, for: position))
                #expect(line.levels == position.level...position.level)
                let made = try Self.tiles(line, orientation, bytes, points) { $0 == position }
                #expect(made[position] == tile, "\(position), \(harm)")
                for (place, neighbour) in made { #expect(expected[place] == neighbour, "\(place), \(harm)") }
                // Wanted tiles, and two to each side.
                #expect(made.count <= 5)
            }
        }
    }

    @Test("Two passes that note their places agree, and a table beyond its limit forgets the oldest")
    func table() throws {
        let demo = try #require(DemoCollection(count: 3))
        func pass(_ item: Int) -> TilePass {
            TilePass(
                demo, item: "\(item)", version: "1", size: PixelSize(width: 9000, height: 9000), format: .jpeg,
                level: 0)
        }
        func point(_ strip: Int) -> RestartPoint {
            .jpeg(
                JPEGRestartPoint(
                    strip: strip,
                    scans: [.init(offset: strip, bitCount: 0, predictions: [0], untilMarker: 1, marker: 0)]),
                rows: strip * 8..<strip * 8 + 8)
        }
        let table = RestartTable(disk: nil, byteLimit: 128 * 25)
        for strip in 0..<10 { table.note(point(strip), coveredRows: strip * 8, of: pass(0), .up) }
        for strip in 0..<12 { table.note(point(strip), coveredRows: strip * 8, of: pass(0), .up) }
        #expect(table.points(of: pass(0))?.points.count == 12)
        #expect(table.points(of: pass(0))?.coveredRows == 88)
        let near = TilePosition(level: 0, column: 3, row: 0)
        #expect(table.points(of: pass(0))?.covers(near, of: PixelSize(width: 9000, height: 9000)) == false)
        table.note(nil, coveredRows: 512, of: pass(0), .up)
        #expect(table.points(of: pass(0))?.covers(near, of: PixelSize(width: 9000, height: 9000)) == true)
        for strip in 0..<10 { table.note(point(strip), coveredRows: strip * 8, of: pass(1), .up) }
        #expect(table.points(of: pass(0)) != nil)
        for strip in 0..<10 { table.note(point(strip), coveredRows: strip * 8, of: pass(2), .up) }
        #expect(table.points(of: pass(1)) == nil && table.points(of: pass(0)) != nil)
        table.forget(pass(0))
        #expect(table.points(of: pass(0)) == nil)
    }
}
