// Lossless WebPs as written, read by our own decoder and by Pillow.

import Foundation
import Testing

@testable import Imaging
@testable import Pixels

@Suite struct WebPEncoderTests {
    struct Picture: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let pixels: PixelBuffer
    }

    private static func picture(
        _ name: String, _ width: Int, _ height: Int, _ format: PixelFormat, _ sample: (Int, Int, Int) -> Int
    ) -> Picture {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<format.channelCount {
                    bytes.append(UInt8(truncatingIfNeeded: sample(x, y, channel)))
                }
            }
        }
        return Picture(
            testDescription: name, pixels: PixelBuffer(width: width, height: height, format: format, bytes: bytes))
    }

    private static func noise(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        var mixed = UInt64(x &* 73_856_093 ^ y &* 19_349_663 ^ channel &* 83_492_791)
        mixed = (mixed ^ mixed >> 13) &* 0xBF58_476D_1CE4_E5B9
        return Int(mixed >> 40 & 255)
    }

    private static let pictures = [
        picture("one pixel", 1, 1, .rgb) { $2 * 100 + 7 + $0 + $1 },
        picture("one colour", 40, 30, .rgb) { _, _, channel in [200, 100, 50][channel] },
        picture("two colours", 33, 17, .rgb) { x, y, _ in (x / 3 + y / 2) % 2 * 255 },
        picture("a column", 1, 700, .rgb) { $1 / 3 + $2 * 40 + $0 },
        picture("a row", 700, 1, .rgb) { $0 / 5 + $2 * 40 + $1 },
        picture("a ramp", 64, 64, .rgb) { $0 * 3 + $1 + $2 * 30 },
        picture("noise", 50, 41, .rgb, noise),
        picture("noise with alpha", 31, 29, .rgba, noise),
        picture("a transparent edge", 60, 20, .rgba) { x, _, channel in channel == 3 ? (x > 40 ? 0 : 255) : 90 },
        picture("gray", 45, 33, .gray) { $0 * 5 ^ $1 * 3 + $2 },
        picture("gray with alpha", 45, 33, .grayAlpha) { x, y, channel in channel == 1 ? x * 5 : y * 7 },
        picture("rows that repeat", 200, 100, .rgb) { noise($0, 1 + $1 * 0, $2) },
        picture("a long run", 9000, 3, .rgb) { x, y, channel in y * 20 + channel + (x > 8900 ? 1 : 0) },
    ]

    /// Red, green, blue and alpha of each pixel.
    private static func expected(_ pixels: PixelBuffer) -> [UInt8] {
        let (format, count) = (pixels.format, pixels.format.channelCount)
        return stride(from: 0, to: pixels.bytes.count, by: count).flatMap { start -> [UInt8] in
            let pixel = Array(pixels.bytes[start..<start + count])
            let colour = format.isGray ? [pixel[0], pixel[0], pixel[0]] : Array(pixel.prefix(3))
            return colour + [format.hasAlpha ? pixel[count - 1] : 255]
        }
    }

    @Test(arguments: pictures) func everyPixelComesBack(picture: Picture) throws {
        let file = WebPEncoder.encode(picture.pixels)
        var decoder = try WebPDecoder(source: ByteSource(file))
        #expect(decoder.width == picture.pixels.width && decoder.height == picture.pixels.height)
        let decoded = try decoder.readAll()
        #expect(Self.expected(decoded) == Self.expected(picture.pixels))
        #expect(!decoder.isPartial)
    }

    @Test(.needs(.pillow), arguments: pictures) func pillowReadsTheSame(picture: Picture) throws {
        let profile = [UInt8](repeating: 7, count: 301)
        for known in [nil, profile] {
            let output = try PythonOracle.run(
                """
                import io, sys
                from PIL import Image
                picture = Image.open(io.BytesIO(sys.stdin.buffer.read()))
                profile = picture.info.get('icc_profile') or b''
                sys.stdout.buffer.write(bytes([len(profile) % 256]) + picture.convert('RGBA').tobytes())
                """, input: WebPEncoder.encode(picture.pixels, profile: known))
            #expect(Array(output.dropFirst()) == Self.expected(picture.pixels))
            #expect(output.first.map(Int.init) == (known?.count ?? 0) % 256)
        }
    }

    /// Flat drawings take hardly more than their corners, smooth pictures less than a PNG.
    @Test func filesAreSmall() {
        let flat = Self.picture("flat", 512, 512, .rgb) { x, y, _ in (x / 128 + y / 128) % 2 * 200 }
        #expect(WebPEncoder.encode(flat.pixels).count < 600)
        let smooth = Self.picture("smooth", 256, 256, .rgb) { x, y, channel in
            (x * x / 300 + y * (channel + 2) / 3) & 255
        }
        let png = PNGEncoder.encode(smooth.pixels).count
        #expect(WebPEncoder.encode(smooth.pixels).count < png, "\(png) bytes as a PNG")
    }
}
