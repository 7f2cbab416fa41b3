// Where one collection shows what belongs to another, or to the disk, and that changes.

import Foundation
import Synchronization
import Testing
import Tiling

@testable import Catalog
@testable import Platform

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

    private static func height(_ plan: JSONValue) throws -> Double {
        try #require(plan["contentSize"]?["height"]?.number)
    }

    private static func tile(of item: MatrixWorld.Item, _ plan: JSONValue) throws -> (url: String, version: String) {
        let tiles = (plan["tiles"]?.elements ?? []).compactMap(MatrixTile.init)
        let url = try #require(tiles.first { $0.item == item.id }).url
        return (url, url.components(separatedBy: "?v=").last ?? "")
    }
}
