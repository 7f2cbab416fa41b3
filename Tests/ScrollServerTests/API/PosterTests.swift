// What a video or a HEIC carries of itself is shown in its place.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Pixels

@Suite(.needs(.ffmpeg)) struct PosterTests {
    private static func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Requirement.path(of: program)))
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(program) \(arguments)")
    }

    /// A picture whose left half is red and whose right half is blue.
    private static func picture(_ width: Int, _ height: Int) -> PixelBuffer {
        var bytes: [UInt8] = []
        for _ in 0..<height { for x in 0..<width { bytes += 2 * x < width ? [220, 30, 30] : [30, 30, 220] } }
        return PixelBuffer(width: width, height: height, format: .rgb, bytes: bytes)
    }

    /// The thumbnail of the only item of a folder, as pixels; nil where the answer is that there is none.
    private static func thumbnail(_ folder: ScratchFolder, _ name: String) throws -> PixelBuffer? {
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F")
        collection.waitForScan()
        let client = try APIClient([collection])
        let id = try collection.id(named: name)
        collection.measure(item: id)
        let plan = try client.get("/api/collections/f/plan?layout=grid&width=800&height=600").object()
        let tiles = try #require(plan["tiles"] as? [[String: Any]])
        let url = try #require(tiles.first { $0["item"] as? String == id }?["thumbnail"] as? String)
        let reply = try client.get(url)
        if reply.status == 204 { return nil }
        #expect(reply.status == 200 && reply.headers["Content-Type"] == "image/jpeg")
        var decoder = try JPEGDecoder(source: ByteSource(reply.body))
        return try decoder.readAll()
    }

    private static func isRed(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> Bool {
        let place = (y * pixels.width + x) * 3
        return pixels.bytes[place] > 180 && pixels.bytes[place + 2] < 80
    }

    private static let film = ["-f", "lavfi", "-i", "testsrc=size=320x180:rate=10:duration=1"]

    @Test(arguments: ["a.mp4", "a.mov", "a.mkv"], [(160, 90), (60, 90)])
    func ofAVideo(name: String, size: (width: Int, height: Int)) throws {
        let (folder, parts) = (try ScratchFolder(), try ScratchFolder())
        try parts.write("cover.jpg", JPEGEncoder.encode(Self.picture(size.width, size.height), quality: 95))
        let path = "\(folder.path)/\(name)"
        if name == "a.mkv" {
            let attached = ["-attach", "\(parts.path)/cover.jpg", "-metadata:s:t", "mimetype=image/jpeg"]
            try Self.run("ffmpeg", ["-v", "error"] + Self.film + attached + ["-c:v", "libx264", path])
        } else {
            try Self.run("ffmpeg", ["-v", "error"] + Self.film + ["-c:v", "libx264", "\(parts.path)/plain.mp4"])
            try Self.run(
                "ffmpeg",
                [
                    "-v", "error", "-i", "\(parts.path)/plain.mp4", "-i", "\(parts.path)/cover.jpg", "-map", "0",
                    "-map",
                    "1", "-c", "copy", "-disposition:v:1", "attached_pic", "-f", "mp4", path,
                ])
        }
        let pixels = try #require(try Self.thumbnail(folder, name))
        // As wide as the film's own proportion asks for, with black beside what is narrower.
        #expect(pixels.width == 160 && pixels.height == 90)
        let left = (160 - size.width) / 2
        #expect(Self.isRed(pixels, left + 4, 45) && !Self.isRed(pixels, 159 - left - 4, 45))
        if left > 0 { #expect(pixels.bytes[45 * 160 * 3..<45 * 160 * 3 + 30].allSatisfy { $0 < 12 }) }
    }

    @Test(arguments: ["a.mp4", "a.mkv"]) func ofAVideoWithoutOne(name: String) throws {
        let folder = try ScratchFolder()
        try Self.run("ffmpeg", ["-v", "error"] + Self.film + ["-c:v", "libx264", "\(folder.path)/\(name)"])
        #expect(try Self.thumbnail(folder, name) == nil)
    }

    /// The camera's thumbnail, turned as the picture's own properties say; one of another proportion is of something else.
    @Test(.needs(.exiftool), .needs(.corpus)) func ofAHEIC() throws {
        let (folder, parts) = (try ScratchFolder(), try ScratchFolder())
        let source = Corpus.folder.appendingPathComponent("probe/cheers_1440x960.heic")
        for (name, size) in [("right.heic", (150, 100)), ("wrong.heic", (160, 90))] {
            try FileManager.default.copyItem(at: source, to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
            try parts.write("thumbnail.jpg", JPEGEncoder.encode(Self.picture(size.0, size.1), quality: 95))
            try Self.run(
                "exiftool",
                [
                    "-q", "-overwrite_original", "-ThumbnailImage<=\(parts.path)/thumbnail.jpg",
                    "\(folder.path)/\(name)",
                ])
        }
        let pixels = try #require(try Self.thumbnail(folder, "right.heic"))
        #expect(pixels.width == 150 && pixels.height == 100)
        #expect(Self.isRed(pixels, 20, 50) && !Self.isRed(pixels, 120, 50))
        #expect(try Self.thumbnail(folder, "wrong.heic") == nil)
    }

    /// A thumbnail of all of a cropped picture is not shown for its crop: neither one of another proportion, nor one of
    /// which nobody can tell.
    ///
    /// The picture has 800 × 600 pixels.
    @Test(arguments: [
        ([800, 600], [160, 120], true), ([798, 598], [160, 120], true), ([300, 300], [120, 120], true),
        ([300, 300], [160, 120], false), ([400, 300], [160, 120], false),
    ])
    func ofACroppedHEIC(crop: [Int], thumbnail: [Int], isShown: Bool) throws {
        let large = { TinyImage.big($0, 4) }
        let jpeg = JPEGEncoder.encode(Self.picture(thumbnail[0], thumbnail[1]), quality: 95)
        let entry = TinyImage.box("infe", [2, 0, 0, 0, 0, 2, 0, 0] + [UInt8]("jpeg".utf8) + [0])
        // One item, one extent, counted from the start of `idat`.
        let place = [0x44, 0] + [0, 1] + [0, 2] + [0, 1] + [0, 0] + [0, 1] + large(0) + large(jpeg.count)
        let crop = TinyImage.box("clap", [crop[0], 1, crop[1], 1, 0, 1, 0, 1].flatMap(large))
        let properties = [TinyImage.box("ispe", large(0) + large(800) + large(600)), crop]
        let picture = TinyImage.avif(brand: "heic", properties: properties)
        // The boxes of the items go to the end of `meta`, which is the file's last one.
        let meta = try #require(Data(picture).range(of: Data("meta".utf8))).upperBound
        let more = TinyImage.box("iinf", large(0) + [0, 1] + entry) + TinyImage.box("iloc", [1, 0, 0, 0] + place)
        let folder = try ScratchFolder()
        try folder.write(
            "a.heic",
            picture[..<(meta - 8)] + TinyImage.box("meta", picture[meta...] + more + TinyImage.box("idat", jpeg)))
        let pixels = try Self.thumbnail(folder, "a.heic")
        #expect((pixels != nil) == isShown)
    }
}
