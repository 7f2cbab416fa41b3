// Facts in headers, against exiftool and damaged files.

import Foundation
import Testing

@testable import Metadata
@testable import Pixels
@testable import Platform

@Suite struct PictureFactTests {
    /// Sizes and zones of files in the corpus equal exiftool's; `MetadataOracleTests` compares other fields.
    @Test(.needs(.corpus)) func sizesAndZonesAgreeWithExiftool() throws {
        let folder = Corpus.folder.appendingPathComponent("formats")
        let list = try JSONReader.value(
            of: Array(Data(contentsOf: folder.appendingPathComponent("metadata-expected.json")))
        ).elements
        var counts: [String: (same: Int, other: Int, missing: Int)] = [:]
        var differences: [String] = []
        for entry in list {
            guard let path = entry["path"]?.text else { continue }
            let file = Corpus.folder.appendingPathComponent(path).path
            guard let bytes = FileManager.default.contents(atPath: file),
                let header = try? ImageHeader.read(from: ByteSource(Array(bytes)))
            else { continue }
            let facts = header.facts ?? .none
            func compare(_ field: String, _ expected: String?, _ found: String?) {
                guard let expected else { return }
                if found == expected {
                    counts[field, default: (0, 0, 0)].same += 1
                } else if found == nil {
                    counts[field, default: (0, 0, 0)].missing += 1
                } else {
                    counts[field, default: (0, 0, 0)].other += 1
                }
                if found != expected {
                    differences.append("\(path) \(field): \(found ?? "nothing") instead of \(expected)")
                }
            }
            func number(_ value: Double?) -> String? { value.map { String(format: "%.4g", $0) } }
            // A raw file is as wide as the JPEG in it, which RawPreviewTests compare.
            if header.format != .raw { compare("width", number(entry["width"]?.number), number(Double(header.width))) }
            compare("zone", entry["offset"]?.text, facts.zone)
        }
        for (field, count) in counts.sorted(by: { $0.key < $1.key }) {
            print("exiftool │ \(field) │ same \(count.same) │ other \(count.other) │ missing \(count.missing)")
        }
        if ProcessInfo.processInfo.environment["SCROLLSERVER_DIFFERENCES"] != nil {
            print(differences.joined(separator: "\n"))
        }
        for (field, count) in ["width": 1611, "zone": 11] { #expect((counts[field]?.same ?? 0) >= count, "\(field)") }
        // The sizes of GIFs that exceed their logical screen differ.
        for (field, count) in counts { #expect(count.other <= (field == "width" ? 5 : 0), "\(field)") }
    }

    /// What exiftool writes into a picture is read from it, wherever it writes it.
    @Test(.needs(.exiftool), .needs(.pillow), arguments: ["png", "webp", "tif", "jpg"]) func whatExiftoolWritesIsRead(
        format: String
    ) throws {
        let folder = try ScratchFolder()
        let file = "\(folder.path)/a.\(format)"
        _ = try PythonOracle.run(
            "import sys; from PIL import Image; Image.new('RGB', (30, 20)).save(sys.stdin.read())",
            input: Array(file.utf8))
        try Self.tellByExiftool(file)
    }

    /// The same of HEIF's items, in files of three other programs, whose pictures it leaves as they were.
    @Test(
        .needs(.exiftool), .needs(.corpus),
        arguments: ["pillow/hopper.avif", "pillow/rot1mir0.avif", "pillow/hopper.heif", "probe/cheers_1440x960.heic"])
    func whatExiftoolWritesIntoItemsIsRead(path: String) throws {
        let folder = try ScratchFolder()
        let bytes = try Data(contentsOf: Corpus.folder.appendingPathComponent(path))
        let before = try ImageHeader.read(from: ByteSource(Array(bytes)))
        let file = "\(folder.path)/a.\(path.suffix(4))"
        try bytes.write(to: URL(fileURLWithPath: file))
        let header = try Self.tellByExiftool(file)
        #expect(header.width == before.width && header.height == before.height)
        #expect(header.orientation == before.orientation)
    }

    /// A BigTIFF tells what the TIFF of the same entries tells, to us and to exiftool (but for places, which that does not find
    /// there).
    @Test(.needs(.exiftool), .needs(.pillow)) func whatABigTIFFTellsIsRead() throws {
        let folder = try ScratchFolder()
        let classic = "\(folder.path)/a.tif"
        _ = try PythonOracle.run(
            "import sys; from PIL import Image; Image.new('RGB', (30, 20)).save(sys.stdin.read())",
            input: Array(classic.utf8))
        let header = try Self.tellByExiftool(classic)
        let told = try PythonOracle.run(
            """
            import json, struct, subprocess
            file = open("\(classic)", "rb").read()
            order = "<" if file[:2] == b"II" else ">"
            sizes = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4}
            def unpack(form, place): return struct.unpack_from(order + form, file, place)
            out = bytearray(file[:2] + struct.pack(order + "HHHQ", 43, 8, 0, 0))
            def directory(place):
                entries = []
                for n in range(unpack("H", place)[0]):
                    tag, kind, count = unpack("HHI", place + 2 + 12 * n)
                    field, size = place + 10 + 12 * n, count * sizes[kind]
                    at = field if size <= 4 else unpack("I", field)[0]
                    data = file[at:at + size]
                    if tag in (34665, 34853): kind, data = 4, struct.pack(order + "I", directory(unpack("I", field)[0]))
                    if tag == 273: data = struct.pack(order + "I", len(out)); out.extend(file[unpack("I", field)[0]:][:1800])
                    if len(data) > 8:
                        out.extend(data + b"\\0" * (len(data) % 2))
                        data = struct.pack(order + "Q", len(out) - len(data) - len(data) % 2)
                    entries.append(struct.pack(order + "HHQ", tag, kind, count) + data.ljust(8, b"\\0"))
                start = len(out)
                out.extend(struct.pack(order + "Q", len(entries)) + b"".join(entries) + bytes(8))
                return start
            first = directory(unpack("I", 4)[0])
            out[8:16] = struct.pack(order + "Q", first)
            open("\(folder.path)/b.tif", "wb").write(out)
            names = ["Model", "Title", "Rating", "Subject", "DateTimeOriginal", "ISO", "LensModel"]
            tell = lambda name: subprocess.check_output(["exiftool", "-j", "-n"] + ["-" + n for n in names] + [name])
            small, big = [json.loads(tell("\(folder.path)/" + name))[0] for name in ("a.tif", "b.tif")]
            del small["SourceFile"], big["SourceFile"]
            assert small == big and len(small) == len(names), (small, big)
            print(len(small), end="")
            """)
        #expect(String(decoding: told, as: UTF8.self) == "7")
        let bytes = try #require(FileManager.default.contents(atPath: "\(folder.path)/b.tif"))
        #expect(bytes[2] == 43 || bytes[3] == 43)
        let big = try ImageHeader.read(from: ByteSource(Array(bytes)))
        #expect(big == header && big.facts?.camera == "Nikon D70")
    }

    @discardableResult private static func tellByExiftool(_ file: String) throws -> ImageHeader {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Requirement.path(of: "exiftool")))
        process.arguments = [
            "-q", "-overwrite_original", "-Make=Nikon", "-Model=D70", "-FNumber=2.8", "-ExposureTime=1/250", "-ISO=400",
            "-FocalLength=35", "-LensModel=35mm f/2", "-XMP:Rating=4", "-XMP:Label=Red", "-XMP:Subject=sea",
            "-XMP:Subject=Über <alles> & mehr", "-XMP:Title=A title", "-XMP:Description=Söme caption",
            "-DateTimeOriginal=2019:05:03 14:30:05", "-OffsetTimeOriginal=+02:00", "-GPSLatitude=48.25",
            "-GPSLatitudeRef=N", "-GPSLongitude=11.5", "-GPSLongitudeRef=W", file,
        ]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let bytes = try #require(FileManager.default.contents(atPath: file))
        let header = try ImageHeader.read(from: ByteSource(Array(bytes)))
        let facts = try #require(header.facts)
        #expect(facts.camera == "Nikon D70" && facts.lens == "35mm f/2" && facts.aperture == 2.8)
        #expect(facts.exposure == 0.004 && facts.iso == 400 && facts.focal == 35)
        #expect(facts.rating == 4 && facts.label == "Red" && facts.title == "A title")
        #expect(facts.keywords == ["sea", "Über <alles> & mehr"] && facts.caption == "Söme caption")
        #expect(header.taken?.iso8601 == "2019-05-03T14:30:05" && facts.zone == "+02:00")
        #expect(abs((facts.latitude ?? 0) - 48.25) < 1e-6 && abs((facts.longitude ?? 0) + 11.5) < 1e-6)
        return header
    }

    /// Any change of any byte, and any end, is read without a fault.
    @Test func damagedHeadersAreRead() throws {
        let seed = TestSeed.seed()
        var noise = RepeatableNoise(seed: seed)
        let packet = Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description xmp:Rating="4" xmp:Label="Red &amp; blue"
            exif:GPSLatitude="48,8.25N" exif:GPSLongitude='11,30,0W'><dc:subject><rdf:Bag><rdf:li>sea</rdf:li>
            <rdf:li>sun &lt;3</rdf:li></rdf:Bag></dc:subject><dc:title><rdf:Alt><rdf:li xml:lang="x-default">One</rdf:li>
            <rdf:li xml:lang="de">Eins</rdf:li></rdf:Alt></dc:title><exif:FNumber>28/10</exif:FNumber>
            <exif:DateTimeOriginal>2019-05-03T14:30:00+02:00</exif:DateTimeOriginal></rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
        let facts = XMPFacts.read(packet[...])
        #expect(facts.rating == 4 && facts.label == "Red & blue" && facts.keywords == ["sea", "sun <3"])
        #expect(facts.title == "One" && facts.aperture == 2.8 && facts.latitude == 48.1375 && facts.longitude == -11.5)
        #expect(facts.taken?.iso8601 == "2019-05-03T14:30:00")
        for _ in 0..<2000 {
            var broken = packet
            for _ in 0..<Int.random(in: 1...6, using: &noise) {
                broken[Int.random(in: 0..<broken.count, using: &noise)] = UInt8.random(in: 0...255, using: &noise)
            }
            let read = XMPFacts.read(broken.prefix(Int.random(in: 0...broken.count, using: &noise)))
            #expect(read.latitude.map { abs($0) <= 90 } ?? true, "seed \(seed)")
            let data = Array("8BIM\u{4}\u{4}\u{0}\u{0}".utf8) + broken.prefix(200)
            _ = IPTCFacts.read(resources: data[...])
            var generated = GeneratedPicture()
            let text = PNGText(0x6954_5874, Array("Title\u{0}\u{1}\u{0}\u{0}\u{0}".utf8) + broken.prefix(99))
            if let text { _ = PNGTextFacts.facts(text, &generated) }
        }
        // Long and hostile, in linear time.
        for part in ["<", "&", "<a b=\"", "<!--", "<rdf:li>"] {
            _ = XMPFacts.read(Array(String(repeating: part, count: 60_000 / part.utf8.count).utf8)[...])
        }
    }
}
