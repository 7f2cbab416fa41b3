// The pixels of images of regions: where they come from, how they are turned, and beside Pillow's.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Tiles

@Suite struct ImageAPIPixelTests {
    /// However a file is stored, regions are those of the upright picture.
    @Test(arguments: 1...8) func orientationsOfFiles(orientation: Int) throws {
        let folder = try PictureFolder(["q.jpg": try PictureFolder.quarters(side: 40, orientation: orientation)])
        #expect(try folder.image("info.json", of: "q.jpg").object()["width"] as? Int == 80)
        for rest in ["full/max/0/default.png", "full/40,20/0/default.jpg", "full/^160,80/0/default.png"] {
            #expect(try PictureFolder.quarters(of: folder.pixels(rest, of: "q.jpg")) == [0, 1, 2, 3], "\(rest)")
        }
        for (number, region) in ["0,0,40,20", "40,0,40,20", "0,20,40,20", "40,20,40,20"].enumerated() {
            let pixels = try folder.pixels("\(region)/max/0/default.png", of: "q.jpg")
            #expect(PictureFolder.quarters(of: pixels) == Array(repeating: number, count: 4), "\(region)")
        }
    }

    /// Clockwise, after mirroring left to right.
    @Test func rotations() throws {
        let folder = try PictureFolder(["q.jpg": try PictureFolder.quarters(side: 40, orientation: 1)])
        for (rotation, expected) in [
            ("0", [0, 1, 2, 3]), ("90", [2, 0, 3, 1]), ("180", [3, 2, 1, 0]), ("270", [1, 3, 0, 2]),
            ("!0", [1, 0, 3, 2]), ("!90", [3, 1, 2, 0]), ("!180", [2, 3, 0, 1]), ("!270", [0, 2, 1, 3]),
        ] {
            for size in ["max", "40,20", "^100,50"] {
                let pixels = try folder.pixels("full/\(size)/\(rotation)/default.png", of: "q.jpg")
                #expect(PictureFolder.quarters(of: pixels) == expected, "\(rotation) of \(size)")
            }
        }
    }

    /// Pixels that need no scaling are the picture's own, whichever tiles they lie in and however many colours they have.
    @Test(arguments: [
        PixelRect(x: 0, y: 0, width: 1100, height: 700), PixelRect(x: 511, y: 511, width: 2, height: 2),
        PixelRect(x: 500, y: 300, width: 300, height: 300), PixelRect(x: 1099, y: 0, width: 1, height: 700),
        PixelRect(x: 3, y: 699, width: 1000, height: 1), PixelRect(x: 1024, y: 512, width: 76, height: 188),
    ]) func unscaledPixelsAreThePictures(region: PixelRect) throws {
        let squares = PictureFolder.pixelsOfSquares(width: 1100, height: 700)
        let photograph = PictureFolder.photograph(width: 1100, height: 700)
        let jpeg = JPEGEncoder.encode(photograph, quality: 90, subsampling: .half)
        var decoder = try JPEGDecoder(source: ByteSource(jpeg))
        let files = [
            "s.png": (PNGEncoder.encode(squares), squares), "p.png": (PNGEncoder.encode(photograph), photograph),
            "p.webp": (WebPEncoder.encode(photograph), photograph), "p.jpg": (jpeg, try decoder.readAll()),
        ]
        let folder = try PictureFolder(files.mapValues(\.0))
        let asked = "\(region.x),\(region.y),\(region.width),\(region.height)"
        for (file, (_, picture)) in files {
            var expected: [UInt8] = []
            for y in region.y..<region.y + region.height {
                let start = (y * picture.width + region.x) * 3
                expected += picture.bytes[start..<start + region.width * 3]
            }
            for ending in ["png", "webp"] {
                let pixels = try folder.pixels("\(asked)/max/0/default.\(ending)", of: file)
                #expect(pixels.width == region.width && pixels.height == region.height)
                #expect(pixels.bytes == expected, "\(file) as \(ending)")
            }
        }
    }

    /// Viewers' tiles are made apart from those of images that lose nothing, whichever are made first.
    @Test(arguments: [false, true]) func tilesOfViewersStayAsTheyAre(isPNGFirst: Bool) throws {
        let folder = try PictureFolder(["p.png": PNGEncoder.encode(PictureFolder.photograph(width: 500, height: 300))])
        let item = try folder.name("p.png").dropFirst(2)
        func png() throws { #expect(try folder.image("full/max/0/default.png", of: "p.png").status == 200) }
        if isPNGFirst { try png() }
        let tile = try folder.client.get("/api/collections/f/tiles/\(item)/0/0/0")
        try png()
        #expect(tile.headers["Content-Type"] == "image/jpeg")
        #expect(try folder.image("full/max/0/default.jpg", of: "p.png").body == tile.body)
        // One each, which are kept.
        #expect(folder.client.pipeline.memory.count == 2)
        let made = folder.client.pipeline.counters.passesStarted
        try png()
        #expect(folder.client.pipeline.counters.passesStarted == made)
    }

    /// One pixel more than six tiles, and pictures that are a line: every tile and size of viewers has the right size.
    @Test(arguments: [(3073, 5), (1, 1), (65_500, 1), (1, 3000), (513, 513)])
    func edgesOfOddPictures(width: Int, height: Int) throws {
        let folder = try PictureFolder(["p.png": PictureFolder.squares(width: width, height: height)])
        let information = ImageInformation(
            of: Pyramid(PixelSize(width: width, height: height)), ImageLimits(side: 65535, area: 1 << 24))
        for size in information.sizes {
            let pixels = try folder.pixels("full/\(size.width),\(size.height)/0/default.jpg", of: "p.png")
            #expect(pixels.width == size.width && pixels.height == size.height)
        }
        for scale in information.tiles[0].scaleFactors {
            let side = 512 * scale
            let (x, y) = ((width - 1) / side * side, (height - 1) / side * side)
            let (w, h) = (width - x, height - y)
            let size = (width: (w + scale - 1) / scale, height: (h + scale - 1) / scale)
            let pixels = try folder.pixels(
                "\(x),\(y),\(w),\(h)/\(size.width),\(size.height)/0/default.jpg", of: "p.png")
            #expect(pixels.width == size.width && pixels.height == size.height, "scale \(scale)")
        }
        let last = try folder.pixels("\(width - 1),\(height - 1),9,9/max/0/default.png", of: "p.png")
        let picture = PictureFolder.pixelsOfSquares(width: width, height: height)
        #expect(last.bytes == Array(picture.bytes.suffix(3)))
    }

    /// Transparent pixels stay so in a PNG, also between tiles with and without alpha, and are white in a JPEG.
    @Test func transparency() throws {
        var bytes: [UInt8] = []
        for _ in 0..<20 { for x in 0..<600 { bytes += [200, 20, 20, x < 530 ? 255 : 0] } }
        let picture = PixelBuffer(width: 600, height: 20, format: .rgba, bytes: bytes)
        let folder = try PictureFolder(["p.png": PNGEncoder.encode(picture)])
        let clear = try folder.pixels("500,0,100,20/max/0/default.png", of: "p.png")
        #expect(clear.format == .rgba && clear.bytes[3] == 255 && clear.bytes.suffix(1) == [0])
        let white = try folder.pixels("500,0,100,20/max/0/default.jpg", of: "p.png")
        #expect(white.format == .rgb && white.bytes.suffix(3).allSatisfy { $0 > 250 })
        let gray = try folder.pixels("500,0,100,20/max/0/gray.png", of: "p.png")
        #expect(gray.format == .grayAlpha && abs(Int(gray.bytes[0]) - 74) <= 2)
    }

    /// Region, size and expected ratio in decibels beside Pillow's crop and Lanczos.
    private static let scaled: [(region: PixelRect, width: Int, height: Int, ratio: Double)] = [
        // Level 0, scaled down by less than two, and up.
        (PixelRect(x: 100, y: 80, width: 600, height: 400), 437, 291, 46),
        (PixelRect(x: 33, y: 21, width: 90, height: 70), 270, 210, 46),
        (PixelRect(x: 0, y: 0, width: 1100, height: 700), 800, 600, 46),
        // Coarser levels, also with edges within their pixels.
        (PixelRect(x: 0, y: 0, width: 1100, height: 700), 500, 318, 44),
        (PixelRect(x: 101, y: 87, width: 903, height: 501), 300, 166, 45),
        (PixelRect(x: 3, y: 1, width: 1001, height: 699), 120, 84, 34),
        // One axis far more than the other.
        (PixelRect(x: 0, y: 0, width: 1100, height: 700), 1000, 10, 41),
    ]

    @Test(.needs(.pillow)) func scaledPixelsAreThoseOfPillow() throws {
        let picture = PictureFolder.photograph(width: 1100, height: 700)
        let folder = try PictureFolder(["p.png": PNGEncoder.encode(picture)])
        for (region, width, height, ratio) in Self.scaled {
            let asked = "\(region.x),\(region.y),\(region.width),\(region.height)"
            let size = width > region.width ? "^\(width),\(height)" : "\(width),\(height)"
            let pixels = try folder.pixels("\(asked)/\(size)/0/default.png", of: "p.png")
            let expected = try PythonOracle.run(
                """
                import sys
                from PIL import Image
                picture = Image.open('\(folder.path("p.png"))').convert('RGB')
                box = (\(region.x), \(region.y), \(region.x + region.width), \(region.y + region.height))
                scaled = picture.crop(box).resize((\(width), \(height)), Image.LANCZOS)
                sys.stdout.buffer.write(scaled.tobytes())
                """)
            let found = PictureFolder.ratio(pixels.bytes, expected)
            print("scaledPixelsAreThoseOfPillow: \(asked) to \(width) × \(height): \(found) dB")
            #expect(found >= ratio, "\(asked) to \(width) × \(height): \(found) dB")
        }
    }
}
