// QOIs that were cut or lie.
import Testing

@testable import Imaging
@testable import Pixels

@Suite struct QOIDecoderTests {
    private typealias File = SmallFormatFile

    /// Chunks of each kind for so many pixels.
    static func chunks(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { pixel -> [UInt8] in
            let shade = UInt8(truncatingIfNeeded: pixel * 29)
            return switch pixel % 6 {
            case 0: [0xFE, shade, shade &+ 1, shade &+ 2]
            case 1: [0xFF, shade, 2, 3, shade]
            case 2: [0x40 | shade & 0x3F]
            case 3: [0x80 | shade & 0x3F, shade]
            case 4: [0xC0 | shade & 0x03]
            default: [shade & 0x3F]
            }
        }
    }

    @Test func `each kind of chunk does what the specification says`() throws {
        // The place of the first pixel among those seen: 10 · 3 + 20 · 5 + 30 · 7 + 255 · 11 modulo 64.
        let place: UInt8 = 9
        let small: UInt8 = 0b01_00_10_11
        // −2, 0, +1; then green −32, red −32 − 8, blue −32 + 7, modulo 256; that twice more, the first one, two written out.
        let data: [UInt8] = [0xFE, 10, 20, 30, small, 0x80, 0x0F, 0xC1, place, 0xFF, 1, 2, 3, 4, 0xFE, 5, 6, 7]
        let file = File.qoi(width: 4, height: 2, channels: 4, data: data)
        let (pixels, isPartial) = try File.pixels(QOIDecoder(source: ByteSource(file)))
        #expect(!isPartial && pixels.format == .rgba)
        let expected: [[UInt8]] = [
            [10, 20, 30, 255], [8, 20, 31, 255], [224, 244, 6, 255], [224, 244, 6, 255], [224, 244, 6, 255],
            [10, 20, 30, 255], [1, 2, 3, 4], [5, 6, 7, 4],
        ]
        #expect(pixels.bytes == expected.flatMap { $0 })
    }

    @Test func `of a file that was cut the rows until there are given`() throws {
        let whole = File.qoi(width: 7, height: 6, data: Self.chunks(42))
        let all = try File.pixels(QOIDecoder(source: ByteSource(whole))).pixels
        let part = try File.pixels(QOIDecoder(source: ByteSource([UInt8](whole.dropLast(30)))))
        #expect(part.isPartial && (1..<6).contains(part.pixels.height))
        #expect(part.pixels.bytes == Array(all.bytes[..<part.pixels.bytes.count]))
    }

    @Test func `what is not decoded says so, and no header gets memory`() {
        func explanation(_ width: Int, _ height: Int, _ channels: UInt8 = 3, _ count: Int = 200) -> String {
            let file = File.qoi(width: width, height: height, channels: channels, data: Self.chunks(count))
            return File.explanation { () throws(ImageError) in try QOIDecoder(source: ByteSource(file)) }
        }
        #expect(explanation(3, 3) == "3 × 3")
        #expect(explanation(0, 3).contains("a size of 0 × 3"))
        #expect(explanation(3, 3, 5).contains("pixels of 5 samples"))
        #expect(explanation(3_000_000, 3).contains("too wide"))
        #expect(explanation(1 << 20, 1 << 31).contains("of which the file holds but a few"))
        #expect(explanation(900, 3).contains("ends before its first row"))
        #expect(explanation(3, 3, 3, 0).contains("ends before its first row"))
    }
}
