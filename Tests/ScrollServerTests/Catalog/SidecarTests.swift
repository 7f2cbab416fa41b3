// Facts from the XMP files beside pictures, as three programs write them, and as they change.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Platform

@Suite struct SidecarTests {
    private static func time(_ text: String) -> FactValue? {
        CaptureTime(exif: text.utf8).map { .time(Int64($0.secondsSince1970), detail: $0.detail) }
    }

    /// As Lightroom Classic writes it: attributes of one description, and arrays.
    private static let lightroom = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 7.0-c000 1.000000, 0000/00/00-00:00:00        ">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about=""
            xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
            xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
           xmp:Rating="4" xmp:Label="Red" tiff:Make="Other" tiff:Model="Other 1"
           exif:DateTimeOriginal="2020-05-06T07:08:09.50" exif:GPSLatitude="48,8.25N" exif:GPSLongitude="11,34.5E"
           crs:Exposure2012="+0.30">
           <dc:title><rdf:Alt><rdf:li xml:lang="x-default">From Lightroom &amp; more</rdf:li></rdf:Alt></dc:title>
           <dc:description><rdf:Alt><rdf:li xml:lang="x-default">A caption</rdf:li></rdf:Alt></dc:description>
           <dc:subject><rdf:Bag><rdf:li>été</rdf:li><rdf:li>sea</rdf:li></rdf:Bag></dc:subject>
           <crs:ToneCurvePV2012><rdf:Seq><rdf:li>0, 0</rdf:li><rdf:li>255, 255</rdf:li></rdf:Seq></crs:ToneCurvePV2012>
          </rdf:Description>
         </rdf:RDF>
        </x:xmpmeta>
        """

    /// As darktable writes it: colour labels of its own, and what was edited before the rest.
    ///
    /// Longer than a packet in a picture.
    private static let darktable = """
        <?xml version="1.0" encoding="UTF-8"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:darktable="http://darktable.sf.net/"
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmp:Rating="-1" darktable:xmp_version="5">
           <darktable:history><rdf:Seq>
            <rdf:li darktable:num="0" darktable:operation="mask" darktable:params="\(String(repeating: "00ff", count: 30_000))"/>
           </rdf:Seq></darktable:history>
           <darktable:colorlabels><rdf:Seq><rdf:li>3</rdf:li></rdf:Seq></darktable:colorlabels>
           <dc:subject><rdf:Seq><rdf:li>one</rdf:li><rdf:li>two</rdf:li></rdf:Seq></dc:subject>
           <dc:title><rdf:Alt><rdf:li xml:lang="x-default">From darktable</rdf:li></rdf:Alt></dc:title>
          </rdf:Description>
         </rdf:RDF>
        </x:xmpmeta>
        """

    private static func rated(_ rating: Int) -> [UInt8] {
        [UInt8]("<x:xmpmeta><rdf:RDF><rdf:Description xmp:Rating='\(rating)'/></rdf:RDF></x:xmpmeta>".utf8)
    }

    /// What exiftool prints.
    @discardableResult
    static func exiftool(_ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Requirement.path(of: "exiftool")))
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "exiftool \(arguments)")
        return data
    }

    static func collection(
        _ folder: TemporaryFolder, _ watch: (any DirectoryWatch)? = nil, cache: TemporaryFolder? = nil
    ) throws -> FolderCollection {
        let collection = try FolderCollection(
            root: folder.path, id: "f", name: "F", watch: watch, zone: .universal,
            cache: cache.map { $0.path + "/headers" })
        collection.waitForScan()
        collection.measure(Array(0..<collection.status.count))
        return collection
    }

    /// What is known of a file, by the names of the fields.
    static func facts(_ collection: FolderCollection, _ name: String) -> [String: FactValue] {
        let id = (0..<collection.status.count).compactMap { collection.details(at: $0) }.first { $0.name == name }?.id
        let facts = id.map { collection.facts(ofItem: $0) } ?? []
        return Dictionary(facts.map { ($0.field.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    private static func text(_ text: String) -> FactValue { .text([UInt8](text.utf8)) }

    /// A JPEG with facts of its own.
    private static func camera(_ folder: TemporaryFolder, _ name: String, _ more: [String] = []) throws {
        let pixels = PixelBuffer(width: 8, height: 8, format: .gray, bytes: [UInt8](repeating: 90, count: 64))
        let path = try folder.write(name, JPEGEncoder.encode(pixels, quality: 80))
        _ = try exiftool(
            ["-q", "-overwrite_original", "-Make=Canon", "-Model=Canon EOS 70D", "-ISO=400", "-XMP:Rating=2"] + more + [
                path
            ])
    }

    @Test(.needs(.exiftool), arguments: ["a.jpg.xmp", "a.jpg.XMP", "a.xmp", "a.XMP"]) func lightroomsForm(name: String)
        throws
    {
        let folder = try TemporaryFolder()
        try Self.camera(folder, "a.jpg", ["-XMP-dc:Title=Its own"])
        try folder.write(name, [UInt8](Self.lightroom.utf8))
        let collection = try Self.collection(folder)
        #expect(collection.names == ["a.jpg"])
        let facts = Self.facts(collection, "a.jpg")
        // What people write.
        #expect(facts["rating"] == .number(4) && facts["label"] == Self.text("Red"))
        #expect(facts["title"] == Self.text("From Lightroom & more") && facts["caption"] == Self.text("A caption"))
        #expect(facts["keywords"] == .words([[UInt8]("été".utf8), [UInt8]("sea".utf8)]))
        // What the camera knows, and what it has not told.
        #expect(facts["camera"] == Self.text("Canon EOS 70D") && facts["iso"] == .number(400))
        #expect(facts["gps"] == .position(latitude: 48.1375, longitude: 11.575))
        // With the fraction of a second.
        #expect(facts["taken"] == Self.time("2020:05:06 07:08:09.5"))
    }

    @Test(.needs(.exiftool)) func whatThePictureTellsOfItsPlaceAndTimeCounts() throws {
        let folder = try TemporaryFolder()
        try Self.camera(
            folder, "a.jpg",
            [
                "-DateTimeOriginal=2019:01:02 03:04:05", "-GPSLatitude=10", "-GPSLatitudeRef=N", "-GPSLongitude=20",
                "-GPSLongitudeRef=E",
            ])
        try folder.write("a.xmp", [UInt8](Self.lightroom.utf8))
        let facts = Self.facts(try Self.collection(folder), "a.jpg")
        #expect(facts["gps"] == .position(latitude: 10, longitude: 20))
        #expect(facts["taken"] == Self.time("2019:01:02 03:04:05"))
    }

    @Test func darktablesForm() throws {
        let folder = try TemporaryFolder()
        try folder.write("IMG_1.png")
        try folder.write("IMG_1.png.xmp", [UInt8](Self.darktable.utf8))
        // The file's own counts before the stem's.
        try folder.write("IMG_1.xmp", Self.rated(5))
        let facts = Self.facts(try Self.collection(folder), "IMG_1.png")
        #expect(facts["rating"] == .number(-1) && facts["label"] == Self.text("Blue"))
        #expect(facts["keywords"] == .words([[UInt8]("one".utf8), [UInt8]("two".utf8)]))
        #expect(facts["title"] == Self.text("From darktable"))
    }

    /// What exiftool writes into a sidecar is known as exiftool reads it.
    @Test(.needs(.exiftool)) func exiftoolsForm() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png")
        let path = folder.path + "/a.xmp"
        _ = try Self.exiftool([
            "-q", "-o", path, "-XMP-xmp:Rating=3", "-XMP-xmp:Label=Green", "-XMP-dc:Subject=x < y",
            "-XMP-dc:Subject=“z”",
            "-XMP-dc:Title=A 'title'", "-XMP-dc:Description=Words\nin lines",
            "-XMP-exif:DateTimeOriginal=2001:02:03 04:05:06",
            "-XMP-exif:GPSLatitude=-33.5", "-XMP-exif:GPSLongitude=-70.25", "-XMP-exif:FNumber=2.8",
            "-XMP-exif:FocalLength=50",
        ])
        let said = try #require(
            try (JSONSerialization.jsonObject(with: Self.exiftool(["-j", "-n", path])) as? [[String: Any]])?.first)
        let facts = Self.facts(try Self.collection(folder), "a.png")
        for (field, tag) in [("rating", "Rating"), ("aperture", "FNumber"), ("focal", "FocalLength")] {
            #expect(facts[field] == (said[tag] as? Double).map { .number($0) }, "\(field)")
        }
        for (field, tag) in [("label", "Label"), ("title", "Title")] {
            #expect(facts[field] == (said[tag] as? String).map(Self.text), "\(field)")
        }
        // Lines are one here.
        #expect(facts["caption"] == (said["Description"] as? String).map { Self.text($0.replacing("\n", with: " ")) })
        #expect(facts["keywords"] == (said["Subject"] as? [String]).map { .words($0.map { [UInt8]($0.utf8) }) })
        guard case .position(let latitude, let longitude)? = facts["gps"] else {
            Issue.record("no position")
            return
        }
        #expect(abs(latitude - (said["GPSLatitude"] as? Double ?? 0)) < 1e-6)
        #expect(abs(longitude - (said["GPSLongitude"] as? Double ?? 0)) < 1e-6)
        #expect(facts["taken"] == Self.time("2001:02:03 04:05:06"))
    }

    /// Which files are whose, in a folder with several: a stem's is that of all that have the stem.
    @Test func whoseTheyAre() throws {
        let folder = try TemporaryFolder()
        for name in ["a.png", "a.b.png", "b.png", "c.PNG", "d.png", "d.qoi.png", "sub/a.png"] { try folder.write(name) }
        for (number, name) in ["a.xmp", "c.xmp", "d.png.xmp", "e.xmp", ".xmp", "b.txt"].enumerated() {
            try folder.write(name, Self.rated(number))
        }
        symlink("a.xmp", folder.path + "/b.xmp")
        let collection = try Self.collection(folder)
        let expected: [String: Double?] = [
            "a.png": 0, "a.b.png": nil, "b.png": nil, "c.PNG": 1, "d.png": 2, "d.qoi.png": nil, "sub/a.png": nil,
        ]
        #expect(collection.names.sorted() == expected.keys.sorted())
        for (name, rating) in expected {
            #expect(Self.facts(collection, name)["rating"] == rating.map { .number($0) }, "\(name)")
        }
    }

    @Test(arguments: ["", "<", "no XMP", "<rdf:Description xmp:Rating='9'", "\u{FEFF}"]) func damaged(text: String)
        throws
    {
        let folder = try TemporaryFolder()
        try folder.write("a.png", TinyImage.png(width: 7, height: 5))
        try folder.write("a.xmp", [UInt8](text.utf8) + [0, 255])
        let collection = try Self.collection(folder)
        #expect(Self.facts(collection, "a.png")["rating"] == nil)
        #expect(collection.sizes(in: 0..<1) == [PixelSize(width: 7, height: 5)])
    }

    /// It is no news each time it is found that it may not be read.
    @Test(.needs(.permissions)) func permissionDenied() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.xmp", Self.rated(1))
        chmod("\(folder.path)/a.xmp", 0)
        let directory = try FolderRoot(path: folder.path).openDirectory([])
        defer { System.close(directory) }
        var names = SidecarNames()
        names.insert([UInt8]("a.xmp".utf8))
        let picture = [UInt8]("a.png".utf8)[...]
        var sidecar = try #require(Sidecar.find(names.found(for: picture), beside: picture, in: directory))
        let stamp = sidecar.stamp
        let told = sidecar.read(beside: picture, in: directory)
        #expect(told.xmp == .none && sidecar.stamp == stamp)
    }

    // MARK: Following

    @Test(arguments: [true, false]) func changesAreFollowed(isReported: Bool) throws {
        let folder = try TemporaryFolder()
        for name in ["a.png", "b.png"] { try folder.write(name, TinyImage.png(width: 7, height: 5)) }
        let watch = TellingWatch(isReported ? FileSystem.makeWatch() : BlindWatch())
        let collection = try Self.collection(folder, watch)
        let versions = collection.summaries(in: 0..<2).map(\.version)
        func comes(_ name: String, _ rating: Double?) -> Bool {
            watch.news.comesTrue { Self.facts(collection, name)["rating"] == rating.map { .number($0) } }
        }
        var revision = collection.status.revision
        func isNew() -> Bool {
            defer { revision = collection.status.revision }
            return collection.status.revision > revision
        }
        try folder.write("a.xmp", Self.rated(1))
        #expect(comes("a.png", 1) && isNew())
        try folder.write("a.xmp", Self.rated(-1))
        #expect(comes("a.png", -1) && isNew())
        // One that counts before it, and then only this one.
        try folder.write("a.png.xmp", Self.rated(3))
        #expect(comes("a.png", 3))
        try FileManager.default.removeItem(atPath: folder.path + "/a.xmp")
        try FileManager.default.moveItem(atPath: folder.path + "/a.png.xmp", toPath: folder.path + "/b.png.xmp")
        #expect(comes("a.png", nil) && comes("b.png", 3) && isNew())
        // With a picture that comes later, and a rewritten one.
        try folder.write("c.xmp", Self.rated(2))
        try folder.write("c.png", TinyImage.png(width: 9, height: 5))
        #expect(comes("c.png", 2))
        try folder.write("c.png", TinyImage.png(width: 19, height: 5))
        #expect(
            watch.news.comesTrue {
                collection.measure([2])
                return collection.sizes(in: 2..<3) == [PixelSize(width: 19, height: 5)]
            } && comes("c.png", 2))
        // The pictures are what they were.
        #expect(collection.summaries(in: 0..<2).map(\.version) == versions)
    }

    /// What is searched for follows, too.
    @Test func searchesFollow() throws {
        let folder = try TemporaryFolder()
        for name in ["a.png", "b.png"] { try folder.write(name) }
        let watch = TellingWatch(FileSystem.makeWatch())
        let collection = try Self.collection(folder, watch)
        let query = try QueryParser.query("rating:>=3", fields: collection.factFields)
        let order = ArrangedOrder(arrangement: Arrangement(query: query), key: .name)
        collection.arrange(order)
        let view = try #require(collection.arranged(order))
        #expect(view.status.count == 0)
        try folder.write("b.xmp", Self.rated(4))
        #expect(watch.news.comesTrue { view.status.count == 1 })
        try folder.write("b.xmp", Self.rated(2))
        #expect(watch.news.comesTrue { view.status.count == 0 })
    }

    /// Flags of other programs, too, also those that are taken away.
    @Test func flagsAreFollowed() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png")
        let watch = TellingWatch(FileSystem.makeWatch())
        let collection = try Self.collection(folder, watch)
        func comes(_ flag: String?) -> Bool {
            watch.news.comesTrue { Self.facts(collection, "a.png")["flag"] == flag.map { Self.text($0) } }
        }
        func write(_ property: String) throws {
            let text = "<x:xmpmeta><rdf:RDF><rdf:Description \(property)/></rdf:RDF></x:xmpmeta>"
            try folder.write("a.xmp", [UInt8](text.utf8))
        }
        for (property, flag) in [
            ("xmpDM:pick='1'", "pick"), ("xmpDM:pick='-1'", "reject"), ("digiKam:PickLabel='2'", nil),
            ("digiKam:PickLabel='3'", "pick"), ("digiKam:PickLabel='0' xmpDM:pick='0'", nil),
            ("xmp:Rating='-1'", "reject"),
        ] {
            try write(property)
            #expect(comes(flag), "\(property)")
        }
        try FileManager.default.removeItem(atPath: folder.path + "/a.xmp")
        #expect(comes(nil))
    }

    /// Tells nothing, and wants everything looked at often.
    private final class BlindWatch: DirectoryWatch {
        let interval = 20
        private let silent = SilentWatch()

        func add(_ directory: Int32) -> Int32? { nil }
        func remove(_ watch: Int32) {}
        func stop() { silent.stop() }
        func events(within milliseconds: Int) -> [WatchEvent]? { silent.events(within: milliseconds) }
    }

    // MARK: Restarts

    /// What was kept is kept for both files: neither a changed sidecar nor one that has gone leaves anything old.
    @Test func aRestartKnowsBoth() throws {
        let (folder, cache) = (try TemporaryFolder(), try TemporaryFolder())
        for number in 0..<8 { try folder.write("\(number).png") }
        for number in 0..<4 { try folder.write("\(number).xmp", Self.rated(number)) }
        func start() throws -> (ratings: [FactValue?], reads: Int) {
            let collection = try Self.collection(folder, cache: cache)
            collection.keepHeaders()
            let ratings = (0..<8).map { Self.facts(collection, "\($0).png")["rating"] }
            return (ratings, try #require(collection.knownHeaders).missCount)
        }
        let all: [FactValue?] = [.number(0), .number(1), .number(2), .number(3), nil, nil, nil, nil]
        #expect(try start().ratings == all)
        let again = try start()
        // The first that is found may be looked at twice, before it is known what lies beside it.
        #expect(again.ratings == all)
        #expect(again.reads <= 1)
        try folder.write("0.xmp", Self.rated(5))
        try FileManager.default.removeItem(atPath: folder.path + "/1.xmp")
        try folder.write("7.png.xmp", Self.rated(4))
        let changed: [FactValue?] = [.number(5), nil, .number(2), .number(3), nil, nil, nil, .number(4)]
        for _ in 0..<2 { #expect(try start().ratings == changed) }
    }
}
