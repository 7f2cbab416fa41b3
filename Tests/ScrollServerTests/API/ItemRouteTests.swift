// Lists of items, single items, originals and tiles.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Platform
@testable import Tiles

@Suite struct ItemRouteTests {
    private static let itemKeys: Set = [
        "index", "id", "name", "width", "height", "measured", "orientation", "format", "bytes", "modified", "url",
        "original", "companions", "marks",
    ]

    /// 23 pictures, a broken one among them, in two folders.
    private static func folder() throws -> (ScratchFolder, FolderCollection) {
        let files = try ScratchFolder()
        for number in 1...20 { try files.write("img\(number).png", TinyImage.png(width: number, height: 7)) }
        try files.write("sub \"x\"/é.jpg", TinyImage.jpeg(width: 40, height: 30, orientation: 6))
        try files.write("sub \"x\"/b.svg", TinyImage.svg("width='30' height='20'"))
        try files.write("sub \"x\"/broken.png", Array(TinyImage.png().prefix(14)))
        let collection = try FolderCollection(root: files.path, id: "photos", name: "Photos")
        collection.waitForScan()
        return (files, collection)
    }

    @Test(arguments: [1, 2, 7, 22, 23, 24, 1000]) func everyItemOnce(limit: Int) throws {
        let (files, collection) = try Self.folder()
        defer { withExtendedLifetime(files) {} }
        let client = try APIClient([collection])
        var seen: [ItemPage.Item] = []
        var cursor: String?
        var pages = 0
        repeat {
            let after = cursor.map { "&after=\($0)" } ?? ""
            let page: ItemPage = try client.get("/api/collections/photos/items?limit=\(limit)\(after)").decoded()
            #expect(page.items.count <= limit)
            #expect(page.hasNextPage == (page.nextCursor != nil))
            seen += page.items
            cursor = page.nextCursor
            pages += 1
        } while cursor != nil && pages < 100
        #expect(seen.map(\.index) == Array(0..<collection.status.count))
        #expect(Set(seen.map(\.id)).count == seen.count)
        #expect(seen.map(\.name) == (0..<seen.count).map { collection.details(at: $0)?.name })
        #expect(pages == (seen.count + limit - 1) / limit)
    }

    @Test func everyAddressIsGivenWholeAndAnswers() throws {
        let (files, collection) = try Self.folder()
        defer { withExtendedLifetime(files) {} }
        let client = try APIClient([collection])
        let listed = try #require(try client.get("/api/collections").object()["collections"] as? [[String: Any]])
        let links = try #require(listed[0]["links"] as? [String: String])
        #expect(
            Set(links.keys) == [
                "self", "plan", "cell", "marks", "folders", "items", "item", "manifest", "selection", "annotations",
                "undoAnnotations", "redoAnnotations", "facets", "export", "session", "retry",
            ])
        for (name, query) in [
            ("self", ""), ("plan", "?width=300&height=200"), ("items", ""), ("facets", ""),
            ("cell", "?width=300&height=200&at=0"), ("selection", ""),
        ] {
            #expect(try client.get("\(links[name] ?? "")\(query)").status == 200, "\(name)")
        }
        #expect(try client.get(links["retry"] ?? "").status == 405)
        let page = try client.get("\(links["items"] ?? "")?limit=1").object()
        let item = try #require((page["items"] as? [[String: Any]])?.first)
        let url = try #require(item["url"] as? String)
        #expect(try client.get(url).object()["id"] as? String == item["id"] as? String)
        let original = try client.get(try #require(item["original"] as? String))
        #expect(original.status == 200 && original.headers["Content-Type"] == "image/png")
        let plan: PlanDocument = try client.get("\(links["plan"] ?? "")?width=300&height=200").decoded()
        #expect(plan.anchor?.url == url)
    }

    @Test func listParameters() throws {
        let client = try APIClient(demo: 300)
        let base = "/api/collections/demo/items"
        let plain: ItemPage = try client.get(base).decoded()
        #expect(plain.items.count == 100 && plain.nextCursor == "2r" && plain.hasNextPage)
        let end: ItemPage = try client.get("\(base)?after=8b").decoded()
        #expect(end.items.isEmpty && end.nextCursor == nil && !end.hasNextPage)
        for (query, name) in [
            ("limit=0", "limit"), ("limit=1001", "limit"), ("limit=-1", "limit"), ("limit=ten", "limit"),
            ("limit=", "limit"), ("limit=1.5", "limit"), ("limit=9999999999999999999", "limit"), ("after=", "after"),
            ("after=zz", "after"), ("after=..%2f..", "after"), ("limit=1&limit=2", "limit"),
            ("after=0&after=1", "after"),
        ] {
            #expect(try client.get("\(base)?\(query)").problem(400).parameter == name, "\(query)")
        }
        let last = try APIClient(demo: 1_000_000_000).get("\(base)?after=\(Base36.encode(999_999_997))&limit=9")
        let page: ItemPage = try last.decoded()
        #expect(page.items.map(\.index) == [999_999_998, 999_999_999] && !page.hasNextPage)
    }

    /// While items still come, the last one known is a cursor for those to come.
    @Test func listOfAGrowingCollection() throws {
        let collection = StagedCollection(sizes: [PixelSize(width: 1, height: 1)], isComplete: false)
        let client = try APIClient([collection])
        let first: ItemPage = try client.get("/api/collections/staged/items").decoded()
        #expect(first.items.count == 1 && first.hasNextPage)
        let cursor = try #require(first.nextCursor)
        let none: ItemPage = try client.get("/api/collections/staged/items?after=\(cursor)").decoded()
        #expect(none.items.isEmpty && none.hasNextPage && none.nextCursor == cursor)
        collection.append([PixelSize(width: 2, height: 2)], isComplete: true)
        let rest: ItemPage = try client.get("/api/collections/staged/items?after=\(cursor)").decoded()
        #expect(rest.items.map(\.id) == ["i1"] && !rest.hasNextPage)
    }

    @Test func oneItem() throws {
        let (files, collection) = try Self.folder()
        defer { withExtendedLifetime(files) {} }
        let client = try APIClient([collection])
        for index in 0..<collection.status.count {
            let details = try #require(collection.details(at: index))
            let reply = try client.get("/api/collections/photos/items/\(details.id)")
            let item: ItemPage.Item = try reply.decoded()
            #expect(item.index == index && item.name == details.name)
            let isBroken = details.name.hasSuffix("broken.png")
            #expect(item.measured == !isBroken && (item.error != nil) == isBroken)
            // The server has no pixels of an SVG.
            let hasPixels = !isBroken && !details.name.hasSuffix(".svg")
            let ofPixels = ["facts", "preview", "histogram", "iiif", "deepZoom"]
            let more = Set(isBroken ? ["error", "facts"] : hasPixels ? ofPixels : ["facts", "preview"])
            #expect(Set(try reply.object().keys) == Self.itemKeys.union(more))
            for name in ["iiif", "deepZoom"] {
                let address = try reply.object()[name] as? String
                #expect(try address.map { try client.get($0).status } == (hasPixels ? 200 : nil))
            }
            if details.name.hasSuffix("é.jpg") {
                // As it is shown: upright.
                #expect(item.width == 30 && item.height == 40 && item.orientation == 6 && item.format == "jpeg")
            }
            #expect(item.bytes == (try files.bytes(details.name).count))
            #expect(item.modified?.hasSuffix("Z") == true)
        }
        let demo: ItemPage.Item = try APIClient(demo: 5).get("/api/collections/demo/items/3").decoded()
        #expect(demo.bytes == nil && demo.modified == nil && demo.format == "png" && demo.name == "4.png")
    }

    @Test func originalsAreTheFile() throws {
        let (files, collection) = try Self.folder()
        let client = try APIClient([collection])
        for index in 0..<collection.status.count {
            let details = try #require(collection.details(at: index))
            let base = "/api/collections/photos/items/\(details.id)/original"
            let reply = try client.get(base)
            if details.error != nil, details.format == nil {
                #expect((400..<500).contains(reply.status))
                continue
            }
            let expected = try files.bytes(details.name)
            #expect(reply.status == 200 && reply.body == expected, "\(details.name)")
            let tag = try #require(reply.headers["ETag"])
            #expect(reply.headers["Content-Security-Policy"]?.contains("sandbox") == true)
            #expect(reply.headers["Cache-Control"] == "no-cache")
            #expect(try client.get(base, [("If-None-Match", tag)]).status == 304)
            let part = try client.get(base, [("Range", "bytes=2-5")])
            #expect(part.status == 206 && part.body == Array(expected[2...5]))
            #expect(try client.get(base, [("Range", "bytes=99999-")]).status == 416)
        }
    }

    @Test func filesThatVanish() throws {
        let (files, collection) = try Self.folder()
        let client = try APIClient([collection])
        let id = try #require(collection.details(at: 0)).id
        try FileManager.default.removeItem(atPath: "\(files.path)/img1.png")
        _ = try client.get("/api/collections/photos/items/\(id)/original").problem(404)
    }

    // MARK: Tiles

    @Test func tilesOfTheDemo() throws {
        let client = try APIClient(demo: 100)
        let plan = try client.get("/api/collections/demo/plan?width=300&height=300&columns=3").plan()
        let tile = try plan.tile(of: 4)
        let reply = try client.get(tile.url)
        #expect(reply.status == 200 && reply.headers["Content-Type"] == "image/png")
        #expect(reply.headers["Cache-Control"] == "public, max-age=31536000, immutable")
        let size = try #require(DemoCollection.sizePattern.dropFirst(4).first)
        let level = Pyramid(size).size(of: tile.level)
        #expect(reply.body[16..<24].elementsEqual(TinyImage.big(level.width, 4) + TinyImage.big(level.height, 4)))
        let tag = try #require(reply.headers["ETag"])

        let path = String(tile.url.prefix { $0 != "?" })
        for (target, caching) in [
            (path, "no-cache"), (path + "?v=", "no-cache"), (path + "?v=other", "no-cache"),
            (path + "?v=1", "no-cache"), (tile.url, "public, max-age=31536000, immutable"),
        ] {
            let other = try client.get(target)
            #expect(other.status == 200 && other.body == reply.body, "\(target)")
            #expect(other.headers["ETag"] == tag && other.headers["Cache-Control"] == caching, "\(target)")
            let again = try client.get(target, [("If-None-Match", tag)])
            #expect(again.status == 304 && again.body.isEmpty, "\(target)")
            #expect(again.headers["ETag"] == tag && again.headers["Cache-Control"] == caching)
            #expect(try client.get(target, [("If-None-Match", "\"other\", W/\(tag)")]).status == 304)
            #expect(try client.get(target, [("If-None-Match", "\"other\"")]).status == 200)
            #expect(try client.get(target, [("If-Match", "\"other\"")]).status == 412)
        }
    }

    /// A tile that the client has is not made.
    @Test func knownTilesCostNothing() throws {
        let client = try APIClient(demo: 100)
        let reply = try client.get("/api/collections/demo/tiles/7/0/0/0", [("If-None-Match", "\"2-0-0-0\"")])
        #expect(reply.status == 304)
        #expect(client.pipeline.counters.passesStarted == 0)
    }

    @Test func tilesThatAreNot() throws {
        let client = try APIClient(demo: 100)
        for (place, status) in [
            ("99/0/0", 404), ("12/0/0", 404), ("0/2/0", 404), ("0/0/2", 404), ("0/999999999/0", 404), ("-1/0/0", 400),
            ("0/-1/0", 400), ("0/0/-1", 400), ("x/0/0", 400), ("0/x/0", 400), ("0/0/x", 400), ("1.0/0/0", 400),
            ("%2B1/0/0", 400), ("0/0/99999999999999999999", 400), ("0/0/0x1", 400), ("0/0/%D9%A1", 400),
            ("/0/0", 400), ("0//0", 400), ("0/0/", 400), ("9223372036854775807/0/0", 400), ("0/0/0%20", 400),
        ] {
            _ = try client.get("/api/collections/demo/tiles/0/\(place)").problem(status)
        }
    }

    /// What we make no tiles of comes whole, as tile 0/0/0.
    @Test func wholeFilesAsTiles() throws {
        let (files, collection) = try Self.folder()
        let client = try APIClient([collection])
        let index = try #require((0..<collection.status.count).first { collection.summary(at: $0)?.isTiled == false })
        let details = try #require(collection.details(at: index))
        let base = "/api/collections/photos/tiles/\(details.id)"
        let versioned = try client.get("\(base)/0/0/0?v=\(details.version)")
        #expect(versioned.body == (try files.bytes(details.name)))
        #expect(versioned.headers["Cache-Control"] == "public, max-age=31536000, immutable")
        let plain = try client.get("\(base)/0/0/0")
        #expect(plain.headers["Cache-Control"] == "no-cache")
        let tag = try #require(plain.headers["ETag"])
        #expect(try client.get("\(base)/0/0/0", [("If-None-Match", tag)]).status == 304)
        _ = try client.get("\(base)/1/0/0").problem(404)
        _ = try client.get("\(base)/0/1/0").problem(404)
        _ = try client.get("\(base)/x/0/0").problem(400)
    }

    @Test func tilesOfBrokenFiles() throws {
        let (files, collection) = try Self.folder()
        defer { withExtendedLifetime(files) {} }
        let client = try APIClient([collection])
        let index = try #require((0..<23).first { collection.details(at: $0)?.name.hasSuffix("broken.png") == true })
        let id = try #require(collection.summary(at: index)).id
        _ = try client.get("/api/collections/photos/items/\(id)")
        let reply = try client.get("/api/collections/photos/tiles/\(id)/0/0/0")
        #expect((400..<500).contains(reply.status))
        #expect(reply.headers["Content-Type"] == "application/problem+json")
    }

    /// A tile of an item nobody has measured yet waits for its header.
    @Test func tilesBeforeMeasuring() throws {
        let collection = StagedCollection(sizes: [PixelSize(width: 600, height: 300)], isTiled: true)
        let client = try APIClient([collection], maker: PlainTileMaker())
        let reply = try client.get("/api/collections/staged/tiles/i0/0/1/0")
        #expect(reply.status == 200 && reply.text == "i0 0 1 0")
        _ = try client.get("/api/collections/staged/tiles/i0/0/2/0").problem(404)
    }
}
