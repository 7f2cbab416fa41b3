// Plans beside bars, again, and before tiles are made.

import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Pixels
@testable import ScrollServer

@Suite struct PlanExtrasTests {
    @Test func whatFitsTheViewportFitsBesideTheInsets() throws {
        let client = try APIClient(demo: 1000)
        func plan(_ query: String) throws -> PlanDocument {
            try client.get("/api/collections/demo/plan?width=800&height=600&y=-44&\(query)").plan()
        }
        let strip = try plan("layout=strip&inset=44,0,0,0")
        #expect(strip.contentSize.height == 556)
        #expect(strip.contentOffset.y == -44)
        #expect(strip.tiles.allSatisfy { $0.y >= 44 && $0.y + $0.height <= 600 })
        let stack = try plan("layout=stack&inset=44,10,0,20")
        #expect(stack.contentSize.width == 770)
        let grid = try plan("layout=grid&inset=44,10,0,20")
        #expect(grid.contentSize.width == 770)
    }

    @Test func theSameQuestionHasTheSameAnswerUntilTheCollectionChanges() throws {
        let sizes = (0..<20).map { PixelSize(width: 300 + $0, height: 300) }
        let staged = StagedCollection(sizes: sizes)
        let client = try APIClient([staged])
        let target = "/api/collections/\(staged.id)/plan?width=300&height=400&layout=stack"
        // The first answer has been waited for by reading headers, so the second is the first to be kept.
        _ = try client.get(target)
        let first = try client.get(target)
        #expect(try client.get(target).text == first.text)
        // Headers read by somebody else make another revision, and another answer.
        staged.measure(Array(0..<20))
        let later = try client.get(target)
        #expect(later.text != first.text)
        #expect(try later.plan().revision == staged.status.revision)
    }

    @Test func whatIsAskedTwiceIsKeptWhileTheCollectionIsAsItWas() {
        let cache = PlanCache()
        let status = PlanCache.Dependencies(
            status: CollectionStatus(count: 5, isComplete: true, revision: 3), learnt: 0)
        cache.keep([1], for: "a", status)
        #expect(cache.plan(for: "a", status) == nil)
        cache.keep([1], for: "a", status)
        #expect(cache.plan(for: "a", status) == [1])
        #expect(cache.plan(for: "b", status) == nil)
        let grown = PlanCache.Dependencies(
            status: CollectionStatus(count: 6, isComplete: true, revision: 4), learnt: 0)
        #expect(cache.plan(for: "a", grown) == nil)
        var coloured = status
        coloured.learnt = 1
        #expect(cache.plan(for: "a", coloured) == nil)
        // A tile that comes ends plans with thumbnails, and no others.
        var tiled = status
        tiled.tileChanges = 1
        #expect(cache.plan(for: "a", tiled) == [1])
        for _ in 0..<2 { cache.keep([4], for: "t", status, hasThumbnails: true) }
        #expect(cache.plan(for: "t", status) == [4])
        #expect(cache.plan(for: "t", tiled) == nil)
        cache.keep([2], for: "a", grown)
        #expect(cache.plan(for: "a", grown) == [2])
        // Others push it out, however many there are.
        for number in 0..<100 {
            for _ in 0..<2 { cache.keep([3], for: "c\(number)", grown) }
        }
        #expect(cache.plan(for: "a", grown) == nil)
        #expect(cache.plan(for: "c99", grown) == [3])
        for _ in 0..<2 { cache.keep([UInt8](repeating: 0, count: 100_000), for: "d", grown) }
        #expect(cache.plan(for: "d", grown) == nil)
    }

    @Test func aPhotographWhoseTileIsNotMadeYetHasItsOwnThumbnailShown() throws {
        let folder = try TemporaryFolder()
        // The header alone is read for a plan: it claims what a camera's would.
        try folder.write("camera.jpg", TinyImage.jpeg(width: 4000, height: 3000))
        try folder.write("small.jpg", TinyImage.jpeg(width: 400, height: 300))
        let client = try APIClient([folder.scanned()])
        let reply = try client.get("/api/collections/f/plan?width=600&height=300")
        let tiles = try #require(try reply.object()["tiles"] as? [[String: Any]])
        #expect(tiles.map { $0["thumbnail"] != nil } == tiles.map { $0["index"] as? Int == 0 })
        let item = try #require(tiles.first { $0["index"] as? Int == 0 }?["item"] as? String)
        // This one has none: not an error, since the page asks on the off chance.
        let thumbnail = try #require(tiles.first { $0["index"] as? Int == 0 }?["thumbnail"] as? String)
        #expect(thumbnail.hasPrefix("/api/collections/f/items/\(item)/thumbnail?v="))
        let none = try client.get(thumbnail)
        #expect(none.status == 204 && none.body.isEmpty)
    }

    @Test func theThumbnailOfAPhotographIsGiven() throws {
        let folder = try TemporaryFolder()
        let bytes = EmbeddedThumbnailTests.photograph(
            thumbnail: EmbeddedThumbnailTests.thumbnail(width: 32, height: 24), orientation: 6)
        try folder.write("turned.jpg", bytes)
        let collection = try folder.scanned()
        let client = try APIClient([collection])
        let id = try #require(collection.summary(at: 0)?.id)
        let reply = try client.get("/api/collections/f/items/\(id)/thumbnail")
        #expect(reply.status == 200 && reply.headers["Content-Type"] == "image/jpeg")
        let decoder = try JPEGDecoder(source: ByteSource(reply.body))
        #expect(decoder.width == 24 && decoder.height == 32)
        let tag = try #require(reply.headers["ETag"])
        #expect(
            try client.get("/api/collections/f/items/\(id)/thumbnail", [("If-None-Match", tag)]).status == 304)
    }
}
