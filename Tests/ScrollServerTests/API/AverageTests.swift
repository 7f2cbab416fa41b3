// One average: a picture of fine contrasts has the same brightness as a cell, as a placeholder and in mosaics.

import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Pixels
@testable import Tiles

@Suite struct AverageTests {
    private static let base = "/api/collections/f"

    /// The samples of 0xRRGGBB.
    private static func samples(_ colour: UInt32) -> [Int] { [16, 8, 0].map { Int(colour >> $0 & 255) } }

    /// Single pixels of two colours by turns, in both directions.
    private static func checkerboard(_ width: Int, _ height: Int, _ colours: [UInt32]) -> PixelBuffer {
        let pixels = colours.map { colour in samples(colour).map { UInt8(truncatingIfNeeded: $0) } }
        let bytes = (0..<width * height).flatMap { pixels[($0 % width + $0 / width) % 2] }
        return PixelBuffer(width: width, height: height, format: .rgb, bytes: bytes)
    }

    /// 60 small pictures and a large one, each as a PNG and as a JPEG.
    private static func folder(_ colours: [UInt32]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, pixels) in [("small", checkerboard(96, 64, colours)), ("large", checkerboard(600, 520, colours))] {
            let files = [
                "png": PNGEncoder.encode(pixels),
                "jpg": JPEGEncoder.encode(pixels, quality: 95, subsampling: .none),
            ]
            for number in 0..<(name == "small" ? 60 : 1) {
                for (format, bytes) in files { try folder.write("\(name)\(number).\(format)", bytes) }
            }
        }
        return folder
    }

    /// The mean of what is not nearly transparent; nil where there is nothing.
    private static func mean(_ tile: [UInt8]) throws -> [Int]? {
        let pixels = try #require(MatrixTile.pixels(tile))
        let (format, bytes) = (pixels.format, pixels.bytes)
        let others = format.isGray ? [0, 0, 0] : [0, 1, 2]
        var (sums, count) = ([0, 0, 0], 0)
        for start in stride(from: 0, to: bytes.count, by: format.channelCount) {
            if format.hasAlpha, bytes[start + format.channelCount - 1] < 40 { continue }
            for channel in 0..<3 { sums[channel] += Int(bytes[start + others[channel]]) }
            count += 1
        }
        return count == 0 ? nil : sums.map { ($0 + count / 2) / count }
    }

    /// The mean of the samples, in sRGB as they are stored: so browsers and other programs scale pictures, too.
    ///
    /// That of the second pair is not the colour of items of which nothing is known.
    @Test(arguments: [[0x00_0000, 0xFF_FFFF], [0x10_2030, 0xF0_C0A0]] as [[UInt32]])
    func aCheckerboardHasOneBrightness(colours: [UInt32]) throws {
        let expected = zip(Self.samples(colours[0]), Self.samples(colours[1])).map { ($0 + $1 + 1) / 2 }
        func isRight(_ colour: [Int]) -> Bool { isNear(colour, expected, within: 3) }
        func isRight(_ colour: String?) -> Bool {
            guard let number = UInt32(colour?.dropFirst() ?? "", radix: 16) else { return false }
            return isRight(Self.samples(number))
        }
        let folder = try Self.folder(colours)
        let plan = "\(Self.base)/plan?width=240&height=160&columns=8&scale=1"

        // Cells, and placeholders that their tiles have left.
        let collection = try folder.scanned()
        collection.measure(Array(0..<collection.status.count))
        let client = try APIClient([collection])
        let tiles = try client.get(plan).plan().tiles
        #expect(tiles.count > 20 && tiles.contains { $0.level > 3 })
        for tile in tiles {
            let mean = try #require(try Self.mean(try client.get(tile.url).body))
            #expect(tile.level > 0 && isRight(mean), "a cell of level \(tile.level) is \(mean), not \(expected)")
        }
        for tile in try client.get(plan + "&x=0").plan().tiles {
            #expect(isRight(tile.colour), "after its tile: \(tile.colour ?? "no colour"), not \(expected)")
        }

        // Placeholders before any tile, tiny pictures, and mosaics.
        let other = try folder.scanned()
        let filled = try APIClient([other])
        #expect(try filled.fill())
        for tile in try filled.get(plan).plan().tiles {
            #expect(isRight(tile.colour), "before its tile: \(tile.colour ?? "no colour"), not \(expected)")
        }
        let items = other.summaries(in: 0..<other.status.count)
        #expect(items.count == 122)
        for item in items {
            let picture = try #require(filled.pipeline.atlas.picture(item, in: other.source))
            for side in [1, 2, 4, 8, 16] {
                let start = TinyPicture.start(ofSide: side)
                for pixel in stride(from: start, to: start + side * side * 3, by: 3) {
                    let colour = picture.bytes[pixel..<pixel + 3].map { Int($0) }
                    #expect(isRight(colour), "of \(side) pixels: \(colour), not \(expected)")
                }
            }
        }
        // Cells of 46 to 0.3 pixels.
        let zooms = [
            (115, 5, 2), (96, 5, 1), (96, 6, 1), (96, 9, 1), (96, 12, 1), (96, 18, 1), (96, 24, 1), (96, 32, 1),
            (48, 24, 1), (48, 32, 1), (24, 24, 1), (24, 36, 1), (24, 48, 1), (12, 40, 1),
        ]
        for (width, columns, scale) in zooms {
            let query = "width=\(width)&columns=\(columns)&scale=\(scale)&spacing=0"
            let reply = try filled.get("\(Self.base)/mosaic/0/0?\(query)")
            #expect(reply.status == 200, "\(query)")
            let mean = try #require(try Self.mean(reply.body), "\(query)")
            #expect(isRight(mean), "\(query): \(mean), not \(expected)")
        }
    }
}
