// The scale of one picture: in plans, in its description, and where distances are asked for.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite struct ScaleRouteTests {
    private struct Plan: Decodable {
        struct Picture: Decodable {
            struct Bar: Decodable {
                var length: Double
                var text: String
            }
            struct Region: Decodable {
                var png: String
                var jpeg: String
            }
            var x: Double
            var y: Double
            var scale: Double
            var measure: String
            var bar: Bar?
            var region: Region?
            var map: Map?
        }
        struct Map: Decodable {
            struct Seen: Decodable, Equatable {
                var x, y, width, height: Double
            }
            struct Offsets: Decodable, Equatable {
                var minX, minY, maxX, maxY: Double
            }
            var width: Double
            var height: Double
            var url: String
            var seen: Seen
            var offsets: Offsets
        }
        var zoomScale: Double
        var picture: Picture?
    }

    private struct Measured: Decodable {
        struct Point: Decodable {
            struct Place: Decodable {
                var x: Double
                var y: Double
                var text: String
            }
            var column: Int
            var row: Int
            var inside: Bool
            var map: Place?
        }
        var from: Point
        var to: Point?
        var pixels: Double?
        var metres: Double?
        var text: String?
    }

    /// A folder of files, and their items by name.
    private struct World {
        let files: ScratchFolder
        let client: APIClient
        let items: [String: String]

        init(_ contents: [String: [UInt8]]) throws {
            files = try ScratchFolder()
            for (name, bytes) in contents { try files.write(name, bytes) }
            let collection = try FolderCollection(root: files.path, id: "f", name: "Files")
            collection.waitForScan()
            collection.measure(Array(0..<contents.count))
            client = try APIClient([collection])
            var items: [String: String] = [:]
            for index in 0..<contents.count {
                let details = try #require(collection.details(at: index))
                items[details.name] = details.id
            }
            self.items = items
        }

        func plan(_ name: String, _ more: String = "", width: Int = 800, layout: String = "item") throws -> Plan {
            let item = try #require(items[name])
            return try client.get(
                "/api/collections/f/plan?width=\(width)&height=600&layout=\(layout)&item=\(item)&\(more)"
            ).decoded()
        }

        func measure(_ name: String, _ query: String) throws -> Measured {
            let item = try #require(items[name])
            return try client.get("/api/collections/f/items/\(item)/measure?\(query)").decoded()
        }

        func details(_ name: String) throws -> [String: Any] {
            try client.get("/api/collections/f/items/\(try #require(items[name]))").object()
        }
    }

    /// A microscope's picture of pixels of 0.5 µm, a quarter as high where the sides differ.
    private static func slide(orientation: Int = 1, y: UInt32 = 20_000) -> [UInt8] {
        ScaledTIFF(
            width: 1000, height: 400,
            [
                282: .fractions([.init(20_000)]), 283: .fractions([.init(y)]), 296: .shorts([3]),
                274: .shorts([orientation]),
            ]
        ).bytes
    }

    private static let metres = ["nm": 1e-9, "µm": 1e-6, "mm": 1e-3, "m": 1, "km": 1e3]

    private static func length(_ text: String) throws -> Double {
        let parts = text.split(separator: " ")
        try #require(parts.count == 2)
        return try #require(Double(parts[0])) * #require(metres[String(parts[1])])
    }

    @Test("A plan's bar is as long on the screen as what it stands for, at each zoom and width")
    func bar() throws {
        let world = try World(["a.tif": Self.slide()])
        var texts: Set<String> = []
        for width in [390, 800, 1280] {
            for zoom in [0.4, 0.5, 0.77, 1, 1.3, 2, 3.9, 8] {
                let plan = try world.plan("a.tif", "zoom=\(zoom)", width: width)
                let picture = try #require(plan.picture)
                #expect(picture.scale == plan.zoomScale)
                let bar = try #require(picture.bar)
                texts.insert(bar.text)
                #expect(abs(bar.length - (try Self.length(bar.text)) / 0.5e-6 * picture.scale) < 0.1, "\(zoom)")
                #expect(bar.length <= min(160, Double(width) / 4) && bar.length > min(160, Double(width) / 4) / 2.51)
            }
        }
        #expect(texts.count >= 5, "\(texts)")
        // A page shows all of the picture.
        let page = try #require(try world.plan("a.tif", layout: "pages").picture)
        #expect(page.scale == 0.8 && page.x == 0 && page.y == 140)
        let bar = try #require(page.bar)
        #expect(abs(try Self.length(bar.text) / 0.5e-6 * 0.8 - bar.length) < 0.1)
        // Several pictures have none, and neither has one whose scale nobody tells.
        #expect(try world.plan("a.tif", layout: "grid").picture == nil)
        let plain = try World(["b.tif": ScaledTIFF(resolution: 300, unit: 2).bytes])
        let picture = try #require(try plain.plan("b.tif").picture)
        #expect(picture.bar == nil && picture.scale > 0)
    }

    @Test("A bar lies along the picture as it is shown", arguments: 1...8)
    func turned(number: Int) throws {
        let world = try World(["a.tif": Self.slide(orientation: number, y: 80_000)])
        let picture = try #require(try world.plan("a.tif", "zoom=1").picture)
        let bar = try #require(picture.bar)
        let pixel = number >= 5 ? 0.125e-6 : 0.5e-6
        #expect(abs(bar.length - (try Self.length(bar.text)) / pixel * picture.scale) < 0.1)
        let size = try #require(try world.details("a.tif")["pixelSize"] as? [String: Any])
        #expect(size["x"] as? Double == pixel && size["y"] as? Double == (number >= 5 ? 0.5e-6 : 0.125e-6))
        #expect(size["unit"] as? String == "metres" && size["from"] as? String == "the resolution")
        // Three pixels along the upright picture, and four down.
        let measured = try world.measure("a.tif", "x=10&y=20&toX=13&toY=24")
        let (across, down) = number >= 5 ? (3 * 0.125e-6, 4 * 0.5e-6) : (3 * 0.5e-6, 4 * 0.125e-6)
        let length = try #require(measured.metres)
        #expect(abs(length - (across * across + down * down).squareRoot()) < 1e-15 && measured.pixels == 5)
    }

    @Test("In a comparison each picture has its own bar")
    func compared() throws {
        let world = try World(["a.tif": Self.slide(), "b.tif": Self.slide(y: 80_000)])
        for name in ["a.tif", "b.tif"] {
            let picture = try #require(try world.plan(name, "magnification=3&middleX=0.25").picture)
            let bar = try #require(picture.bar)
            #expect(abs(bar.length - (try Self.length(bar.text)) / 0.5e-6 * picture.scale) < 0.1)
        }
    }

    @Test("Where a plan says that the picture is, its pixels are, and what is seen of it can be fetched")
    func place() throws {
        let world = try World(["a.tif": Self.slide()])
        for (x, y, zoom) in [(0.0, 0.0, 2.0), (100, 37.5, 2), (333, 10, 4)] {
            let picture = try #require(try world.plan("a.tif", "zoom=\(zoom)&x=\(x)&y=\(y)").picture)
            #expect(abs(picture.x + x) < 1e-6 && abs(picture.y + y) < 1e-6 && picture.scale == zoom)
            let region = try #require(picture.region)
            let image = try world.client.get(region.png)
            try #require(image.status == 200, "\(image.text)")
            var decoder = try PNGDecoder(source: ByteSource(image.body))
            let pixels = try decoder.readAll()
            let (right, bottom) = (
                min(1000, ((x + 800) / zoom).rounded(.up)), min(400, ((y + 600) / zoom).rounded(.up))
            )
            #expect(Double(pixels.width) == right - (x / zoom).rounded(.down))
            #expect(Double(pixels.height) == bottom - (y / zoom).rounded(.down))
            #expect(try world.client.get(region.jpeg).headers["Content-Type"] == "image/jpeg")
        }
    }

    @Test("A picture seen in part has a map, with the part that is seen and the way to any other")
    func little() throws {
        let world = try World(["a.tif": Self.slide()])
        // All of it is seen, and then more than half.
        #expect(try world.plan("a.tif").picture?.map == nil)
        #expect(try world.plan("a.tif", "zoom=1").picture?.map == nil)
        // 1000 by 400 pixels as 2000 by 800 points, in a viewport of 800 by 600.
        let map = try #require(try world.plan("a.tif", "zoom=2&x=100&y=37.5").picture?.map)
        #expect(map.width == 160 && map.height == 64)
        #expect(map.seen == .init(x: 8, y: 3, width: 64, height: 48))
        #expect(map.offsets == .init(minX: -400, minY: -300, maxX: 1600, maxY: 500))
        let image = try world.client.get(map.url)
        try #require(image.status == 200, "\(image.text)")
        #expect(try ImageHeader.read(from: ByteSource(image.body)).width == 250)
        // A phone's map is smaller; what is covered is not seen, and the middle is that of the rest.
        let phone = try #require(try world.plan("a.tif", "zoom=2&inset=100,0,0,0", width: 300).picture?.map)
        #expect(phone.width == 90 && phone.height == 36 && phone.seen.height == 22.5)
        #expect(phone.offsets.minX == -150 && phone.offsets.minY == -350)
        // A page is seen in part while it turns, though all of it would fit.
        let pages = try World(["a.tif": Self.slide(), "b.tif": Self.slide()])
        for x in stride(from: 0, through: 900, by: 50) {
            let plan: Plan = try pages.client.get(
                "/api/collections/f/plan?width=800&height=600&layout=pages&x=\(x)"
            ).decoded()
            #expect(plan.picture?.map == nil, "at \(x)")
        }
    }

    @Test("A map tells where a point is, and how far another one, as the picture stands")
    func map() throws {
        var turned = ScaledTIFF.map
        turned.entries[274] = .shorts([6])
        let world = try World(["a.tif": ScaledTIFF.map.bytes, "b.tif": turned.bytes])
        let measured = try world.measure("a.tif", "x=1&y=2&toX=4&toY=4")
        let place = try #require(measured.to?.map)
        #expect(place.x == 500_040 && place.y == 4_999_920 && place.text == "500040, 4999920 (EPSG:32632)")
        #expect(measured.metres == 50 && measured.text == "50 m" && measured.pixels == 13.0.squareRoot())
        #expect(measured.to?.column == 4 && measured.to?.row == 4 && measured.to?.inside == true)
        // Turned to the right, the stored corner is at the right: column 0 is the top, row 0 the right edge.
        let corner = try #require(try world.measure("b.tif", "x=6&y=0").from.map)
        #expect(corner.x == 500_000 && corner.y == 5_000_000)
        let other = try #require(try world.measure("b.tif", "x=0&y=8").from.map)
        #expect(other.x == 500_080 && other.y == 4_999_880)
        let details = try world.details("a.tif")
        let map = try #require(details["map"] as? [String: Any])
        #expect(map["transform"] as? [Double] == [500_000, 10, 0, 5_000_000, 0, -20] && map["epsg"] as? Int == 32_632)
    }

    @Test("Degrees are measured along great circles, and written with their signs in letters")
    func degrees() throws {
        let world = try World([
            "a.tif": ScaledTIFF(
                width: 8, height: 6,
                [
                    33_550: .doubles([1, 1, 0]), 33_922: .doubles([0, 0, 0, -4, 3, 0]),
                    34_735: .shorts([1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326]),
                ]
            ).bytes
        ])
        // Along the equator, a quarter of it would be 10,007.6 km.
        let measured = try world.measure("a.tif", "x=0&y=3&toX=8&toY=3")
        #expect(abs(try #require(measured.metres) - 8 * 111_195.08) < 1)
        #expect(measured.from.map?.text == "0° N, 4° W" && measured.to?.inside == false)
        #expect(try world.measure("a.tif", "x=5.5&y=4.5").from.map?.text == "1.5° S, 1.5° E")
    }

    @Test("Without a scale there are pixels; what is asked wrongly is refused by name")
    func plain() throws {
        let world = try World(["a.png": TinyImage.png(width: 1, height: 1)])
        let measured = try world.measure("a.png", "x=0&y=0&toX=3&toY=4")
        #expect(measured.text == "5 px" && measured.metres == nil && measured.from.inside)
        #expect(try world.measure("a.png", "x=0.99&y=1").from.inside == false)
        #expect(try world.details("a.png")["pixelSize"] == nil)
        let item = try #require(world.items["a.png"])
        for (query, parameter) in [
            ("", "x"), ("x=1", "y"), ("x=a&y=1", "x"), ("x=1&y=1&toX=1", "toY"), ("x=1e300&y=0", "x"),
            ("x=nan&y=0", "x"), ("x=1&y=1&zoom=3", "zoom"),
        ] {
            let reply = try world.client.get("/api/collections/f/items/\(item)/measure?\(query)")
            #expect(reply.status == 400, "\(query)")
            #expect(try reply.object()["parameter"] as? String == parameter, "\(query)")
        }
        #expect(try world.client.get("/api/collections/f/items/none/measure?x=1&y=1").status == 404)
        // A picture of one pixel has a place, too.
        let picture = try #require(try world.plan("a.png").picture)
        #expect(picture.scale > 0 && picture.region?.png.contains("/0,0,1,1/") == true)
    }

    @Test("Pages have scales of their own, and lists those of their items")
    func pages() throws {
        let first = ScaledTIFF(resolution: 40_000, unit: 3).bytes
        let world = try World(["a.tif": first])
        let collection = try PageCollection(path: "\(world.files.path)/a.tif", id: "p", name: "a.tif")
        collection.follow()
        #expect(collection.waitForFirstItem())
        let id = try #require(collection.summary(at: 0)?.id)
        #expect(collection.pixelSize(ofItem: id) == 0.01 / 40_000)
        #expect(try collection.scale(ofItem: id)?.pixels.source == .resolution)
    }

    @Test("Pictures are found and sorted by the size of their pixels")
    func found() throws {
        let world = try World([
            "a.tif": ScaledTIFF(resolution: 40_000, unit: 3).bytes,
            "b.tif": ScaledTIFF(resolution: 10_000, unit: 3).bytes,
            "c.tif": ScaledTIFF(resolution: 300, unit: 2).bytes,
        ])
        func names(_ query: String) throws -> [String] {
            let answer = try world.client.get("/api/collections/f/items?\(query)").object()
            return (answer["items"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
        }
        #expect(try names("q=pixelsize:%3C0.5um") == ["a.tif"])
        #expect(try names("q=pixelsize:1um") == ["b.tif"])
        #expect(try names("q=pixelsize:250nm") == ["a.tif"])
        #expect(try names("q=mpp:0.2%C2%B5m..2%C2%B5m&order=-pixelsize") == ["b.tif", "a.tif"])
        #expect(try names("q=pixelsize:none") == ["c.tif"])
        let facts = try #require(try world.details("b.tif")["facts"] as? [[String: Any]])
        let fact = try #require(facts.first { $0["name"] as? String == "pixelsize" })
        #expect(fact["text"] as? String == "1 µm" && fact["unit"] as? String == "metres")
        let query = try #require(fact["query"] as? String)
        #expect(try names("q=\(query)") == ["b.tif"])
    }
}
