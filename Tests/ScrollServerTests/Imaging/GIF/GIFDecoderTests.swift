// Still GIFs of every kind, cut ones, and which of them move.
import Foundation
import Testing

@testable import Catalog
@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite struct GIFDecoderTests {
    private static func pixels(_ file: [UInt8]) throws -> (pixels: PixelBuffer, isPartial: Bool) {
        var decoder = try GIFDecoder(source: ByteSource(file))
        let pixels = try decoder.readAll()
        return (pixels, decoder.isPartial)
    }

    private static func shades(_ pixels: PixelBuffer) -> [UInt8] {
        let bytes = pixels.rgba
        return stride(from: 0, to: bytes.count, by: 4).map { bytes[$0] }
    }

    /// A picture of 256 shades, each pixel a code of its own, that never clears its strings.
    ///
    /// Those that read it know 4096 strings after 3838 pixels.
    static func file(width: Int, height: Int, indices: [UInt8], isInterlaced: Bool) -> [UInt8] {
        var order = Array(0..<height)
        if isInterlaced {
            // Appendix E.
            order = [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
        }
        var (bits, bitCount, data) = (UInt64(0), UInt64(0), [UInt8]())
        var (next, length) = (258, UInt64(9))
        func put(_ code: Int) {
            bits |= UInt64(code) << bitCount
            bitCount += length
            while bitCount >= 8 {
                data.append(UInt8(truncatingIfNeeded: bits))
                (bits, bitCount) = (bits >> 8, bitCount - 8)
            }
        }
        put(256)
        var isFirst = true
        for row in order {
            for index in indices[row * width..<(row + 1) * width] {
                put(Int(index))
                // The reader makes a string of each code but the first.
                if !isFirst, next < 4096 {
                    next += 1
                    if next == 1 << Int(length), length < 12 { length += 1 }
                }
                isFirst = false
            }
        }
        put(257)
        put(0)
        var file = [UInt8]("GIF89a".utf8) + TinyImage.little(width, 2) + TinyImage.little(height, 2) + [0xF7, 0, 0]
        for shade in 0...255 { file += [UInt8](repeating: UInt8(shade), count: 3) }
        file += [0x2C] + TinyImage.little(0, 4) + TinyImage.little(width, 2) + TinyImage.little(height, 2)
        file += [isInterlaced ? 0x40 : 0, 8]
        for start in stride(from: 0, to: data.count, by: 255) {
            let block = data[start..<min(start + 255, data.count)]
            file += [UInt8(block.count)] + block
        }
        return file + [0, 0x3B]
    }

    @Test(arguments: GIFFixture.all.map(\.name)) func `gives the pixels that Pillow gives`(name: String) throws {
        let fixture = try #require(GIFFixture.all.first { $0.name == name })
        let (pixels, isPartial) = try Self.pixels(fixture.file)
        #expect(!isPartial && SHA256Digest.hex(pixels.rgba).hasPrefix(fixture.digest))
        let header = try ImageHeader.read(from: ByteSource(fixture.file))
        #expect(header == ImageHeader(format: .gif, width: pixels.width, height: pixels.height))
    }

    @Test(arguments: [false, true]) func `codes go on when no more strings can be kept`(isInterlaced: Bool) throws {
        var noise = RepeatableNoise(seed: 3)
        for (width, height) in [(100, 60), (1, 7000), (7000, 1), (33, 3), (700, 10)] {
            let indices = noise.bytes(width * height)
            let file = Self.file(width: width, height: height, indices: indices, isInterlaced: isInterlaced)
            let (pixels, isPartial) = try Self.pixels(file)
            #expect(!isPartial && pixels.format == .rgb && Self.shades(pixels) == indices, "\(width) × \(height)")
        }
    }

    @Test func `of a file that was cut the rows until there are given, and all of an interlaced one`() throws {
        let indices = (0..<40).flatMap { [UInt8](repeating: UInt8($0 + 1), count: 50) }
        let plain = Self.file(width: 50, height: 40, indices: indices, isInterlaced: false)
        let part = try Self.pixels([UInt8](plain[..<(plain.count * 2 / 3)]))
        #expect(part.isPartial && (10..<40).contains(part.pixels.height))
        #expect(Self.shades(part.pixels) == Array(indices[..<(part.pixels.height * 50)]))
        let interlaced = Self.file(width: 50, height: 40, indices: indices, isInterlaced: true)
        let coarse = try Self.pixels([UInt8](interlaced[..<(interlaced.count * 2 / 3)]))
        #expect(coarse.isPartial && coarse.pixels.height == 40)
        let shades = Self.shades(coarse.pixels)
        for row in stride(from: 0, to: 40, by: 4) { #expect(shades[row * 50] == UInt8(row + 1)) }
        // What is missing is like the row above.
        #expect(shades[39 * 50] == shades[38 * 50])
        #expect(throws: ImageError.self) { _ = try Self.pixels([UInt8](plain[..<790])) }
    }

    @Test func `a GIF of several frames is known, by them or by its loop, and played where it fills the view`() throws {
        let still = GIFFixture.all[0].file
        func format(_ file: [UInt8]) throws -> MediaFormat { try ImageHeader.read(from: ByteSource(file)).format }
        #expect(try format(still) == .gif)
        #expect(try format(TinyImage.animatedGIF(width: 4, height: 4)) == .animatedGIF)
        #expect(try format([UInt8](TinyImage.animatedGIF(width: 4, height: 4).dropLast(17))) == .gif)
        let loop = [0x21, 0xFF, 11] + [UInt8]("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        let start = 13 + 3 << (Int(still[10] & 7) + 1)
        #expect(try format(Array(still[..<start]) + loop + still[start...]) == .animatedGIF)
        func summary(_ format: MediaFormat) -> ItemSummary { ItemSummary(id: "", version: "", format: format) }
        #expect(summary(.gif).isTiled && summary(.animatedGIF).isTiled && !summary(.animatedGIF).played.isTiled)
        #expect(MediaFormat.animatedGIF.name == "gif" && MediaFormat.animatedGIF.mimeType == "image/gif")
    }

    @Test func `what is not decoded says so, and no header gets memory`() {
        func explanation(_ file: [UInt8]) -> String {
            do throws(ImageError) {
                let decoder = try GIFDecoder(source: ByteSource(file))
                return "\(decoder.width) × \(decoder.height)"
            } catch {
                return error.explanation
            }
        }
        var file = Self.file(width: 3, height: 3, indices: [UInt8](repeating: 1, count: 9), isInterlaced: false)
        #expect(explanation(file) == "3 × 3")
        #expect(explanation(TinyImage.gif(width: 3, height: 3)).contains("something between"))
        let codes = 13 + 768 + 10
        file[codes] = 12
        #expect(explanation(file).contains("LZW codes of 12 bits"))
        (file[codes], file[codes - 2]) = (8, 0xFF)
        (file[codes - 3], file[codes - 4], file[codes - 5]) = (0xFF, 0xFF, 0xFF)
        #expect(explanation(file).contains("of which the file holds but a few"))
        (file[codes - 5], file[codes - 4]) = (0, 0)
        #expect(explanation(file).contains("an image of 0 × "))
    }
}
