// IPTC records: charsets, lengths, dates, and the resources around them.

import Testing

@testable import Metadata
@testable import Platform

@Suite struct IPTCFactsTests {
    static func dataset(_ number: UInt8, _ value: some Sequence<UInt8>) -> [UInt8] {
        let value = Array(value)
        return [0x1C, 2, number, UInt8(value.count >> 8), UInt8(value.count & 0xFF)] + value
    }

    static func resource(
        _ identifier: UInt16, _ data: [UInt8], signature: String = "8BIM", name: String = ""
    ) -> [UInt8] {
        let size = (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (24 - 8 * $0)) }
        let name = [UInt8(name.utf8.count)] + Array(name.utf8)
        return Array(signature.utf8) + [UInt8(identifier >> 8), UInt8(identifier & 0xFF)] + name
            + (name.count % 2 == 1 ? [0] : []) + size + data + (data.count % 2 == 1 ? [0] : [])
    }

    @Test func fieldsAreRead() {
        let fields: [(UInt8, String)] = [
            (5, "T"), (25, "cat"), (25, "dog"), (25, "cat"), (80, "A"), (80, "B"), (90, "City"), (92, "Dom"),
            (95, "State"), (101, "Land"), (105, "H"), (116, "© A"), (120, "Cap"),
        ]
        let facts = IPTCFacts.read(fields.flatMap { Self.dataset($0.0, $0.1.utf8) }[...])
        #expect(facts.title == "T" && facts.keywords == ["cat", "dog"] && facts.creator == "A; B")
        #expect(facts.city == "City" && facts.sublocation == "Dom" && facts.state == "State" && facts.country == "Land")
        #expect(facts.headline == "H" && facts.copyright == "© A" && facts.caption == "Cap")
    }

    @Test func charsetsAreRecognised() {
        func keyword(_ bytes: [UInt8]) -> String? { IPTCFacts.read(Self.dataset(25, bytes)[...]).keywords.first }
        #expect(keyword(Array("Schönbrunn".utf8)) == "Schönbrunn")
        #expect(keyword(Array("Sch".utf8) + [0xF6] + Array("nbrunn".utf8)) == "Schönbrunn")
        #expect(keyword(Array("Sch".utf8) + [0x9A] + Array("nbrunn".utf8)) == "Schönbrunn")
        #expect(keyword(Array("don".utf8) + [0x92] + Array("t".utf8)) == "don’t")
        #expect(keyword(Array("Stra".utf8) + [0xA7] + Array("e".utf8)) == "Straße")
        #expect(keyword(Array("Stra".utf8) + [0xDF] + Array("e".utf8)) == "Straße")
        // A character that was cut off at the maximum length of a dataset.
        #expect(keyword(Array("Тес".utf8) + [0xD1]) == "Тес")
        // One text decides the charset of all.
        let both =
            Self.dataset(5, [0x8A, 0x72, 0x7A, 0x74, 0x65]) + Self.dataset(25, Array("Stra".utf8) + [0xA7, 0x65])
        #expect(IPTCFacts.read(both[...]).title == "ärzte" && IPTCFacts.read(both[...]).keywords == ["Straße"])
    }

    @Test func extendedLengthsAreRead() {
        let preview = [0x1C, 2, 202, 0x80, 4, 0, 0, 0x90, 0] + [UInt8](repeating: 7, count: 0x9000)
        let facts = IPTCFacts.read((preview + Self.dataset(25, "cat".utf8))[...])
        #expect(facts.keywords == ["cat"])
        #expect(IPTCFacts.read([0x1C, 2, 25, 0xFF, 0xFF, 0, 0]) == .none)
        #expect(IPTCFacts.read([0x1C, 2, 25, 0x80, 4, 0xFF, 0xFF, 0xFF, 0xFF, 0x61]) == .none)
    }

    /// TIFF's tag 33723 may have 32-bit numbers, whose bytes are swapped.
    @Test func swappedRecordsAreRead() {
        let record = Self.dataset(25, "cat".utf8) + [0, 0, 0, 0]
        let swapped = stride(from: 0, to: record.count - 3, by: 4).flatMap { record[$0..<($0 + 4)].reversed() }
        #expect(IPTCFacts.read(swapped[...]).keywords == ["cat"])
    }

    @Test func momentsAreJoined() {
        #expect(IPTCFacts.moment("20030203", "040506-0500") == "2003-02-03T04:05:06-05:00")
        #expect(IPTCFacts.moment("20030203", "040506") == "2003-02-03T04:05:06")
        #expect(IPTCFacts.moment("2003:02:03", "04:05:06+01:00") == "2003-02-03T04:05:06+01:00")
        #expect(IPTCFacts.moment("20030203", nil) == "2003-02-03" && IPTCFacts.moment("20030203", "x") == "2003-02-03")
        #expect(IPTCFacts.moment("19430000", "000000") == "1943" && IPTCFacts.moment("19430600", nil) == "1943-06")
        #expect(IPTCFacts.moment("", nil) == nil && IPTCFacts.moment(nil, "040506") == nil)
        let record = Self.dataset(62, "20210505".utf8) + Self.dataset(63, "100000".utf8)
        #expect(IPTCFacts.read(record[...]).takenSource == .digitized)
        let both = record + Self.dataset(55, "19430606".utf8) + Self.dataset(60, "120000+0000".utf8)
        let facts = IPTCFacts.read(both[...])
        #expect(facts.taken?.iso8601.hasPrefix("1943-06-06T12:00:00") == true && facts.takenSource == .iptcCreated)
    }

    @Test func resourcesBeforeTheRecordAreSkipped() {
        let record = Self.resource(0x0404, Self.dataset(25, "cat".utf8))
        func keywords(_ before: [UInt8]) -> [String] { IPTCFacts.read(resources: (before + record)[...]).keywords }
        #expect(keywords([]) == ["cat"])
        #expect(keywords(Self.resource(0x0405, Array("abcd".utf8), signature: "AgHg")) == ["cat"])
        #expect(keywords(Self.resource(0x0425, Array("abc".utf8), name: "odd")) == ["cat"])
        #expect(keywords(Self.resource(0x0425, Array("abcd".utf8), name: "even")) == ["cat"])
        // An odd length without its padding.
        #expect(keywords(Self.resource(0x0425, Array("abc".utf8)).dropLast()) == ["cat"])
        #expect(keywords(Self.resource(0x0425, Array("abcd".utf8)) + [0]) == ["cat"])
    }

    /// Records with any bytes changed are read without a crash.
    @Test func mutantsAreRead() {
        let seed = TestSeed.seed()
        var noise = RepeatableNoise(seed: seed)
        let sound =
            Self.resource(0x0425, Array("abc".utf8), name: "name")
            + Self.resource(
                0x0404,
                Self.dataset(5, [0x8A, 0x72, 0x7A]) + Self.dataset(55, "20030203".utf8)
                    + Self.dataset(60, "040506-05".utf8) + [0x1C, 2, 202, 0x80, 4, 0, 0, 0, 3, 1, 2, 3]
                    + Self.dataset(25, "Тест".utf8))
        #expect(IPTCFacts.read(resources: sound[...]).keywords == ["Тест"])
        for _ in 0..<3000 {
            var broken = sound
            for _ in 0..<Int.random(in: 1...6, using: &noise) {
                broken[Int.random(in: 0..<broken.count, using: &noise)] = UInt8.random(in: 0...255, using: &noise)
            }
            let facts = IPTCFacts.read(resources: broken.prefix(Int.random(in: 0...broken.count, using: &noise)))
            // Another number makes any dataset a keyword; each begins with this byte.
            #expect(facts.keywords.count <= broken.count { $0 == 0x1C }, "seed \(seed)")
            _ = IPTCFacts.read(broken.dropFirst(Int.random(in: 0...40, using: &noise)))
        }
    }
}
