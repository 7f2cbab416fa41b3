// Exports with a page: what its plans promise is there.

import Foundation
import Testing
import Tiling

@testable import Imaging
@testable import Pixels
@testable import Platform
@testable import ScrollServer

@Suite(.needs(.builtProgram)) struct SiteExportTests {
    private struct Entry: Decodable {
        struct Grid: Decodable {
            let columns: Int
            let width: Double
            let height: Double
            let cell: Double
            let bandHeight: Double
            let bandCount: Int
            let bands: String
        }

        struct Site: Decodable {
            let picture: String
            let names: String
            let ending: Int
            let grids: [Grid]
        }

        let count: Int
        let site: Site
    }

    private struct Band: Decodable {
        struct Tile: Decodable {
            let index: Int
            let item: String
            let name: String
            let x: Double
            let y: Double
            let width: Double
            let height: Double
            let url: String
        }

        let tiles: [Tile]
        let corners: [Double]
    }

    private struct Details: Decodable {
        struct Tile: Decodable {
            let x: Int
            let y: Int
            let width: Int
            let height: Int
            let url: String
        }

        struct Level: Decodable {
            let width: Int
            let height: Int
            let tiles: [Tile]?
            let windows: String?
            let columns: Int?
            let rows: Int?
        }

        struct Part: Decodable { let tiles: [Tile] }

        let id: String
        let name: String
        let width: Int
        let height: Int
        let levels: [Level]
    }

    private func read<Value: Decodable>(_ path: String, of export: ExportedFolder) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(export.bytes(path)))
    }

    /// Each grid has each picture once, in order, in cells that do not overlap, with tiles that are there.
    @Test func grids() throws {
        let pictures = Dictionary(
            uniqueKeysWithValues: (0..<100).map {
                ("\($0).png", PictureFolder.squares(width: 20 + $0, height: 120 - $0))
            })
        let export = try ExportedFolder(pictures)
        try export.exported(["--format=site"])
        let files = Set(try export.files().keys)
        let entry: Entry = try read("plans/collection.json", of: export)
        #expect(entry.count == 100 && entry.site.grids.map(\.columns) == SiteGrid.columns)
        let names = try export.index().pictures.map(\.name)
        for grid in entry.site.grids {
            var seen: [Int] = []
            for band in 0..<(100 + grid.bandCount - 1) / grid.bandCount {
                let band: Band = try read(grid.bands.replacing("{band}", with: "\(band)"), of: export)
                #expect(band.tiles.allSatisfy { files.contains($0.url) && names[$0.index] == $0.name })
                #expect(band.tiles.allSatisfy { $0.url.hasPrefix("pictures/\($0.item)/") })
                let corners = stride(from: 0, to: band.corners.count, by: 2).map {
                    [band.corners[$0], band.corners[$0 + 1]]
                }
                #expect(Set(corners).count == corners.count)
                #expect(corners.allSatisfy { $0[0] + grid.cell <= grid.width && $0[1] + grid.cell <= grid.bandHeight })
                let indices = Set(band.tiles.map(\.index)).sorted()
                #expect(indices.count == corners.count)
                seen += indices
            }
            #expect(seen == Array(0..<100))
        }
        let indices: [String: Int] = try read(
            entry.site.names.replacing("{ending}", with: "all"), of: export)
        #expect(indices.count == 100)
        // What has gone is in no plan any more.
        for number in 0..<10 { try FileManager.default.removeItem(atPath: "\(export.pictures.path)/\(number).png") }
        try export.exported(["--format=site"])
        let left = try export.files().keys
        #expect(left.count { $0.hasSuffix("/picture.json") } == 90)
        #expect(!left.contains { $0.hasPrefix("plans/grid/") && $0.hasSuffix("/1.json") })
    }

    private struct Mosaic: Decodable {
        struct Part: Decodable {
            let index: Int
            let x: Double
            let y: Double
            let width: Double
            let height: Double
            let url: String
        }

        let tiles: [Part]
    }

    /// The colours of a mosaic's cells, by the indices of their pictures; each picture must be there once.
    private func colours(of mosaic: Entry.Grid, _ export: ExportedFolder) throws -> [Int: [UInt8]] {
        var colours: [Int: [UInt8]] = [:]
        let side = Int(clamping: 2 * mosaic.cell)
        for band in 0..<Int(clamping: (mosaic.height / mosaic.bandHeight).rounded(.up)) {
            let parts: Mosaic = try read(mosaic.bands.replacing("{band}", with: "\(band)"), of: export)
            for part in parts.tiles {
                let pixels = try ExportedFolder.pixels(try export.bytes(part.url))
                #expect(pixels.width == Int(clamping: 2 * part.width))
                #expect(pixels.height == Int(clamping: 2 * part.height))
                let left = Int(clamping: part.x / mosaic.cell)
                let top = Int(clamping: (part.y + Double(band) * mosaic.bandHeight) / mosaic.cell)
                #expect(part.index == top * mosaic.columns + left)
                for cell in 0..<pixels.width / side * (pixels.height / side) {
                    let (column, row) = (cell % (pixels.width / side), cell / (pixels.width / side))
                    let index = part.index + row * mosaic.columns + column
                    let middle = ((row * side + side / 2) * pixels.width + column * side + side / 2) * 3
                    #expect(colours[index] == nil, "\(index)")
                    colours[index] = Array(pixels.bytes[middle..<middle + 3])
                }
            }
        }
        return colours
    }

    /// Beyond the grids, a mosaic has each picture in its colours, and is painted again only where one has changed.
    @Test func mosaics() throws {
        let count = 300
        func picture(_ number: Int) -> [UInt8] {
            let colour = [UInt8(number * 7 & 255), UInt8(number / 2), UInt8(255 - number / 2)]
            let bytes = (0..<64).flatMap { _ in colour }
            return PNGEncoder.encode(PixelBuffer(width: 8, height: 8, format: .rgb, bytes: bytes))
        }
        let export = try ExportedFolder(
            Dictionary(uniqueKeysWithValues: (0..<count).map { ("\(1000 + $0).png", picture($0)) }))
        try export.exported(["--format=site", "--upload-list=\(export.output).txt"])
        let entry: Entry = try read("plans/collection.json", of: export)
        #expect(entry.site.grids.map(\.columns) == SiteGrid.columns + [32])
        let cells = try colours(of: try #require(entry.site.grids.last), export)
        #expect(cells.count == count)
        for (index, colour) in cells {
            let expected = [index * 7 & 255, index / 2, 255 - index / 2]
            let most = zip(colour, expected).map { abs(Int($0) - $1) }.max() ?? 255
            #expect(most <= 6, "\(index): \(colour), \(expected)")
        }
        let before = try export.files()
        let parts = before.keys.filter { $0.hasPrefix(SiteMosaic.folder) && $0.hasSuffix(".jpg") }
        let list = try String(contentsOfFile: "\(export.output).txt", encoding: .utf8)
        #expect(parts.count == 17)
        #expect(parts.allSatisfy { list.contains("\n\($0)\timage/jpeg\tpublic, max-age=86400\n") })
        try export.pictures.write("1000.png", picture(200))
        try export.exported(["--format=site"])
        let after = try export.files()
        #expect(parts.filter { before[$0] != after[$0] } == ["plans/mosaic/32/0_0.jpg"])
    }

    @Test(arguments: [(0, []), (288, []), (289, [32]), (10_000, [32, 48, 64, 96, 128, 192])])
    func columnsOfMosaics(count: Int, columns: [Int]) { #expect(SiteMosaic.columns(count: count) == columns) }

    /// The levels of each picture are covered by tiles that are there and decode.
    @Test func levels() throws {
        var samples = try ExportedFolder.samples()
        // A level of more than one window.
        samples["wide.png"] = PictureFolder.squares(width: 8 * 512 + 3, height: 2)
        let export = try ExportedFolder(samples)
        try export.exported(["--format=site"])
        for picture in try export.index().pictures {
            let details: Details = try read(picture.path, of: export)
            #expect(picture.path == "pictures/\(details.id)/picture.json")
            #expect(details.name == picture.name)
            let first = try #require(details.levels.first)
            #expect(first.width == picture.width && first.height == picture.height)
            for level in details.levels { try check(level, of: export) }
        }
    }

    private func check(_ level: Details.Level, of export: ExportedFolder) throws {
        var tiles: [Details.Tile] = level.tiles ?? []
        if let windows = level.windows, let columns = level.columns, let rows = level.rows {
            for row in 0..<rows {
                for column in 0..<columns {
                    let path = windows.replacing("{column}", with: "\(column)").replacing("{row}", with: "\(row)")
                    let part: Details.Part = try read(path, of: export)
                    tiles += part.tiles
                }
            }
        }
        var area = 0
        for tile in tiles {
            area += tile.width * tile.height
            let pixels = try ExportedFolder.pixels(try export.bytes(tile.url))
            #expect(pixels.width == tile.width && pixels.height == tile.height, "\(tile.url)")
        }
        #expect(area == level.width * level.height)
    }

    /// The page is the program's own, and asks for nothing from another place.
    @Test func page() throws {
        let export = try ExportedFolder(["a.png": PictureFolder.squares(width: 9, height: 9)])
        try export.exported(["--format=site"])
        for (path, text) in EmbeddedPage.files where path != "index.html" {
            #expect(try export.bytes(path) == Array(text.utf8), "\(path)")
        }
        let document = String(decoding: try export.bytes("index.html"), as: UTF8.self)
        #expect(document.contains("<meta name=\"site\" content=\"plans/collection.json\">"))
        #expect(!document.contains("href=\"/") && !document.contains("src=\"/") && !document.contains("api/"))
    }

    @Test(arguments: [(0, 0), (500, 0), (501, 1), (16_000, 1), (16_001, 2), (600_000, 3)])
    func endings(count: Int, length: Int) { #expect(Site.endingLength(count) == length) }
}
