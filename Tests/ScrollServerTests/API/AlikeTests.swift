// Groups of alike pictures, and the order by nearness, over the API.

import Foundation
import Testing

@testable import Catalog
@testable import Pixels
@testable import Platform
@testable import Tiles

@Suite struct AlikeTests {
    /// A picture of 6 × 6 colours that a seed decides, with what is between them; `turns` turns it by right angles.
    static func picture(_ seed: Int, side: Int = 48, turns: Int = 0) -> [UInt8] {
        var pixels = PixelBuffer(width: side, height: side, format: .rgb)
        var noise = RepeatableNoise(seed: UInt64(seed))
        let knots = (0..<108).map { _ in Float.random(in: 0...255, using: &noise) }
        for row in 0..<side {
            for column in 0..<side {
                let (x, y) = (5 * Float(column) / Float(side - 1), 5 * Float(row) / Float(side - 1))
                let (left, top) = (min(Int(x), 4), min(Int(y), 4))
                let (right, down) = (x - Float(left), y - Float(top))
                var place = (column, row)
                for _ in 0..<turns { place = (side - 1 - place.1, place.0) }
                for channel in 0..<3 {
                    func knot(_ column: Int, _ row: Int) -> Float { knots[(row * 6 + column) * 3 + channel] }
                    let upper = knot(left, top) * (1 - right) + knot(left + 1, top) * right
                    let lower = knot(left, top + 1) * (1 - right) + knot(left + 1, top + 1) * right
                    pixels.bytes[(place.1 * side + place.0) * 3 + channel] =
                        UInt8(upper * (1 - down) + lower * down)
                }
            }
        }
        return PNGEncoder.encode(pixels)
    }

    private static func names(_ client: APIClient, _ query: String) throws -> [String] {
        let page: ItemPage = try client.get("/api/collections/f/items?\(query)").decoded()
        return page.items.map { String($0.name.dropLast(4)) }
    }

    private static func headings(_ client: APIClient, _ query: String) throws -> [(title: String, count: Int)] {
        let target = "/api/collections/f/plan?width=400&height=90000&layout=grid&\(query)"
        let plan = try JSONReader.value(of: client.get(target).body)
        return (plan["headings"]?.elements ?? []).map { ($0["title"]?.text ?? "", $0["count"]?.integer ?? 0) }
    }

    /// Two pictures with three copies each, and three that are like no other.
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (index, name) in ["b-first", "a-turned", "d-large", "c-again"].enumerated() {
            try folder.write("\(name).png", picture(1, side: index == 2 ? 96 : 48, turns: index == 1 ? 1 : 0))
            try folder.write("x\(name).png", picture(2, side: 48 + 2 * index, turns: index))
        }
        for seed in 3...5 { try folder.write("m\(seed).png", picture(seed)) }
        return folder
    }

    @Test func groupsHaveTheBestFirst() throws {
        let folder = try Self.folder()
        defer { withExtendedLifetime(folder) {} }
        let client = try APIClient([try folder.scanned()])
        #expect(try client.fill())
        let found = try Self.headings(client, "group=alike")
        #expect(found.map(\.count) == [4, 4, 3])
        #expect(found.last?.title == "Nothing alike")
        let all = try Self.names(client, "group=alike")
        // The largest first; the sizes of the others are equal in one group and descend in the other.
        #expect(all.prefix(8).contains("d-large") && all[all.firstIndex(of: "xc-again") ?? 0] == "xc-again")
        for group in [Array(all.prefix(4)), Array(all[4..<8])] {
            let isFirst = group.contains("d-large")
            #expect(group.first == (isFirst ? "d-large" : "xc-again"))
            #expect(Set(group.map { $0.hasPrefix("x") }).count == 1)
        }
        #expect(try Set(Self.names(client, "q=has:alike")).count == 8)
        #expect(try Set(Self.names(client, "q=-has:alike")) == ["m3", "m4", "m5"])
    }

    @Test func orderByNearness() throws {
        let folder = try Self.folder()
        defer { withExtendedLifetime(folder) {} }
        let client = try APIClient([try folder.scanned()])
        #expect(try client.fill())
        let page: ItemPage = try client.get("/api/collections/f/items?limit=1000").decoded()
        let id = try #require(page.items.first { $0.name == "b-first.png" }?.id)
        let nearest = try Self.names(client, "order=alike:\(id)")
        #expect(Set(nearest.prefix(4)) == ["a-turned", "b-first", "c-again", "d-large"])
        #expect(nearest.count == 11)
        #expect(try Self.names(client, "order=-alike:\(id)").suffix(4).contains("b-first"))
        let refused = try client.get("/api/collections/f/items?order=alike:nothing")
        #expect(refused.status == 400)
        #expect(try JSONReader.value(of: refused.body)["parameter"] == .text("order"))
    }

    /// What is alike ends somewhere, unlike the order by nearness, and follows files.
    @Test func aQueryFindsWhatIsLikeAPicture() throws {
        let folder = try Self.folder()
        let collection = try folder.scanned()
        let client = try APIClient([collection])
        #expect(try client.fill())
        let page: ItemPage = try client.get("/api/collections/f/items?limit=1000").decoded()
        func id(_ name: String) throws -> String { try #require(page.items.first { $0.name == "\(name).png" }?.id) }
        let (first, alone) = (try id("b-first"), try id("m4"))
        let copies: Set = ["a-turned", "b-first", "c-again", "d-large"]
        let nearest = try Self.names(client, "q=like:\(first)&order=alike:\(first)")
        #expect(Set(nearest) == copies)
        #expect(try Self.names(client, "q=like:\(alone)") == ["m4"])
        #expect(try Self.names(client, "q=-like:\(first)%20name:x*").count == 4)
        #expect(try Set(Self.names(client, "q=like:\(first)%20%7C%20like:\(alone)")) == copies.union(["m4"]))
        let plan = try client.get("/api/collections/f/plan?width=400&height=900&layout=grid&q=like:\(alone)")
        let conditions = try JSONReader.value(of: plan.body)["conditions"]?.elements ?? []
        #expect(conditions.first?["words"]?.text == "like m4.png")
        // A file becomes a copy of another.
        try folder.write("m3.png", Self.picture(1, side: 50))
        collection.examine(item: try id("m3"))
        #expect(try eventually { try Set(Self.names(client, "q=like:\(first)")) == copies.union(["m3"]) })
        let refused = try client.get("/api/collections/f/items?q=like:nothing")
        #expect(refused.status == 400)
        #expect(try JSONReader.value(of: refused.body)["parameter"] == .text("q"))
    }

    @Test func groupsFollowFilesAndRatings() throws {
        let folder = try Self.folder()
        let collection = try folder.scanned()
        let client = try APIClient([collection])
        #expect(try client.fill())
        let page: ItemPage = try client.get("/api/collections/f/items?limit=1000").decoded()
        let id = try #require(page.items.first { $0.name == "m3.png" }?.id)
        #expect(try Self.names(client, "q=has:alike").count == 8)
        // The file becomes a copy of another.
        try folder.write("m3.png", Self.picture(1, side: 50))
        collection.examine(item: id)
        #expect(try eventually { try Self.names(client, "q=has:alike").contains("m3") })
        #expect(try eventually { try Self.headings(client, "group=alike").map(\.count).contains(5) })
        let body = Array(#"{"items":["\#(id)"],"rating":5}"#.utf8)
        #expect(try client.ask(.patch, "/api/collections/f/annotations", body: body).status == 200)
        let all = try Self.names(client, "group=alike")
        let place = try #require(all.firstIndex(of: "m3"))
        #expect(all.dropFirst(place + 1).first == "d-large")
    }

    @Test func theBestIsPickedAndTheOthersAreRejectedInOneStep() throws {
        let folder = try Self.folder()
        let state = try ScratchFolder()
        let client = try APIClient([try folder.scanned()], stateFolder: state.path)
        #expect(try client.fill())
        let path = "/api/collections/f/annotations"
        let rejected = ["a-turned", "b-first", "c-again", "xa-turned", "xb-first", "xd-large"]
        // A dry run counts and changes nothing.
        let trial = try client.ask(.patch, path, body: Array(#"{"all":true,"flag":"best","dryRun":true}"#.utf8))
        #expect(try JSONReader.value(of: trial.body)["count"]?.integer == 8)
        #expect(try JSONReader.value(of: trial.body)["best"]?.integer == 2)
        #expect(try Self.names(client, "q=has:flag").isEmpty)
        let unclear = try client.ask(.patch, path, body: Array(#"{"all":true,"flag":"best","dryRun":1}"#.utf8))
        #expect(unclear.status == 400)
        let reply = try client.ask(.patch, path, body: Array(#"{"all":true,"flag":"best"}"#.utf8))
        #expect(reply.status == 200)
        #expect(try JSONReader.value(of: reply.body)["count"]?.integer == 8)
        #expect(try Set(Self.names(client, "q=flag:pick")) == ["d-large", "xc-again"])
        #expect(try Self.names(client, "q=flag:reject").sorted() == rejected)
        #expect(try client.ask(.post, "\(path)/undo").status == 200)
        #expect(try Self.names(client, "q=has:flag").isEmpty)
        // Of what is found alone; a picture without another like it stays.
        let query = "q=name:(b%7Cd%7Cm3)"
        let some = try client.ask(.patch, "\(path)?\(query)", body: Array(#"{"all":true,"flag":"best"}"#.utf8))
        #expect(some.status == 200)
        #expect(try Self.names(client, "q=flag:reject") == ["b-first"])
        #expect(try Self.names(client, "q=flag:pick") == ["d-large"])
        let wrong = try client.ask(.patch, path, body: Array(#"{"all":true,"flag":"first"}"#.utf8))
        #expect(wrong.status == 400)
    }

    @Test func filesWithTheSameBytesAreFoundWhenAskedForAndFollowed() throws {
        let folder = try TemporaryFolder()
        for name in ["a", "sub/b"] { try folder.write("\(name).png", Self.picture(1)) }
        try folder.write("c.png", Self.picture(2))
        // As long as a, and not equal: a byte behind the picture's end differs.
        try folder.write("d.png", Self.picture(3) + [0])
        try folder.write("e.png", Self.picture(3) + [1])
        let collection = try folder.scanned()
        let client = try APIClient([collection])
        #expect(try client.fill())
        #expect(collection.facts?.duplicates.count == 0)
        func found() throws -> [String] { try Self.names(client, "q=is:duplicate").sorted() }
        #expect(try eventually { try found() == ["a", "sub/b"] })
        #expect(try Self.names(client, "q=-is:duplicate").sorted() == ["c", "d", "e"])
        // A file becomes equal to another one, and one of two equal ones becomes another file.
        let page: ItemPage = try client.get("/api/collections/f/items?limit=1000").decoded()
        try folder.write("e.png", Self.picture(3) + [0])
        try folder.write("a.png", Self.picture(4))
        for name in ["a.png", "e.png"] {
            collection.examine(item: try #require(page.items.first { $0.name == name }?.id))
        }
        #expect(try eventually { try found() == ["d", "e"] })
    }

    /// Before files are compared, the collection's description says that they are to be; not in its plans, nor before
    /// a query asks.
    @Test func aCollectionSaysThatItsFilesAreBeingCompared() throws {
        let folder = try TemporaryFolder()
        for name in [1, 2] { try folder.write("\(name).png", Self.picture(name)) }
        let collection = try folder.scanned()
        let client = try APIClient([collection])
        func description() throws -> (isComparing: Bool, tag: String?) {
            let reply = try client.get("/api/collections/f")
            return (try JSONReader.value(of: reply.body)["comparing"] == .bool(true), reply.headers["ETag"])
        }
        func plan() throws -> [UInt8] {
            try client.get("/api/collections/f/plan?width=400&height=900&layout=grid&q=is:duplicate").body
        }
        #expect(try !description().isComparing)
        // Nothing compares files but what this test calls.
        let before = try plan()
        let waiting = try description()
        #expect(waiting.isComparing)
        collection.findDuplicates { false }
        let done = try description()
        #expect(!done.isComparing && done.tag != waiting.tag)
        #expect(try plan() == before)
    }
}
