// How long justified rows take: from scratch, after one change, for a plan; and what they take in memory.
//
//     SCROLLSERVER_BENCHMARK=1 SCROLLSERVER_OPTIMISED=1 swift test --filter JustifiedBenchmark

import Foundation
import Testing

@testable import Platform
@testable import Tiling

@Suite(
    .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["SCROLLSERVER_BENCHMARK"] != nil, "set SCROLLSERVER_BENCHMARK=1"))
struct JustifiedBenchmark {
    private static let metrics = JustifiedMetrics(width: 1280, spacing: 4)

    /// The same numbers in every run.
    private struct Source {
        private var state: UInt64 = 1

        mutating func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % max(1, limit)
        }

        /// What a collection of photographs has: 3:2, 4:3, both upright as well, 16:9, a square, seldom a panorama.
        mutating func proportion() -> Float {
            let common: [Float] = [1.5, 1.5, 4.0 / 3, 4.0 / 3, 4.0 / 3, 2.0 / 3, 0.75, 0.75, 16.0 / 9, 1]
            return next(500) == 0 ? 6 : common[next(common.count)]
        }
    }

    private func nanoseconds(_ body: () -> Void) -> Double {
        let start = System.monotonicNanoseconds()
        body()
        return Double(System.monotonicNanoseconds() - start)
    }

    private func text(_ value: Double, _ decimals: Int = 2) -> String { String(format: "%.\(decimals)f", value) }

    private func byteCount(_ tree: ExtentTree) -> Int {
        tree.leaves.reduce(tree.leaves.capacity * 8) { $0 + $1.capacity * 8 + 32 } + tree.nodes.byteCount
    }

    private func byteCount(_ proportions: Proportions, _ sections: JustifiedSections) -> Int {
        // 32 bytes stand before the elements of every array.
        proportions.leaves.reduce(proportions.leaves.capacity * 8) { $0 + $1.capacity * 4 + 32 }
            + proportions.nodes.byteCount + byteCount(sections.counts.lengths) + byteCount(sections.heights)
    }

    @Test(arguments: [1000, 100_000, 1_000_000, 10_000_000]) func layOutAndChange(count: Int) {
        var source = Source()
        var proportions = Proportions()
        let stored = nanoseconds { for _ in 0..<count { proportions.append(source.proportion()) } }
        var sections = JustifiedSections(Proportions(), metrics: Self.metrics)
        let full = (0..<5).map { _ in
            nanoseconds { sections = JustifiedSections(proportions, metrics: Self.metrics) }
        }.sorted()[2]
        let built = Double(byteCount(proportions, sections)) / Double(count)
        let changes = 50_000
        func each(_ body: () -> Void) -> Double {
            (0..<3).map { _ in nanoseconds { for _ in 0..<changes { body() } } / Double(changes) }.sorted()[1]
        }
        let insert = each {
            let index = source.next(proportions.count + 1)
            proportions.insert(source.proportion(), at: index)
            sections.replace(index..<index, with: 1, in: proportions)
        }
        let resize = each {
            let index = source.next(proportions.count)
            proportions[index] = source.proportion()
            sections.resize([index], in: proportions)
        }
        let changed = Double(byteCount(proportions, sections)) / Double(proportions.count)
        let remove = each {
            let index = source.next(proportions.count)
            proportions.remove(at: index)
            sections.replace(index..<index + 1, with: 0, in: proportions)
            if proportions.count < count / 2 {
                proportions.append(1)
                sections.replace(sections.count..<sections.count, with: 1, in: proportions)
            }
        }
        print(
            "\(count) items: laid out in \(text(full / 1e6)) ms (stored in \(text(stored / 1e6)) ms); "
                + "insert \(text(insert / 1000)) µs, resize \(text(resize / 1000)) µs, remove \(text(remove / 1000)) µs; "
                + "\(text(built)) bytes an item when built, \(text(changed)) after the insertions")
        #expect(sections.count == proportions.count)
    }

    /// How much sections cost in quality: the deviation of the pictures from the target height, for sections of so many items.
    @Test func quality() {
        var source = Source()
        let proportions = Proportions((0..<50_000).map { _ in source.proportion() })
        print("width   items in a section   mean deviation   lowest and highest row, of the target")
        for width in [360.0, 1280, 3840] {
            for length in [64, JustifiedSections.usual, 256, 512, proportions.count] {
                var breaker = RowBreaker(metrics: JustifiedMetrics(width: width, spacing: 4))
                var (sum, lowest, highest) = (0.0, Double.infinity, 0.0)
                for start in stride(from: 0, to: proportions.count, by: length) {
                    let end = min(proportions.count, start + length)
                    breaker.load(start..<end, of: proportions, endsGroup: end == proportions.count)
                    sum += breaker.deviation
                    for row in breaker.rows { (lowest, highest) = (min(lowest, row.ratio), max(highest, row.ratio)) }
                }
                let mean = (sum / Double(proportions.count)).squareRoot()
                print(
                    "\(Int(clamping: width))   \(length)   \(text(mean * 100, 1)) %   \(text(lowest)) … \(text(highest))"
                )
            }
        }
    }

    /// Plans without JSON: a window of 1280 × 800 points in justified rows, in groups of 30, in groups of grids.
    @Test func plans() {
        print("items       layout           tiles   µs per plan")
        for count in [1000, 100_000, 1_000_000, 10_000_000] {
            var source = Source()
            let proportions = Proportions((0..<count).map { _ in source.proportion() })
            let groups = Array(repeating: 30, count: count / 30) + [count % 30]
            let grid = GridLayout(count: 0, width: 1280, columns: 6, spacing: 4)
            let layouts: [(String, Layout)] = [
                (
                    "justified",
                    .justified(
                        JustifiedLayout(
                            proportions, sections: JustifiedSections(proportions, metrics: Self.metrics)))
                ),
                (
                    "justified, 30s",
                    .grouped(
                        GroupedLayout(
                            GroupIndex(
                                groups, of: proportions, metrics: Self.metrics, headingHeight: 40, gap: 12),
                            of: proportions))
                ),
                ("grid", .grid(GridLayout(count: count, width: 1280, columns: 6, spacing: 4))),
                (
                    "grid, 30s",
                    .grouped(GroupedLayout(GroupIndex(groups, grid: grid, headingHeight: 40, gap: 12)))
                ),
            ]
            for (name, layout) in layouts { measure(name, layout) }
        }
    }

    private func measure(_ name: String, _ layout: Layout) {
        let planner = Planner(layout: layout)
        let height = layout.contentSize.height
        let runs = 2000
        var tiles = 0
        let times = (0..<5).map { _ in
            nanoseconds {
                for number in 0..<runs {
                    var request = Planner.Request(viewport: Size(width: 1280, height: 800))
                    request.offset.y = (height * (Double(number) * 0.618).truncatingRemainder(dividingBy: 1)).rounded()
                    tiles +=
                        planner.plan(for: request) { window in
                            window.map { _ in .init(size: PixelSize(width: 400, height: 300), isTiled: true) }
                        }.tiles.count
                }
            } / Double(runs)
        }.sorted()
        print(
            "\(layout.count)".padding(toLength: 12, withPad: " ", startingAt: 0)
                + name.padding(toLength: 17, withPad: " ", startingAt: 0)
                + text(Double(tiles) / Double(runs * 5), 1).padding(toLength: 8, withPad: " ", startingAt: 0)
                + text(times[2] / 1000))
    }
}
