// TIFFs in a folder come in tiles.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Pixels

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

    /// Neither the coarsest tile nor a fine one takes memory or work for rows that a small file only claims to have.
    @Test func `a claim of four thousand million rows costs nothing`() throws {
        let rows = 4_000_000_000
        let files = try ScratchFolder()
        defer { withExtendedLifetime(files) {} }
        var builder = TIFFBuilder(width: 1, height: 2000, sampleCount: 1, photometric: 1, rowsPerStrip: 2000)
        builder.others = [257: [rows], 278: [rows]]
        try files.write("tall.tif", builder.file([UInt8](repeating: 200, count: 2000)))
        let collection = try FolderCollection(root: files.path, id: "photos", name: "Photos")
        collection.waitForScan()
        collection.measure([0])
        #expect(collection.details(at: 0)?.height == rows)
        let client = try APIClient([collection])
        let id = try #require(collection.details(at: 0)?.id)
        for level in [Pyramid(PixelSize(width: 1, height: rows)).maximumLevel, 12, 3, 0] {
            let tile = try client.get("/api/collections/photos/tiles/\(id)/\(level)/0/0")
            #expect([200, 422].contains(tile.status), "level \(level): \(tile.status)")
        }
    }
}
