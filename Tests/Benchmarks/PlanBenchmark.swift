// How long a plan takes with its JSON, and how long the index over item lengths takes to change.
//
//     SCROLLSERVER_BENCHMARK=1 SCROLLSERVER_OPTIMISED=1 swift test --filter PlanBenchmark

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Platform
@testable import ScrollServer
@testable import Tiles
@testable import Tiling

@Suite(
    .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["SCROLLSERVER_BENCHMARK"] != nil, "set SCROLLSERVER_BENCHMARK=1"))
struct PlanBenchmark {
    /// Medians are of so many runs.
    private static let runs = 7

    /// Nanoseconds of one call: the median of several runs of `count` calls each.
    private func median(_ count: Int, _ body: (Int) -> Void) -> Double {
        for number in 0..<count / 4 { body(number) }
        let times = (0..<Self.runs).map { _ in
            let start = System.monotonicNanoseconds()
            for number in 0..<count { body(number) }
            return Double(System.monotonicNanoseconds() - start) / Double(count)
        }
        return times.sorted()[Self.runs / 2]
    }

    private func text(_ value: Double, _ width: Int, _ decimals: Int = 2) -> String {
        let text = String(format: "%.\(decimals)f", value)
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// From the parsed request to the bytes of the answer, as the event loop does it.
    @Test func plans() throws {
        let pool = try WorkerPool(threads: 1)
        let pipeline = try TilePipeline(
            maker: PictureTileMaker(), memory: MemoryCache(byteLimit: 1 << 20), disk: nil, workers: 1,
            byteLimit: 1 << 20)
        defer {
            pipeline.stop()
            pool.stop()
        }
        print("items         layout   tiles   JSON bytes   µs per plan   plans/s")
        // A grid of 8 columns and five to six rows; a stack zoomed out.
        for (layout, query) in [
            ("grid", "width=1250&height=750&columns=8&scale=1&overscan=0"),
            ("stack", "width=400&height=900&layout=stack&zoom=0.08&overscan=300"),
        ] {
            for count in [1000, 1_000_000, 1_000_000_000] {
                let demo = try #require(DemoCollection(count: count))
                let wiring = try Wiring([demo], page: .program, pipeline: pipeline, pool: pool)
                defer { wiring.stopFollowing() }
                let router = wiring.router
                let first = try plan(router, "\(query)&y=0")
                let height = first.contentSize.height * first.zoomScale - 1000
                // Offsets all over the collection.
                let queries = (0..<64).map { number in
                    let y = (height * (Double(number) * 0.618).truncatingRemainder(dividingBy: 1)).rounded()
                    return "\(query)&y=\(y)&velocityY=300"
                }
                let requests = try queries.map { try Request(.get, "/api/collections/demo/plan?\($0)") }
                let tiles = try queries.reduce(0) { try $0 + plan(router, $1).tiles }
                var byteCount = 0
                let nanoseconds = median(4000) { number in
                    guard case .now(let response) = router.answer(requests[number & 63]) else { return }
                    byteCount += response.body.count
                }
                #expect(byteCount > 0)
                let calls = Double(4000 * Self.runs + 1000)
                let name = "\(count)".padding(toLength: 14, withPad: " ", startingAt: 0)
                let kind = layout.padding(toLength: 7, withPad: " ", startingAt: 0)
                print(
                    name + kind + text(Double(tiles) / 64, 7, 1) + text(Double(byteCount) / calls, 13, 0)
                        + text(nanoseconds / 1000, 14) + text(1e9 / nanoseconds, 10, 0))
            }
        }
    }

    private struct Answer: Decodable {
        struct Size: Decodable { var height: Double }
        struct Tile: Decodable {}
        var contentSize: Size
        var zoomScale: Double
        var tiles: Int

        enum Keys: CodingKey { case contentSize, zoomScale, tiles }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            contentSize = try values.decode(Size.self, forKey: .contentSize)
            zoomScale = try values.decode(Double.self, forKey: .zoomScale)
            tiles = try values.decode([Tile].self, forKey: .tiles).count
        }
    }

    private func plan(_ router: Router, _ query: String) throws -> Answer {
        let answer = router.answer(try Request(.get, "/api/collections/demo/plan?\(query)"))
        guard case .now(let response) = answer, case .bytes(let bytes) = response.body else {
            throw CocoaError(.coderInvalidValue)
        }
        return try JSONDecoder().decode(Answer.self, from: Data(bytes))
    }

    /// Changes at random places of a tree that random insertions have loosened.
    @Test(arguments: [1_000_000, 10_000_000]) func extents(count: Int) {
        var state: UInt64 = 1
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % max(1, limit)
        }
        var tree = ExtentTree()
        var times: [String: Double] = [:]
        times["append"] = nanoseconds(count) { _ in tree.append(Double(700 + random(600))) }
        let built = byteCount(tree)
        let changes = 200_000
        for _ in 0..<2 * changes { tree.insert(900, at: random(tree.count)) }
        for _ in 0..<2 * changes { tree.remove(at: random(tree.count)) }
        let insert = median(changes) { _ in tree.insert(Double(700 + random(600)), at: random(tree.count + 1)) }
        let changed = Double(byteCount(tree)) / Double(tree.count)
        let remove = median(changes) { _ in tree.remove(at: random(tree.count)) }
        let resize = median(changes) { _ in tree.resize(random(tree.count), to: Double(700 + random(600))) }
        var sum = 0.0
        let query = median(changes) { _ in
            sum += Double(tree.index(at: Double(random(tree.count)) * 900, in: .identity))
        }
        #expect(sum > 0 && tree.count > 0)
        print(
            "\(count) lengths: insert \(text(insert / 1000, 0)) µs, remove \(text(remove / 1000, 0)) µs, "
                + "resize \(text(resize / 1000, 0)) µs, item at an offset \(text(query / 1000, 0)) µs, "
                + "append \(text((times["append"] ?? 0) / 1000, 0, 3)) µs; "
                + "\(text(Double(built) / Double(count), 0)) bytes an item when built, "
                + "\(text(changed, 0)) after the insertions")
    }

    private func nanoseconds(_ count: Int, _ body: (Int) -> Void) -> Double {
        let start = System.monotonicNanoseconds()
        for number in 0..<count { body(number) }
        return Double(System.monotonicNanoseconds() - start) / Double(count)
    }

    /// The memory that the tree's arrays have taken.
    private func byteCount(_ tree: ExtentTree) -> Int {
        tree.leaves.reduce(tree.leaves.capacity * 8) { $0 + $1.capacity * 8 + 32 } + tree.nodes.byteCount
    }
}
