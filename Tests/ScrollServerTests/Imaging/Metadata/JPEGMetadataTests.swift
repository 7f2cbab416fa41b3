// XMP and IPTC in a JPEG's segments, and in pictures of public bug reports.

import Foundation
import Testing

@testable import Metadata
@testable import Pixels
@testable import Platform

@Suite struct JPEGMetadataTests {
    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
    }

    private static func xmp(_ packet: String) -> [UInt8] {
        segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8))
    }

    private static func resources(_ block: [UInt8]) -> [UInt8] { segment(0xED, Array("Photoshop 3.0\0".utf8) + block) }

    private static func facts(before: [UInt8] = [], after: [UInt8] = []) throws -> PictureFacts {
        let frame = segment(0xC0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])
        let bytes = [0xFF, 0xD8] + before + frame + after + segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0, 0xFF, 0xD9]
        return try ImageHeader.read(from: ByteSource(bytes)).facts ?? .none
    }

    @Test func segmentsAfterTheFrameHeaderAreRead() throws {
        let record = IPTCFactsTests.resource(0x0404, IPTCFactsTests.dataset(25, "cat".utf8))
        let facts = try Self.facts(
            after: Self.xmp(XMPFactsTests.packet("", attributes: "xmp:Rating='4'")) + Self.resources(record))
        #expect(facts.rating == 4 && facts.keywords == ["cat"])
    }

    @Test func packetsAreJoined() throws {
        let facts = try Self.facts(
            before: Self.xmp(XMPFactsTests.packet("<dc:title>one</dc:title>", attributes: "xmp:Rating='1'"))
                + Self.xmp(XMPFactsTests.packet("", attributes: "xmp:Rating='4'")))
        #expect(facts.rating == 4 && facts.title == "one")
    }

    @Test func resourcesContinueInTheNextSegment() throws {
        let block =
            IPTCFactsTests.resource(0x0425, [UInt8](repeating: 1, count: 501))
            + IPTCFactsTests.resource(0x0404, IPTCFactsTests.dataset(25, "cat".utf8))
        for cut in [10, 300, block.count - 8, block.count - 2] {
            let parts = Self.resources(Array(block[..<cut])) + Self.resources(Array(block[cut...]))
            #expect(try Self.facts(before: parts).keywords == ["cat"])
        }
    }

    @Test func extendedXMPIsJoined() throws {
        let identifier = String(repeating: "0123456789ABCDEF", count: 2)
        let extended = Array(
            XMPFactsTests.packet("<!--\(String(repeating: " ", count: 90_000))--><dc:title>long</dc:title>").utf8)
        func part(_ range: Range<Int>, _ identifier: String = identifier) -> [UInt8] {
            func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
            return Self.segment(
                0xE1,
                Array("http://ns.adobe.com/xmp/extension/\0\(identifier)".utf8) + number(extended.count)
                    + number(range.lowerBound) + extended[range])
        }
        let main = Self.xmp(
            XMPFactsTests.packet("", attributes: "xmpNote:HasExtendedXMP='\(identifier)' xmp:Rating='4'"))
        let (first, second) = (part(0..<60_000), part(60_000..<extended.count))
        let facts = try Self.facts(before: main + second + first)
        #expect(facts.rating == 4 && facts.title == "long")
        #expect(try Self.facts(before: main + first).title == nil)
        let other = String(identifier.reversed())
        let foreign = part(0..<60_000, other) + part(60_000..<extended.count, other)
        #expect(try Self.facts(before: main + foreign).title == nil)
    }

    /// Pictures of public bug reports have the expected facts.
    @Test(.needs(.cases)) func reportedPicturesAreRead() throws {
        let folder = Corpus.cases.appendingPathComponent("06-xmp")
        let ratings: [String: Double] = [
            "r-attr": 4, "r-elem": 4, "r-msphoto": 4, "r-ns0": 4, "r-xap-attr": 4, "r-val_-1.0_": -1, "r-val_-1_": -1,
            "r-val_0_": 0, "r-val_5.0_": 5, "r-val__4__": 4, "after-sof": 4, "comment-inside": 4, "pantry": 4,
            "two-packets": 4, "utf16be": 4, "utf16le": 4,
        ]
        let keywords: [String: [String]] = [
            "kw-acdsee-only": ["cat"], "kw-comma": ["Paris, France", "a;b"], "kw-dup": ["cat", "Cat"],
            "kw-entity": ["R&B", "Müller", "a < b"], "kw-ms-only": ["cat"], "kw-plain": ["cat"],
            "kw-seq": ["cat", "dog"], "r-ns0": ["cat"], "after-sof": ["cat"], "pantry": ["cat"], "two-packets": ["cat"],
            "utf16be": ["cat", "dog"], "utf16le": ["cat", "dog"], "iptc-agi": ["cat"], "iptc-latin1": ["Schönbrunn"],
            "iptc-macroman": ["Schönbrunn"], "iptc-plain": ["cat", "dog"], "iptc-utf8": ["Schönbrunn"],
        ]
        let titles = [
            "title-plain": "Sunset", "title-lang-second": "Sunset", "nested-desc": "Sunset", "two-packets": "one",
            "iptc-latin1": "Heinrichshütte", "iptc-plain": "Sunset", "iptc-utf8": "Тест",
        ]
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jpg") }
        #expect(names.count >= 33)
        for name in names {
            let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
            let facts = try ImageHeader.read(from: ByteSource(Array(bytes))).facts ?? .none
            let key = String(name.dropLast(4))
            #expect(facts.rating == ratings[key], "\(name)")
            #expect(facts.keywords == keywords[key] ?? [], "\(name)")
            #expect(facts.title == titles[key], "\(name)")
        }
    }

    /// The same of other containers, also with packets that are longer than most.
    @Test(.needs(.cases)) func reportedPicturesOfOtherFormatsAreRead() throws {
        let folder = Corpus.cases.appendingPathComponent("06-xmp")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { !$0.hasSuffix(".jpg") && !$0.hasSuffix(".json") }
        #expect(names.count == 8)
        for name in names {
            let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
            let facts = try ImageHeader.read(from: ByteSource(Array(bytes))).facts ?? .none
            let isIPTC = ["iptc.tif", "irb.tif"].contains(name)
            #expect(facts.keywords == ["cat"] && facts.rating == (isIPTC ? nil : 4), "\(name)")
            #expect(facts.title == (isIPTC ? "Sunset" : nil), "\(name)")
        }
    }
}
