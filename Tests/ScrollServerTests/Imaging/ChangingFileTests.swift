// Files of every format that become shorter, or others, while they are read; and headers that are read twice.
import Synchronization
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Platform
@testable import Tiles

@Suite struct ChangingFileTests {
    private typealias Small = SmallFormatFile

    /// A format's sound files, and its decoder.
    private struct Format: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let files: [[UInt8]]
        let open: @Sendable (ByteSource) throws(ImageError) -> any RowSource
    }

    private static let formats: [Format] = [
        Format(testDescription: "PNG", files: PNGFixture.all.map(\.file)) { source throws(ImageError) in
            try PNGDecoder(source: source)
        },
        Format(testDescription: "JPEG", files: JPEGFixture.all.map(\.bytes) + [lateHeight]) {
            source throws(ImageError) in try JPEGDecoder(source: source)
        },
        Format(testDescription: "TIFF", files: TIFFFixture.all.map(\.file)) { source throws(ImageError) in
            try TIFFDecoder(source: source)
        },
        Format(testDescription: "WebP", files: WebPFixture.all.map(\.file)) { source throws(ImageError) in
            guard let picture = try SequentialPicture(source, .webp) else { throw .notAnImage("") }
            return picture.decoder
        },
        Format(testDescription: "GIF", files: GIFFixture.all.map(\.file)) { source throws(ImageError) in
            try GIFDecoder(source: source)
        },
        Format(testDescription: "BMP", files: BMPFixture.all.map(\.file)) { source throws(ImageError) in
            try BMPDecoder(source: source)
        },
        Format(testDescription: "ICO", files: icons) { source throws(ImageError) in try ICODecoder(source: source) },
        Format(testDescription: "PNM", files: pnms) { source throws(ImageError) in try PNMDecoder(source: source) },
        Format(
            testDescription: "QOI",
            files: [3, 4].map { Small.qoi(width: 17, height: 9, channels: $0, data: QOIDecoderTests.chunks(17 * 9)) }
        ) { source throws(ImageError) in try QOIDecoder(source: source) },
        Format(testDescription: "TGA", files: tgas) { source throws(ImageError) in try TGADecoder(source: source) },
    ]

    private static let icons = [
        Small.ico([(9, 8, 1, Small.bitmap(width: 9, height: 8, bits: 1, data: Small.shades(80)))]),
        Small.ico([(10, 9, 24, Small.bitmap(width: 10, height: 9, bits: 24, data: Small.shades(400)))]),
        Small.ico([(10, 9, 0, Small.bitmap(width: 10, height: 9, bits: 32, data: Small.shades(500)))], type: 2),
        Small.ico([
            (9, 8, 32, PNGEncoder.encode(PixelBuffer(width: 9, height: 8, format: .rgb, bytes: Small.shades(216))))
        ]),
    ]

    private static let pnms = [
        Small.pnm("P1 9 8\n" + String(repeating: "10", count: 40)), Small.pnm("P4 33 20\n", Small.shades(200)),
        Small.pnm("P2 8 9 255\n" + Small.shades(72).map { "\($0)" }.joined(separator: " ")),
        Small.pnm("P5 10 9 65535\n", Small.shades(200)), Small.pnm("P6 9 7 31\n", Small.shades(200)),
        Small.pnm(
            "P7\nWIDTH 7\nHEIGHT 7\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n", Small.shades(200)),
    ]

    private static let tgas = [
        Small.tga(type: 1, width: 12, height: 9, bits: 8, colours: (24, Small.shades(768)), data: Small.shades(400)),
        Small.tga(type: 2, width: 9, height: 8, bits: 32, descriptor: 8, data: Small.shades(400)) + Small.tgaFooter,
        Small.tga(type: 10, width: 30, height: 20, bits: 24, data: TGADecoderTests.packets(700, bytes: 3)),
    ]

    /// A JPEG of 21 × 19 pixels whose height stands behind its scan.
    private static let lateHeight: [UInt8] = {
        guard var bytes = JPEGFixture.all.first(where: { $0.name == "gray" })?.bytes,
            let frame = bytes.indices.dropLast().first(where: { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        else { return [] }
        bytes.replaceSubrange(frame + 5..<frame + 7, with: [0, 0])
        bytes.insert(contentsOf: [0xFF, 0xDC, 0, 4, 0, 19], at: bytes.count - 2)
        return bytes
    }()

    /// A source whose read number `change`, and all after it, are of other bytes.
    ///
    /// It counts its reads.
    private final class Changing: Sendable {
        private let bytes: [UInt8]
        private let others: [UInt8]
        private let change: Int
        let reads = Atomic(0)

        init(_ bytes: [UInt8], change: Int, to others: [UInt8]) {
            (self.bytes, self.change, self.others) = (bytes, change, others)
        }

        var source: ByteSource {
            ByteSource(count: bytes.count) { [self] (offset, buffer) throws(SystemError) in
                let number = reads.add(1, ordering: .relaxed).oldValue
                let bytes = number < change ? bytes : others
                return ByteSource(bytes).read(at: offset, into: &buffer)
            }
        }
    }

    /// Reads all rows.
    ///
    /// What comes of them does not matter: that something comes does.
    private static func readAll(_ source: ByteSource, _ format: Format) {
        do throws(ImageError) {
            var decoder = try format.open(source)
            var rows: [UInt8] = []
            while try decoder.readRows(into: &rows) > 0, rows.count < 1 << 20 {}
        } catch {}
        _ = try? ImageHeader.read(from: source)
    }

    @Test(arguments: formats) private func `a file that becomes shorter at any read is answered`(format: Format) throws
    {
        var changeCount = 0
        for file in format.files {
            let whole = Changing(file, change: .max, to: [])
            Self.readAll(whole.source, format)
            let count = whole.reads.load(ordering: .relaxed)
            for change in 0..<count {
                for length in [0, 1, 30, file.count / 2, file.count - 1] where length < file.count {
                    Self.readAll(Changing(file, change: change, to: Array(file[..<length])).source, format)
                    changeCount += 1
                }
            }
        }
        #expect(changeCount > 10)
    }

    @Test(arguments: formats)
    private func `a file that another is written over at any read is answered`(format: Format) throws {
        let seed = UInt64.random(in: 0..<UInt64.max)
        print("changing files of \(format.testDescription) with seed \(seed)")
        var noise = RepeatableNoise(seed: seed)
        for _ in 0..<(isOptimised ? 4000 : 300) {
            let file = format.files[Int(noise.next() % UInt64(format.files.count))]
            var others = noise.next() % 4 == 0 ? format.files[Int(noise.next() % UInt64(format.files.count))] : file
            for _ in 0...Int(noise.next() % 6) {
                let place = DecoderFuzz.inHeader(others, &noise)
                others[place] =
                    [0, 1, 0x7F, 0x80, 0xFF, UInt8(truncatingIfNeeded: noise.next())][
                        Int(noise.next() % 6)]
            }
            Self.readAll(Changing(file, change: Int(noise.next() % 6), to: others).source, format)
        }
    }

    /// The size that is told before a picture is decoded, and whether it is one, is what the decoder finds.
    @Test(arguments: formats)
    private func `what a decoder shows the probe has the size of`(format: Format) throws {
        let seed = UInt64.random(in: 0..<UInt64.max)
        print("headers of \(format.testDescription) with seed \(seed)")
        var noise = RepeatableNoise(seed: seed)
        var agreedCount = 0
        for round in 0..<(format.files.count + (isOptimised ? 20_000 : 1500)) {
            var file = format.files[round % format.files.count]
            if round >= format.files.count {
                for _ in 0...Int(noise.next() % 3) {
                    let place = DecoderFuzz.inHeader(file, &noise)
                    switch noise.next() % 4 {
                    case 0: file.insert(0, at: place)
                    case 1: file[place] ^= 1 << UInt8(noise.next() % 8)
                    case 2: file[place] = UInt8(truncatingIfNeeded: noise.next())
                    default: file.remove(at: place)
                    }
                }
            }
            let source = ByteSource(file)
            // Only files whose first bytes are known come to a decoder.
            let isTGA = format.testDescription == "TGA"
            guard isTGA || MediaFormat.sniff(Array(file.prefix(MediaFormat.signatureByteCount))) != nil,
                let decoder = try? format.open(source)
            else { continue }
            do throws(ImageError) {
                let header = try ImageHeader.read(from: source, name: Array("x.tga".utf8))
                if header.problem != nil { continue }
                #expect(
                    header.width == decoder.width && header.height == decoder.height,
                    "seed \(seed), round \(round): \(header.width) × \(header.height), \(decoder.width) × \(decoder.height)"
                )
                agreedCount += 1
            } catch {
                Issue.record(
                    "seed \(seed), round \(round): the decoder shows what the probe refuses: \(error.explanation)")
            }
        }
        #expect(agreedCount >= format.files.count)
    }

    @Test func `a height that comes after the scan is the picture's, and one in a comment is not`() throws {
        let header = try ImageHeader.read(from: ByteSource(Self.lateHeight))
        #expect(header.width == 21 && header.height == 19)
        // The first bytes alone do not tell.
        #expect(ImageHeader.read(prefix: Array(Self.lateHeight.dropLast(12)), count: Self.lateHeight.count) == nil)
        var bytes = Self.lateHeight
        bytes.removeSubrange(bytes.count - 8..<bytes.count - 2)
        let scan = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
        bytes.insert(contentsOf: [0xFF, 0xFE, 0, 8, 0xFF, 0xDC, 0, 4, 0, 7], at: scan)
        #expect(throws: ImageError.self) { try ImageHeader.read(from: ByteSource(bytes)) }
        #expect(throws: ImageError.self) { try JPEGDecoder(source: ByteSource(bytes)) }
    }

    @Test func `a zero too many between a GIF's blocks is passed over by both`() throws {
        let file = try #require(GIFFixture.all.first).file
        let start = 13 + 3 << (Int(file[10] & 7) + 1)
        let whole = try Small.pixels(GIFDecoder(source: ByteSource(file))).pixels
        for count in [1, 3] {
            let zeros = file[..<start] + [UInt8](repeating: 0, count: count) + file[start...]
            let (pixels, isPartial) = try Small.pixels(GIFDecoder(source: ByteSource(Array(zeros))))
            #expect(!isPartial && pixels == whole)
            let header = try ImageHeader.read(from: ByteSource(Array(zeros)))
            #expect(header.width == whole.width && header.height == whole.height)
        }
    }
}
