// Animated cursors and OS/2's icons: which picture is shown, and what masks make of it.

import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite struct RareIconTests {
    private typealias File = SmallFormatFile

    private func shown(_ file: [UInt8]) throws -> (pixels: PixelBuffer, header: ImageHeader) {
        let source = ByteSource(file)
        let header = try ImageHeader.read(from: source)
        var decoder = try #require(try SequentialPicture(source, header.format)).decoder
        return (try decoder.readAll(), header)
    }

    private func bitmap(_ kind: String, _ width: Int, _ bits: Int, _ shade: UInt8, mask: [UInt8] = [])
        -> File.OS2Picture
    {
        let rows = (width * bits + 31) / 32 * 4 * 2
        return .init(
            kind: kind, width: width, height: 2, bits: bits, data: [UInt8](repeating: shade, count: rows), mask: mask)
    }

    @Test func `of an animated cursor the first icon is shown`() throws {
        func icon(_ side: Int) -> [UInt8] {
            File.ico([
                (side, side, 32, PNGEncoder.encode(PixelBuffer(width: side, height: side, format: .rgb, repeating: 9)))
            ])
        }
        let (pixels, header) = try shown(File.ani([icon(20), icon(30)]))
        #expect(header == ImageHeader(format: .animatedCursor, width: 20, height: 20))
        #expect(pixels.width == 20 && pixels.bytes.allSatisfy { $0 == 9 })
        #expect(!header.format.isAnimated && header.format.isDecoded && header.format.refusal == nil)
        // What is claimed of its size in the header for all of them does not count.
        var file = File.ani([icon(20)])
        file[60] = 99
        #expect(try shown(file).header.width == 20)
    }

    @Test func `of an array the largest picture is shown, and of equal ones that of the most bits`() throws {
        let file = File.os2([
            bitmap("BM", 8, 8, 1), bitmap("BM", 16, 8, 2), bitmap("BM", 16, 24, 3), bitmap("BM", 9, 24, 4),
        ])
        let (pixels, header) = try shown(file)
        #expect(header == ImageHeader(format: .os2Icons, width: 16, height: 2))
        #expect(pixels.bytes == [UInt8](repeating: 3, count: 96))
        // Pictures whose headers make no sense are left out, and an array that leads back ends.
        var damaged = File.os2([bitmap("BM", 8, 24, 5), bitmap("BM", 16, 24, 6)])
        let second = 14 + 26
        damaged[second + 14 + 14] = 99
        #expect(try shown(damaged).header.width == 8)
        damaged[second + 14 + 14] = 12
        damaged.replaceSubrange(second + 6..<second + 10, with: TinyImage.little(0, 4))
        #expect(try shown(damaged).header.width == 16)
        damaged.replaceSubrange(second + 6..<second + 10, with: TinyImage.little(second, 4))
        #expect(try shown(damaged).header.width == 16)
    }

    @Test(arguments: [true, false]) func `a mask makes pixels transparent`(isArray: Bool) throws {
        // Rows from the bottom: two in black and white, and two of the mask.
        let bits: [UInt8] = [0x40, 0, 0, 0, 0x80, 0, 0, 0, 0x80, 0, 0, 0, 0xC0, 0, 0, 0]
        for kind in ["CI", "CP"] {
            let (pixels, header) = try shown(File.os2([bitmap(kind, 3, 24, 9, mask: bits)], isArray: isArray))
            #expect((header.width, header.height, header.format) == (3, 2, .os2Icons))
            #expect(pixels.rgba == [0, 0, 255, 0, 255, 255].flatMap { [9, 9, 9, $0] as [UInt8] })
        }
        for kind in ["IC", "PT"] {
            let icon = File.OS2Picture(kind: kind, width: 3, height: 2, bits: 1, data: bits)
            let pixels = try shown(File.os2([icon], isArray: isArray)).pixels.rgba
            let expected: [(UInt8, UInt8)] = [(255, 0), (0, 0), (0, 255), (0, 0), (255, 255), (0, 255)]
            #expect(pixels == expected.flatMap { [$0, $0, $0, $1] })
        }
    }

    /// As bmpsuite's own program wrote it.
    @Test(.needs(.corpus)) func `an array of bitmaps by bmpsuite`() throws {
        let file = try #require(FormatsCorpusFile.all("bmp").first { $0.path == "bmp/ba-bm.bmp" })
        let (pixels, header) = try shown(file.bytes())
        #expect(header.format == .os2Icons && header.format.wrongEnding(of: "ba-bm.bmp") == nil)
        #expect(file.expected.rgba8_sha256_any_of == [SHA256Digest.hex(pixels.rgba)])
    }
}
