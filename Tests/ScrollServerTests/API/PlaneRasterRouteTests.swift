// Planes that show colours or densities: plans, tiles, and what they count.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Pixels
@testable import Platform
@testable import Tiles

@Suite struct PlaneRasterRouteTests {
    /// A list of 30 pairs, a black picture and a white one at each place, and one without a place.
    private static func world() throws -> (folder: TemporaryFolder, client: APIClient) {
        let folder = try TemporaryFolder()
        var rows = ["path,left,above"]
        for number in 0..<61 {
            let sample: UInt8 = number % 2 == 0 ? 0 : 255
            let pixels = PixelBuffer(width: 9, height: 9, format: .rgb, repeating: sample)
            try folder.write("\(number).png", PNGEncoder.encode(pixels))
            let pair = number / 2
            rows.append("\(number).png," + (number < 60 ? "\(pair),\(pair * pair)" : ","))
        }
        let list = try folder.list("l.csv", rows.joined(separator: "\n"))
        return (folder, try APIClient([list]))
    }

    private static let base = "/api/collections/l"

    private static func plan(_ client: APIClient, _ query: String) throws -> JSONValue {
        let reply = try client.get("\(base)/plan?width=800&height=600&layout=plane&\(query)")
        try #require(reply.status == 200, "\(query): \(reply.text)")
        return try JSONReader.value(of: reply.body)
    }

    /// Few pictures stay pictures; a choice shows pixels, whose numbers add up to what is in view.
    @Test func plansShowWhatIsChosen() throws {
        let (folder, client) = try Self.world()
        defer { withExtendedLifetime(folder) {} }
        for query in ["", "show=pictures"] {
            let plan = try Self.plan(client, query)
            #expect(plan["plane"]?["show"]?.text == "pictures" && plan["plane"]?["level"] == nil)
            #expect(plan["tiles"]?.elements.first?["count"]?.integer ?? 0 >= 2)
        }
        for show in ["colours", "density"] {
            for zoom in ["", "&toZoom=3&focusX=200&focusY=500"] {
                let plan = try Self.plan(client, "show=\(show)&overscan=0&names=true\(zoom)")
                let plane = try #require(plan["plane"])
                #expect(plane["show"]?.text == show && plane["unplaced"]?.integer == 1)
                let seen = try #require(plane["seen"]?.integer)
                #expect(zoom.isEmpty ? seen == 60 : seen > 2 && seen < 60)
                #expect(plan["anchor"]?["item"] != nil && plan["anchor"]?["name"] != nil)
                #expect((plane["legend"]?.elements.last?["count"]?.integer == 2) == (show == "density"))
                var sum = 0
                let tiles = plan["tiles"]?.elements ?? []
                #expect(!tiles.isEmpty && Set(tiles.compactMap { $0["place"]?.text }).count == tiles.count)
                for tile in tiles {
                    let url = try #require(tile["url"]?.text)
                    let reply = try client.get(url)
                    #expect(reply.status == 200 && reply.headers["Content-Type"] == "image/png")
                    let counts = try JSONReader.value(of: client.get("\(url)&counts=true").body)
                    #expect(counts["level"] == plane["level"] && counts["greatest"]?.integer == 2)
                    let numbers = (counts["counts"]?.elements ?? []).compactMap(\.integer)
                    sum += numbers.reduce(0, +)
                    let pixels = try #require(MatrixTile.pixels(reply.body))
                    try #require(pixels.width == 256 && pixels.height == 256 && pixels.format == .rgba)
                    try #require(numbers.count == 65_536)
                    // Painted is what holds pictures, and nothing else.
                    let opaque = numbers.indices.filter { pixels.bytes[4 * $0 + 3] > 0 }
                    #expect(opaque == numbers.indices.filter { numbers[$0] > 0 }, "\(url)")
                }
                #expect(zoom.isEmpty ? sum == 60 : sum >= seen)
            }
        }
    }

    /// Mean colours are grey until they are known, and the mean of the light then.
    @Test func coloursComeAsTheyAreKnown() throws {
        let (folder, client) = try Self.world()
        defer { withExtendedLifetime(folder) {} }
        func colour() throws -> (samples: Set<UInt8>, tag: String?, url: String) {
            let plan = try Self.plan(client, "show=colours")
            let url = try #require(plan["tiles"]?.elements.first?["url"]?.text)
            let reply = try client.get(url)
            let pixels = try #require(MatrixTile.pixels(reply.body))
            let painted = stride(from: 0, to: pixels.bytes.count, by: 4).filter { pixels.bytes[$0 + 3] == 255 }
            return (Set(painted.flatMap { pixels.bytes[$0..<$0 + 3] }), reply.headers["ETag"], url)
        }
        let before = try colour()
        #expect(before.samples == [0x80])
        #expect(try client.fill())
        let after = try colour()
        // Half of the light of white is the sample 188.
        #expect(after.samples == [188] && after.tag != before.tag && after.url != before.url)
        let again = try client.get(after.url)
        #expect(again.headers["Cache-Control"]?.contains("immutable") == true)
        #expect(try client.get(after.url, [("If-None-Match", after.tag ?? "")]).status == 304)
    }

    /// The same bytes for the same address, in another run, too; on a dark ground other colours.
    @Test func tilesAreDeterministic() throws {
        let (folder, client) = try Self.world()
        defer { withExtendedLifetime(folder) {} }
        let (otherFolder, other) = try Self.world()
        defer { withExtendedLifetime(otherFolder) {} }
        func tiles(_ client: APIClient, _ query: String) throws -> [String] {
            (try Self.plan(client, query)["tiles"]?.elements ?? []).compactMap { $0["url"]?.text }
        }
        let own = try tiles(client, "show=density")
        #expect(try own == tiles(other, "show=density"))
        for url in own { #expect(try client.get(url).body == other.get(url).body) }
        let dark = try tiles(client, "show=density&ground=101010")
        #expect(dark.count == own.count && dark.allSatisfy { $0.contains("dark=true") })
        #expect(try client.get(dark[0]).body != client.get(own[0]).body)
        // A query has its own points.
        #expect(try Self.plan(client, "show=density&q=-left:0..9")["plane"]?["seen"]?.integer == 40)
    }

    @Test func whatIsNoTileIsRefused() throws {
        let (folder, client) = try Self.world()
        defer { withExtendedLifetime(folder) {} }
        let plan = "\(Self.base)/plan?width=9&height=9&layout=plane"
        #expect(try client.get("\(plan)&show=dots").problem(400).parameter == "show")
        let tile = "\(Self.base)/plane"
        for path in ["0/0/1", "1/2/0", "49/0/0", "999999999/0/0", "2/0/999999999"] {
            #expect(try client.get("\(tile)/\(path)").status == 404, "\(path)")
        }
        for path in ["a/0/0", "0/-1/0", "0/0/1e3"] {
            #expect(try client.get("\(tile)/\(path)").status == 400, "\(path)")
        }
        for (query, name) in [
            ("show=pictures", "show"), ("fieldX=lefft", "fieldX"), ("tall=1", "tall"), ("counts=no", "counts"),
            ("logX=2", "logX"), ("order=nothing", "order"), ("zoom=1", "zoom"),
        ] {
            #expect(try client.get("\(tile)/0/0/0?\(query)").problem(400).parameter == name, "\(query)")
        }
        #expect(try APIClient(demo: 10).get("/api/collections/demo/plane/0/0/0").status == 404)
    }

    /// The mean of a run is that of its known colours, however the run lies among the blocks.
    @Test func meansOfRuns() throws {
        let items = try #require(DemoCollection(count: 100))
        let colours: [UInt32?] = (0..<100).map { $0 % 3 == 0 ? nil : $0 % 3 == 1 ? 0 : 0xFF_FF00 }
        let index = PlaneIndex(count: 100) { PlaneIndex.Place(x: Double($0) / 100, y: 0) }
        let known = PlaneColours(of: index, items, stamp: "1") { colours[$0] }
        #expect(known.areOf(items, stamp: "1") && !known.areOf(items, stamp: "2"))
        for start in 0..<50 {
            for end in start + 1..<min(100, start + 50) {
                let own = colours[start..<end].compactMap(\.self)
                let share = own.isEmpty ? 0 : Float(own.count { $0 != 0 }) / Float(own.count)
                // The curve of sRGB.
                let sample = share <= 0.003_130_8 ? 12.92 * share : 1.055 * pow(share, 1 / 2.4) - 0.055
                let mean = known.mean(of: start..<end)
                guard let mean, !own.isEmpty else {
                    #expect(mean == nil && own.isEmpty)
                    continue
                }
                #expect(abs(Float(mean >> 16) - 255 * sample) <= 0.51)
                #expect(mean >> 8 & 255 == mean >> 16 && mean & 255 == 0)
            }
        }
    }

    /// Counts are those of numpy's histogram2d, and of datashader where it is installed, pixel by pixel at six zooms.
    @Test(.needs(.numpy)) func countsAreThoseOfOthers() throws {
        var generator = SystemRandomNumberGenerator()
        let points = (0..<20_000).map { number -> (Double, Double) in
            let spread = number % 2 == 0 ? 1 : 0.0004
            return (
                Double.random(in: -50...50, using: &generator) * spread,
                1000 + Double.random(in: -200...200, using: &generator) * spread
            )
        }
        let x = PlaneAxis(.linear, spanning: -50...50)
        let y = PlaneAxis(.linear, spanning: 800...1200)
        let index = PlaneIndex(count: points.count) { item in
            guard let across = x.share(of: points[item].0), let up = y.share(of: points[item].1) else { return nil }
            return PlaneIndex.Place(x: across, y: 1 - up)
        }
        var numbers = points.map(\.0) + points.map(\.1)
        for level in [0, 1, 2, 5, 8, 12] {
            let counts = try #require(PlaneRaster(level: level, isTall: false)).counts
            // The tile in which the cluster lies, at a little right of its middle and below it.
            let (column, row) = (counts.columns / 2, counts.rows / 2)
            let (left, right) = (Double(column) / Double(counts.columns), Double(column + 1) / Double(counts.columns))
            let (top, bottom) = (Double(row) / Double(counts.rows), Double(row + 1) / Double(counts.rows))
            numbers += [x.value(at: left), x.value(at: right), y.value(at: 1 - bottom), y.value(at: 1 - top)]
            numbers += try #require(index.counts(level: level, column: column, row: row)).map { Double($0) }
        }
        let input = numbers.flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(8 * $0)) }
        }
        let answer = try PythonOracle.run(Self.oracle, input: input)
        #expect(String(decoding: answer, as: UTF8.self) == "6 of 6\n")
    }

    private static let oracle = """
        import sys, numpy
        try:
            import datashader, pandas
        except ImportError:
            datashader = None
        data = numpy.frombuffer(sys.stdin.buffer.read(), "<f8")
        x, y, rest = data[:20000], data[20000:40000], data[40000:].reshape(6, 4 + 65536)
        same = 0
        for level in rest:
            (left, right, low, high), counts = level[:4], level[4:].reshape(256, 256)
            found = numpy.histogram2d(y, x, bins=256, range=((low, high), (left, right)))[0][::-1]
            isSame = (found == counts).all() and counts.sum() > 2000
            if datashader:
                canvas = datashader.Canvas(256, 256, x_range=(left, right), y_range=(low, high))
                others = canvas.points(pandas.DataFrame({"x": x, "y": y}), "x", "y").values[::-1]
                isSame = isSame and (others == counts).all()
            same += bool(isSame)
        print(same, "of 6")
        """
}
