// Exports for the IIIF Image API at level 0: what info.json promises is there.

import Foundation
import Testing
import Tiling

@testable import Imaging
@testable import Pixels

@Suite(.needs(.builtProgram)) struct ImageAPIExportTests {
    /// What level 0 needs of `info.json`.
    private struct Information: Decodable {
        struct Size: Decodable {
            let width: Int
            let height: Int
        }

        struct Tiles: Decodable {
            let width: Int
            let scaleFactors: [Int]
        }

        let id: String
        let type: String
        let profile: String
        let width: Int
        let height: Int
        let maxWidth: Int?
        let sizes: [Size]
        let tiles: [Tiles]
    }

    private static let base = "https://pictures.example/some%20maps"

    private func information(_ export: ExportedFolder, _ picture: ExportedFolder.Picture) throws -> Information {
        let bytes = try export.bytes(picture.path)
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(#"{"@context":"http://iiif.io/api/image/3/"#))
        return try JSONDecoder().decode(Information.self, from: Data(bytes))
    }

    /// The images that viewers ask for, by the algorithm of the specification's implementation notes, with their sizes.
    private static func promised(_ information: Information) -> [String: PixelSize] {
        var images: [String: PixelSize] = [:]
        let (width, height) = (information.width, information.height)
        func add(_ region: String, _ size: PixelSize) {
            images["\(region)/\(size.width),\(size.height)/0/default.jpg"] = size
        }
        for size in information.sizes { add("full", PixelSize(width: size.width, height: size.height)) }
        for tiles in information.tiles {
            for factor in tiles.scaleFactors {
                let side = tiles.width * factor
                for x in stride(from: 0, to: width, by: side) {
                    for y in stride(from: 0, to: height, by: side) {
                        let (right, bottom) = (min(side, width - x), min(side, height - y))
                        let size = PixelSize(
                            width: (right + factor - 1) / factor, height: (bottom + factor - 1) / factor)
                        let isWhole = right == width && bottom == height
                        add(isWhole ? "full" : "\(x),\(y),\(right),\(bottom)", size)
                    }
                }
            }
        }
        return images
    }

    @Test func everyImageIsThere() throws {
        let samples = try ExportedFolder.samples()
        let export = try ExportedFolder(samples)
        try export.exported(["--format=iiif", "--base-url=\(Self.base)/"])
        let server = try PictureFolder(samples)
        var files = try export.files()
        files["index.json"] = nil
        for picture in try export.index().pictures {
            let information = try information(export, picture)
            files[picture.path] = nil
            #expect(picture.path == "\(picture.stem)/info.json")
            #expect(information.id == "\(Self.base)/\(picture.stem)")
            #expect(information.type == "ImageService3" && information.profile == "level0")
            #expect(information.width == picture.width && information.height == picture.height)
            // The levels go down to one tile.
            let factors = information.tiles.flatMap(\.scaleFactors)
            #expect(Set(factors).count == factors.count && factors.contains(1))
            let largest = try #require(information.sizes.last)
            var images = Self.promised(information)
            images["full/max/0/default.jpg"] = PixelSize(width: largest.width, height: largest.height)
            let longest = max(largest.width, largest.height)
            #expect(information.maxWidth ?? longest == longest)
            #expect(information.maxWidth != nil || largest.width == picture.width)
            for (path, size) in images {
                let found = files.removeValue(forKey: "\(picture.stem)/\(path)")
                let bytes = try #require(found, "\(picture.name) \(path)")
                let header = try JPEGDecoder(source: ByteSource(bytes)).header
                #expect(header.width == size.width && header.height == size.height, "\(picture.name) \(path)")
                if path.hasPrefix("full/max") { continue }
                #expect(try server.image(path, of: picture.name).body == bytes, "\(picture.name) \(path)")
            }
        }
        #expect(files.isEmpty, "\(files.keys.sorted().prefix(5))")
    }

    /// Pictures are upright whatever their orientation.
    @Test(arguments: 1...8) func upright(orientation: Int) throws {
        let export = try ExportedFolder(["p.jpg": try PictureFolder.quarters(side: 130, orientation: orientation)])
        try export.exported(["--format=iiif", "--base-url=http://localhost:8000"], of: "p.jpg")
        let picture = try #require(try export.index().pictures.first)
        #expect(picture.name == "p.jpg" && picture.width == 260 && picture.height == 130)
        let image = try ExportedFolder.pixels(try export.bytes("\(picture.stem)/full/max/0/default.jpg"))
        #expect(PictureFolder.quarters(of: image) == [0, 1, 2, 3])
    }

    /// Only the descriptions are written again for another address.
    @Test func anotherAddress() throws {
        let export = try ExportedFolder(["p.png": PictureFolder.squares(width: 30, height: 20)])
        try export.exported(["--format=iiif", "--base-url=https://a.example"])
        let path = try #require(try export.index().pictures.first?.path)
        let before = try export.files()
        let ending = try export.export(["--format=iiif", "--base-url=https://b.example"])
        #expect(ending.status == 0 && ending.output.contains("0 made, 1 there already"), "\(ending.output)")
        var after = try export.files()
        #expect(String(decoding: after[path] ?? [], as: UTF8.self).contains("https://b.example/"))
        after[path] = before[path]
        #expect(after == before)
    }

    /// The tiles of a TIFF that are JPEGs are copied.
    @Test(
        .optimised(), .needs(.pillow), .needs(.tifffile), .needs(.vips),
        arguments: [TIFFPyramidFile.Kind.vipsJPEG, .vipsRGBJPEG, .aperio]) func copied(kind: TIFFPyramidFile.Kind)
        throws
    {
        let file = try TIFFPyramidFile(kind, width: 1101, height: 1035)
        let export = try ExportedFolder(["slide.tif": file.bytes])
        try export.exported(["--format=iiif", "--base-url=https://a.example"])
        let picture = try #require(try export.index().pictures.first)
        let information = try information(export, picture)
        let side = try #require(kind.side)
        #expect(information.tiles.first?.width == side)
        let stored = Data(file.bytes)
        var copiedCount = 0
        for (path, size) in Self.promised(information) {
            let bytes = try export.bytes("\(picture.stem)/\(path)")
            let header = try JPEGDecoder(source: ByteSource(bytes)).header
            #expect(header.width == size.width && header.height == size.height, "\(path)")
            if size.width == side, size.height == side, stored.range(of: Data(bytes.suffix(64))) != nil {
                copiedCount += 1
            }
        }
        #expect(copiedCount >= (1101 / side) * (1035 / side), "\(copiedCount)")
    }
}
