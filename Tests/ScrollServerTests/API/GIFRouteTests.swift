// Still GIFs in a folder come in tiles.

import Foundation
import Testing

@testable import ScrollServer

@Suite struct GIFRouteTests {
    @Test(arguments: ["four colours", "transparent, interlaced"])
    func `a still GIF comes in tiles and as a tiny picture, whatever its name`(name: String) throws {
        let fixture = try #require(GIFFixture.all.first { $0.name == name })
        let files = try ScratchFolder()
        defer { withExtendedLifetime(files) {} }
        try files.write("good.jpg", fixture.file)
        let collection = try FolderCollection(root: files.path, id: "photos", name: "Photos")
        collection.waitForScan()
        let client = try APIClient([collection])
        let details = try #require(collection.details(at: 0))
        let item = try client.get("/api/collections/photos/items/\(details.id)").object()
        #expect(item["format"] as? String == "gif")
        #expect(item["width"] as? Int == 23 && item["height"] as? Int == 19)
        let tile = try client.get("/api/collections/photos/tiles/\(details.id)/0/0/0?v=\(details.version)")
        #expect(tile.status == 200 && tile.headers["Content-Type"] == "image/png")
        var decoder = try PNGDecoder(source: ByteSource(tile.body))
        #expect(SHA256Digest.hex(try decoder.readAll().rgba).hasPrefix(fixture.digest))
        let original = try client.get("/api/collections/photos/items/\(details.id)/original")
        #expect(original.headers["Content-Type"] == "image/gif" && original.body == fixture.file)
        let summary = try #require(collection.summary(at: 0))
        #expect(try TinyPictureReader.picture(of: summary, in: collection) != nil)
    }

    @Test func `a GIF that moves comes whole`() throws {
        let file = TinyImage.animatedGIF(width: 5, height: 4)
        let files = try ScratchFolder()
        defer { withExtendedLifetime(files) {} }
        try files.write("a.gif", file)
        let collection = try FolderCollection(root: files.path, id: "photos", name: "Photos")
        collection.waitForScan()
        let client = try APIClient([collection])
        let details = try #require(collection.details(at: 0))
        let tile = try client.get("/api/collections/photos/tiles/\(details.id)/0/0/0?v=\(details.version)")
        #expect(tile.status == 200 && tile.headers["Content-Type"] == "image/gif" && tile.body == file)
    }
}
