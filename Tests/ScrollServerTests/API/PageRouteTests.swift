// The pages of an item over HTTP: how many there are, their collection, and what becomes of it when the file does.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Platform

@Suite struct PageRouteTests {
    /// A TIFF of gray pages, 20 + n × 16 pixels, each of its own gray: `tone` + 10 n.
    private static func stack(_ count: Int, tone: Int = 10) -> [UInt8] {
        let pages = (0..<count).map { number -> (TIFFBuilder, [UInt8]) in
            let width = 20 + number
            return (
                TIFFBuilder(width: width, height: 16, sampleCount: 1, photometric: 1),
                [UInt8](repeating: UInt8(tone + 10 * number), count: width * 16)
            )
        }
        return pages[0].0.file(pages[0].1, Array(pages.dropFirst()))
    }

    private final class World {
        let files: ScratchFolder
        let folder: FolderCollection
        let client: APIClient

        init() throws {
            files = try ScratchFolder()
            try files.write("b/stack.tif", stack(12))
            try files.write("one.tif", stack(1))
            try files.write("a.png", TinyImage.png())
            folder = try FolderCollection(root: files.path, id: "f", name: "F", watch: FileSystem.makeWatch())
            folder.start()
            folder.waitForScan()
            client = try APIClient([folder])
        }

        func item(_ name: String) throws -> String { try folder.id(named: name) }

        /// The collection of pages once all are there.
        func pages(_ id: String, count: Int) throws -> [String: Any] {
            var object: [String: Any] = [:]
            try #require(
                try eventually {
                    object = try client.get("/api/collections/\(id)").object()
                    return object["complete"] as? Bool == true && object["count"] as? Int == count
                })
            return object
        }

        func items(_ id: String, _ query: String = "limit=100") throws -> [[String: Any]] {
            let object = try client.get("/api/collections/\(id)/items?\(query)").object()
            return try #require(object["items"] as? [[String: Any]])
        }

        /// The gray of a page's tile, at its address in a plan.
        func gray(_ id: String, item: String) throws -> Int {
            let plan = try client.get("/api/collections/\(id)/plan?width=64&height=64&layout=item&item=\(item)")
                .object()
            let tiles = try #require(plan["tiles"] as? [[String: Any]])
            let url = try #require(tiles.first?["url"] as? String)
            let reply = try client.get(url)
            guard reply.status == 200 else { return -1 }
            return try #require(MatrixTile.pixels(reply.body)).colour(8, 8)[0]
        }
    }

    @Test func anItemSaysHowManyPagesItHasAndLeadsToThem() throws {
        let world = try World()
        let stack = try world.item("b/stack.tif")
        let object = try world.client.get("/api/collections/f/items/\(stack)").object()
        let pages = try #require(object["pages"] as? [String: Any])
        #expect(pages["count"] as? Int == 12 && pages["url"] as? String == "/api/collections/f~\(stack)")
        #expect(try world.client.get("/api/collections/f/items/\(try world.item("one.tif"))").object()["pages"] == nil)
        #expect(try world.items("f", "q=pages:%3E1").map { $0["id"] as? String } == [stack])
        // The list of collections is as long as before.
        let id = try #require(pages["collection"] as? String)
        let collection = try world.pages(id, count: 12)
        #expect(collection["kind"] as? String == "pages" && collection["name"] as? String == "stack.tif")
        #expect((collection["of"] as? [String: Any])?["item"] as? String == stack)
        let all = try #require(
            try world.client.get("/api/collections").object()["collections"] as? [[String: Any]])
        #expect(all.compactMap { $0["id"] as? String } == ["f"])
        let items = try world.items(id)
        #expect(items.map { $0["name"] as? String } == (1...12).map { "Page \($0)" })
        #expect(items.map { $0["width"] as? Int } == (20..<32).map(\.self))
        for (number, item) in items.enumerated() {
            let page = try #require(item["id"] as? String)
            #expect(abs(try world.gray(id, item: page) - (10 + 10 * number)) <= 2, "page \(number + 1)")
            let original = try world.client.get("/api/collections/\(id)/items/\(page)/original")
            #expect(original.body == (try world.files.bytes("b/stack.tif")))
            let alone = try world.client.get("/api/collections/\(id)/items/\(page)").object()
            #expect(alone["pages"] == nil && alone["misnamed"] == nil)
        }
        // They are searched and turned round as other pictures are.
        #expect(try world.items(id, "q=width:%3E=30").count == 2)
        #expect(try world.items(id, "order=-name&limit=1").first?["name"] as? String == "Page 12")
    }

    @Test func whatHasNoPagesIsNotThere() throws {
        let world = try World()
        for id in ["f~nothing", "f~\(try world.item("a.png"))", "g~\(try world.item("one.tif"))", "f~", "~"] {
            #expect(try world.client.get("/api/collections/\(id)").status == 404, "\(id)")
            #expect(try world.client.get("/api/collections/\(id)/plan?width=9&height=9").status == 404, "\(id)")
        }
        // A page has no pages, and is in no list.
        let id = "f~\(try world.item("b/stack.tif"))"
        _ = try world.pages(id, count: 12)
        let page = try #require(try world.items(id).first?["id"] as? String)
        #expect(try world.client.get("/api/collections/\(id)~\(page)").status == 404)
        #expect(
            try world.client.ask(.post, "/api/collections", body: Array(#"{"name":"L"}"#.utf8)).status == 201)
        let body = #"{"items":[{"collection":"\#(id)","item":"\#(page)"}]}"#
        #expect(try world.client.ask(.post, "/api/collections/l/items", body: Array(body.utf8)).status == 400)
        // A single page is a collection of one.
        #expect(try world.pages("f~\(try world.item("one.tif"))", count: 1)["count"] as? Int == 1)
    }

    /// A page asked for before the walk has come to it is waited for.
    @Test func aPageCanBeAskedForAtOnce() throws {
        let world = try World()
        let id = "f~\(try world.item("b/stack.tif"))"
        let pages = try PageCollection(path: world.files.path + "/b/stack.tif", id: "x", name: "x")
        pages.follow()
        try #require(eventually { pages.status.count == 12 })
        let last = try #require(pages.summary(at: 11)?.id)
        #expect(try world.client.get("/api/collections/\(id)/tiles/\(last)/0/0/0").status == 200)
        let other = try APIClient([world.folder])
        #expect(try other.get("/api/collections/\(id)/items/\(last)").object()["index"] as? Int == 11)
    }

    @Test func aFileThatIsRewrittenHasOtherPages() throws {
        let world = try World()
        let id = "f~\(try world.item("b/stack.tif"))"
        _ = try world.pages(id, count: 12)
        let before = try world.items(id)
        let third = try #require(before[2]["id"] as? String)
        #expect(abs(try world.gray(id, item: third) - 30) <= 2)
        let old = try world.client.get("/api/collections/\(id)/plan?width=64&height=64&layout=item&item=\(third)")
        // Longer, then shorter; each page with its number keeps its id, and none is what it was.
        for (count, tone) in [(15, 100), (4, 50)] {
            try world.files.write("b/new", Self.stack(count, tone: tone))
            try #require(rename(world.files.path + "/b/new", world.files.path + "/b/stack.tif") == 0)
            // Never what was there before under the new file's version, and never an old picture once it is known.
            _ = try world.pages(id, count: count)
            let now = try world.items(id)
            #expect(now.prefix(12).map { $0["id"] as? String } == before.prefix(now.count).map { $0["id"] as? String })
            #expect(try eventually { abs(try world.gray(id, item: third) - (tone + 20)) <= 2 })
        }
        let url = try #require(
            (try old.object()["tiles"] as? [[String: Any]])?.first?["url"] as? String)
        let reply = try world.client.get(url)
        if reply.status == 200 {
            let gray = try #require(MatrixTile.pixels(reply.body)).colour(8, 8)[0]
            #expect(abs(gray - 70) <= 2)
        }
        #expect(reply.headers["Cache-Control"]?.contains("immutable") != true)
        // With the file its pages go.
        try #require(unlink(world.files.path + "/b/stack.tif") == 0)
        #expect(try eventually { try world.client.get("/api/collections/\(id)").status == 404 })
    }

    /// More stacks than are kept open.
    @Test func manyStacksAreOpenedInTurn() throws {
        let world = try World()
        let count = OpenPages.capacity + 5
        for number in 0..<count { try world.files.write("s\(number).tif", Self.stack(2 + number % 3, tone: number)) }
        #expect(eventually { world.folder.status.count == count + 3 })
        for _ in 0..<2 {
            for number in 0..<count {
                let id = "f~\(try world.item("s\(number).tif"))"
                _ = try world.pages(id, count: 2 + number % 3)
                let page = try #require(try world.items(id).last?["id"] as? String)
                #expect(abs(try world.gray(id, item: page) - (number + 10 * (1 + number % 3))) <= 2)
            }
        }
    }
}
