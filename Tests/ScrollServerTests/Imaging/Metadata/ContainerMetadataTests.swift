// Metadata in PNG, WebP, TIFF, GIF and HEIF, in all the parts where programs write it.

import Synchronization
import Testing

@testable import Metadata
@testable import Pixels

@Suite struct ContainerMetadataTests {
    private static let exif = TinyImage.exif(orientation: 6)
    private static let packet = Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>
        """.utf8)
    /// An IPTC dataset with the keyword `kw`.
    private static let datasets: [UInt8] = [0x1C, 2, 25, 0, 2] + Array("kw".utf8)
    private static let resources =
        Array("8BIM".utf8) + [4, 4, 0, 0] + TinyImage.big(datasets.count, 4) + datasets + [0]

    private func header(_ bytes: [UInt8]) throws -> ImageHeader { try ImageHeader.read(from: ByteSource(bytes)) }

    // MARK: PNG

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + data
        return TinyImage.big(data.count, 4) + named + TinyImage.big(Int(CRC32.checksum(named.span)), 4)
    }

    /// A PNG with image data chunks of these lengths, and other chunks before and after them.
    private static func png(before: [[UInt8]] = [], after: [[UInt8]] = [], pixels: [Int] = [10]) -> [UInt8] {
        let start = Array(TinyImage.png(width: 30, height: 20).prefix(PNGHeader.byteCount))
        let data = pixels.flatMap { chunk("IDAT", [UInt8](repeating: 7, count: $0)) }
        return start + before.flatMap { $0 } + data + after.flatMap { $0 } + chunk("IEND", [])
    }

    private static func text(_ keyword: String, _ text: [UInt8]) -> [UInt8] {
        chunk("tEXt", Array(keyword.utf8) + [0] + text)
    }

    private static func profile(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let lines = stride(from: 0, to: digits.count, by: 36).map { digits[$0..<min($0 + 36, digits.count)].joined() }
        let count = String(repeating: " ", count: 8 - String(bytes.count).count) + String(bytes.count)
        return text("Raw profile type \(name)", Array("\n\(name)\n\(count)\n\(lines.joined(separator: "\n"))\n".utf8))
    }

    @Test(arguments: [[10], [40, 40, 40, 7], [9, 40, 3, 40, 2000], [Int](repeating: 2000, count: 300) + [5], []])
    func `a PNG's chunks before and after the pixels`(pixels: [Int]) throws {
        let packet = Self.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Self.packet)
        let exif = Self.chunk("eXIf", Self.exif)
        let title = Self.text("Title", Array("A title".utf8))
        for chunks in [[packet, exif, title], [title, packet, exif]] {
            for split in 0...chunks.count where !pixels.isEmpty || split == chunks.count {
                let file = Self.png(before: Array(chunks[..<split]), after: Array(chunks[split...]), pixels: pixels)
                let header = try header(file)
                #expect(header.orientation == 6 && header.facts?.rating == 4, "\(split)")
                #expect(header.facts?.title == "A title", "\(split)")
            }
        }
    }

    /// Metadata after the pixels must cost few reads, so that scans of folders of PNGs stay fast.
    @Test func `reads of a common PNG`() throws {
        for pixels in [[Int](repeating: 8192, count: 300) + [5000], [65_536, 65_536, 3], [700_000]] {
            for (after, most) in [([], 2), ([Self.text("Title", Array("A title".utf8))], 14)] {
                let bytes = Self.png(after: after, pixels: pixels)
                let count = Mutex(0)
                let source = ByteSource(bytes).counting { change in
                    if change > 0 { count.withLock { $0 += 1 } }
                }
                let header = try ImageHeader.read(from: source)
                #expect((header.facts?.title != nil) == !after.isEmpty)
                #expect(count.withLock { $0 } <= most, "\(pixels.count)")
            }
        }
        // Of image data chunks with different lengths, only some are skipped.
        let count = Mutex(0)
        let source = ByteSource(Self.png(pixels: (0..<3000).map { 2000 + $0 % 7 })).counting { change in
            if change > 0 { count.withLock { $0 += 1 } }
        }
        _ = try ImageHeader.read(from: source)
        #expect(count.withLock { $0 } < 64)
    }

    @Test(arguments: ["exif", "APP1"]) func `EXIF in a PNG's raw profile`(name: String) throws {
        for block in [Self.exif, Array("Exif\0\0".utf8) + Self.exif] {
            #expect(try header(Self.png(before: [Self.profile(name, block)])).orientation == 6)
            #expect(try header(Self.png(after: [Self.profile(name, block)])).orientation == 6)
        }
    }

    @Test func `XMP and IPTC in a PNG's raw profiles`() throws {
        let name = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
        for (profile, bytes) in [("xmp", Self.packet), ("APP1", name + Self.packet), ("exif", name + Self.packet)] {
            #expect(try header(Self.png(after: [Self.profile(profile, bytes)])).facts?.rating == 4, "\(profile)")
        }
        for (profile, bytes) in [("iptc", Self.datasets), ("iptc", Self.resources), ("8bim", Self.resources)] {
            let facts = try header(Self.png(before: [Self.profile(profile, bytes)])).facts
            #expect(facts?.keywords == ["kw"], "\(profile)")
        }
        // Invalid profiles.
        for text in ["", "\n", "\nexif\n", "\nexif\n   8\n", "exif 8 00", "\nexif\n   8\nzz zz"] {
            let facts = try header(Self.png(before: [Self.text("Raw profile type exif", Array(text.utf8))])).facts
            #expect(facts == nil, "\(text)")
        }
    }

    /// Else a file of many packets, each of half a megabyte, would take seconds.
    @Test func `packets beyond the eighth are not read`() throws {
        let packets = [1, 1, 1, 1, 1, 1, 1, 2, 3].map { rating in
            let packet = "<rdf:RDF><rdf:Description xmp:Rating='\(rating)'/></rdf:RDF>"
            return Self.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0\(packet)".utf8))
        }
        #expect(try header(Self.png(before: packets)).facts?.rating == 2)
    }

    @Test func `a PNG's texts`() throws {
        let texts = [
            ("Author", "An author"), ("Copyright", "Mine"), ("Creation Time", "2005:02:03 04:05:06"),
            ("date:create", "2001-02-03T04:05:06+00:00"), ("Description", "A caption"),
        ]
        let facts = try #require(try header(Self.png(after: texts.map { Self.text($0.0, Array($0.1.utf8)) })).facts)
        #expect(facts.creator == "An author" && facts.copyright == "Mine" && facts.caption == "A caption")
        #expect(facts.taken?.iso8601.hasPrefix("2005-02-03T04:05:06") == true && facts.takenSource == .created)
    }

    /// For descriptions XMP counts before IPTC, IPTC before texts, and texts before EXIF.
    @Test func `precedence of blocks`() throws {
        var block = EXIFBlock()
        block.main = [block.text(0x010E, "by EXIF"), block.text(0x010F, "Canon"), block.wide(0x9C9E, "by EXIF")]
        let chunks = [
            Self.chunk("eXIf", block.encoded), Self.text("Description", Array("by text".utf8)),
            Self.text("Keywords", Array("by text".utf8)), Self.profile("iptc", Self.datasets),
        ]
        for count in 1...chunks.count {
            let facts = try #require(try header(Self.png(before: Array(chunks[..<count]))).facts)
            #expect(facts.camera == "Canon" && facts.caption == (count > 1 ? "by text" : "by EXIF"))
            #expect(facts.keywords == [["by EXIF"], ["by EXIF"], ["by text"], ["kw"]][count - 1])
        }
    }

    // MARK: Long packets

    /// Programs write the history of a picture, and its masks, into XMP.
    private static let longPacket: [UInt8] = {
        let text = String(decoding: packet, as: UTF8.self)
        let history =
            "<rdf:Description xmlns:n=\"n/\"><n:history>\(String(repeating: "word ", count: 30_000))"
            + "</n:history></rdf:Description>"
        return Array(text.replacing("<rdf:Description xmlns:xmp", with: "\(history)<rdf:Description xmlns:xmp").utf8)
    }()

    @Test func `packets of more than 64 KB`() throws {
        let packet = Self.longPacket
        #expect(packet.count > 150_000)
        let text = Self.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet)
        #expect(try header(Self.png(before: [text])).facts?.rating == 4)
        #expect(try header(Self.webP(flags: 4, [("XMP ", packet)])).facts?.rating == 4)
        #expect(try header(Self.gif(before: [Self.gifPacket(packet)])).facts?.rating == 4)
        #expect(try header(Self.tiff { [$0.bytes(700, packet, type: 1)] }).facts?.rating == 4)
    }

    // MARK: WebP

    private static func webP(flags: UInt8, _ chunks: [(String, [UInt8])]) -> [UInt8] {
        let picture = ("VP8L", [0x2F] + TinyImage.little(29 | 19 << 14, 4))
        let first = ("VP8X", [flags, 0, 0, 0] + TinyImage.little(29, 3) + TinyImage.little(19, 3))
        let all = (flags == 0 ? [picture] : [first, picture]) + chunks
        let contents = all.flatMap { name, data in
            Array(name.utf8) + TinyImage.little(data.count, 4) + data + [UInt8](repeating: 0, count: data.count % 2)
        }
        return Array("RIFF".utf8) + TinyImage.little(contents.count + 4, 4) + Array("WEBP".utf8) + contents
    }

    @Test(arguments: [0, 0x0C]) func `a WebP's chunks`(flags: Int) throws {
        for block in [Self.exif, Array("Exif\0\0".utf8) + Self.exif] {
            let file = Self.webP(flags: UInt8(flags), [("EXIF", block), ("XMP ", Self.packet)])
            let header = try header(file)
            #expect(header.orientation == 6 && header.facts?.rating == 4 && header.width == 30 && header.height == 20)
        }
    }

    // MARK: TIFF

    private static func tiff(_ entries: (EXIFBlock) -> [EXIFBlock.Entry]) -> [UInt8] {
        var block = EXIFBlock()
        block.main = [block.numbers(256, 3, [30]), block.numbers(257, 3, [20])] + entries(block)
        return block.encoded
    }

    @Test func `IPTC in a TIFF`() throws {
        #expect(try header(Self.tiff { [$0.bytes(33_723, Self.datasets)] }).facts?.keywords == ["kw"])
        #expect(try header(Self.tiff { [$0.bytes(34_377, Self.resources, type: 1)] }).facts?.keywords == ["kw"])
        // As 32-bit numbers, which swaps the bytes.
        let padded = Self.datasets + [0]
        let swapped = stride(from: 0, to: padded.count, by: 4).flatMap { padded[$0..<$0 + 4].reversed() }
        for bytes in [padded, swapped] {
            let file = Self.tiff { _ in
                [EXIFBlock.Entry(tag: 33_723, type: 4, count: bytes.count / 4, bytes: bytes)]
            }
            #expect(try header(file).facts?.keywords == ["kw"])
        }
    }

    // MARK: GIF

    /// A GIF of one pixel, with extensions before and after its frame.
    private static func gif(before: [[UInt8]] = [], after: [[UInt8]] = []) -> [UInt8] {
        let frame: [UInt8] = [0x2C] + TinyImage.little(0, 4) + TinyImage.little(1, 2) + TinyImage.little(1, 2)
        return Array("GIF89a".utf8) + TinyImage.little(1, 2) + TinyImage.little(1, 2) + [0x80, 0, 0, 9, 9, 9, 0, 0, 0]
            + before.flatMap { $0 } + frame + [0, 2, 2, 0x44, 1, 0] + after.flatMap { $0 } + [0x3B]
    }

    private static func gifPacket(_ packet: [UInt8]) -> [UInt8] {
        [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + packet + [1] + (0...255).reversed().map { UInt8($0) } + [0]
    }

    @Test func `XMP and comments in a GIF`() throws {
        let words = String(repeating: "A comment of a GIF. ", count: 20)
        let bytes = Array(words.utf8)
        let comment =
            [0x21, 0xFE, 255] + bytes[..<255] + [UInt8(bytes.count - 255)] + bytes[255...] + [0] as [UInt8]
        for chunks in [[comment, Self.gifPacket(Self.packet)], [Self.gifPacket(Self.packet), comment]] {
            for file in [Self.gif(before: chunks), Self.gif(after: chunks)] {
                let header = try header(file)
                #expect(header.format == .gif && header.facts?.rating == 4)
                #expect(header.facts?.caption == String(words.dropLast()))
            }
        }
        #expect(try header(Self.gif()).facts == nil)
    }

    // MARK: HEIF

    /// An AVIF whose EXIF and XMP items have these extents in the box `idat`.
    private static func avif(exif: [[UInt8]], xmp: [[UInt8]]) -> [UInt8] {
        func entry(_ id: Int, _ type: String, _ rest: [UInt8]) -> [UInt8] {
            TinyImage.box("infe", [2, 0, 0, 0] + TinyImage.big(id, 2) + [0, 0] + Array(type.utf8) + [0] + rest)
        }
        var data: [UInt8] = []
        let places = [(2, exif), (3, xmp)].map { id, extents in
            var place = TinyImage.big(id, 2) + [0, 1, 0, 0] + TinyImage.big(extents.count, 2)
            for extent in extents {
                place += TinyImage.big(data.count, 4) + TinyImage.big(extent.count, 4)
                data += extent + [0xEE]
            }
            return place
        }
        let items = entry(2, "Exif", []) + entry(3, "mime", Array("application/rdf+xml\0".utf8))
        let more =
            TinyImage.box("iinf", TinyImage.big(0, 4) + [0, 2] + items)
            + TinyImage.box("iloc", [1, 0, 0, 0, 0x44, 0, 0, 2] + places.flatMap { $0 }) + TinyImage.box("idat", data)
        let picture = TinyImage.avif(properties: [
            TinyImage.box("ispe", TinyImage.big(0, 4) + TinyImage.big(30, 4) + TinyImage.big(20, 4))
        ])
        // The items' boxes go to the end of `meta`, which is the last box.
        let name = Array("meta".utf8)
        guard let meta = picture.indices.first(where: { picture[$0...].starts(with: name) }) else { return [] }
        return picture[..<(meta - 4)] + TinyImage.box("meta", picture[(meta + 4)...] + more)
    }

    @Test func `items of an AVIF`() throws {
        var block = EXIFBlock()
        block.main = [block.text(0x010F, "Canon"), block.text(0x0110, "A camera")]
        let exif = block.encoded
        for item in [TinyImage.big(0, 4) + exif, exif, TinyImage.big(6, 4) + Array("Exif\0\0".utf8) + exif] {
            for parts in [[item], [Array(item[..<9]), Array(item[9..<30]), Array(item[30...])]] {
                let packets = [[Self.packet], [Array(Self.packet[..<100]), Array(Self.packet[100...])]]
                for packet in packets {
                    let header = try header(Self.avif(exif: parts, xmp: packet))
                    #expect(header.width == 30 && header.facts?.camera == "Canon A camera")
                    #expect(header.facts?.rating == 4)
                }
            }
        }
    }

    // MARK: Damage

    /// Files with any byte changed, or cut at any byte, are read without a crash.
    @Test func `damaged containers`() throws {
        let seed = TestSeed.seed()
        var noise = RepeatableNoise(seed: seed)
        let files = [
            Self.png(
                before: [Self.profile("exif", Self.exif), Self.text("Title", Array("A title".utf8))],
                after: [Self.chunk("eXIf", Self.exif), Self.profile("iptc", Self.resources)], pixels: [40, 40, 40, 7]),
            Self.webP(flags: 0x0C, [("EXIF", Self.exif), ("XMP ", Self.packet)]),
            Self.tiff {
                [$0.bytes(700, Self.packet), $0.bytes(33_723, Self.datasets), $0.bytes(34_377, Self.resources)]
            },
            Self.gif(before: [Self.gifPacket(Self.packet)], after: [[0x21, 0xFE, 2, 65, 66, 0]]),
            Self.avif(exif: [TinyImage.big(0, 4) + Self.exif], xmp: [Self.packet]),
        ]
        for file in files {
            for _ in 0..<1000 {
                var broken = file
                for _ in 0..<Int.random(in: 1...6, using: &noise) {
                    broken[Int.random(in: 0..<broken.count, using: &noise)] = UInt8.random(in: 0...255, using: &noise)
                }
                let part = Array(broken.prefix(Int.random(in: 0...broken.count, using: &noise)))
                let read = try? ImageHeader.read(from: ByteSource(part))
                #expect((1...8).contains(read?.orientation ?? 1), "seed \(seed)")
            }
        }
    }
}
