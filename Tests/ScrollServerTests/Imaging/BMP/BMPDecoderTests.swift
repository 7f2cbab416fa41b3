// BMPs of every kind, cut, far too large, and with runs in bands.
import Foundation
import Synchronization
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite struct BMPDecoderTests {
    /// A header of 40 bytes, a palette and what follows.
    static func file(
        width: Int, height: Int, bits: Int, compression: Int = 0, palette: [UInt8] = [], data: [UInt8]
    ) -> [UInt8] {
        let little = TinyImage.little
        let header =
            little(40, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(bits, 2)
            + little(compression, 4) + little(data.count, 4) + little(0, 8) + little(palette.count / 4, 4)
            + little(0, 4)
        let offset = 54 + palette.count
        return [UInt8]("BM".utf8) + little(offset + data.count, 4) + little(0, 4) + little(offset, 4) + header + palette
            + data
    }

    private func pixels(_ source: ByteSource) throws -> (pixels: PixelBuffer, isPartial: Bool) {
        var decoder = try BMPDecoder(source: source)
        let pixels = try decoder.readAll()
        return (pixels, decoder.isPartial)
    }

    @Test(arguments: BMPFixture.all.map(\.name)) func `gives the pixels that Pillow gives`(name: String) throws {
        let fixture = try #require(BMPFixture.all.first { $0.name == name })
        let (pixels, isPartial) = try pixels(ByteSource(fixture.file))
        #expect(pixels.width == 13 && pixels.height == 7 && !isPartial)
        #expect(SHA256Digest.hex(pixels.rgba).hasPrefix(fixture.digest))
        let header = try ImageHeader.read(from: ByteSource(fixture.file))
        #expect(header.format == .bmp && header.width == 13 && header.height == 7)
    }

    @Test func `of a file that was cut, the highest rows are transparent, or the lowest are missing`() throws {
        let rows = (0..<5).map { row in (0..<12).map { UInt8(row * 12 + $0 + 1) } }
        let whole = Self.file(width: 4, height: 5, bits: 24, data: rows.flatMap { $0 })
        let lowestFirst = try pixels(ByteSource([UInt8](whole.dropLast(13))))
        #expect(lowestFirst.isPartial && lowestFirst.pixels.format == .rgba && lowestFirst.pixels.height == 5)
        #expect(lowestFirst.pixels.rgba[..<32].allSatisfy { $0 == 0 })
        #expect(lowestFirst.pixels.rgba[32..<36] == [27, 26, 25, 255])
        let fromTop = Self.file(width: 4, height: -5, bits: 24, data: rows.flatMap { $0 })
        let highestFirst = try pixels(ByteSource([UInt8](fromTop.dropLast(13))))
        #expect(highestFirst.isPartial && highestFirst.pixels.format == .rgb && highestFirst.pixels.height == 3)
        #expect(highestFirst.pixels.rgba[..<4] == [3, 2, 1, 255])
    }

    /// Chromium and Pillow read the pixels at the header's offset, even where they overlap the palette.
    ///
    /// Like Pillow, pixels are read after the palette where the offset is 0 or that of the palette.
    @Test(arguments: [(1078, 11), (0, 11), (54, 11), (1079, 48), (1077, 0), (60, 7), (10, 10)])
    func `a wrong data offset`(offset: Int, first: Int) throws {
        let palette = (0..<256).flatMap { index -> [UInt8] in
            [UInt8(index), UInt8(255 - index), UInt8(truncatingIfNeeded: index * 7), 0]
        }
        let data = (0..<20).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
        var file = Self.file(width: 4, height: 4, bits: 8, palette: palette, data: data)
        file.replaceSubrange(10..<14, with: TinyImage.little(offset, 4))
        let (pixels, _) = try pixels(ByteSource(file))
        // The last row comes first.
        let red = UInt8(truncatingIfNeeded: first * 7)
        #expect(pixels.rgba[48..<52] == [red, UInt8(255 - first), UInt8(first), 255])
    }

    @Test func `runs in bands give what a plain reading of them gives`() throws {
        // Three bands, the last one of other height; some are jumped over.
        let (width, height) = (3000, 200)
        let palette = (0..<1024).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 4) }
        for seed in 1...4 {
            var noise = RepeatableNoise(seed: UInt64(seed))
            var (data, expected) = ([UInt8](), [UInt8](repeating: 0, count: width * height * 4))
            var (x, y) = (0, 0)
            func set(_ index: UInt8) {
                if x < width, y < height {
                    // The lowest row comes first.
                    let place = ((height - 1 - y) * width + x) * 4
                    for channel in 0..<3 { expected[place + channel] = palette[Int(index) * 4 + 2 - channel] }
                    expected[place + 3] = 255
                }
                x += 1
            }
            while y < height {
                switch noise.next() % 40 {
                case 0:
                    data += [0, 0]
                    (x, y) = (0, y + 1)
                case 1:
                    let (right, up) = (UInt8(noise.next() % 40), UInt8(noise.next() % (seed == 4 ? 120 : 3)))
                    data += [0, 2, right, up]
                    (x, y) = (min(width, x + Int(right)), y + Int(up))
                case 2..<12:
                    let part = noise.bytes(3 + Int(noise.next() % 253))
                    data += [0, UInt8(part.count)] + part + (part.count % 2 == 1 ? [0] : [])
                    for index in part { set(index) }
                default:
                    let (count, index) = (UInt8(1 + noise.next() % 255), UInt8(noise.next() % 256))
                    data += [count, index]
                    for _ in 0..<count { set(index) }
                }
            }
            let file = Self.file(
                width: width, height: height, bits: 8, compression: 1, palette: palette, data: data + [0, 1])
            let (pixels, isPartial) = try pixels(ByteSource(file))
            #expect(!isPartial && pixels.rgba == expected, "seed \(seed)")
        }
    }

    @Test func `a file is read in parts of a quarter of a mebibyte`() throws {
        let file = Self.file(
            width: 1000, height: 1000, bits: 24, data: [UInt8](repeating: 7, count: 3_000_000))
        let largest = Mutex(0)
        let source = ByteSource(count: file.count) { offset, buffer in
            largest.withLock { $0 = max($0, buffer.count) }
            return ByteSource(file).read(at: offset, into: &buffer)
        }
        let (pixels, isPartial) = try pixels(source)
        #expect(!isPartial && pixels.bytes.allSatisfy { $0 == 7 })
        #expect(largest.withLock { $0 } <= 1 << 18)
    }

    @Test func `what is not decoded says so, and no header gets memory`() {
        func explanation(_ file: [UInt8]) -> String {
            do throws(ImageError) {
                let decoder = try BMPDecoder(source: ByteSource(file))
                return "\(decoder.width) × \(decoder.height)"
            } catch {
                return error.explanation
            }
        }
        let data = [UInt8](repeating: 0, count: 1000)
        func file(_ width: Int, _ height: Int, _ bits: Int, _ compression: Int = 0) -> [UInt8] {
            Self.file(width: width, height: height, bits: bits, compression: compression, data: data)
        }
        #expect(explanation(file(10, 10, 0, 4)) == "a BMP with a JPEG in it cannot be shown")
        #expect(explanation(file(10, 10, 0, 5)) == "a BMP with a PNG in it cannot be shown")
        #expect(explanation(file(10, 10, 64)) == "a BMP of 64 bits per pixel cannot be shown")
        #expect(explanation(file(10, 10, 7)).contains("7 bits per pixel with compression 0"))
        #expect(explanation(file(10, 10, 4, 1)).contains("4 bits per pixel with compression 1"))
        #expect(explanation(file(3_000_000, 10, 24)).contains("too wide"))
        #expect(explanation(file(-3, 10, 24)).contains("-3 × 10 pixels"))
        #expect(explanation(file(2_000_000, 2_000_000, 24)).contains("of which the file holds but a few"))
        #expect(explanation(file(1, Int(Int32.min), 8, 1)).contains("of which the file holds but a few"))
        #expect(explanation(Array(file(10, 10, 24)[..<54])).contains("not in the file"))
        #expect(explanation(Array(file(10, 10, 24)[..<30])).contains("ends inside its header"))
        #expect(explanation(file(10, 10, 24)) == "10 × 10")
    }
}
