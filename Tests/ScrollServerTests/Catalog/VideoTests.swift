// Videos among the pictures: told by their bytes, with the size in which they are shown, and sent in parts.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Metadata
@testable import Pixels

@Suite(.needs(.ffmpeg)) struct VideoTests {
    /// A file as ffmpeg makes it, and what is to be read from it.
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let arguments: [String]
        let format: MediaFormat
        /// As it is shown; nil where the container does not say.
        var size: [Int]? = [320, 240]
        /// Quarters clockwise by which a camera's file asks to be turned.
        var turns = 0
        var testDescription: String { name }
    }

    private static let x264 = ["-c:v", "libx264", "-pix_fmt", "yuv420p"]

    static let samples = [
        Sample(name: "a.mp4", arguments: x264, format: .mp4),
        Sample(name: "first.mp4", arguments: x264 + ["-movflags", "faststart"], format: .mp4),
        Sample(name: "parts.mp4", arguments: x264 + ["-movflags", "frag_keyframe+empty_moov"], format: .mp4),
        Sample(name: "wide.mp4", arguments: x264 + ["-vf", "setsar=2"], format: .mp4, size: [640, 240]),
        Sample(name: "turned.mp4", arguments: x264, format: .mp4, size: [240, 320], turns: 1),
        Sample(name: "turned back.mp4", arguments: x264, format: .mp4, size: [240, 320], turns: 3),
        Sample(name: "upside-down.mov", arguments: x264, format: .quickTime, turns: 2),
        Sample(name: "with sound.MOV", arguments: x264 + ["-f", "mov", "-c:a", "aac"], format: .quickTime),
        Sample(name: "b.webm", arguments: ["-c:v", "libvpx"], format: .webm),
        Sample(name: "wide.webm", arguments: ["-c:v", "libvpx", "-vf", "setsar=2"], format: .webm, size: [640, 240]),
        Sample(name: "c.mkv", arguments: x264, format: .matroska),
        Sample(name: "live.mkv", arguments: x264 + ["-f", "matroska", "-live", "1"], format: .matroska),
        Sample(name: "d.avi", arguments: ["-c:v", "mpeg4"], format: .avi),
        Sample(name: "e.mpg", arguments: ["-c:v", "mpeg2video", "-r", "25"], format: .mpeg),
        Sample(name: "f.mts", arguments: ["-c:v", "mpeg2video", "-r", "25"], format: .transportStream, size: nil),
        Sample(
            name: "g.m2ts", arguments: ["-c:v", "mpeg2video", "-r", "25", "-mpegts_m2ts_mode", "1"],
            format: .transportStream, size: nil),
        Sample(name: "h.wmv", arguments: ["-c:v", "wmv2"], format: .windowsMedia, size: nil),
    ]

    @discardableResult
    private static func make(_ sample: Sample, in folder: TemporaryFolder) throws -> [UInt8] {
        let path = "\(folder.path)/\(sample.name)"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Requirement.path(of: "ffmpeg")))
        process.arguments =
            ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=size=320x240:rate=10:duration=1"]
            + (sample.name.contains("sound") ? ["-f", "lavfi", "-i", "sine=duration=1"] : []) + sample.arguments + [
                path
            ]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "ffmpeg cannot make \(sample.name)")
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        if sample.turns > 0 {
            let box = try #require((0..<bytes.count).first { bytes[$0...].starts(with: "tkhd".utf8) })
            // ISO/IEC 14496-12 §8.3.2: the matrix of a track header of version 0, in 16.16.
            let (cosine, sine) = [(1, 0), (0, 1), (-1, 0), (0, -1)][sample.turns]
            for (place, value) in [(0, cosine), (4, sine), (12, -sine), (16, cosine)] {
                let start = box + 4 + 40 + place
                bytes.replaceSubrange(
                    start..<start + 4, with: TinyImage.big(Int(UInt32(bitPattern: Int32(value << 16))), 4))
            }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        }
        return bytes
    }

    @Test("A video has the format and size that its maker gave it", arguments: samples)
    func header(sample: Sample) throws {
        let folder = try TemporaryFolder()
        let bytes = try Self.make(sample, in: folder)
        #expect(MediaFormat.sniff([UInt8](bytes.prefix(MediaFormat.signatureByteCount))) == sample.format)
        guard let size = sample.size else {
            #expect(throws: ImageError.self) { try ImageHeader.read(from: ByteSource(bytes)) }
            return
        }
        let header = try ImageHeader.read(from: ByteSource(bytes))
        #expect(header.format == sample.format)
        #expect([header.orientedWidth, header.orientedHeight] == size)
        #expect(header.orientation == [1, 6, 3, 8][sample.turns])
    }

    @Test("A camera's stream is known whatever time its first packet has")
    func anyTime() throws {
        let sample = try #require(Self.samples.first { $0.name == "g.m2ts" })
        let folder = try TemporaryFolder()
        var bytes = try Self.make(sample, in: folder)
        for first in UInt8.min...UInt8.max {
            bytes[0] = first
            #expect(MediaFormat.sniff([UInt8](bytes.prefix(1024))) == .transportStream, "\(first)")
        }
    }

    @Test("Videos that are cut short or changed end in a size or an error", arguments: samples)
    func damaged(sample: Sample) throws {
        let folder = try TemporaryFolder()
        let bytes = try Self.make(sample, in: folder)
        for count in stride(from: 0, through: min(bytes.count, 4096), by: 7) {
            _ = try? ImageHeader.read(from: ByteSource([UInt8](bytes.prefix(count))))
        }
        let seed = TestSeed.seed()
        var state = seed
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        for _ in 0..<500 {
            var mutant = bytes
            // The headers are at the start and at the end.
            for _ in 0...next(6) {
                let place = next(min(1024, mutant.count))
                mutant[next(2) == 0 ? place : mutant.count - 1 - place] = UInt8(next(256))
            }
            let header = try? ImageHeader.read(from: ByteSource(mutant))
            guard let header else { continue }
            #expect(header.problem != nil || header.width > 0 && header.height > 0, "seed \(seed)")
        }
    }

    @Test("They are listed among the pictures, in their order; sound and other files are not")
    func listed() throws {
        let folder = try TemporaryFolder()
        for sample in Self.samples { try Self.make(sample, in: folder) }
        try Self.make(Sample(name: "sound.m4a", arguments: ["-vn", "-map", "1"], format: .mp4), in: folder)
        try folder.write("b.png", TinyImage.png())
        try folder.write("notes.ts", [UInt8]("GGGG = 1; // TypeScript".utf8) + [UInt8](repeating: 0x20, count: 900))
        let collection = try folder.scanned()
        collection.measure(Array(0..<40))
        let names = collection.names
        #expect(names.sorted() == (Self.samples.map(\.name) + ["b.png"]).sorted())
        #expect(names == names.sorted { $0.localizedStandardCompare($1) == .orderedAscending })
        let client = try APIClient([collection])
        let plan = try client.get("/api/collections/f/plan?layout=grid&width=800&height=600&names=true").plan()
        #expect(plan.count == Self.samples.count + 1)
        for tile in plan.tiles {
            let sample = Self.samples.first { $0.name == tile.name }
            #expect(tile.media == sample?.format.mimeType)
            guard sample != nil else { continue }
            // No picture is made of it; the reason says what there is.
            let answer = try client.get(tile.url)
            #expect(answer.status == 415, "\(tile.url)")
        }
    }

    @Test("The original of a video comes whole and in parts, as what it is")
    func ranges() throws {
        let folder = try TemporaryFolder()
        let bytes = try Self.make(try #require(Self.samples.first { $0.name == "b.webm" }), in: folder)
        let client = try APIClient([try folder.scanned()])
        let item = try #require(try folder.scanned().summary(at: 0)?.id)
        let path = "/api/collections/f/items/\(item)/original"
        let whole = try client.get(path)
        #expect(whole.status == 200 && whole.body == bytes)
        #expect(whole.headers["Content-Type"] == "video/webm")
        #expect(whole.headers["Content-Security-Policy"]?.contains("sandbox") == false)
        let part = try client.get(path, [("Range", "bytes=4000-4099")])
        #expect(part.status == 206 && part.body == [UInt8](bytes[4000..<4100]))
        #expect(part.headers["Content-Range"] == "bytes 4000-4099/\(bytes.count)")
    }
}
