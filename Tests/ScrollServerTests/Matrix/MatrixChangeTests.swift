// Where one collection shows what belongs to another, or to the disk, and that changes.

import Foundation
import Synchronization
import Testing
import Tiling

@testable import ScrollServer

@Suite struct MatrixChangeTests {
    private static let query = "/plan?width=100&height=9000&layout=stack&names=true"

    /// A list of an item of another collection: when that comes to be of another size, so does the list's, also for who
    /// has asked the same question before.
    @Test func aListFollowsWhatItRefersTo() throws {
        let time = Mutex(0.0)
        let source = MatrixSource(testDescription: "list of a changing item", id: "picks") { _ in
            [LazyStackCollection(clock: { time.withLock { $0 } })]
        } prepare: { world in
            try world.post("/api/collections", #"{"name":"Picks"}"#)
            let last = try #require(try world.walk("lazy-stack", "limit=9").last)
            try world.post(
                "/api/collections/picks/items", #"{"items":[{"collection":"lazy-stack","item":"\#(last.id)"}]}"#)
        }
        let world = try MatrixWorld(source, MatrixFolder())
        for _ in 0..<3 { #expect(try Self.height(try world.json(Self.query)) == 50) }
        // Boxes of the stack change while somebody looks at it.
        _ = try world.bytes("/api/collections/lazy-stack/plan?width=100&height=90")
        time.withLock { $0 = 2.5 }
        let (item, listed) = (try #require(try world.walk("lazy-stack", "limit=9").last), try world.walk("limit=9"))
        #expect(item.height == 1000 && listed.map(\.height) == [1000])
        #expect(try Self.height(try world.json(Self.query)) == 100)
    }

    /// A file that a list names is written anew: whatever is answered meanwhile, who loads the page again sees it.
    @Test(arguments: ["list.txt", "list.csv"]) func aListShowsWhatWasWrittenAnew(name: String) throws {
        let folder = try MatrixFolder()
        let source = MatrixSource(testDescription: name, id: "list") { [try $0.list(name)] }
        let world = try MatrixWorld(source, folder)
        let item = try #require(try world.walk("limit=100").first { $0.name == "photos/a.png" })
        let picture = PixelBuffer(width: 20, height: 30, format: .gray, repeating: 90)
        try folder.files.write("photos/a.png", PNGEncoder.encode(picture))
        // The old tile cannot be had; that it has been tried is enough to know that the file is another one.
        let old = try Self.tile(of: item, try world.json(Self.query))
        #expect(try world.get("/tiles/\(item.id)/1/0/0?v=\(old.version)").status != 200)
        let new = try Self.tile(of: item, try world.json(Self.query))
        #expect(new.version != old.version)
        let reply = try world.bytes(new.url)
        #expect(reply.status == 200, "\(reply.text.prefix(200))")
        let listed = try #require(try world.walk("limit=100").first { $0.id == item.id })
        #expect(listed.width == 20 && listed.height == 30)
    }

    private static func height(_ plan: JSONValue) throws -> Double {
        try #require(plan["contentSize"]?["height"]?.number)
    }

    private static func tile(of item: MatrixWorld.Item, _ plan: JSONValue) throws -> (url: String, version: String) {
        let tiles = (plan["tiles"]?.elements ?? []).compactMap(MatrixTile.init)
        let url = try #require(tiles.first { $0.item == item.id }).url
        return (url, url.components(separatedBy: "?v=").last ?? "")
    }
}
