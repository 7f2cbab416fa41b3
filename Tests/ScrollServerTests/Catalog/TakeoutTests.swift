// Facts from the sidecars of Google Takeout and Picasa, and their precedence.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Metadata
@testable import Platform

@Suite struct TakeoutTests {
    private static let json = """
        {"title": "IMG_1.png", "description": "At the beach", "imageViews": "3",
         "creationTime": {"timestamp": "1600000000", "formatted": "13 Sep 2020, 12:26:40 UTC"},
         "photoTakenTime": {"timestamp": "1557000000", "formatted": "4 May 2019, 20:00:00 UTC"},
         "geoData": {"latitude": 0.0, "longitude": 0.0, "altitude": 0.0},
         "geoDataExif": {"latitude": 48.1, "longitude": 11.5, "altitude": 500.0},
         "people": [{"name": "Ann"}, {"name": "Bob é"}, {}], "favorited": true, "url": "https://photos.google.com/x"}
        """

    private static func text(_ text: String) -> FactValue { .text([UInt8](text.utf8)) }

    private static func xmp(_ attributes: String, _ elements: String = "") -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
             xmlns:dc="http://purl.org/dc/elements/1.1/" \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    private static func taken(_ collection: FolderCollection, _ name: String) -> CaptureTime? {
        (0..<collection.status.count).compactMap { collection.details(at: $0) }.first { $0.name == name }?.taken
    }

    private static func local(_ seconds: Int) -> CaptureTime? {
        CaptureTime(secondsSince1970: seconds + ZoneOffsets.local.offset(at: seconds))
    }

    @Test(arguments: [
        ("IMG_1.png", "IMG_1.png.json"), ("IMG_1.png", "IMG_1.png.supplemental-metadata.json"),
        ("IMG_1(1).png", "IMG_1.png.supplemental-metadata(1).json"), ("IMG_1-edited.png", "IMG_1.PNG.JSON"),
    ]) func takeoutsFactsAreRead(picture: String, sidecar: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(picture)
        try folder.write(sidecar, Array(Self.json.utf8))
        try folder.write("metadata.json", Array(#"{"title": "An album", "description": ""}"#.utf8))
        let collection = try SidecarTests.collection(folder)
        #expect(collection.names == [picture])
        let facts = SidecarTests.facts(collection, picture)
        #expect(Self.taken(collection, picture) == Self.local(1_557_000_000))
        #expect(facts["gps"] == .position(latitude: 48.1, longitude: 11.5))
        #expect(facts["caption"] == Self.text("At the beach") && facts["title"] == nil)
        #expect(facts["people"] == .words([Array("Ann".utf8), Array("Bob é".utf8)]))
        #expect(facts["rating"] == .number(5))
    }

    @Test func sourcesHaveTheirPrecedence() throws {
        let folder = try TemporaryFolder()
        try folder.write("IMG_1.png")
        try folder.write("IMG_1.png.json", Array(Self.json.utf8))
        let description =
            "<dc:description><rdf:Alt><rdf:li xml:lang='x-default'>From XMP</rdf:li></rdf:Alt></dc:description>"
        try folder.write("IMG_1.xmp", Self.xmp("xmp:Rating=\"2\" xmp:CreateDate=\"2001-02-03T04:05:06\"", description))
        try folder.write(
            ".picasa.ini",
            Array("[IMG_1.png]\nstar=yes\ncaption=From Picasa\nkeywords=one,two\n".utf8))
        let collection = try SidecarTests.collection(folder)
        let facts = SidecarTests.facts(collection, "IMG_1.png")
        #expect(facts["caption"] == Self.text("From XMP") && facts["rating"] == .number(2))
        #expect(Self.taken(collection, "IMG_1.png") == CaptureTime.parsed("2001:02:03 04:05:06".utf8)?.time)
        #expect(facts["gps"] == .position(latitude: 48.1, longitude: 11.5))
        #expect(facts["keywords"] == .words([Array("one".utf8), Array("two".utf8)]))
    }

    @Test func picasasNotesAreRead() throws {
        let folder = try TemporaryFolder()
        for name in ["a.png", "Ü.png", "c.png", "d.png"] { try folder.write(name) }
        try folder.write(
            "Picasa.ini",
            Array(
                """
                \u{FEFF}[Picasa]\r
                name=Holidays\r
                [Contacts2]\r
                8e62398ebda8c1a5=Ann Other;;\r
                [A.PNG]\r
                star=yes\r
                faces=rect64(3f845bcb59418507),8e62398ebda8c1a5;rect64(0),ffffffffffffffff\r
                [U\u{308}.png]\r
                caption=Grün = green\r
                [d.png]\r
                star=no\r
                rotate=rotate(1)\r
                """.utf8))
        try folder.write("c.xmp", Self.xmp("xmp:Rating=\"0\""))
        let collection = try SidecarTests.collection(folder)
        #expect(SidecarTests.facts(collection, "a.png")["rating"] == .number(5))
        #expect(SidecarTests.facts(collection, "a.png")["people"] == .words([Array("Ann Other".utf8)]))
        #expect(SidecarTests.facts(collection, "Ü.png")["caption"] == Self.text("Grün = green"))
        #expect(SidecarTests.facts(collection, "c.png")["rating"] == .number(0))
        #expect(SidecarTests.facts(collection, "d.png")["rating"] == nil)
        // A star replaces the rating 0, which means "not rated".
        try folder.write("Picasa.ini", Array("[c.png]\nstar=yes".utf8))
        #expect(SidecarTests.facts(try SidecarTests.collection(folder), "c.png")["rating"] == .number(5))
    }

    // MARK: Names

    @Test func namesMatchInAnySpelling() throws {
        let folder = try TemporaryFolder()
        let expected: [(picture: String, sidecar: String)] = [
            ("Ümlaut.png", "U\u{308}mlaut.xmp"), ("e\u{301}.png", "É.png.xmp"), ("IMG_I.PNG", "img_i.Xmp"),
            ("x.png", "X.PNG.XMP"),
        ]
        for (number, (picture, sidecar)) in expected.enumerated() {
            try folder.write(bytes: Array(picture.utf8), TinyImage.png())
            try folder.write(bytes: Array(sidecar.utf8), Self.xmp("xmp:Rating=\"\(number + 1)\""))
        }
        // Accents count, and so does the whole stem.
        for name in ["U.png", "Umlaut.png", "x.edited.png", "xx.png"] { try folder.write(name) }
        let collection = try SidecarTests.collection(folder)
        let rated = collection.names.map { SidecarTests.facts(collection, $0)["rating"] }
        #expect(rated.compactMap { $0 }.count == expected.count)
        for (number, (picture, _)) in expected.enumerated() {
            #expect(SidecarTests.facts(collection, picture)["rating"] == .number(Double(number + 1)), "\(picture)")
        }
    }

    @Test func theExactNameCounts() throws {
        let folder = try TemporaryFolder()
        for name in ["a.png", "A.png", "b.png"] { try folder.write(name) }
        // A file system may ignore case.
        guard try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3 else { return }
        try folder.write("a.png.xmp", Self.xmp("xmp:Rating=\"3\""))
        try folder.write("B.xmp", Self.xmp("xmp:Rating=\"1\""))
        try folder.write("b.xmp", Self.xmp("xmp:Rating=\"2\""))
        let collection = try SidecarTests.collection(folder)
        #expect(SidecarTests.facts(collection, "a.png")["rating"] == .number(3))
        #expect(SidecarTests.facts(collection, "A.png")["rating"] == nil)
        #expect(SidecarTests.facts(collection, "b.png")["rating"] == .number(2))
    }

    @Test func darktablesDuplicatesAreRead() throws {
        let folder = try TemporaryFolder()
        for name in ["n.png", "m.png", "m_01.png"] { try folder.write(name) }
        try folder.write("n.png.xmp", Self.xmp("xmp:Rating=\"3\""))
        try folder.write("n_01.png.xmp", Self.xmp("xmp:Rating=\"2\" xmp:Label=\"Red\""))
        try folder.write("m_01.png.xmp", Self.xmp("xmp:Rating=\"4\""))
        let collection = try SidecarTests.collection(folder)
        #expect(SidecarTests.facts(collection, "n.png")["rating"] == .number(3))
        #expect(SidecarTests.facts(collection, "n.png")["label"] == Self.text("Red"))
        #expect(SidecarTests.facts(collection, "m.png")["rating"] == nil)
        #expect(SidecarTests.facts(collection, "m_01.png")["rating"] == .number(4))
    }

    // MARK: Following

    @Test(arguments: [true, false]) func changesAreFollowed(isReported: Bool) throws {
        let folder = try TemporaryFolder()
        for name in ["a.png", "a(1).png", "b.png", "Ü.png"] { try folder.write(name) }
        let watch = TellingWatch(isReported ? FileSystem.makeWatch() : UnreportedWatch())
        let collection = try SidecarTests.collection(folder, watch)
        func comes(_ name: String, _ field: String, _ value: FactValue?) -> Bool {
            watch.news.comesTrue { SidecarTests.facts(collection, name)[field] == value }
        }
        func move(_ from: String, _ to: String) throws {
            try FileManager.default.moveItem(atPath: folder.path + "/" + from, toPath: folder.path + "/" + to)
        }
        try folder.write("a.png.json", Array(Self.json.utf8))
        #expect(comes("a.png", "caption", Self.text("At the beach")))
        #expect(SidecarTests.facts(collection, "a(1).png")["caption"] == nil)
        try move("a.png.json", "a.png.supplemental-metadata(1).json")
        #expect(comes("a.png", "caption", nil) && comes("a(1).png", "caption", Self.text("At the beach")))
        try folder.write(".picasa.ini", Array("[b.png]\nstar=yes\n[A.png]\ncaption=A\n".utf8))
        #expect(comes("b.png", "rating", .number(5)) && comes("a.png", "caption", Self.text("A")))
        try folder.write(".picasa.ini", Array("[b.png]\nstar=yes\n[A.png]\ncaption=Another\n".utf8))
        #expect(comes("a.png", "caption", Self.text("Another")))
        #expect(SidecarTests.facts(collection, "b.png")["rating"] == .number(5))
        try FileManager.default.removeItem(atPath: folder.path + "/.picasa.ini")
        #expect(comes("a.png", "caption", nil) && comes("b.png", "rating", nil))
        try folder.write("u\u{308}.XMP", Self.xmp("xmp:Rating=\"3\""))
        #expect(comes("Ü.png", "rating", .number(3)))
        try move("u\u{308}.XMP", "B_01.PNG.xmp")
        #expect(comes("Ü.png", "rating", nil) && comes("b.png", "rating", .number(3)))
        // A picture that is named exactly so takes over the sidecar.
        try folder.write("B_01.PNG")
        #expect(comes("b.png", "rating", nil) && comes("B_01.PNG", "rating", .number(3)))
    }

    /// Reports no changes, so that everything is examined every `interval` milliseconds.
    private final class UnreportedWatch: DirectoryWatch {
        let interval = 20
        private let silent = SilentWatch()

        func add(_ directory: Int32) -> Int32? { nil }
        func remove(_ watch: Int32) {}
        func stop() { silent.stop() }
        func events(within milliseconds: Int) -> [WatchEvent]? { silent.events(within: milliseconds) }
    }

    @Test func aRestartReadsOnlyChangedSidecars() throws {
        let (folder, cache) = (try TemporaryFolder(), try TemporaryFolder())
        for number in 0..<8 { try folder.write("\(number).png") }
        try folder.write("1.png.json", Array(Self.json.utf8))
        try folder.write(".picasa.ini", Array("[2.png]\ncaption=Two\n[3.png]\ncaption=Three\n".utf8))
        func start() throws -> (captions: [FactValue?], people: FactValue?, reads: Int) {
            let collection = try SidecarTests.collection(folder, cache: cache)
            collection.keepHeaders()
            return (
                (1...3).map { SidecarTests.facts(collection, "\($0).png")["caption"] },
                SidecarTests.facts(collection, "1.png")["people"], try #require(collection.knownHeaders).missCount
            )
        }
        let expected = [Self.text("At the beach"), Self.text("Two"), Self.text("Three")]
        #expect(try start().captions == expected)
        let restarted = try start()
        #expect(restarted.captions == expected && restarted.reads <= 1)
        #expect(restarted.people == .words([Array("Ann".utf8), Array("Bob é".utf8)]))
        // Only the picture of the changed section is read again.
        try folder.write(".picasa.ini", Array("[2.png]\ncaption=Two\n[3.png]\ncaption=New\n".utf8))
        let changed = try start()
        #expect(changed.captions == [expected[0], expected[1], Self.text("New")] && changed.reads <= 2)
    }

    // MARK: Damage

    @Test(arguments: [
        "", "[", "{}", "[1]", "null", #"{"photoTakenTime": 3, "people": {"name": 1}, "geoData": [1]}"#,
        #"{"photoTakenTime": {"timestamp": "99999999999999999999"}, "geoData": {"latitude": 91, "longitude": 1e300}}"#,
        #"{"photoTakenTime": {"timestamp": "-9223372036854775808"}, "title": "\u0000", "description": ""}"#,
        #"{"photoTakenTime": {"timestamp": "0"}, "favorited": "true"}"#,
    ]) func damagedFilesHaveNoFacts(text: String) {
        #expect((TakeoutFacts.read(Array(text.utf8)[...], zone: .universal) ?? PictureFacts()) == PictureFacts())
    }

    @Test func mutantsAreRead() {
        var noise = RepeatableNoise(seed: TestSeed.seed())
        let ini = "[Contacts2]\nab=Ann;;\n[a.png]\nstar=yes\nfaces=rect64(0),ab;rect64(1),cd\nkeywords=a,b\ncaption=c\n"
        for original in [Array(Self.json.utf8), Array(ini.utf8)] {
            for _ in 0..<3000 {
                var bytes = original
                for _ in 0..<Int.random(in: 1...6, using: &noise) where !bytes.isEmpty {
                    let index = Int.random(in: bytes.indices, using: &noise)
                    switch Int.random(in: 0..<3, using: &noise) {
                    case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &noise)
                    case 1: bytes.remove(at: index)
                    default: bytes.insert(contentsOf: bytes[index...].prefix(20), at: index)
                    }
                }
                let facts = TakeoutFacts.read(bytes[...], zone: .universal)
                #expect(facts?.caption?.utf8.count ?? 0 <= PictureFacts.longestText)
                #expect(PicasaNote.read(bytes[...]).count <= bytes.count)
            }
        }
    }

    // MARK: Cases

    /// Sidecars of public bug reports; the README beside them has the expected facts.
    @Test(.needs(.cases)) func reportedSidecarsAreRead() throws {
        let cases = Corpus.cases.appendingPathComponent("12-sidecars")
        let collection = try FolderCollection(root: cases.path, id: "f", name: "F")
        collection.waitForScan()
        collection.measure(Array(0..<collection.status.count))
        let ratings: [String: Double?] = [
            "a.jpg": 4, "b.jpg": 4, "c.JPG": 4, "d.JPG": 4, "e.jpg": 5, "f.jpg": -1, "g.jpg": 4, "h.jpg": 4, "i.jpg": 4,
            "j.jpg": nil, "n.jpg": 3, "o.jpg": 4, "p.edited.jpg": nil, "q.jpg": 4, "q.png.jpg": nil, "r.jpg": 4,
            "r.jpeg": 4, "s.jpg": 5, "Ümlaut.jpg": 4, "IMG_0001.jpg": 5, "IMG_0002.jpg": nil,
        ]
        for (name, rating) in ratings {
            let name = collection.names.first { $0 == name } ?? name
            #expect(SidecarTests.facts(collection, name)["rating"] == rating.map { .number($0) }, "\(name)")
        }
        let first = SidecarTests.facts(collection, "IMG_0001.jpg")
        #expect(first["caption"] == Self.text("Beach") && first["title"] == nil)
        for name in ["IMG_0001.jpg", "IMG_0002.jpg"] {
            let facts = SidecarTests.facts(collection, name)
            #expect(facts["gps"] == .position(latitude: 48.1, longitude: 11.5))
            #expect(Self.taken(collection, name) == Self.local(1_557_000_000))
        }
        for (name, date) in [("u.jpg", "2020:01:01 00:00:00"), ("k.jpg", "2019-05-03"), ("l.jpg", "1943-06")] {
            #expect(Self.taken(collection, name) == CaptureTime.parsed(date.utf8)?.time, "\(name)")
        }
        #expect(
            SidecarTests.facts(collection, "m.jpg")["gps"] == .position(latitude: -33.8688, longitude: 151.2093))
        #expect(SidecarTests.facts(collection, "t.jpg")["keywords"] == .words([[UInt8]("Places|Italy".utf8)]))
    }
}
