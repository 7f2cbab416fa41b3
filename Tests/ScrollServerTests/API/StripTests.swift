// TIFFs whose picture is a single strip, coded as JPEG with restart markers, as some slide scanners write.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Pixels
@testable import Platform
@testable import ScrollServer
@testable import Tiles

@Suite struct StripTests {
    /// How the strip is coded.
    enum Kind: String, CaseIterable, Sendable {
        case colour, gray, rgb, tables, profile, progressive, turned, bigEndian
    }

    /// Pillow codes the picture, and decodes it again: the JPEG, and its pixels.
    private static func coded(_ kind: Kind, width: Int, height: Int, rows: Int = 1) throws -> (
        jpeg: [UInt8], pixels: PixelBuffer
    ) {
        let output = try PythonOracle.run(
            """
            import io, sys
            from PIL import Image, ImageChops
            kind, size = '\(kind.rawValue)', (\(width), \(height))
            across = Image.linear_gradient('L').rotate(90).resize(size)
            down = Image.linear_gradient('L').resize(size)
            small = Image.effect_mandelbrot((256, 256), (-2, -1.5, 1, 1.5), 60).resize(size)
            picture = Image.merge('RGB', (across, down, small))
            if kind == 'gray': picture = small
            options = dict(quality=90, subsampling='4:4:4', restart_marker_rows=\(rows))
            if kind == 'rgb': options['keep_rgb'] = True
            if kind == 'progressive': options = dict(options, progressive=True)
            file = io.BytesIO()
            picture.save(file, 'JPEG', **options)
            decoded = Image.open(io.BytesIO(file.getvalue())).convert('RGB')
            sys.stdout.buffer.write(len(file.getvalue()).to_bytes(4, 'big') + file.getvalue() + decoded.tobytes())
            """)
        let count = output.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let pixels = PixelBuffer(
            width: width, height: height, format: .rgb, bytes: Array(output.dropFirst(4 + count)))
        return (Array(output[4..<4 + count]), pixels)
    }

    /// The JPEG as the only strip of a TIFF.
    private static func file(_ kind: Kind, _ jpeg: [UInt8], width: Int, height: Int) throws -> [UInt8] {
        var builder = TIFFBuilder(width: width, height: height, others: [259: [7], 262: [kind == .rgb ? 2 : 6]])
        if kind == .gray { (builder.sampleCount, builder.others[262]) = (1, [1]) }
        builder.rowsPerStrip = height
        builder.isLittleEndian = kind != .bigEndian
        if kind == .turned { builder.others[274] = [6] }
        var stored = jpeg
        if kind == .tables {
            // DQT and DHT stand in a JPEG of their own, which all strips share (Adobe's TIFF Tech Note 2).
            var (tables, rest): ([UInt8], [UInt8]) = ([], [])
            var offset = 2
            while offset + 3 < jpeg.count, jpeg[offset + 1] != 0xDA {
                let end = offset + 2 + Int(jpeg[offset + 2]) << 8 + Int(jpeg[offset + 3])
                let isTable = jpeg[offset + 1] == 0xDB || jpeg[offset + 1] == 0xC4
                if isTable { tables += jpeg[offset..<end] } else { rest += jpeg[offset..<end] }
                offset = end
            }
            builder.others[347] = Self.pairs([0xFF, 0xD8] + tables + [0xFF, 0xD9])
            stored = [0xFF, 0xD8] + rest + jpeg[offset...]
        }
        if kind == .profile {
            builder.others[34_675] = Self.pairs(try #require(ColourProfile(.bt2020, .sRGB)).bytes)
        }
        builder.chunk = { [stored] _ in stored }
        return builder.file([UInt8](repeating: 0, count: width * height * builder.sampleCount))
    }

    /// Bytes as the numbers of 16 bits that a builder writes; one that is left over has a zero behind it.
    private static func pairs(_ bytes: [UInt8]) -> [Int] {
        stride(from: 0, to: bytes.count, by: 2).map { place in
            Int(bytes[place]) | (place + 1 < bytes.count ? Int(bytes[place + 1]) << 8 : 0)
        }
    }

    @Test("One strip with restart markers is shown as Pillow decodes it", .needs(.pillow), arguments: Kind.allCases)
    func pixels(kind: Kind) throws {
        let (width, height) = (610, 301)
        let (jpeg, expected) = try Self.coded(kind, width: width, height: height)
        let folder = try PictureFolder(["a.tif": try Self.file(kind, jpeg, width: width, height: height)])
        let reply = try folder.image("info.json", of: "a.tif").object()
        let isTurned = kind == .turned
        #expect(reply["width"] as? Int == (isTurned ? height : width))
        for region in [
            PixelRect(x: 0, y: 0, width: 200, height: 280), PixelRect(x: 210, y: 60, width: 90, height: 241),
        ] {
            let asked = "\(region.x),\(region.y),\(region.width),\(region.height)"
            let pixels = try folder.pixels("\(asked)/max/0/default.png", of: "a.tif")
            var bytes: [UInt8] = []
            for y in region.y..<region.y + region.height {
                for x in region.x..<region.x + region.width {
                    // Turned by a quarter clockwise, column x of row y was at column y from below.
                    let (column, row) = isTurned ? (y, height - 1 - x) : (x, y)
                    let place = (row * width + column) * 3
                    bytes += expected.bytes[place..<place + (pixels.format == .gray ? 1 : 3)]
                }
            }
            let ratio = PictureFolder.ratio(pixels.bytes, bytes)
            #expect(ratio > 42, "\(kind) \(asked): \(ratio) dB")
        }
        guard kind == .profile else { return }
        // The samples are the file's own, and so is the profile.
        let tile = try folder.image("0,0,512,512/max/0/default.jpg", of: "a.tif")
        let own = try #require(ColourProfile(.bt2020, .sRGB)).bytes
        #expect(Data(tile.body).range(of: Data(own)) != nil)
    }

    @Test("Any part of a large strip opens without the rows above it, after one look", .optimised(), .needs(.pillow))
    func anyPart() throws {
        let (width, height) = (9000, 7200)
        let (jpeg, expected) = try Self.coded(.colour, width: width, height: height)
        let folder = try PictureFolder(["a.tif": try Self.file(.colour, jpeg, width: width, height: height)])
        for (x, y) in [(8600, 7000), (3000, 3500), (0, 0), (4096, 6656)] {
            let pixels = try folder.pixels("\(x),\(y),200,150/max/0/default.png", of: "a.tif")
            var bytes: [UInt8] = []
            for row in y..<y + 150 { bytes += expected.bytes[(row * width + x) * 3..<(row * width + x + 200) * 3] }
            let ratio = PictureFolder.ratio(pixels.bytes, bytes)
            #expect(ratio > 42, "\(x), \(y): \(ratio) dB")
        }
        // Places are known once the markers were searched, before any row is decoded.
        let collection = try #require(folder.client.wiring.catalog.entries.first).collection
        let pass = try #require(collection.summary(at: 0).flatMap { TilePass(collection, $0, level: 0) })
        let maker = PictureTileMaker()
        #expect(maker.part(of: pass, for: TilePosition(level: 0, column: 3, row: 12)) == nil)
        try maker.make(
            pass, to: TileOutput(isWanted: { _ in false }, emit: { _, _ in }, progress: { _ in }))
        #expect(maker.part(of: pass, for: TilePosition(level: 0, column: 3, row: 12))?.line == 12)
    }
}
