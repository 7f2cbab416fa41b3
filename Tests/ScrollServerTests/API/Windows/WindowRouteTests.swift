// Tiles through windows: their addresses, what keeps them apart, and what is counted for them.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Pixels
@testable import Platform
@testable import ScrollServer
@testable import Tiles

@Suite struct WindowRouteTests {
    private static let (width, height) = (40, 30)

    /// A PGM with the values 0, 100, 200 … from left to right.
    private static let steps: [UInt8] = {
        var file = [UInt8]("P5 \(width) \(height) 65535\n".utf8)
        for _ in 0..<height { for column in 0..<width { file += TinyImage.big(column * 100, 2) } }
        return file
    }()

    /// A PGM of bytes.
    private static let bytes =
        [UInt8]("P5 \(width) \(height) 255\n".utf8) + [UInt8](repeating: 9, count: width * height)

    private struct World {
        let client: APIClient
        let folder: ScratchFolder
        let ids: [String: String]
        let collection: FolderCollection

        init() throws {
            folder = try ScratchFolder()
            try folder.write("steps.pgm", WindowRouteTests.steps)
            try folder.write("bytes.pgm", WindowRouteTests.bytes)
            let collection = try FolderCollection(root: folder.path, id: "f", name: "F")
            self.collection = collection
            collection.waitForScan()
            collection.measure(Array(0..<collection.status.count))
            client = try APIClient([collection])
            ids = Dictionary(
                uniqueKeysWithValues: (0..<collection.status.count).compactMap { collection.details(at: $0) }
                    .map { ($0.name, $0.id) })
        }

        func tile(_ name: String, _ query: String) throws -> APIClient.Reply {
            try client.get("/api/collections/f/tiles/\(#require(ids[name]))/0/0/0?\(query)")
        }

        /// The levels of a tile's first row.
        func levels(_ query: String) throws -> [UInt8] {
            let reply = try tile("steps.pgm", query)
            #expect(reply.status == 200 && reply.headers["Content-Type"] == "image/png", "\(reply.text)")
            var decoder = try PNGDecoder(source: ByteSource(reply.body))
            let pixels = try decoder.readAll()
            return (0..<pixels.width).map { pixels.bytes[$0 * pixels.format.channelCount] }
        }
    }

    private static func expected(_ minimum: Double, _ maximum: Double, _ gamma: Double = 1) -> [UInt8] {
        (0..<width).map {
            let part = min(max((Double($0 * 100) - minimum) / (maximum - minimum), 0), 1)
            return UInt8(clamping: (255 * pow(part, 1 / gamma)).rounded())
        }
    }

    @Test func `a window decides the levels, and none changes nothing`() throws {
        let world = try World()
        let stored = (0..<Self.width).map { (column: Int) -> UInt8 in
            let level = (column * 100 * 255 + 32_767) / 65_535
            return UInt8(level)
        }
        #expect(try world.levels("v=1") == stored)
        #expect(try world.levels("window=500,3000") == Self.expected(500, 3000))
        #expect(try world.levels("window=500,3000,2.5") == Self.expected(500, 3000, 2.5))
        #expect(try world.levels("window=-1e3,3.5e3") == Self.expected(-1000, 3500))
        #expect(try world.levels("v=1") == stored)
    }

    @Test func `windows have tags of their own`() throws {
        let world = try World()
        let queries = ["v=1", "window=500,3000", "window=500,3001", "window=500,3000,2"]
        let tags = try queries.map { try #require(try world.tile("steps.pgm", $0).headers["ETag"]) }
        #expect(Set(tags).count == queries.count)
        // Another spelling is the same window.
        #expect(try world.tile("steps.pgm", "window=5e2,3000.0,1").headers["ETag"] == tags[1])
        let known = try APIClient.ask(
            world.client.router, .get,
            "/api/collections/f/tiles/\(#require(world.ids["steps.pgm"]))/0/0/0?\(queries[1])",
            [("If-None-Match", tags[1])])
        #expect(known.status == 304)
    }

    /// A tile's bytes by its window, and how many came from the disk.
    private static func tiles(
        _ world: World, _ windows: [SampleWindow?], cache: String
    ) throws -> (tiles: [[UInt8]], diskHits: Int) {
        let pipeline = try TilePipeline(
            maker: PictureTileMaker(), memory: MemoryCache(byteLimit: 1 << 20),
            disk: DiskCache(folder: cache, byteLimit: 1 << 20), workers: 1, byteLimit: 64 << 20)
        defer { pipeline.stop() }
        let id = try #require(world.ids["steps.pgm"])
        let item = try #require(world.collection.summary(ofItem: id))
        let tiles = try windows.map { window in
            let pass = try #require(TilePass(world.collection, item, level: 0, display: window.map { .window($0) }))
            let outcome = Promise<Result<EncodedTile, ImageError>>()
            _ = pipeline.request(TilePosition(level: 0, column: 0, row: 0), of: pass) { outcome.keep($0) }
            let tile = try #require(outcome.wait()).get()
            // Whoever waits is told first, the disk after.
            #expect(eventually { pipeline.state.withLock { $0.jobs.isEmpty } })
            return tile.bytes
        }
        return (tiles, pipeline.counters.diskHits)
    }

    @Test func `after a restart the disk has each window's tile`() throws {
        let cache = try ScratchFolder()
        defer { withExtendedLifetime(cache) {} }
        let world = try World()
        let windows = [nil, SampleWindow(minimum: 0, maximum: 900), SampleWindow(minimum: 0, maximum: 900, gamma: 2)]
        let (made, _) = try Self.tiles(world, windows, cache: cache.path)
        #expect(Set(made).count == windows.count)
        let (found, diskHits) = try Self.tiles(world, windows.reversed(), cache: cache.path)
        #expect(found.reversed() == made && diskHits == windows.count)
    }

    @Test(arguments: [
        "window=", "window=1", "window=2,1", "window=1,1", "window=1,2,0", "window=1,2,11", "window=1,2,3,4",
        "window=a,b", "window=nan,1", "window=0,inf", "window=-1e39,0", "window=1,2&window=1,2",
    ]) func aBadWindowIsRefused(query: String) throws {
        let world = try World()
        #expect(try world.tile("steps.pgm", query).problem(400).parameter == "window")
        let size = "width=80&height=60&layout=pages"
        #expect(try world.client.get("/api/collections/f/plan?\(size)&\(query)").problem(400).parameter == "window")
    }

    @Test func `samples of eight bits have no window`() throws {
        let world = try World()
        let problem = try world.tile("bytes.pgm", "window=0,9").problem(400)
        #expect(problem.parameter == "window" && problem.detail.contains("8 bits"))
        let id = try #require(world.ids["bytes.pgm"])
        #expect(try world.client.get("/api/collections/f/items/\(id)").object()["samples"] == nil)
        #expect(try world.client.get("/api/collections/f/items/\(id)/samples").problem(415).detail.contains("8 bits"))
    }

    /// Where several pictures are seen, or a picture has no deep samples, a plan has no windows.
    @Test func `a plan of one picture hands the window to its tiles`() throws {
        let world = try World()
        let id = try #require(world.ids["steps.pgm"])
        func urls(_ query: String) throws -> [String: Set<Bool>] {
            let reply = try world.client.get(
                "/api/collections/f/plan?width=80&height=60&backdrop=true&window=500.50,3e3&\(query)")
            let tiles = try #require(try reply.object()["tiles"] as? [[String: Any]], "\(reply.text)")
            return try tiles.reduce(into: [:]) { found, tile in
                let url = try #require(tile["url"] as? String)
                found[try #require(tile["item"] as? String), default: []].insert(url.hasSuffix("&window=500.5,3000"))
                if url.contains("window") { #expect(try world.client.get(url).status == 200) }
            }
        }
        #expect(try urls("layout=item&item=\(id)") == [id: [true]])
        let pages = try urls("layout=pages&item=\(id)&align=start")
        #expect(pages[id] == [true])
        #expect(pages.filter { $0.key != id }.values.allSatisfy { $0 == [false] })
        #expect(try urls("layout=grid").values.allSatisfy { $0 == [false] })
    }

    @Test func `values are counted`() throws {
        struct Samples: Decodable {
            struct Channel: Decodable {
                struct Percentile: Decodable { var percent, value: Double }
                var counted: Int
                var minimum, maximum: Double
                var percentiles: [Percentile]
                var counts: [Int]
                var full: Int
            }
            struct Ends: Decodable { var minimum, maximum: Double }
            var bits: Int
            var kind: String
            var complete: Bool
            var stored: Ends
            var channels: [Channel]
        }
        let world = try World()
        let id = try #require(world.ids["steps.pgm"])
        let address = try #require(
            try world.client.get("/api/collections/f/items/\(id)").object()["samples"] as? String)
        for _ in 0..<2 {
            let samples = try world.client.get(address).decoded(Samples.self)
            #expect(samples.bits == 16 && samples.kind == "unsigned" && samples.complete)
            #expect((samples.stored.minimum, samples.stored.maximum) == (0, 65_535))
            let channel = try #require(samples.channels.first)
            #expect(samples.channels.count == 1 && channel.counted == Self.width * Self.height)
            #expect((channel.minimum, channel.maximum) == (0, 3900) && channel.full == Self.height)
            #expect(channel.counts.count == 256 && channel.counts.filter { $0 > 0 }.count == Self.width)
            #expect(channel.percentiles.map(\.percent) == [0.1, 1, 50, 99, 99.9])
            #expect(channel.percentiles.map(\.value) == [0, 0, 1900, 3900, 3900])
        }
    }

    /// Counting ends soon after the client has left.
    @Test func `counting ends when nobody waits`() throws {
        var file = [UInt8]("P5 300 4000 65535\n".utf8)
        file += [UInt8](repeating: 1, count: 2 * 300 * 4000)
        let source = ByteSource(file)
        var asked = 0
        let survey = try SampleCounter.survey(source, .pnm) {
            asked += 1
            return true
        }
        #expect(survey.isComplete && asked > 3)
        var left = 2
        #expect(throws: ImageError.unavailable("nobody waits for it any more")) {
            try SampleCounter.survey(source, .pnm) {
                left -= 1
                return left > 0
            }
        }
        #expect(left == 0)
    }
}
