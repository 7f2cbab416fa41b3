// TGAs that were cut or lie, runs in bands, and which files are none.
import Foundation
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite struct TGADecoderTests {
    private typealias File = SmallFormatFile

    /// Packets of both kinds, of many lengths, for at least so many pixels.
    ///
    /// They do not end where rows do.
    static func packets(_ count: Int, bytes: Int) -> [UInt8] {
        var (packets, done, seed) = ([UInt8](), 0, 0)
        while done < count {
            let length = 1 + (done * 7 + seed) % 128
            let isRun = seed % 3 != 0
            let samples = (0..<(isRun ? 1 : length) * bytes).map { UInt8(truncatingIfNeeded: seed * 31 + $0 * 7) }
            packets += [UInt8(length - 1) | (isRun ? 0x80 : 0)] + samples
            (done, seed) = (done + length, seed + 1)
        }
        return packets
    }

    private func pixels(_ file: [UInt8]) throws -> (pixels: PixelBuffer, isPartial: Bool) {
        try File.pixels(TGADecoder(source: ByteSource(file)))
    }

    @Test(arguments: [(0, 3), (1, 400), (2, 7)])
    func `of a file that was cut the highest rows are transparent, or the lowest are missing`(kind: Int, height: Int)
        throws
    {
        let (width, type) = (400, UInt8([2, 10, 10][kind]))
        let data = kind == 0 ? File.shades(width * height * 3) : Self.packets(width * height, bytes: 3)
        let cut = data.count * 2 / 3
        func file(_ descriptor: UInt8, _ count: Int) -> [UInt8] {
            File.tga(
                type: type, width: width, height: height, bits: 24, descriptor: descriptor,
                data: [UInt8](data[..<count]))
        }
        let all = try pixels(file(0, data.count))
        #expect(!all.isPartial && all.pixels.format == .rgb)
        let lowestFirst = try pixels(file(0, cut))
        #expect(lowestFirst.isPartial && lowestFirst.pixels.format == .rgba && lowestFirst.pixels.height == height)
        let rows = lowestFirst.pixels.rgba
        let missing = (0..<height).prefix { rows[$0 * width * 4 + 3] == 0 }.count
        #expect((1..<height).contains(missing) && rows[..<(missing * width * 4)].allSatisfy { $0 == 0 })
        #expect(rows[(missing * width * 4)...].elementsEqual(all.pixels.rgba[(missing * width * 4)...]))
        let highestFirst = try pixels(file(0x20, cut))
        let whole = try pixels(file(0x20, data.count)).pixels
        #expect(highestFirst.isPartial && highestFirst.pixels.height == height - missing)
        #expect(highestFirst.pixels.bytes.elementsEqual(whole.bytes[..<highestFirst.pixels.bytes.count]))
        // From the bottom it is the same picture, upside down.
        let rowByteCount = width * 3
        for row in 0..<height {
            #expect(
                whole.bytes[row * rowByteCount..<(row + 1) * rowByteCount].elementsEqual(
                    all.pixels.bytes[(height - 1 - row) * rowByteCount..<(height - row) * rowByteCount]))
        }
    }

    @Test func `alpha is used unless it is 0 throughout, or the extension area denies it`() throws {
        let data: [UInt8] = [1, 2, 3, 0, 4, 5, 6, 7]
        func file(_ descriptor: UInt8, _ end: [UInt8] = []) -> [UInt8] {
            File.tga(type: 2, width: 2, height: 1, bits: 32, descriptor: descriptor, data: data + end)
        }
        #expect(try pixels(file(8)).pixels.rgba == [3, 2, 1, 0, 6, 5, 4, 7])
        // Some programs declare no bits of alpha.
        #expect(try pixels(file(0)).pixels.rgba == [3, 2, 1, 0, 6, 5, 4, 7])
        for descriptor in [0, 8, 0x28] as [UInt8] {
            for type in [2, 10] as [UInt8] {
                let clear: [UInt8] = (type == 10 ? [1] : []) + [1, 2, 3, 0, 4, 5, 6, 0]
                let file = File.tga(type: type, width: 2, height: 1, bits: 32, descriptor: descriptor, data: clear)
                #expect(try pixels(file).pixels.bytes == [3, 2, 1, 6, 5, 4], "\(type) \(descriptor)")
            }
        }
        for (kind, alpha) in [(0, 255), (3, 7)] as [(UInt8, UInt8)] {
            let area = [UInt8](repeating: 0, count: 494) + [kind]
            let footer = TinyImage.little(26, 4) + TinyImage.little(0, 4) + TGAHeader.footer
            #expect(try pixels(file(8, area + footer)).pixels.rgba[7] == alpha)
        }
    }

    @Test func `indices may have 16 bits, and those without a colour are black`() throws {
        let file = File.tga(
            type: 1, width: 4, height: 1, bits: 16, colours: (24, File.shades(300 * 3)),
            data: [43, 1, 0, 0, 44, 1, 255, 255])
        let shades = File.shades(300 * 3)
        let expected = [shades[899], shades[898], shades[897], shades[2], shades[1], shades[0], 0, 0, 0, 0, 0, 0]
        #expect(try pixels(file).pixels.bytes == expected)
    }

    @Test func `a TGA is known by its signature, or by its header and its name`() throws {
        let plain = File.tga(type: 2, width: 50, height: 40, bits: 24, data: File.shades(6000))
        let signed = plain + File.tgaFooter
        func header(_ file: [UInt8], _ name: String) -> ImageHeader? {
            try? ImageHeader.read(from: ByteSource(file), name: [UInt8](name.utf8))
        }
        let known = ImageHeader(format: .tga, width: 50, height: 40)
        for name in ["a.tga", "a.TGA", "a.vst", "a.icb", "a.Vda"] { #expect(header(plain, name) == known, "\(name)") }
        for name in ["a.jpg", "tga", "a.tga.bin", ""] {
            #expect(header(plain, name) == nil && header(signed, name) == known, "\(name)")
        }
        // The first bytes are enough for a name, not for a signature.
        let start = [UInt8](plain.prefix(MediaFormat.signatureByteCount))
        #expect(ImageHeader.read(prefix: start, count: plain.count, name: [UInt8]("a.tga".utf8)) == known)
        #expect(ImageHeader.read(prefix: start, count: signed.count, name: [UInt8]("a".utf8)) == nil)
        // A name is not enough for a file that begins in another way.
        for (place, value) in [(1, 2), (1, 1), (2, 4), (2, 1), (3, 1), (7, 7), (16, 17), (17, 0x40), (17, 9)] {
            var other = signed
            other[place] = UInt8(value)
            #expect(header(other, "a.tga") == nil, "\(value) at \(place)")
        }
        #expect(header([UInt8]("<!DOCTYPE html><html></html>".utf8), "a.tga") == nil)
        #expect(header(TinyImage.png(width: 3, height: 2), "a.tga")?.format == .png)
    }

    @Test func `what is not decoded says so, and no header gets memory`() {
        func explanation(_ type: UInt8, _ width: Int, _ height: Int, _ count: Int = 3000) -> String {
            let file = File.tga(type: type, width: width, height: height, bits: 24, data: File.shades(count))
            return File.explanation { () throws(ImageError) in try TGADecoder(source: ByteSource(file)) }
        }
        #expect(explanation(2, 10, 10) == "10 × 10")
        #expect(explanation(1, 10, 10).contains("not a TGA"))
        #expect(explanation(2, 0, 10).contains("a size of 0 × 10"))
        #expect(explanation(10, 10, 0).contains("a size of 10 × 0"))
        #expect(explanation(10, 65_535, 65_535).contains("of which the file holds but a few"))
        #expect(explanation(2, 2000, 10).contains("ends before its first row"))
        #expect(explanation(10, 65_535, 10).contains("ends before its first row"))
        #expect(explanation(2, 10, 10, 0).contains("ends before its first row"))
    }
}
