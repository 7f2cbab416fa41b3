// What videos tell of themselves, as ffmpeg and exiftool write it.

import Foundation
import Testing

@testable import Catalog
@testable import Metadata
@testable import Pixels
@testable import Platform

@Suite(.needs(.ffmpeg)) struct MovieFactTests {
    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: try #require(Requirement.path(of: program)))
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(program) \(arguments)")
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A video of 3.7 seconds.
    private static func make(_ name: String, _ arguments: [String], in folder: ScratchFolder) throws -> String {
        let path = "\(folder.path)/\(name)"
        _ = try run(
            "ffmpeg",
            ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=3.7"] + arguments + [path])
        return path
    }

    private static func header(_ path: String) throws -> ImageHeader {
        try ImageHeader.read(from: ByteSource(Array(try Data(contentsOf: URL(fileURLWithPath: path)))))
    }

    private static let made = ["-metadata", "creation_time=2019-05-06T21:08:09Z", "-metadata", "title=By the sea"]

    @Test(
        "How long it is, when it was made and what it is called",
        arguments: [
            ("a.mp4", ["-c:v", "libx264"]), ("fast.mp4", ["-c:v", "libx264", "-movflags", "faststart"]),
            ("a.mov", ["-c:v", "libx264"]), ("a.mkv", ["-c:v", "libx264"]), ("a.webm", ["-c:v", "libvpx"]),
            ("a.avi", ["-c:v", "mpeg4"]),
        ]) func told(name: String, arguments: [String]) throws
    {
        let folder = try ScratchFolder()
        let path = try Self.make(name, arguments + Self.made, in: folder)
        let header = try Self.header(path)
        let length = try Self.run(
            "ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path])
        #expect(abs((header.facts?.duration ?? 0) - (Double(length) ?? -1)) < 0.11, "\(length)")
        // An AVI has no place for it that ffmpeg writes.
        guard name != "a.avi" else { return #expect(header.taken == nil && !header.isTakenUniversal) }
        #expect(header.taken?.iso8601 == "2019-05-06T21:08:09" && header.isTakenUniversal)
        #expect(header.facts?.title == (name == "a.mov" || name.hasSuffix(".mp4") ? header.facts?.title : "By the sea"))
        // Among photographs it is where the clocks of the place showed that time: on the next day.
        let berlin = header.onClocks(of: ZoneOffsets(offset: 7200))
        #expect(berlin.taken?.iso8601 == "2019-05-06T23:08:09" && !berlin.isTakenUniversal)
        #expect(berlin.onClocks(of: ZoneOffsets(offset: 7200)) == berlin)
        #expect(header.onClocks(of: ZoneOffsets(offset: 12 * 3600)).taken?.iso8601 == "2019-05-07T09:08:09")
    }

    @Test("Creation times of AVI and Windows Media are those that exiftool reads", .needs(.exiftool))
    func olderContainers() throws {
        let folder = try ScratchFolder()
        let avi = try Self.make("a.avi", ["-c:v", "mpeg4", "-metadata", "date=2019-05-06"], in: folder)
        #expect(try Self.run("exiftool", ["-s3", "-DateCreated", avi]) == "2019:05:06")
        #expect(try Self.header(avi).taken?.iso8601 == "2019-05-06")
        // As cameras write it, at the end of the list of headers (exiftool, RIFF.pm).
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: avi)))
        func add(_ count: Int, at offset: Int) {
            var size = bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) } + count
            for index in offset..<offset + 4 {
                bytes[index] = UInt8(size & 255)
                size >>= 8
            }
        }
        let end = 20 + bytes[16..<20].reversed().reduce(0) { $0 << 8 | Int($1) }
        let text = Array("Mon Mar 10 15:04:43 2003\n\0".utf8)
        let chunk = Array("IDIT".utf8) + [UInt8(text.count), 0, 0, 0] + text
        bytes.insert(contentsOf: chunk, at: end)
        add(chunk.count, at: 4)
        add(chunk.count, at: 16)
        try Data(bytes).write(to: URL(fileURLWithPath: avi))
        #expect(try Self.run("exiftool", ["-s3", "-DateTimeOriginal", avi]) == "2003:03:10 15:04:43")
        #expect(try Self.header(avi).taken?.iso8601 == "2003-03-10T15:04:43")
        for count in 0..<min(bytes.count, 5000) {
            _ = try? ImageHeader.read(from: ByteSource(Array(bytes.prefix(count))))
        }

        let wmv = try Self.make("a.wmv", ["-c:v", "wmv2"] + Self.made, in: folder)
        #expect(try Self.run("exiftool", ["-s3", "-CreationDate", wmv]) == "2019:05:06 21:08:09Z")
        let header = try Self.header(wmv)
        #expect(header.taken?.iso8601 == "2019-05-06T21:08:09" && header.isTakenUniversal)
        #expect(header.problem != nil && abs((header.facts?.duration ?? 0) - 3.7) < 0.11)
    }

    @Test("A phone's own time counts, with its zone; and its place and name", .needs(.exiftool))
    func phone() throws {
        let folder = try ScratchFolder()
        let path = try Self.make("a.mov", ["-c:v", "libx264"] + Self.made, in: folder)
        _ = try Self.run(
            "exiftool",
            [
                "-q", "-overwrite_original", "-Keys:CreationDate=2020:07:31 22:15:01+05:30", "-Keys:Make=Apple",
                "-Keys:Model=iPhone 12", "-Keys:GPSCoordinates=-33.8568, 151.2153, 12", path,
            ])
        let header = try Self.header(path)
        #expect(header.taken?.iso8601 == "2020-07-31T22:15:01" && !header.isTakenUniversal)
        #expect(header.facts?.zone == "+05:30" && header.facts?.camera == "Apple iPhone 12")
        #expect(abs((header.facts?.latitude ?? 0) + 33.8568) < 1e-3)
        #expect(abs((header.facts?.longitude ?? 0) - 151.2153) < 1e-3)
    }

    @Test("An Android phone's place is in its user data", .needs(.exiftool))
    func android() throws {
        let folder = try ScratchFolder()
        let path = try Self.make("a.mp4", ["-c:v", "libx264"], in: folder)
        _ = try Self.run(
            "exiftool", ["-q", "-overwrite_original", "-UserData:GPSCoordinates=48.8577, 2.295, 35", path])
        let header = try Self.header(path)
        #expect(header.facts?.latitude == 48.8577 && header.facts?.longitude == 2.295)
        #expect(header.taken == nil)
    }

    /// As iTunes and ffmpeg write it.
    @Test("What the item list of the user data tells is known as exiftool reads it", .needs(.exiftool))
    func itemList() throws {
        let folder = try ScratchFolder()
        let tags = [
            "-metadata", "title=Zug ä", "-metadata", "description=Besch", "-metadata", "comment=Komm", "-metadata",
            "date=2016-02-03",
        ]
        for (name, tags, caption) in [
            ("a.mp4", tags, "Besch"), ("b.m4v", Array(tags[..<2] + tags[4...]), "Komm"), ("c.3gp", tags, nil),
        ] as [(String, [String], String?)] {
            let path = try Self.make(name, ["-c:v", "libx264"] + tags, in: folder)
            let header = try Self.header(path)
            let title = try Self.run("exiftool", ["-s3", "-Title", path])
            #expect(header.facts?.title == title && title == "Zug ä", "\(name)")
            if let caption { #expect(header.facts?.caption == caption, "\(name)") }
            guard name != "c.3gp" else { continue }
            let day = try Self.run("exiftool", ["-s3", "-d", "%Y-%m-%d", "-ContentCreateDate", path])
            #expect(header.taken?.iso8601 == day && !header.isTakenUniversal, "\(name)")
        }
        // When the film was made, its header tells better.
        let path = try Self.make("d.mp4", ["-c:v", "libx264"] + tags + Self.made, in: folder)
        #expect(try Self.header(path).taken?.iso8601 == "2019-05-06T21:08:09")
    }

    @Test(
        "A film in fragments is as long as ffprobe finds it",
        arguments: [
            ("+frag_keyframe+empty_moov", []), ("+frag_keyframe+empty_moov+default_base_moof", []),
            ("+frag_keyframe+empty_moov+skip_trailer", []), ("+dash+delay_moov", ["-g", "4"]),
            ("+frag_every_frame+empty_moov", ["-f", "lavfi", "-i", "sine=duration=3.7", "-c:a", "aac"]),
            (
                "+frag_keyframe+empty_moov+skip_trailer",
                ["-f", "lavfi", "-i", "sine=duration=6", "-c:a", "aac", "-g", "5"]
            ),
        ]) func fragments(flags: String, more: [String]) throws
    {
        let folder = try ScratchFolder()
        let inputs = more.first == "-f" ? more : []
        let path = try Self.make(
            "a.mp4", inputs + (inputs.isEmpty ? more : []) + ["-c:v", "libx264", "-movflags", flags], in: folder)
        let length = try Self.run(
            "ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path])
        let found = try Self.header(path).facts?.duration
        print("fragments │ \(flags) │ \(found ?? -1) │ ffprobe \(length)")
        #expect(abs((found ?? 0) - (Double(length) ?? -1)) < 0.11, "\(flags): \(length)")
    }

    @Test("Damaged fragments have no length or another, and end") func damagedFragments() throws {
        let folder = try ScratchFolder()
        var noise = RepeatableNoise(seed: 7)
        for flags in ["+frag_every_frame+empty_moov", "+frag_keyframe+empty_moov+skip_trailer"] {
            let path = try Self.make("a.mp4", ["-c:v", "libx264", "-movflags", flags], in: folder)
            let sound = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            for round in 0..<200 {
                var bytes = sound
                for _ in 0..<Int.random(in: 1...8, using: &noise) {
                    let place = Int.random(in: 0..<bytes.count, using: &noise)
                    bytes[place] =
                        [0, 0xFF, 0x80, UInt8.random(in: 0...255, using: &noise)].randomElement(using: &noise) ?? 0
                }
                if round % 3 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &noise)) }
                let duration = try? ImageHeader.read(from: ByteSource(bytes)).facts?.duration
                #expect((duration ?? 1) > 0)
            }
        }
    }

    @Test("They stand in the order of dates by it, and are found by their length")
    func ordered() throws {
        let folder = try ScratchFolder()
        _ = try Self.make("c.mp4", ["-c:v", "libx264", "-metadata", "creation_time=2018-01-05T12:00:00Z"], in: folder)
        _ = try Self.make("b.mkv", ["-c:v", "libx264", "-metadata", "creation_time=2016-01-05T12:00:00Z"], in: folder)
        try folder.write("a.png", TinyImage.png())
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F")
        collection.waitForScan()
        collection.measure(Array(0..<3))
        let client = try APIClient([collection])
        func names(_ query: String) throws -> [String] {
            let list = try client.get("/api/collections/f/items?\(query)").object()["items"] as? [[String: Any]]
            return try #require(list).compactMap { $0["name"] as? String }
        }
        #expect(try names("order=date") == ["b.mkv", "c.mp4", "a.png"])
        #expect(eventually { (try? names("q=duration:%3E3")) == ["b.mkv", "c.mp4"] })
        #expect(try names("q=duration:%3E4") == [])
        // As it is shown, and longer ones.
        for (query, isFound) in [
            ("%3E0:03", true), ("%3E=0:04", true), ("0:04", true), ("%3E0:04", false), ("%3E0:05", false),
            ("%3C0:04", false), ("0:03..0:05", true), ("%3C1:00:00", true), ("%3E1:00:00", false), ("0:05..", false),
        ] {
            #expect(try names("q=duration:\(query)") == (isFound ? ["b.mkv", "c.mp4"] : []), "\(query)")
        }
        for query in ["0:4", "0:60", ":30", "1:2:3:4", "1:", "1:60:00", "-1:00", "1:0a", "0x:10"] {
            #expect(try client.get("/api/collections/f/items?q=duration:\(query)").status == 400, "\(query)")
        }
    }
}
