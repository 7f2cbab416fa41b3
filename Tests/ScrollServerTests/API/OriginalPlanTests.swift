// Plans of originals: HEIC for browsers that decode it, and how long videos are.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP

@Suite struct OriginalPlanTests {
    private static func client(_ folder: ScratchFolder) throws -> APIClient {
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F")
        collection.waitForScan()
        return try APIClient([collection])
    }

    private static func tiles(_ client: APIClient, _ more: String) throws -> [[String: Any]] {
        let plan = try client.get("/api/collections/f/plan?width=800&height=600&names=true&\(more)").object()
        return try #require(plan["tiles"] as? [[String: Any]])
    }

    @Test(arguments: ["grid", "justified", "stack", "strip", "pages"]) func heic(layout: String) throws {
        let folder = try ScratchFolder()
        let bytes = TinyImage.heic
        try folder.write("a.heic", bytes)
        try folder.write("b.png", TinyImage.png())
        let client = try Self.client(folder)
        // A browser of which nothing is known gets tiles, and where the original is.
        let plain = try Self.tiles(client, "layout=\(layout)")
        let named = try #require(plain.first { $0["name"] as? String == "a.heic" })
        #expect(named["media"] == nil && (named["original"] as? String)?.hasSuffix("/original") == true)
        #expect(try client.get(try #require(named["url"] as? String)).status == 200)
        // One that decodes it gets the file in place of a tile, for good.
        let able = try Self.tiles(client, "layout=\(layout)&decodes=heic")
        let given = try #require(able.first { $0["name"] as? String == "a.heic" })
        #expect(given["media"] == nil && given["original"] == nil)
        let url = try #require(given["url"] as? String)
        let reply = try client.get(url)
        #expect(reply.status == 200 && reply.headers["Content-Type"] == "image/heic" && reply.body == bytes)
        #expect(reply.headers["Cache-Control"]?.contains("immutable") == true)
        let old = try client.get("\(url.split(separator: "?")[0])?v=0")
        #expect(old.status == 200 && old.headers["Cache-Control"] == "no-cache")
        // Nothing else changes.
        for (one, other) in zip(plain, able) where one["name"] as? String != "a.heic" {
            #expect(one as NSDictionary == other as NSDictionary)
        }
        #expect(plain.count == able.count)
    }

    @Test func heicUnderThePointer() throws {
        let folder = try ScratchFolder()
        try folder.write("a.heic", TinyImage.heic)
        let client = try Self.client(folder)
        func preview(_ more: String) throws -> String? {
            let reply = try client.get("/api/collections/f/cell?width=800&height=600&layout=grid&at=0\(more)").object()
            return (reply["cell"] as? [String: Any])?["preview"] as? String
        }
        #expect(try preview("")?.contains("/tiles/") == true)
        #expect(try preview("&decodes=heic")?.contains("/original?v=") == true)
    }

    @Test func otherFormatsAreRefused() throws {
        let folder = try ScratchFolder()
        try folder.write("b.png", TinyImage.png())
        let reply = try Self.client(folder).get("/api/collections/f/plan?width=800&height=600&decodes=tiff")
        #expect(reply.status == 400)
        #expect(try reply.object()["parameter"] as? String == "decodes")
    }

    /// What cannot be read has its reason, for every browser.
    @Test func damagedHEIC() throws {
        let folder = try ScratchFolder()
        try folder.write("a.heic", TinyImage.avif(brand: "heic", properties: []))
        let client = try Self.client(folder)
        let tile = try #require(try Self.tiles(client, "layout=grid&decodes=heic").first)
        #expect(try client.get(try #require(tile["url"] as? String)).status == 422)
    }

    @Test(.needs(.ffmpeg)) func durations() throws {
        let folder = try ScratchFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Requirement.path(of: "ffmpeg")))
        process.arguments = [
            "-v", "error", "-f", "lavfi", "-i", "testsrc=size=32x32:rate=1:duration=83", "-c:v", "libx264",
            "\(folder.path)/a.mp4",
        ]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        try folder.write("b.png", TinyImage.png())
        let client = try Self.client(folder)
        for query in ["layout=grid", "layout=grid&q=a", "layout=justified&order=date", "layout=grid&order=-duration"] {
            let tiles = try Self.tiles(client, query)
            let found = tiles.filter { $0["duration"] != nil }
            #expect(found.count == 1 && found[0]["name"] as? String == "a.mp4")
            #expect(found.first?["duration"] as? Double == 83)
        }
    }
}
