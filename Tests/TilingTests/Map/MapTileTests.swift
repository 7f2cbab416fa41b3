// Squares of a map: where they lie, and what is drawn in them.

import Foundation
import Testing

@testable import Tiling

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct MapTileTests {
    /// Reads a document, and notes the paths and texts.
    private final class Reader: NSObject, XMLParserDelegate {
        private(set) var paths: [String: String] = [:]
        private(set) var names: [String] = []
        private var isInText = false

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            if name == "path" { paths[attributes["class"] ?? "", default: ""] += attributes["d"] ?? "" }
            isInText = name == "text"
            if isInText { names.append("") }
        }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            isInText = false
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            if isInText { names[names.count - 1] += text }
        }
    }

    private static func read(_ tile: MapTile) throws -> Reader {
        let parser = XMLParser(data: Data(tile.svg.utf8))
        let reader = Reader()
        parser.delegate = reader
        try #require(parser.parse(), "\(tile): \(String(describing: parser.parserError))")
        return reader
    }

    /// The points of a path, in points of the square.
    private static func points(_ path: String) -> [Point] {
        var points: [Point] = []
        for line in path.split(separator: "M") {
            let numbers = line.split { !"-0123456789".contains($0) }.compactMap { Double($0) }
            var place = Point.zero
            for pair in stride(from: 0, to: numbers.count - 1, by: 2) {
                place = Point(x: place.x + numbers[pair], y: place.y + numbers[pair + 1])
                points.append(Point(x: place.x / 10, y: place.y / 10))
            }
        }
        return points
    }

    private static func tile(_ level: Int, latitude: Double, longitude: Double) throws -> (tile: MapTile, at: Point) {
        let count = Double(1 << level)
        let (x, y) = (WebMercator.x(longitude: longitude) * count, WebMercator.y(latitude: latitude) * count)
        let tile = try #require(MapTile(level: level, column: Int(clamping: x), row: Int(clamping: y)))
        return (tile, Point(x: (x - x.rounded(.down)) * 512, y: (y - y.rounded(.down)) * 512))
    }

    @Test func drawingsAreValidAndBounded() throws {
        for tile in [
            MapTile(level: 0, column: 0, row: 0), MapTile(level: 1, column: 1, row: 1),
            MapTile(level: 3, column: 0, row: 2), MapTile(level: 3, column: 7, row: 7),
            MapTile(level: 5, column: 16, row: 11), MapTile(level: 30, column: 1 << 29, row: 1 << 29),
        ] {
            let tile = try #require(tile)
            let reader = try Self.read(tile)
            #expect(tile.svg == tile.svg && tile.svg.utf8.count < 100_000, "\(tile): \(tile.svg.utf8.count)")
            for (name, path) in reader.paths {
                for point in Self.points(path) {
                    let isNear = point.x >= -9 && point.x <= 521 && point.y >= -9 && point.y <= 521
                    #expect(isNear, "\(name) of \(tile): \(point)")
                }
            }
        }
        let world = try Self.read(try #require(MapTile(level: 0, column: 0, row: 0)))
        #expect(Set(world.paths.keys) == ["land", "border", "grid"])
        #expect(world.names.contains("Paris") && world.names.contains("Sydney") && world.names.count < 60)
        // The pole and the middle of an ocean.
        let ocean = try Self.read(Self.tile(9, latitude: -40, longitude: -130).tile)
        #expect(ocean.paths["land"] == nil && ocean.names.isEmpty)
    }

    /// Capes by their coordinates in gazetteers: the coast passes them, as exactly as 1:50m has it.
    @Test(
        arguments: [
            (38.781, -9.500), (-34.833, 20.0), (50.066, -5.715), (-10.690, 142.530), (36.0, -5.61), (66.08, -169.65),
            (-34.43, 172.68), (8.08, 77.54), (-16.85, -179.97),
        ]) func coastsAreWhereTheyAre(latitude: Double, longitude: Double) throws
    {
        let (tile, place) = try Self.tile(2, latitude: latitude, longitude: longitude)
        let path = try #require(try Self.read(tile).paths["land"])
        let nearest = Self.points(path).map { hypot($0.x - place.x, $0.y - place.y) }.min() ?? .infinity
        #expect(nearest < 1, "\(nearest)")
    }

    /// Squares meet: a name that is cut by an edge goes on in the next square, and so do lines.
    @Test func neighboursMeet() throws {
        let scale = 512.0 * 4
        var drawn: [String: Int] = [:]
        for row in 0..<4 {
            for column in 0..<4 {
                let tile = try #require(MapTile(level: 2, column: column, row: row))
                for label in MapLabel.labels(in: tile) { drawn[label.name, default: 0] += 1 }
                let land = try Self.read(tile).paths["land"].map(Self.points) ?? []
                guard let next = MapTile(level: 2, column: column + 1, row: row) else { continue }
                let beyond = try Self.read(next).paths["land"].map(Self.points) ?? []
                // All points near the common edge are in both.
                let near = land.filter { abs($0.x - 512) < 7 && $0.y > 0 && $0.y < 512 }
                for point in near {
                    #expect(beyond.contains { abs($0.x + 512 - point.x) < 0.06 && abs($0.y - point.y) < 0.06 })
                }
            }
        }
        #expect(drawn.values.contains { $0 > 1 } && drawn.count > 40)
        let places = MapLabel.all.filter { drawn[$0.name] != nil }.map {
            Point(x: $0.place.x * scale, y: $0.place.y * scale)
        }
        for (number, one) in places.enumerated() {
            #expect(!places[..<number].contains { abs($0.x - one.x) < 14 && abs($0.y - one.y) < 18 })
        }
    }

    @Test func squaresCoverWhatIsSeen() {
        var generator = SeededGenerator(seed: 48)
        for _ in 0..<200 {
            let length = 400 * pow(2, Double.random(in: 0...24, using: &generator))
            let seen = Rect(
                x: Double.random(in: -200...length, using: &generator),
                y: Double.random(in: -200...length, using: &generator), width: 1280, height: 800)
            let world = Rect(x: 0, y: 0, width: length, height: length)
            let tiles = MapTile.tiles(in: seen, world: world)
            let frames = tiles.map { $0.frame(in: world) }
            for frame in frames { #expect(frame.intersects(seen) && frame.width >= 362 && frame.width <= 725) }
            let covered = frames.reduce(0) { sum, frame in
                let part = frame.intersection(seen)
                return sum + part.width * part.height
            }
            let all = seen.intersection(world)
            #expect(abs(covered - all.width * all.height) < 1)
            #expect(tiles.count <= 24)
        }
        #expect(MapTile(level: 31, column: 0, row: 0) == nil && MapTile(level: 2, column: 4, row: 0) == nil)
        #expect(MapTile(level: -1, column: 0, row: 0) == nil && MapTile(level: 0, column: 0, row: -1) == nil)
    }

    @Test func clippingKeepsWhatIsInside() {
        let square = Rect(x: 0, y: 0, width: 10, height: 10)
        func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
        #expect(square.clipped(polygon: [point(-5, -5), point(15, -5), point(15, 15), point(-5, 15)]).count == 4)
        #expect(square.clipped(polygon: [point(20, 20), point(30, 20), point(30, 30)]).isEmpty)
        #expect(square.clipped(polygon: []).isEmpty)
        let through = square.clipped(line: [point(-5, 5), point(5, 5), point(15, 5), point(5, 15), point(5, 5)])
        #expect(through == [[point(0, 5), point(5, 5), point(10, 5)], [point(5, 10), point(5, 5)]])
        #expect(
            square.clipped(line: [point(3, 3)]).isEmpty && square.clipped(line: [point(-1, -1), point(-1, 11)]).isEmpty)
    }

    /// The data of the map are small, and another drawing has another version.
    @Test func dataAreSmall() throws {
        let byteCount = [OutlineData.land, OutlineData.borders, OutlineData.cities].reduce(0) { $0 + $1.utf8.count }
        #expect(byteCount <= 400_000 && byteCount > 100_000)
        #expect(MapLabel.all.count > 200 && Outline.land.lines.count > 1000 && Outline.borders.lines.count > 200)
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for tile in [MapTile(level: 0, column: 0, row: 0), MapTile(level: 4, column: 8, row: 5)] {
            for byte in try #require(tile).svg.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        #expect(hash == 0xb925_9674_6506_adc3, "\(String(hash, radix: 16)): give MapTile.version another value, too")
    }
}
