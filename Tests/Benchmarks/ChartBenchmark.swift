// What a look at a chart costs at every zoom: its plan, and the tiles that are seen.
//
//     SCROLLSERVER_BENCHMARK=1 SCROLLSERVER_OPTIMISED=1 swift test --filter ChartBenchmark

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Charts
@testable import HTTP
@testable import Imaging
@testable import Platform
@testable import ScrollServer
@testable import Tiles

/// Charts of ten thousand and of ten million points, in a viewport of 1280 × 800 points.
///
/// What is drawn should cost as much for many points as for few where as many fall on a pixel; of those that only the
/// long chart has, as much as all of the short one.
@Suite(.serialized, .enabled(if: ImagingMeasurement.isWanted, "set SCROLLSERVER_BENCHMARK to run it"))
struct ChartBenchmark {
    private static let counts = [10_000, 10_000_000]
    /// Points of the screen to a point of the series.
    private static let spacings: [Double?] =
        [nil] + [0.0005, 0.002, 0.008, 0.03125, 0.125, 0.25, 0.5, 0.9, 1, 2, 4, 8, 16, 64].map(Optional.some)

    /// What is measured of a view, in milliseconds.
    private struct Cost {
        var plan: Double
        var drawing: Double
        var tileCount: Int
    }

    private func median(_ count: Int, _ work: () throws -> Void) rethrows -> Double {
        let times = try (0..<count).map { _ in
            let start = System.monotonicNanoseconds()
            try work()
            return Double(System.monotonicNanoseconds() - start) / 1e6
        }
        return times.sorted()[count / 2]
    }

    /// Measurements every ten minutes, as the demo has them.
    private func chart(_ count: Int, lineCount: Int) throws -> ChartCollection {
        let description = SeriesDescription(
            lines: Array(["temperature", "humidity", "pressure"].prefix(lineCount)), xKind: .time, xName: "time")
        let publication = SeriesPublication(description)
        var builder = try SeriesBuilder(lineCount: lineCount, shift: 16, store: MemoryStore())
        let batch = RowBatch(lineCount: lineCount, capacity: 10_000)
        var weather = DemoWeather()
        for index in 0..<count {
            let point = weather.next()
            let values = [point.temperature, point.humidity, point.pressure]
            batch.append(x: Double(index) * 600) { values[$0] }
            if batch.isFull || index == count - 1 {
                try builder.append(batch)
                batch.count = 0
            }
        }
        let built = builder
        publication.publish {
            $0.isComplete = true
        } view: {
            built.view(revision: $0, description: description)
        }
        return ChartCollection(
            Series(name: "weather", publication: publication), id: "c", name: "C", source: "weather")
    }

    /// Of a view in the middle of the chart; nil where all of it is nearer.
    private func cost(_ chart: ChartCollection, _ router: Router, spacing: Double?) throws -> Cost? {
        let view = try #require(chart.series).view
        // Units are days.
        let gap = spacing.map { $0 * 144 }
        if let spacing, spacing * Double(view.count) < 1280 { return nil }
        let middle = (spacing ?? 0) * Double(view.count) / 2
        let query = gap.map { "lineGap=\($0)&x=\(middle)" } ?? "zoomTo=item"
        // No two alike: an answer that was given lately is remembered.
        let requests = try (0..<300).map { number in
            try Request(.get, "/api/collections/c/plan?width=1280&height=800&\(query)&pointerX=\(number)")
        }
        var (byteCount, next, planned) = (0, 0, 0)
        let plan = median(15) {
            for _ in 0..<20 {
                if case .now(let response) = router.answer(requests[next]), response.status == 200 { planned += 1 }
                next += 1
            }
        }
        #expect(planned == requests.count)
        let parameters = try PlanRequest(requests[0].query, for: chart)
        let chartPlan = try ChartPlan(parameters, try #require(parameters.chart), view)
        let seen = chartPlan.plan.tiles.filter { $0.frame.minX < 1280 && $0.frame.maxX > 0 }
        let layout = SlidesLayout(chartPlan.calculator)
        let drawing = try median(7) {
            for tile in seen {
                let pyramid = Pyramid(layout.pixelSize(of: tile.index, scale: chartPlan.key.scale))
                let region = try #require(pyramid.region(level: 0, column: tile.column, row: tile.row))
                let painter = try #require(SlidePainter(chartPlan.key, view))
                byteCount += painter.tile(region, ofSlide: tile.index).bytes.count
            }
        }
        #expect(byteCount > 0)
        return Cost(plan: plan / 20, drawing: drawing, tileCount: seen.count)
    }

    @Test(arguments: [3, 1]) func everyZoom(lineCount: Int) throws {
        let charts = try Self.counts.map { try chart($0, lineCount: lineCount) }
        let pool = try WorkerPool(threads: 1)
        let pipeline = try TilePipeline(
            maker: PictureTileMaker(), memory: MemoryCache(byteLimit: 1 << 20), disk: nil, workers: 1,
            byteLimit: 1 << 20)
        let wirings = try charts.map { try Wiring([$0], page: .program, pipeline: pipeline, pool: pool) }
        defer { for wiring in wirings { wiring.stop() } }
        let routers = wirings.map(\.router)
        let whole = try #require(try cost(charts[0], routers[0], spacing: nil))
        print("chart │ lines: \(lineCount); plan and tiles in milliseconds, of 10⁴ and of 10⁷ points")
        print("chart │ px a point │  plan 10⁴ │  plan 10⁷ │ tiles 10⁴ │ tiles 10⁷ │ a tile │ tiles, ratio")
        for spacing in Self.spacings {
            let few = try cost(charts[0], routers[0], spacing: spacing)
            let many = try #require(try cost(charts[1], routers[1], spacing: spacing))
            let name = spacing.map { "\($0)" } ?? "all"
            let cells = [
                few.map { String(format: "%9.3f", $0.plan) } ?? "        –", String(format: "%9.3f", many.plan),
                few.map { String(format: "%9.2f", $0.drawing) } ?? "        –", String(format: "%9.2f", many.drawing),
                String(format: "%6.2f", many.drawing / Double(many.tileCount)),
                String(format: "%.2f", many.drawing / (few ?? whole).drawing),
            ]
            let margin = String(repeating: " ", count: 10 - name.count)
            print("chart │ \(margin)\(name) │ " + cells.joined(separator: " │ "))
        }
    }
}
