// TIFFs in a folder come in tiles.

import Foundation
import Testing

@testable import ScrollServer

@Suite struct TIFFRouteTests {
    @Test func `a TIFF comes in tiles, and one that cannot be decoded says why`() throws {
        let fixture = try #require(TIFFFixture.all.first { $0.name == "palette of 4 bits" })
        let files = try ScratchFolder()
        defer { withExtendedLifetime(files) {} }
        // A name that lies about it: what it is, is told by its bytes.
        try files.write("good.jpg", fixture.file)
        try files.write(
            "other.tif",
            TIFFBuilder(width: 37, height: 19, others: [259: [50_000]]).file(
                [UInt8](repeating: 0, count: 2109)))
        let collection = try FolderCollection(root: files.path, id: "photos", name: "Photos")
        collection.waitForScan()
        let client = try APIClient([collection])
        #expect(collection.status.count == 2)
        for index in 0..<2 {
            let details = try #require(collection.details(at: index))
            let item = try client.get("/api/collections/photos/items/\(details.id)").object()
            #expect(item["format"] as? String == "tiff")
            #expect(item["width"] as? Int == 37 && item["height"] as? Int == 19)
            let tile = try client.get("/api/collections/photos/tiles/\(details.id)/0/0/0?v=\(details.version)")
            if details.name == "other.tif" {
                #expect(tile.status >= 400)
                #expect(String(decoding: tile.body, as: UTF8.self).contains("a TIFF with Zstandard compression"))
            } else {
                #expect(tile.status == 200 && tile.headers["Content-Type"] == "image/png")
                var decoder = try PNGDecoder(source: ByteSource(tile.body))
                #expect(SHA256Digest.hex(try decoder.readAll().rgba).hasPrefix(fixture.digest))
            }
            let original = try client.get("/api/collections/photos/items/\(details.id)/original")
            #expect(original.headers["Content-Type"] == "image/tiff")
        }
    }
}
