// The PNG decoder on tiny files: every kind, every sort of damage.
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite struct PNGDecoderTests {
    private func decode(_ bytes: [UInt8]) throws -> (pixels: PixelBuffer, isPartial: Bool) {
        var decoder = try PNGDecoder(source: ByteSource(bytes))
        let pixels = try decoder.readAll()
        return (pixels, decoder.isPartial)
    }

    @Test(arguments: PNGFixture.all)
    func `every colour type and depth`(fixture: PNGFixture) throws {
        let (pixels, isPartial) = try decode(fixture.file)
        #expect(pixels.format == fixture.format)
        #expect(SHA256Digest.hex(pixels.rgba).hasPrefix(fixture.digest))
        #expect(!isPartial)
    }

    @Test(arguments: PNGFixture.all)
    func `a file cut anywhere is partial or refused, with the rows it has`(fixture: PNGFixture) throws {
        let whole = try decode(fixture.file).pixels
        for count in 0..<(fixture.file.count - 20) {
            do {
                let (pixels, isPartial) = try decode(Array(fixture.file.prefix(count)))
                if pixels.height == whole.height && pixels.bytes == whole.bytes { continue }
                #expect(isPartial)
                if !PNGHeaderFacts.isInterlaced(fixture.file) {
                    #expect(whole.bytes.starts(with: pixels.bytes))
                    #expect(pixels.height > 0)
                }
            } catch let error as ImageError {
                #expect(!error.explanation.isEmpty)
            }
        }
    }

    @Test func `SHA-256 of the tests is SHA-256`() {
        #expect(
            SHA256Digest.hex(Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test func `a header says size and kind`() throws {
        let png = PNGEncoder.encode(PixelBuffer(width: 300, height: 2, format: .grayAlpha))
        let header = try PNGHeader(ByteSource(png))
        #expect(header.width == 300)
        #expect(header.height == 2)
        #expect(header.bitDepth == 8)
        #expect(header.colorType == .grayAlpha)
        #expect(!header.isInterlaced)
    }

    @Test func `a header that breaks the standard is refused`() {
        func refusal(_ chunk: [UInt8]) -> ImageError? {
            var file = PNGHeader.signature
            PNGBuilder.append("IHDR", chunk, to: &file)
            do {
                _ = try PNGHeader(ByteSource(file))
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]) == nil)
        #expect(refusal([0, 0, 0, 0, 0, 0, 0, 1, 8, 2, 0, 0, 0]) != nil)
        #expect(refusal([0x80, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]) != nil)
        #expect(refusal([0, 0, 0, 1, 0, 0, 0, 1, 4, 2, 0, 0, 0]) != nil)
        #expect(refusal([0, 0, 0, 1, 0, 0, 0, 1, 16, 3, 0, 0, 0]) != nil)
        #expect(refusal([0, 0, 0, 1, 0, 0, 0, 1, 8, 5, 0, 0, 0]) != nil)
        #expect(refusal([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 1, 0, 0]) != nil)
        #expect(refusal([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 1, 0]) != nil)
        #expect(refusal([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 2]) != nil)
    }

    @Test func `a wrong checksum of image data is damage, of an ancillary chunk is not`() throws {
        let good = PNGBuilder(width: 2, height: 1, bitDepth: 8, colorType: 0, rows: [0, 7, 9])
        var bad = good.file
        bad[bad.count - 13] ^= 1
        // Shown as far as it goes, as in a browser.
        let (shown, isPartial) = try decode(bad)
        #expect(shown.bytes == [7, 9] && isPartial)
        var ancillary = good
        ancillary.leading = [("tRNS", [0, 7])]
        #expect(try decode(ancillary.file).pixels.bytes == [7, 0, 9, 255])
        var damaged = ancillary.file
        damaged[33 + 8 + 2] ^= 1
        #expect(try decode(damaged).pixels.bytes == [7, 9])
    }

    @Test func `an unknown critical chunk is named, an unknown ancillary one is passed over`() throws {
        var file = PNGBuilder(width: 1, height: 1, bitDepth: 8, colorType: 0, rows: [0, 5])
        file.leading = [("teST", [1, 2, 3])]
        #expect(try decode(file.file).pixels.bytes == [5])
        file.leading = [("TEST", [1, 2, 3])]
        #expect(throws: ImageError.unsupported("PNG with the critical chunk TEST")) { try decode(file.file) }
    }

    @Test func `data beyond the header's claim is not inflated`() throws {
        // A thousand times the claim: were it followed, the row count or the memory would show.
        let rows = [UInt8](repeating: 0, count: 3_000_000)
        let file = PNGBuilder(width: 2, height: 3, bitDepth: 8, colorType: 0, rows: rows)
        let (pixels, isPartial) = try decode(file.file)
        #expect(pixels.height == 3)
        #expect(!isPartial)
    }

    @Test func `claims that cannot be met are refused before memory is taken`() {
        var wide = PNGBuilder(width: 60_000_000, height: 1, bitDepth: 8, colorType: 0, rows: [0, 1])
        #expect(throws: ImageError.self) { try decode(wide.file) }
        wide = PNGBuilder(width: 65_500, height: 65_500, bitDepth: 8, colorType: 2, rows: [0, 1])
        wide.isInterlaced = true
        #expect(throws: ImageError.self) { try decode(wide.file) }
        wide = PNGBuilder(width: 2_000_000_000, height: 2_000_000_000, bitDepth: 8, colorType: 2, rows: [0, 1])
        #expect(throws: ImageError.self) { try decode(wide.file) }
    }

    @Test func `a filter type that does not exist ends the rows`() throws {
        let file = PNGBuilder(width: 1, height: 3, bitDepth: 8, colorType: 0, rows: [0, 5, 0, 6, 9, 7])
        let (pixels, isPartial) = try decode(file.file)
        #expect(pixels.bytes == [5, 6])
        #expect(isPartial)
    }

    @Test func `a palette index without a colour is black`() throws {
        var file = PNGBuilder(width: 2, height: 1, bitDepth: 8, colorType: 3, rows: [0, 0, 1])
        #expect(throws: ImageError.self) { try decode(file.file) }
        file.leading = [("PLTE", [1, 2, 3])]
        #expect(try decode(file.file).pixels.bytes == [1, 2, 3, 0, 0, 0])
    }

    /// Rows of many lengths and all filters, through our encoder and back, so that every tail of a vector loop is run.
    @Test(arguments: [PixelFormat.gray, .grayAlpha, .rgb, .rgba])
    func `what the encoder writes comes back`(format: PixelFormat) throws {
        var generator = RepeatableNoise(seed: 3)
        for width in 1...20 {
            let bytes = (0..<(width * 9 * format.channelCount)).map { index in
                UInt8(truncatingIfNeeded: index / 5 + Int(generator.next() % 20))
            }
            let pixels = PixelBuffer(width: width, height: 9, format: format, bytes: bytes)
            #expect(try decode(PNGEncoder.encode(pixels)).pixels == pixels)
        }
    }
}

enum PNGHeaderFacts {
    static func isInterlaced(_ file: [UInt8]) -> Bool { file[28] == 1 }
}

/// Puts a PNG together from parts that need not fit.
struct PNGBuilder {
    var width: Int
    var height: Int
    var bitDepth: UInt8
    var colorType: UInt8
    var isInterlaced = false
    /// What is compressed: rows behind their filter types.
    var rows: [UInt8]
    var leading: [(String, [UInt8])] = []
    /// The most bytes of image data in a chunk.
    var chunkByteCount = Int.max

    init(width: Int, height: Int, bitDepth: UInt8, colorType: UInt8, rows: [UInt8]) {
        self.width = width
        self.height = height
        self.bitDepth = bitDepth
        self.colorType = colorType
        self.rows = rows
    }

    var file: [UInt8] {
        var file = PNGHeader.signature
        let header = Self.number(width) + Self.number(height) + [bitDepth, colorType, 0, 0, isInterlaced ? 1 : 0]
        Self.append("IHDR", header, to: &file)
        for (type, data) in leading { Self.append(type, data, to: &file) }
        var data = Deflater.zlib(rows)[...]
        while !data.isEmpty {
            Self.append("IDAT", Array(data.prefix(chunkByteCount)), to: &file)
            data = data.dropFirst(chunkByteCount)
        }
        Self.append("IEND", [], to: &file)
        return file
    }

    static func append(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
        let body = Array(type.utf8) + data
        file += number(data.count) + body + number(Int(CRC32.checksum(body.span)))
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
