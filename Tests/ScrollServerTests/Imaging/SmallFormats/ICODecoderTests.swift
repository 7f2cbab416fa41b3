// Icons and cursors: which picture is shown, and what masks and damage leave of it.
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite struct ICODecoderTests {
    private typealias File = SmallFormatFile

    private func pixels(_ file: [UInt8]) throws -> (pixels: PixelBuffer, isPartial: Bool) {
        try File.pixels(ICODecoder(source: ByteSource(file)))
    }

    /// A picture of 24 bits of one shade, none of it masked.
    private func plain(_ side: Int, _ shade: UInt8) -> [UInt8] {
        let rows = (side * 24 + 31) / 32 * 4 * side
        return File.bitmap(
            width: side, height: side, bits: 24,
            data: [UInt8](repeating: shade, count: rows) + [UInt8](repeating: 0, count: (side + 31) / 32 * 4 * side))
    }

    private func png(_ side: Int, _ shade: UInt8) -> [UInt8] {
        PNGEncoder.encode(PixelBuffer(width: side, height: side, format: .rgb, repeating: shade))
    }

    @Test func `the largest picture is shown, and of equal ones that of the most bits`() throws {
        func shown(_ entries: [File.IconEntry], type: UInt8 = 1) throws -> [Int] {
            let file = File.ico(entries, type: type)
            let (pixels, isPartial) = try pixels(file)
            let header = try ImageHeader.read(from: ByteSource(file))
            #expect(!isPartial && header == ImageHeader(format: .ico, width: pixels.width, height: pixels.height))
            return [pixels.width, pixels.height, Int(pixels.bytes[0])]
        }
        let three = [(8, 8, 24, plain(8, 1)), (16, 16, 24, plain(16, 2)), (4, 4, 24, plain(4, 3))]
        #expect(try shown(three) == [16, 16, 2])
        #expect(try shown([(8, 8, 4, plain(8, 1)), (8, 8, 24, plain(8, 2)), (8, 8, 8, plain(8, 3))]) == [8, 8, 2])
        // 0 stands for 256, and a PNG may have more.
        #expect(try shown([(255, 255, 32, png(255, 1)), (256, 256, 32, png(300, 2))]) == [300, 300, 2])
        // The numbers of a cursor's hot spot are no bits.
        let longer = png(8, 2) + [UInt8](repeating: 0, count: 400)
        #expect(try shown([(8, 8, 99, plain(8, 1)), (8, 8, 0, longer)], type: 2) == [8, 8, 2])
        // A picture that is not in the file does not count.
        var file = File.ico([(8, 8, 24, plain(8, 1)), (16, 16, 24, plain(16, 2))])
        file.removeLast(plain(16, 2).count)
        #expect(try pixels(file).pixels.width == 8)
    }

    @Test func `a mask makes pixels transparent, but for those that have alpha`() throws {
        // 0b0100… for the lower row, which is stored first, and 0b1000… for the upper one.
        let mask: [UInt8] = [0x40, 0, 0, 0, 0x80, 0, 0, 0]
        func alphas(_ bits: Int, _ data: [UInt8], _ mask: [UInt8]) throws -> ([UInt8], isPartial: Bool) {
            let bitmap = File.bitmap(width: 2, height: 2, bits: bits, data: data + mask)
            let (pixels, isPartial) = try pixels(File.ico([(2, 2, bits, bitmap)]))
            return (stride(from: 3, to: 16, by: 4).map { pixels.rgba[$0] }, isPartial)
        }
        let (rgb, clear) = ([UInt8](repeating: 9, count: 16), [UInt8](repeating: 0, count: 16))
        #expect(try alphas(24, rgb, mask) == ([0, 255, 255, 0], false))
        #expect(try alphas(32, rgb, mask) == ([9, 9, 9, 9], false))
        // Some programs leave alpha 0.
        #expect(try alphas(32, clear, mask) == ([0, 255, 255, 0], false))
        #expect(try alphas(32, rgb, []) == ([9, 9, 9, 9], false))
        // Of a mask that was cut the part that is there counts.
        #expect(try alphas(24, rgb, [UInt8](mask[..<4])) == ([255, 255, 255, 0], true))
        #expect(try alphas(24, rgb, []) == ([255, 255, 255, 255], true))
    }

    @Test func `what is not decoded says so, and no header gets memory`() {
        func explanation(_ file: [UInt8]) -> String {
            File.explanation { () throws(ImageError) in try ICODecoder(source: ByteSource(file)) }
        }
        func explanation(_ width: Int, _ height: Int, _ compression: Int = 0, _ bits: Int = 24) -> String {
            let bitmap = File.bitmap(
                width: width, height: height, bits: bits, compression: compression, data: File.shades(500))
            return explanation(File.ico([(9, 9, bits, bitmap)]))
        }
        #expect(explanation(9, 9) == "9 × 9")
        #expect(explanation(9, 9, 1, 8) == "an icon with compression 1 cannot be shown")
        #expect(explanation(0, 9).contains("a size of 0 × 18"))
        #expect(explanation(9, 0).contains("a size of 9 × 0"))
        #expect(explanation(9, 9, 0, 7).contains("7 bits per pixel"))
        #expect(explanation(3_000_000, 9).contains("too wide"))
        #expect(explanation(2_000_000, 1_000_000).contains("of which the file holds but a few"))
        #expect(explanation(400, 2).contains("ends before its first row"))
        var file = File.ico([(9, 9, 24, plain(9, 1))])
        file.removeLast(file.count - 40)
        #expect(explanation(file).contains("no picture of the icon is in the file"))
        file = File.ico([(9, 9, 24, [UInt8](repeating: 1, count: 60))])
        #expect(explanation(file).contains("a header of 16843009 bytes"))
        // A header that claims to be longer than its entry.
        file = File.ico([(9, 9, 24, TinyImage.little(124, 4) + [UInt8](plain(9, 1)[4..<40]))])
        #expect(!explanation(file).isEmpty)
    }

    @Test func `what begins like an icon, but names no picture, is none`() {
        let icon = File.ico([(9, 9, 24, plain(9, 1))])
        let cursor = File.ico([(9, 9, 1, plain(9, 1))], type: 2)
        #expect(MediaFormat.sniff(icon) == .ico && MediaFormat.sniff(cursor) == .ico)
        for (place, value) in [(0, 1), (1, 1), (2, 3), (3, 1), (4, 0), (4, 2), (15, 0), (18, 7), (21, 0x80)] {
            var other = icon
            other[place] = UInt8(value)
            if place == 15 { other[14] = 39 }
            #expect(MediaFormat.sniff(other) != .ico, "\(value) at \(place)")
        }
        // A TGA of 24 bits begins like a cursor, and a pack of MPEG like an icon.
        #expect(MediaFormat.sniff(File.tga(type: 2, width: 9, height: 9, bits: 24, data: File.shades(300))) == nil)
        #expect(MediaFormat.sniff([0, 0, 1, 0xBA] + [UInt8](repeating: 0x44, count: 40)) == .mpeg)
    }
}
