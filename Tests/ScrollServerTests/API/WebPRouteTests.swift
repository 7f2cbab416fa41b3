// WebPs in a folder: both still ones and the first frames of those that move come in tiles.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Pixels

@Suite struct WebPRouteTests {
    @Test func `a WebP comes in tiles, of one that moves its first frame`() throws {
        let fixture = try #require(WebPFixture.all.first { $0.name == "lossless, 13 colours" })
        let files = try ScratchFolder()
        defer { withExtendedLifetime(files) {} }
        // A name that lies about it: what it is, is told by its bytes.
        try files.write("still.png", fixture.file)
        // The extended header of 29 × 11 pixels, with the flag of an animation; and a frame, which has the other's chunk.
        let head = [UInt8]("WEBPVP8X\u{A}\0\0\0\u{2}\0\0\0\u{1C}\0\0\u{A}\0\0".utf8)
        let frame: [UInt8] = [0, 0, 0, 0, 0, 0, 28, 0, 0, 10, 0, 0, 40, 0, 0, 0] + fixture.file[12...]
        let body = head + [UInt8]("ANMF".utf8) + TinyImage.little(frame.count, 4) + frame
        let animated = [UInt8]("RIFF".utf8) + TinyImage.little(body.count, 4) + body
        try files.write("moving.webp", animated)
        let collection = try FolderCollection(root: files.path, id: "photos", name: "Photos")
        collection.waitForScan()
        let client = try APIClient([collection])
        #expect(collection.status.count == 2)
        for index in 0..<2 {
            let details = try #require(collection.details(at: index))
            let item = try client.get("/api/collections/photos/items/\(details.id)").object()
            #expect(item["format"] as? String == "webp")
            #expect(item["width"] as? Int == 29 && item["height"] as? Int == 11)
            let tile = try client.get("/api/collections/photos/tiles/\(details.id)/0/0/0?v=\(details.version)")
            #expect(tile.status == 200)
            #expect(tile.headers["Content-Type"] == "image/png")
            var decoder = try PNGDecoder(source: ByteSource(tile.body))
            #expect(SHA256Digest.hex(try decoder.readAll().rgba).hasPrefix(fixture.digest))
            let original = try client.get("/api/collections/photos/items/\(details.id)/original")
            #expect(original.headers["Content-Type"] == "image/webp")
            #expect(original.body == (details.name == "moving.webp" ? animated : fixture.file))
        }
    }
}
