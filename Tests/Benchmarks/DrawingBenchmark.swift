// Charts' tiles, drawn and encoded; Tests/BenchmarkPeers/drawing.py runs the same beside Agg and cairo.
import Foundation
import Testing
import Tiling

@testable import Charts
@testable import Imaging

@Suite(.serialized, .enabled(if: ImagingMeasurement.isWanted, "set SCROLLSERVER_BENCHMARK to run it"))
struct DrawingBenchmark {
    private static let side = 512

    /// A level that wanders over the tile: the same numbers as the peers' (a linear congruential generator).
    private static func values(_ count: Int) -> [Double] {
        var state: UInt32 = 1
        return (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return 56 + Double(state >> 8) / Double(1 << 24) * 400
        }
    }

    /// `count` points from edge to edge.
    private static func points(_ count: Int) -> [Point] {
        values(count).enumerated().map { Point(x: Double($0 * side) / Double(count - 1), y: $1) }
    }

    private static func curve(_ points: [Point]) -> CurvePath {
        CurvePath(
            start: points[0],
            segments: zip(points, points.dropFirst()).map { a, b in
                let third = (b.x - a.x) / 3
                return CubicSegment(
                    control1: Point(x: a.x + third, y: a.y), control2: Point(x: b.x - third, y: b.y), end: b)
            })
    }

    @Test func tiles() {
        let tile = PixelRect(x: 0, y: 0, width: Self.side, height: Self.side)
        func report(_ name: String, _ geometry: DrawnLine.Geometry, area: DrawnLine.Area? = nil) {
            let drawing = SlideDrawing(
                style: .light, lines: [DrawnLine(number: 0, width: 2, area: area, geometry: geometry)])
            ImagingMeasurement.report("draw \(name)", pixelCount: Self.side * Self.side) { _ = drawing.draw(tile) }
            let size = drawing.encode(tile).bytes.count
            ImagingMeasurement.report("draw and encode \(name) (\(size) bytes)", pixelCount: Self.side * Self.side) {
                _ = drawing.encode(tile)
            }
        }
        for count in [33, 129, 1001] {
            let points = Self.points(count)
            report("line of \(count)", .polyline([points]))
            report("curve of \(count)", .curve([Self.curve(points)]))
            report("area under \(count)", .polyline([points]), area: DrawnLine.Area(baseline: 500, opacity: 0.2))
        }
        for perColumn in [20, 20_000] {
            let values = Self.values(Self.side * perColumn)
            let columns = (0..<Self.side).map { column -> ColumnExtremes? in
                let own = values[column * perColumn..<(column + 1) * perColumn]
                return ColumnExtremes(
                    first: own.first ?? .nan, minY: own.min() ?? .nan, maxY: own.max() ?? .nan, last: own.last ?? .nan)
            }
            report("columns of \(Self.side * perColumn) points", .columns(first: 0, columns))
        }
    }
}
