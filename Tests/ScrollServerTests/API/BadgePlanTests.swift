// What cells say about their pictures, in plans over HTTP and in live sessions.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Metadata
@testable import Platform

@Suite struct BadgePlanTests {
    private static func rated(_ rating: Int) -> [UInt8] {
        [UInt8]("<x:xmpmeta><rdf:RDF><rdf:Description xmp:Rating='\(rating)'/></rdf:RDF></x:xmpmeta>".utf8)
    }

    private static func stack(_ count: Int) -> [UInt8] {
        let (width, height) = (200, 160)
        let pages = (0..<count).map { number in
            (
                TIFFBuilder(width: width, height: height, sampleCount: 1, photometric: 1),
                [UInt8](repeating: UInt8(10 * number), count: width * height)
            )
        }
        return pages[0].0.file(pages[0].1, Array(pages.dropFirst()))
    }

    private static func folder() throws -> (ScratchFolder, FolderCollection) {
        let folder = try ScratchFolder()
        try folder.write("a.gif", TinyImage.animatedGIF(width: 300, height: 300))
        try folder.write("a.gif.xmp", rated(4))
        try folder.write("b.tif", stack(12))
        try folder.write("c.png", TinyImage.png(width: 300, height: 300))
        try folder.write("d.png", TinyImage.png(width: 300, height: 300))
        try folder.write("d.png.xmp", rated(-1))
        let collection = try FolderCollection(
            root: folder.path, id: "f", name: "F", watch: FileSystem.makeWatch())
        collection.start()
        collection.waitForScan()
        collection.measure(Array(0..<4))
        return (folder, collection)
    }

    private static let query = "width=900&height=600&layout=grid&columns=4&names=true"

    private struct Badge: Decodable, Equatable {
        var kind: String?
        var pages: Int?
        var rating: Int?
    }

    private static let expected = [
        "a.gif": Badge(kind: "animated", rating: 4), "b.tif": Badge(pages: 12), "d.png": Badge(rating: -1),
    ]

    /// The badges in a plan, by the items' names.
    private static func badges(_ client: APIClient, _ collection: String, _ query: String) throws -> [String: Badge] {
        struct Plan: Decodable {
            struct Tile: Decodable {
                var name: String
                var badge: Badge?
            }
            var tiles: [Tile]
        }
        let plan: Plan = try client.get("/api/collections/\(collection)/plan?\(query)").decoded()
        #expect(!plan.tiles.isEmpty)
        return plan.tiles.reduce(into: [:]) { $0[$1.name] = $1.badge }
    }

    /// The badges that a session's page has, by index.
    private static func badges(_ page: SessionPage) -> [Int: JSONValue] {
        page.slots.values.reduce(into: [:]) { $0[$1.index] = $1.badge }
    }

    @Test("Large tiles say what they show in every order and arrangement, if they are asked to")
    func plans() throws {
        let (folder, collection) = try Self.folder()
        defer { withExtendedLifetime(folder) {} }
        let client = try APIClient([collection])
        for more in ["", "&order=-date", "&order=size", "&q=is:square%20%7C%20pages:%3E1"] {
            #expect(try Self.badges(client, "f", Self.query + "&badges=true" + more) == Self.expected, "\(more)")
        }
        #expect(try Self.badges(client, "f", Self.query).isEmpty)
        #expect(try Self.badges(client, "f", Self.query + "&badges=false").isEmpty)
    }

    private struct SortValue: Decodable {
        var name: String
        var kind: String
        var unit: String?
        var text: String
        var number: Double?
    }

    /// The values that the tiles of a plan are sorted by, by the items' names.
    private static func sortValues(_ client: APIClient, _ query: String) throws -> [String: SortValue] {
        struct Plan: Decodable {
            struct Tile: Decodable {
                var name: String
                var sortValue: SortValue?
            }
            var tiles: [Tile]
        }
        let plan: Plan = try client.get("/api/collections/f/plan?\(query)").decoded()
        #expect(plan.tiles.count == 4)
        return plan.tiles.reduce(into: [:]) { $0[$1.name] = $1.sortValue }
    }

    @Test("Large tiles say what they are sorted by, unless that is their name, or a heading has it")
    func sortValues() throws {
        let (folder, collection) = try Self.folder()
        defer { withExtendedLifetime(folder) {} }
        let client = try APIClient([collection])
        func values(_ more: String) throws -> [String: SortValue] {
            try Self.sortValues(client, Self.query + "&badges=true&" + more)
        }
        for (name, value) in try values("order=-size") {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
            #expect(value.name == "bytes" && value.kind == "number" && value.unit == "bytes")
            #expect(value.number == (attributes[.size] as? NSNumber)?.doubleValue)
        }
        #expect(try values("order=-size").count == 4)
        let ratings = try values("order=rating")
        #expect(ratings.mapValues(\.number) == ["a.gif": 4, "d.png": -1] && ratings["a.gif"]?.text == "4")
        // None of them says when it was taken.
        let dates = try values("order=date")
        #expect(dates.count == 4 && dates.values.allSatisfy { $0.name == "modified" && $0.kind == "time" })
        #expect(try values("order=width")["b.tif"]?.text == "200 px")
        for more in ["", "order=-name", "order=rating&group=rating", "order=best"] {
            #expect(try values(more).isEmpty, "\(more)")
        }
        #expect(try Self.sortValues(client, Self.query + "&order=size").isEmpty)
    }

    @Test("Small tiles have no room for words")
    func smallTiles() throws {
        let (folder, collection) = try Self.folder()
        defer { withExtendedLifetime(folder) {} }
        let client = try APIClient([collection])
        let row = "height=600&layout=grid&columns=4&names=true&badges=true&width="
        // Four columns and three gaps of 4 points.
        #expect(try Self.badges(client, "f", row + "300") == Self.expected)
        #expect(try Self.badges(client, "f", row + "298").isEmpty)
    }

    @Test("A photo with a film of its name beside it is live, as soon as that is there")
    func livePhotos() throws {
        let folder = try ScratchFolder()
        for name in ["IMG_1.JPG", "IMG_10.jpg", "a/IMG_2.jpg", "IMG_1 2.jpg", "x.png"] {
            let bytes = name == "x.png" ? TinyImage.png() : TinyImage.jpeg(width: 300, height: 300)
            try folder.write(name, bytes)
        }
        for name in ["IMG_1.mov", "IMG_2.MOV", "x.mov"] { try folder.write(name, [0]) }
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F", watch: FileSystem.makeWatch())
        collection.start()
        collection.waitForScan()
        collection.measure(Array(0..<collection.status.count))
        let client = try APIClient([collection])
        func live() throws -> Set<String> {
            Set(try Self.badges(client, "f", Self.query + "&badges=true").filter { $0.value.kind == "live" }.keys)
        }
        #expect(try live() == ["IMG_1.JPG"])
        try folder.write("a/IMG_2.Mov", [0])
        #expect(try eventually { try live() == ["IMG_1.JPG", "IMG_2.jpg"] || live() == ["IMG_1.JPG", "a/IMG_2.jpg"] })
    }

    @Test("A list says what the collections say that its items come from")
    func lists() throws {
        let (folder, collection) = try Self.folder()
        defer { withExtendedLifetime(folder) {} }
        let client = try APIClient([collection])
        _ = try client.ask(.post, "/api/collections", body: Array(#"{"name":"Picks"}"#.utf8))
        let items = (0..<4).compactMap { collection.summary(at: $0)?.id }
            .map { #"{"collection":"f","item":"\#($0)"}"# }.joined(separator: ",")
        let reply = try client.ask(
            .post, "/api/collections/picks/items", body: Array(#"{"items":[\#(items)]}"#.utf8))
        #expect(reply.status < 300, "\(reply.text)")
        #expect(try Self.badges(client, "picks", Self.query + "&badges=true") == Self.expected)
    }

    @Test("A live session says the same, and a rating that comes later")
    func sessions() throws {
        let (folder, collection) = try Self.folder()
        let bench = try SessionRouteTests.Bench(collection)
        let client = try bench.connect()
        client.report(1, Self.query + "&badges=true")
        try client.receive { $0.plan == 1 && $0.slots.count == 4 }
        let first = Self.badges(client.page)
        #expect(first[0]?["kind"]?.text == "animated" && first[0]?["rating"]?.integer == 4)
        #expect(first[1]?["pages"]?.integer == 12 && first[3]?["rating"]?.integer == -1)
        #expect(first[2] == nil)
        // The tile stays in its slot.
        let url = client.page.slots.values.first { $0.index == 2 }?.url
        try folder.write("c.png.xmp", Self.rated(5))
        try client.receive { Self.badges($0)[2]?["rating"]?.integer == 5 }
        #expect(client.page.slots.values.first { $0.index == 2 }?.url == url)
        // One that is taken back.
        try FileManager.default.removeItem(atPath: folder.path + "/c.png.xmp")
        try client.receive { Self.badges($0)[2] == nil }
        #expect(client.page.wrongs == [])
    }

    @Test("A live session says what tiles are sorted by, and what changes of it")
    func sortValuesOfSessions() throws {
        let (folder, collection) = try Self.folder()
        let bench = try SessionRouteTests.Bench(collection)
        let client = try bench.connect()
        func ratings(_ page: SessionPage) -> Set<Int> {
            Set(page.slots.values.compactMap { $0.sortValue?["number"]?.integer })
        }
        client.report(1, Self.query + "&badges=true&order=rating")
        try client.receive { $0.plan == 1 && $0.slots.count == 4 }
        #expect(ratings(client.page) == [-1, 4])
        try folder.write("c.png.xmp", Self.rated(5))
        try client.receive { ratings($0) == [-1, 4, 5] }
        #expect(client.page.wrongs == [])
    }

    @Test(
        "Ratings are stars from one to five, or a rejection; pages are several",
        arguments: [(-1.0, -1), (0, nil), (1, 1), (4.6, 5), (5, 5), (6, nil), (-2, nil), (.nan, nil), (1e300, nil)]
            as [(Double, Int?)])
    func ratings(rating: Double, expected: Int?) {
        #expect(ItemBadge(.jpeg, rating: rating).rating == expected)
        #expect(ItemBadge(.jpeg, rating: rating).isEmpty == (expected == nil))
    }

    @Test func kinds() {
        #expect(ItemBadge(.raw).kind == .raw && ItemBadge(.mp4).kind == .video)
        #expect(ItemBadge(.animatedWebP).kind == .animated && ItemBadge(.animatedGIF).kind == .animated)
        for format in [nil, .jpeg, .heic, .tiff, .gif, .webp] as [MediaFormat?] { #expect(ItemBadge(format).isEmpty) }
        #expect(ItemBadge(.tiff, pages: 1).isEmpty && ItemBadge(.tiff, pages: 2).pages == 2)
        #expect(ItemBadge(.tiff, pages: .infinity).pages == .max && ItemBadge(.tiff, pages: .nan).isEmpty)
    }
}
