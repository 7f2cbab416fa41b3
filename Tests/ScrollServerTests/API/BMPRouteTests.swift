// BMPs in a folder come in tiles.

import Foundation
import Testing

@testable import ScrollServer

@Suite struct BMPRouteTests {
    @Test(arguments: ["24 bits", "32 bits with alpha", "runs of 4 bits"])
    func `a BMP comes in tiles and as a tiny picture, whatever its name`(name: String) throws {
        let fixture = try #require(BMPFixture.all.first { $0.name == name })
        let files = try ScratchFolder()
        defer { withExtendedLifetime(files) {} }
        try files.write("good.jpg", fixture.file)
        let collection = try FolderCollection(root: files.path, id: "photos", name: "Photos")
        collection.waitForScan()
        let client = try APIClient([collection])
        let details = try #require(collection.details(at: 0))
        let item = try client.get("/api/collections/photos/items/\(details.id)").object()
        #expect(item["format"] as? String == "bmp")
        #expect(item["width"] as? Int == 13 && item["height"] as? Int == 7)
        let tile = try client.get("/api/collections/photos/tiles/\(details.id)/0/0/0?v=\(details.version)")
        #expect(tile.status == 200 && tile.headers["Content-Type"] == "image/png")
        var decoder = try PNGDecoder(source: ByteSource(tile.body))
        #expect(SHA256Digest.hex(try decoder.readAll().rgba).hasPrefix(fixture.digest))
        let original = try client.get("/api/collections/photos/items/\(details.id)/original")
        #expect(original.headers["Content-Type"] == "image/bmp" && original.body == fixture.file)
        let summary = try #require(collection.summary(at: 0))
        #expect(try TinyPictureReader.picture(of: summary, in: collection) != nil)
    }
}
