// BMPs, GIFs, PNMs, QOIs, TGAs and icons in a folder come in tiles.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Pixels
@testable import Tiles

@Suite struct StillPictureRouteTests {
    /// A file of one of the formats, and what is said of it.
    struct Still: CustomTestStringConvertible, Sendable {
        var format: String
        var width: Int
        var height: Int
        var name: String
        var file: [UInt8]
        var digest: String
        /// Where the format's name does not tell it.
        var mediaType: String?

        var testDescription: String { "\(format), \(name)" }

        static let all =
            BMPFixture.all.filter { ["24 bits", "32 bits with alpha", "runs of 4 bits"].contains($0.name) }.map {
                Still(format: "bmp", width: 13, height: 7, name: $0.name, file: $0.file, digest: $0.digest)
            }
            + GIFFixture.all.filter { ["four colours", "transparent, interlaced"].contains($0.name) }.map {
                Still(format: "gif", width: 23, height: 19, name: $0.name, file: $0.file, digest: $0.digest)
            } + small

        /// The same pixels in four formats.
        private static let small: [Still] = {
            typealias File = SmallFormatFile
            let (width, height) = (5, 4)
            let samples = File.shades(width * height * 3)
            let pixels = PixelBuffer(width: width, height: height, format: .rgb, bytes: samples)
            let triples = stride(from: 0, to: samples.count, by: 3).map { Array(samples[$0..<$0 + 3]) }
            let chunks = triples.map { (colour: [UInt8]) -> [UInt8] in [0xFE] + colour }
            let qoi = File.qoi(width: width, height: height, data: Array(chunks.joined()))
            let tga = File.tga(
                type: 2, width: width, height: height, bits: 24, descriptor: 0x20,
                data: triples.flatMap { $0.reversed() } + File.tgaFooter)
            let files: [(format: String, mediaType: String, file: [UInt8])] = [
                ("pnm", "image/x-portable-anymap", File.pnm("P6 \(width) \(height) 255\n", samples)),
                ("qoi", "image/qoi", qoi), ("tga", "image/x-tga", tga),
                ("ico", "image/vnd.microsoft.icon", File.ico([(width, height, 24, PNGEncoder.encode(pixels))])),
            ]
            return files.map {
                Still(
                    format: $0.format, width: width, height: height, name: "of 24 bits", file: $0.file,
                    digest: SHA256Digest.hex(pixels.rgba), mediaType: $0.mediaType)
            }
        }()
    }

    private static func folder(_ name: String, _ file: [UInt8], _ body: (APIClient, FolderCollection) throws -> Void)
        throws
    {
        let files = try ScratchFolder()
        defer { withExtendedLifetime(files) {} }
        try files.write(name, file)
        let collection = try FolderCollection(root: files.path, id: "photos", name: "Photos")
        collection.waitForScan()
        try body(try APIClient([collection]), collection)
    }

    @Test func `each fixture that is named is there`() { #expect(Still.all.count == 9) }

    @Test(arguments: Still.all)
    func `a still picture comes in tiles and as a tiny picture, whatever its name`(still: Still) throws {
        try Self.folder("good.jpg", still.file) { client, collection in
            let details = try #require(collection.details(at: 0))
            let item = try client.get("/api/collections/photos/items/\(details.id)").object()
            #expect(item["format"] as? String == still.format && item["misnamed"] as? String == "jpg")
            #expect(item["width"] as? Int == still.width && item["height"] as? Int == still.height)
            let tile = try client.get("/api/collections/photos/tiles/\(details.id)/0/0/0?v=\(details.version)")
            #expect(tile.status == 200 && tile.headers["Content-Type"] == "image/png")
            var decoder = try PNGDecoder(source: ByteSource(tile.body))
            #expect(SHA256Digest.hex(try decoder.readAll().rgba).hasPrefix(still.digest))
            let original = try client.get("/api/collections/photos/items/\(details.id)/original")
            #expect(original.headers["Content-Type"] == still.mediaType ?? "image/\(still.format)")
            #expect(original.body == still.file)
            let summary = try #require(collection.summary(at: 0))
            #expect(try TinyPictureReader.picture(of: summary, in: collection) != nil)
        }
    }

    @Test func `a TGA without a signature is shown where its name says what it is`() throws {
        let file = SmallFormatFile.tga(type: 3, width: 6, height: 5, bits: 8, data: SmallFormatFile.shades(30))
        try Self.folder("a.tga", file) { client, collection in
            let details = try #require(collection.details(at: 0))
            let address = "/api/collections/photos"
            let item = try client.get("\(address)/items/\(details.id)").object()
            #expect(item["format"] as? String == "tga" && item["width"] as? Int == 6 && item["height"] as? Int == 5)
            let tile = try client.get("\(address)/tiles/\(details.id)/0/0/0?v=\(details.version)")
            var decoder = try PNGDecoder(source: ByteSource(tile.body))
            let rows = (0..<5).reversed().flatMap { SmallFormatFile.shades(30)[$0 * 6..<$0 * 6 + 6] }
            #expect(try decoder.readAll().bytes == rows)
            let original = try client.get("\(address)/items/\(details.id)/original")
            #expect(original.headers["Content-Type"] == "image/x-tga" && original.body == file)
        }
        try Self.folder("a.jpg", file) { _, collection in
            #expect(collection.summary(at: 0)?.error == .notAnImage("the file is not an image of a known format"))
        }
        // What is none of them can be saved all the same, and is never shown by itself.
        for (name, bytes) in [
            ("a.jpg", Array("<script>alert(1)</script>".utf8)), ("b.raf", [1, 2, 3]), ("c.jpg", file),
        ] {
            try Self.folder(name, bytes) { client, collection in
                let details = try #require(collection.details(at: 0))
                #expect(details.error == .notAnImage("the file is not an image of a known format"))
                let item = "/api/collections/photos/items/\(details.id)"
                let original = try client.get("\(item)/original?v=\(details.version)")
                #expect(original.status == 200 && original.body == bytes)
                #expect(original.headers["Content-Type"] == "application/octet-stream")
                #expect(original.headers["Content-Disposition"] == "attachment")
                #expect(original.headers["Content-Security-Policy"]?.contains("sandbox") == true)
                #expect(try client.get("/api/collections/photos/tiles/\(details.id)/0/0/0").status == 422)
            }
        }
        try Self.folder("a.bin", file) { _, collection in #expect(collection.status.count == 0) }
    }

    /// A cell needs a frame, not megabytes of them.
    @Test(arguments: ["gif", "apng"])
    func `a picture that moves comes as its first frame, and whole where it fills the view`(type: String) throws {
        // What tells that there are more frames lies behind the first bytes, by which formats are recognised.
        var moving = PNGBuilder(width: 5, height: 4, bitDepth: 8, colorType: 4, rows: [])
        moving.rows = (0..<4).flatMap { _ in [0, 9, 255] + [UInt8](repeating: 0, count: 8) }
        moving.leading = [
            ("tEXt", [UInt8]("Comment\0".utf8) + [UInt8](repeating: 65, count: 2000)),
            ("acTL", TinyImage.big(2, 4) + TinyImage.big(0, 4)),
        ]
        let file = type == "gif" ? TinyImage.animatedGIF(width: 5, height: 4) : moving.file
        try Self.folder(type == "gif" ? "a.gif" : "a.png", file) { client, collection in
            let summary = try #require(collection.summary(at: 0))
            for layout in ["grid", "justified", "stack", "strip", "pages", "item&item=\(summary.id)"] {
                let path = "/api/collections/photos/plan?width=300&height=200&layout=\(layout)"
                let tiles = try #require(try client.get(path).object()["tiles"] as? [[String: Any]])
                let url = try #require(tiles.first?["url"] as? String)
                let reply = try client.get(url)
                #expect(tiles.count == 1 && reply.status == 200)
                if ["grid", "justified", "stack", "strip"].contains(layout) {
                    #expect(reply.headers["Content-Type"] == "image/png", "\(layout)")
                    var decoder = try PNGDecoder(source: ByteSource(reply.body))
                    #expect(try decoder.readAll().rgba.prefix(8) == [9, 9, 9, 255, 0, 0, 0, 0])
                } else {
                    #expect(reply.headers["Content-Type"] == "image/\(type)" && reply.body == file, "\(layout)")
                }
            }
            // It has been measured by now.
            let shown = try #require(collection.summary(at: 0))
            #expect(try TinyPictureReader.picture(of: shown, in: collection) != nil)
        }
    }
}
