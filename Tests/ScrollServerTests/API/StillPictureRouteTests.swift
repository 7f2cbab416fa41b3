// BMPs and GIFs in a folder come in tiles.

import Foundation
import Testing

@testable import ScrollServer

@Suite struct StillPictureRouteTests {
    /// A file of one of the formats, and what is said of it.
    struct Still: CustomTestStringConvertible, Sendable {
        var format: String
        var width: Int
        var height: Int
        var name: String
        var file: [UInt8]
        var digest: String

        var testDescription: String { "\(format), \(name)" }

        static let all =
            BMPFixture.all.filter { ["24 bits", "32 bits with alpha", "runs of 4 bits"].contains($0.name) }.map {
                Still(format: "bmp", width: 13, height: 7, name: $0.name, file: $0.file, digest: $0.digest)
            }
            + GIFFixture.all.filter { ["four colours", "transparent, interlaced"].contains($0.name) }.map {
                Still(format: "gif", width: 23, height: 19, name: $0.name, file: $0.file, digest: $0.digest)
            }
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

    @Test func `each fixture that is named is there`() { #expect(Still.all.count == 5) }

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
            #expect(original.headers["Content-Type"] == "image/\(still.format)" && original.body == still.file)
            let summary = try #require(collection.summary(at: 0))
            #expect(try TinyPictureReader.picture(of: summary, in: collection) != nil)
        }
    }

    /// A cell needs a frame, not megabytes of them.
    @Test func `a GIF that moves comes as its first frame, and whole where it fills the view`() throws {
        let file = TinyImage.animatedGIF(width: 5, height: 4)
        try Self.folder("a.gif", file) { client, collection in
            let summary = try #require(collection.summary(at: 0))
            #expect(try TinyPictureReader.picture(of: summary, in: collection) != nil)
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
                    #expect(reply.headers["Content-Type"] == "image/gif" && reply.body == file, "\(layout)")
                }
            }
        }
    }
}
