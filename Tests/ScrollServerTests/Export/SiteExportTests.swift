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
