// Formats of which no picture is made: listed by name, with their size, their format and the reason.

import Testing

@testable import Catalog
@testable import Metadata
@testable import Pixels
@testable import Tiling

@Suite struct ListedFormatTests {
    /// The start of a file, with the size that it tells; nil where it tells none.
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let format: MediaFormat
        let size: PixelSize?
        let bytes: [UInt8]
        var testDescription: String { name }

        /// Joins the parts of a file.
        init(_ name: String, _ format: MediaFormat, _ width: Int = 640, _ height: Int = 480, parts: [[UInt8]]) {
            (self.name, self.format) = (name, format)
            size = width > 0 ? PixelSize(width: width, height: height) : nil
            bytes = Array(parts.joined())
        }
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] { TinyImage.little(number, count) }
    private static func big(_ number: Int, _ count: Int) -> [UInt8] { TinyImage.big(number, count) }
    private static func text(_ text: String) -> [UInt8] { [UInt8](text.utf8) }
    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    private static func joined(_ parts: [[UInt8]]) -> [UInt8] { Array(parts.joined()) }

    private static func element(_ group: Int, _ number: Int, _ kind: String, _ value: [UInt8]) -> [UInt8] {
        joined([little(group, 2), little(number, 2), text(kind), little(value.count, 2), value])
    }

    /// With a sequence of unknown length, in which another picture's size is.
    private static let dicom = Sample(
        "a.dcm", .dicom,
        parts: [
            zeros(128), text("DICM"), element(2, 0x10, "UI", text("1.2.840.10008.1.2.1\0")),
            little(8, 2), little(0x1140, 2), text("SQ"), zeros(2), little(0xFFFF_FFFF, 4),
            little(0xFFFE, 2), little(0xE000, 2), little(0xFFFF_FFFF, 4), element(0x28, 0x10, "US", little(7, 2)),
            little(0xFFFE, 2), little(0xE00D, 2), zeros(4), little(0xFFFE, 2), little(0xE0DD, 2), zeros(4),
            element(0x28, 0x10, "US", little(480, 2)), element(0x28, 0x11, "US", little(640, 2)),
        ])

    private static let djvu = Sample(
        "a.djvu", .djvu,
        parts: [
            text("AT&TFORM"), big(90, 4), text("DJVMDIRM"), big(3, 4), [1, 2, 3, 0],
            text("FORM"), big(40, 4), text("DJVUINFO"), big(10, 4), big(640, 2), big(480, 2), zeros(6),
        ])

    private static let jpeg2000 = Sample(
        "a.jp2", .jpeg2000,
        parts: [
            JPEG2000Header.container,
            TinyImage.box("jp2h", TinyImage.box("ihdr", joined([big(480, 4), big(640, 4), zeros(6)]))),
        ])

    private static let codestream = Sample(
        "a.j2k", .jpeg2000,
        parts: [
            JPEG2000Header.codestream, big(41, 2), zeros(2), big(650, 4), big(500, 4), big(10, 4), big(20, 4),
        ])

    /// 480 in nine bits, and the ratio 4 to 3.
    private static let sides = 479 << 3 | 3 << 12
    /// The same, and the orientation 6.
    private static let turned = sides | 1 << 16 | 5 << 17

    private static let jpegXR = Sample(
        "a.jxr", .jpegXR,
        parts: [
            [0x49, 0x49, 0xBC, 0x01], little(8, 4), little(2, 2),
            little(0xBC80, 2), little(4, 2), little(1, 4), little(640, 4),
            little(0xBC81, 2), little(4, 2), little(1, 4), little(480, 4), zeros(4),
        ])

    private static let jpegLS = Sample(
        "a.jls", .jpegLS,
        parts: [
            [0xFF, 0xD8, 0xFF, 0xE8, 0, 4, 1, 2, 0xFF, 0xF7, 0, 11, 8], big(480, 2), big(640, 2), [1, 1, 0x11, 0],
        ])

    private static let cards: [[UInt8]] = [
        "SIMPLE  =                    T", "NAXIS1  =                  640 / x", "NAXIS2  =                  480", "END",
    ].map { text($0.padded(to: 80)) }

    static let samples: [Sample] = [
        dicom, djvu, jpeg2000, codestream, jpegXR, jpegLS,
        Sample("a.jxl", .jpegXL, parts: [[0xFF, 0x0A], little(sides, 3)]),
        Sample(
            "b.jxl", .jpegXL, 480, 640,
            parts: [JPEGXLHeader.container, TinyImage.box("jxlc", joined([[0xFF, 0x0A], little(turned, 4)]))]),
        Sample("a.xcf", .xcf, parts: [text("gimp xcf v011\0"), big(640, 4), big(480, 4)]),
        Sample("a.fits", .fits, parts: cards),
        Sample("a.pdf", .pdf, 0, parts: [text("%PDF-1.7\n")]),
    ]

    /// Each is an item that is found by its format, and counted among all, not among those that failed.
    @Test func inAFolder() throws {
        let folder = try TemporaryFolder()
        for sample in Self.samples { try folder.write(sample.name, sample.bytes + Self.zeros(200)) }
        let collection = try folder.scanned()
        let listed = Self.samples.filter { $0.format.refusal != nil }
        #expect(collection.status.count == Self.samples.count)
        _ = collection.measure(Array(0..<collection.status.count))
        let client = try APIClient([collection])
        for sample in listed {
            let item = try #require(
                collection.details(in: 0..<collection.status.count).details.first { $0.name == sample.name })
            #expect(item.format == sample.format && item.size == sample.size, "\(sample.name)")
            #expect(item.error == sample.format.refusal, "\(sample.name)")
            let tile = try client.get("/api/collections/f/tiles/\(item.id)/0/0/0").problem(415)
            #expect(tile.detail.hasPrefix("no picture is made of files in "))
            #expect(try client.get("/api/collections/f/items/\(item.id)/original").status == 200)
            let found = try client.get("/api/collections/f/items?limit=100&q=format:\(sample.format.name)").object()
            let names = (found["items"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
            #expect(names?.contains(sample.name) == true, "\(sample.name)")
        }
        #expect(try client.get("/api/collections/f/facets").object()["unreadable"] as? Int == 0)
    }

    /// Formats with a weak signature, or that are seldom pictures, are known only by their names as well.
    @Test(arguments: samples) func byTheirNames(sample: Sample) throws {
        let file = sample.bytes + Self.zeros(200)
        func header(_ name: String) -> ImageHeader? {
            try? ImageHeader.read(from: ByteSource(file), name: Array(name.utf8))
        }
        #expect(header(sample.name)?.format == sample.format)
        #expect(header(sample.name.uppercased())?.format == sample.format)
        #expect((header("a")?.format == sample.format) == !sample.format.traits.needsName)
    }

    /// A file of another kind that shares an ending is no picture.
    @Test func othersOfTheSameEndings() throws {
        let folder = try TemporaryFolder()
        for name in ["a.pdf", "a.dcm", "a.hdr", "a.pfm", "a.fit"] { try folder.write(name, Self.text("ENVI = 1\n")) }
        #expect(try folder.scanned().status.count == 0)
    }

    /// Damage leaves a file listed, and its size unknown or another one.
    @Test(arguments: samples) func damage(sample: Sample) throws {
        var generator = RepeatableNoise(seed: 1)
        for _ in 0..<200 {
            var file = sample.bytes
            for _ in 0...Int(generator.next() % 4) {
                file[Int(generator.next() % UInt64(file.count))] = UInt8(truncatingIfNeeded: generator.next())
            }
            file.removeLast(Int(generator.next() % UInt64(file.count)))
            guard let header = try? ImageHeader.read(from: ByteSource(file), name: Array(sample.name.utf8)),
                header.format.refusal != nil
            else { continue }
            #expect(header.width >= 0 && header.height >= 0 && header.width <= 1 << 31 && header.height <= 1 << 31)
        }
    }
}

extension String {
    fileprivate func padded(to count: Int) -> String {
        self + String(repeating: " ", count: max(0, count - self.count))
    }
}
