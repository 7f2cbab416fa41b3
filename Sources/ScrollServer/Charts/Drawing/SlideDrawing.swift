// A chart's slide as pixels.

import Pixels
import Tiling

/// The content of a part of a chart: gridlines, areas, lines and points, in a plane of device pixels.
///
/// A pixel does not depend on the region in which it is drawn: tiles cut anywhere fit together byte for byte, for
/// coordinates up to 4·10¹².
package struct SlideDrawing: Sendable, Equatable {
    package var style: ChartStyle
    /// Drawn first; the strong ones are drawn over the others.
    var gridlines: [Gridline] = []
    /// First all areas are drawn in this order, then all lines, each with its points.
    var lines: [DrawnLine] = []

    /// The pixels of a region, as RGB.
    ///
    /// `region` is in device pixels of the plane; its sides are limited to 1 … `DrawingRegion.maximumSide`.
    package func draw(_ region: PixelRect) -> PixelBuffer { canvas(DrawingRegion(region)).pixelBuffer }

    /// The pixels of a region as a PNG.
    func encode(_ region: PixelRect) -> EncodedTile { canvas(DrawingRegion(region)).encoded }

    private func canvas(_ region: DrawingRegion) -> Canvas {
        var canvas = Canvas(width: region.width, height: region.height, ground: style.ground)
        for line in gridlines where !line.isStrong { draw(line, region: region, on: &canvas) }
        for line in gridlines where line.isStrong { draw(line, region: region, on: &canvas) }
        var coverage = CoverageBuffer(width: region.width, height: region.height)
        let pens = lines.map { LinePen($0, style, region: region) }
        for pen in pens {
            canvas.rows = pen.rows
            pen.drawArea(with: &coverage, on: &canvas)
        }
        for pen in pens {
            canvas.rows = pen.rows
            pen.drawLine(with: &coverage, on: &canvas)
        }
        return canvas
    }

    private func draw(_ line: Gridline, region: DrawingRegion, on canvas: inout Canvas) {
        guard line.position.isFinite else { return }
        let pixel = GridPoint.units(line.position) >> 8
        let colour = line.isStrong ? style.strongGridline : style.gridline
        switch line.axis {
        case .horizontal:
            let row = pixel - region.row
            canvas.fill(columns: 0..<region.width, rows: row..<row + 1, colour: colour)
        case .vertical:
            let column = pixel - region.column
            canvas.fill(columns: column..<column + 1, rows: 0..<region.height, colour: colour)
        }
    }
}

/// Draws one line in one region.
private struct LinePen {
    private let line: DrawnLine
    private let colour: UInt32
    private let region: DrawingRegion
    /// The width of the stroke, in units of 1/256 pixel.
    private let strokeWidth: Double
    /// nil for a line without gaps.
    private let dash: Dasher?
    private let pointSize: Double
    private let runs: [[GridPoint]]
    /// The points that get a disc, relative to the region.
    private let points: [GridPoint]

    init(_ line: DrawnLine, _ style: ChartStyle, region: DrawingRegion) {
        self.line = line
        colour = style.colour(ofLine: line.number)
        self.region = region
        let unitsPerPixel = Double(GridPoint.unitsPerPixel)
        strokeWidth = DrawnLine.bounded(line.width) * unitsPerPixel
        pointSize = DrawnLine.bounded(line.pointSize) * unitsPerPixel
        dash = Dasher(line.dash(colourCount: style.lineColours.count), width: strokeWidth)
        let reach = line.reach * GridPoint.unitsPerPixel
        var tracer = PathTracer(region: region, reach: reach)
        var marks = PointMarks(region: region, reach: reach)
        let hasPoints = pointSize > 0
        switch line.geometry {
        case .polyline(let paths):
            for path in paths {
                tracer.add(path)
                if hasPoints { for point in path { marks.add(point) } }
            }
        case .steps(let paths):
            for path in paths {
                tracer.add(DrawnLine.stairs(path))
                if hasPoints { for point in path { marks.add(point) } }
            }
        case .curve(let paths):
            for path in paths {
                tracer.add(path)
                guard hasPoints else { continue }
                marks.add(path.start)
                for segment in path.segments { marks.add(segment.end) }
            }
        case .columns, .bars: break
        }
        runs = tracer.runs
        points = marks.points
    }

    /// The rows of the region that it may paint.
    var rows: Range<Int> {
        let rows = line.rows ?? Int.min / 2..<Int.max / 2
        return (rows.lowerBound - region.row..<rows.upperBound - region.row).clamped(to: 0..<region.height)
    }

    /// Paints the area between the line and its baseline.
    func drawArea(with coverage: inout CoverageBuffer, on canvas: inout Canvas) {
        guard let area = line.area, area.baseline.isFinite, area.opacity > 0 else { return }
        let baseline = GridPoint.units(area.baseline) - region.origin.y
        let opacity = Int(clamping: (min(area.opacity, 1) * 256).rounded())
        if case .columns(let first, let columns) = line.geometry {
            ColumnBand(columns, first: first, lineWidth: 256, baseline: baseline, region: region)
                .draw(on: &canvas, colour: colour, opacity: opacity)
        } else if case .bars(let bars) = line.geometry {
            for (index, bar) in bars.enumerated() {
                // Before the sums overflow: see `CoverageBuffer.saturate`.
                if index & 4095 == 4095 { coverage.saturate() }
                add(bar, baseline: baseline, to: &coverage)
            }
            canvas.fill(&coverage, colour: colour, opacity: opacity)
        } else {
            for run in runs { AreaFill.add(run, baseline: baseline, to: &coverage) }
            canvas.fill(&coverage, colour: colour, opacity: opacity)
        }
    }

    /// Adds a bar that can be seen in the region.
    private func add(_ bar: DrawnBar, baseline: Int, to coverage: inout CoverageBuffer) {
        let ends = [Point(x: bar.left, y: bar.y), Point(x: bar.right, y: bar.y)]
        guard ends.allSatisfy({ $0.isFinite && PlaneLimits.contains($0) }) else { return }
        let corners = ends.map { GridPoint($0) - region.origin }
        guard corners[1].x > 0, corners[0].x < region.unitWidth else { return }
        AreaFill.add(corners, baseline: baseline, to: &coverage)
    }

    /// Paints the line and its points.
    func drawLine(with coverage: inout CoverageBuffer, on canvas: inout Canvas) {
        if case .bars = line.geometry { return }
        if case .columns(let first, let columns) = line.geometry {
            guard strokeWidth > 0 else { return }
            return ColumnBand(columns, first: first, lineWidth: strokeWidth, baseline: nil, region: region)
                .draw(on: &canvas, colour: colour, opacity: opacity)
        }
        if strokeWidth > 0 {
            var stroker = Stroker(width: strokeWidth, region: region)
            for run in runs {
                for mark in dash?.runs(of: run, origin: region.origin) ?? [run] { stroker.add(mark, to: &coverage) }
            }
        }
        if pointSize > 0 {
            let disc = Disc(diameter: pointSize)
            for (index, point) in points.enumerated() {
                // Before the sums overflow: see `CoverageBuffer.saturate`.
                if index & 4095 == 4095 { coverage.saturate() }
                disc.add(at: point, to: &coverage)
            }
        }
        canvas.fill(&coverage, colour: colour, opacity: opacity)
    }

    /// In 256ths.
    private var opacity: Int { Int(clamping: (min(max(line.opacity, 0), 1) * 256).rounded()) }
}

/// The points of a line that can be seen in a region.
private struct PointMarks {
    private let region: DrawingRegion
    private let reach: Int
    /// Relative to the region.
    private(set) var points: [GridPoint] = []

    init(region: DrawingRegion, reach: Int) {
        self.region = region
        self.reach = reach
    }

    mutating func add(_ point: Point) {
        guard point.isFinite, PlaneLimits.contains(point) else { return }
        let gridPoint = GridPoint(point) - region.origin
        guard gridPoint.x > -reach, gridPoint.x < region.unitWidth + reach, gridPoint.y > -reach,
            gridPoint.y < region.unitHeight + reach
        else { return }
        points.append(gridPoint)
    }
}
