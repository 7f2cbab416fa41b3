// Plans of a map: pictures where they were taken, and the squares of the world below them.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Pixels
@testable import Platform

@Suite struct MapPlanTests {
    /// A picture that says where it was taken; without a place if there is none.
    private static func picture(_ place: (latitude: Double, longitude: Double)?) -> [UInt8] {
        guard let place else { return TinyImage.png() }
        var block = EXIFBlock()
        func degrees(_ tag: Int, _ value: Double) -> EXIFBlock.Entry {
            block.fractions(tag, [Int(clamping: (abs(value) * 1e7).rounded()), 10_000_000, 0, 1, 0, 1])
        }
        block.gps = [
            block.text(1, place.latitude < 0 ? "S" : "N"), degrees(2, place.latitude),
            block.text(3, place.longitude < 0 ? "W" : "E"), degrees(4, place.longitude),
        ]
        let chunk = [UInt8]("eXIf".utf8) + block.encoded
        let (png, header) = (TinyImage.png(), 33)
        return Array(png[..<header]) + TinyImage.big(chunk.count - 4, 4) + chunk
            + TinyImage.big(Int(CRC32.checksum(chunk.span)), 4) + png[header...]
    }

    /// A folder with a picture for each place, whose facts are known.
    private static func served(
        _ places: [(latitude: Double, longitude: Double)?]
    ) throws -> (folder: TemporaryFolder, client: APIClient) {
        let folder = try TemporaryFolder()
        for (number, place) in places.enumerated() {
            try folder.write("\(1000 + number).png", picture(place))
        }
        let client = try APIClient([try folder.scanned()])
        let items = try JSONReader.value(of: client.get("/api/collections/f/items?limit=1000").body)["items"]
        for item in items?.elements ?? [] {
            _ = try client.get("/api/collections/f/items/\(try #require(item["id"]?.text))")
        }
        return (folder, client)
    }

    private static func plan(_ client: APIClient, _ query: String) throws -> JSONValue {
        let reply = try client.get(
            "/api/collections/f/plan?width=1280&height=800&layout=plane&fieldX=gps&spacing=0&names=true&\(query)")
        try #require(reply.status == 200, "\(query): \(reply.text)")
        return try JSONReader.value(of: reply.body)
    }

    private static func frame(_ value: JSONValue) throws -> Rect {
        Rect(
            x: try #require(value["x"]?.number), y: try #require(value["y"]?.number),
            width: try #require(value["width"]?.number), height: try #require(value["height"]?.number))
    }

    /// Each picture's bin is where its place is on the squares of the map, at several zoom scales.
    @Test func picturesLieWhereTheyWereTaken() throws {
        var noise = RepeatableNoise(seed: 46)
        var places: [(latitude: Double, longitude: Double)?] = (0..<60).map { _ in
            (Double.random(in: -84...84, using: &noise), Double.random(in: -179...179, using: &noise))
        }
        places += [(89.9, 10), (-90, 20), (0.5, 180), (0.5, -180), (48.1, 11.5), (48.1, 11.5), nil, nil, nil]
        let (folder, client) = try Self.served(places)
        defer { withExtendedLifetime(folder) {} }
        for zoom in ["", "toZoom=4&focusX=640&focusY=400", "toZoom=30&focusX=500&focusY=300"] {
            let plan = try Self.plan(client, zoom)
            let plane = try #require(plan["plane"])
            #expect(plane["unplaced"]?.integer == 3 && plan["count"]?.integer == places.count)
            #expect(plane["x"]?["field"]?.text == "gps" && plane["y"]?["field"] == nil)
            #expect(plane["x"]?["scale"]?.text == "longitude" && plane["y"]?["scale"]?.text == "latitude")
            if zoom.isEmpty { #expect(plane["seen"]?.integer == places.count - 3) }
            let squares = plane["backdrop"]?.elements ?? []
            #expect(squares.count > 1 && squares.count < 40)
            // The whole world, from any square of it.
            let url = try #require(squares.first?["url"]?.text)
            let numbers = url.split { !"0123456789".contains($0) }.compactMap { Double($0) }
            let (square, count) = (try Self.frame(try #require(squares.first)), pow(2, numbers[0]))
            let world = (
                x: square.minX - numbers[1] * square.width, y: square.minY - numbers[2] * square.height,
                side: square.width * count
            )
            for tile in plan["tiles"]?.elements ?? [] {
                let number = try #require((tile["name"]?.text?.dropLast(4)).flatMap { Int($0) })
                let place = try #require(places[number - 1000])
                let angle = min(max(place.latitude, -85.0511), 85.0511) * .pi / 180
                let x = world.x + (place.longitude + 180) / 360 * world.side
                let y = world.y + (0.5 - log(tan(.pi / 4 + angle / 2)) / (2 * .pi)) * world.side
                let frame = try Self.frame(tile)
                // A picture is as wide as its bin, which is a square, and is placed in its middle.
                let reach = frame.width / 2 + 2
                #expect(abs(frame.midX - x) <= reach && abs(frame.midY - y) <= reach, "\(number) \(zoom): \(frame)")
            }
        }
    }

    /// The map opens on what there is, in proportion, and zooms out to the whole world.
    @Test func theMapBeginsWithItsPictures() throws {
        let (folder, client) = try Self.served([(38.7, -9.1), (41.2, -8.6), (37.1, -8), nil])
        defer { withExtendedLifetime(folder) {} }
        let plan = try Self.plan(client, "")
        #expect(plan["contentSize"]?["width"]?.number == 800 && plan["contentSize"]?["height"]?.number == 800)
        #expect(plan["contentOffset"]?["x"]?.number == -240 && plan["contentOffset"]?["y"]?.number == 0)
        #expect(plan["plane"]?["seen"]?.integer == 3 && plan["tiles"]?.elements.count == 3)
        let least = try #require(plan["minimumZoomScale"]?.number)
        #expect(least < 0.02 && least > 0.001)
        let far = try Self.plan(client, "toZoom=0.0001&focusX=640&focusY=400")
        #expect(abs((far["zoomScale"]?.number ?? 0) - least) < 1e-6 && far["plane"]?["seen"]?.integer == 3)
        #expect(far["tiles"]?.elements.count == 1 && far["tiles"]?.elements.first?["count"]?.integer == 3)
        #expect((far["tiles"]?.elements.first?["width"]?.number ?? 0) > 20)
        #expect((far["plane"]?["x"]?["ticks"]?.elements.count ?? 0) > 2)
        // A query and an order apply, and do not move what is seen.
        let found = try Self.plan(client, "q=has:gps&order=-name")
        #expect(found["count"]?.integer == 3 && found["plane"]?["unplaced"]?.integer == 0)
        // Keys lead from picture to picture.
        let cell = "/api/collections/f/cell?width=1280&height=800&layout=plane&fieldX=gps&at=0"
        #expect(try JSONReader.value(of: client.get("\(cell)&below=-1").body)["cell"]?["index"]?.integer == 1)
        #expect(try JSONReader.value(of: client.get("\(cell)&below=1").body)["cell"]?["index"]?.integer == 2)
    }

    @Test func aMapTakesNoOtherField() throws {
        let (folder, client) = try Self.served([nil])
        defer { withExtendedLifetime(folder) {} }
        #expect(try Self.plan(client, "")["plane"]?["unplaced"]?.integer == 1)
        let base = "/api/collections/f/plan?width=800&height=600&layout=plane"
        for (query, parameter) in [
            ("fieldX=gps&fieldY=taken", "fieldY"), ("fieldX=taken&fieldY=gps", "fieldY"), ("fieldY=gps", "fieldY"),
            ("fieldX=gps&fieldY=gps", "fieldY"), ("fieldX=gps&logX=true", "logX"), ("fieldX=gps&logY=true", "logY"),
            ("fieldX=gqs", "fieldX"),
        ] {
            let problem = try client.get("\(base)&\(query)").problem(400)
            #expect(problem.parameter == parameter, "\(query): \(problem.detail)")
            if parameter == "fieldY" { #expect(problem.detail.contains("fieldX=gps"), "\(problem.detail)") }
        }
    }

    @Test func squaresAreAnswered() throws {
        let client = try APIClient(demo: 10)
        let address = "/api/outline/2/1/1.svg"
        let reply = try client.get(address)
        #expect(reply.status == 200 && reply.headers["Content-Type"] == "image/svg+xml")
        #expect(reply.text == MapTile(level: 2, column: 1, row: 1)?.svg)
        #expect(reply.headers["Cache-Control"] == "no-cache")
        let tag = try #require(reply.headers["ETag"])
        #expect(try client.get(address, [("if-none-match", tag)]).status == 304)
        let kept = try client.get("\(address)?v=\(MapTile.version)")
        #expect(kept.headers["Cache-Control"]?.contains("immutable") == true && kept.body == reply.body)
        for (path, status) in [
            ("2/4/0.svg", 404), ("31/0/0.svg", 404), ("0/0/1.svg", 404), ("a/0/0.svg", 400), ("0/0/-1.svg", 400),
            ("0/0/0.png", 404), ("0/0", 404), ("0/9999999999/0.svg", 400),
        ] {
            #expect(try client.get("/api/outline/\(path)").status == status, "\(path)")
        }
        #expect(try client.get("\(address)?w=1").status == 400)
    }
}
