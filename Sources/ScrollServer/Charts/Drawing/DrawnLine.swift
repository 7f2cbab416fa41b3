// One line of a chart, ready to be drawn.

import Tiling

/// A line in the plane of device pixels.
struct DrawnLine: Sendable, Equatable {
    /// The line's number in the chart, from 0: see `ChartStyle.colour(ofLine:)`.
    var number: Int
    /// The width of the stroke in device pixels, 0 … 256; 0 draws none.
    var width: Double
    /// The diameter of the points' discs in device pixels, 0 … 256; 0 draws none.
    ///
    /// A line of columns has no discs.
    var pointSize: Double = 0
    /// Whether the line is dashed as its number says; a line of columns never is.
    var isDashed = true
    /// The opacity of the stroke, 0 … 1.
    var opacity = 1.0
    /// The area between the line and a baseline; nil for none.
    var area: Area?
    /// The rows of the plane that it may paint; nil for all.
    var rows: Range<Int>?
    var geometry: Geometry

    struct Area: Sendable, Equatable {
        /// y of the baseline, in device pixels of the plane.
        var baseline: Double
        /// 0 … 1.
        var opacity: Double
    }

    /// The dash of the stroke, where the style has so many colours.
    func dash(colourCount: Int) -> LineDash {
        guard isDashed, !geometry.isColumns else { return .solid }
        return LineDash.dash(ofLine: number, colourCount: colourCount)
    }

    /// The course of the line.
    ///
    /// Coordinates are device pixels of the plane; those that are not finite are gaps. A point between two gaps becomes
    /// a disc of the line's width or the point size, whichever is larger.
    ///
    /// A region's picture depends on everything within `reach` of it. It also depends on one more point on either side,
    /// which turns a cap into a join; for columns, on one more column on either side.
    enum Geometry: Sendable, Equatable {
        /// Straight lines from point to point.
        case polyline([[Point]])
        /// The same, where each value holds until the next point.
        case steps([[Point]])
        /// Bars between the area's baseline and their ends; they have neither a stroke nor discs.
        case bars([DrawnBar])
        /// Bézier curves.
        case curve([CurvePath])
        /// More than one value per pixel column: `first` is the number of the first column, counted from the plane's
        /// left edge; the others follow to the right. nil where a column has no value.
        case columns(first: Int, [ColumnExtremes?])

        var isColumns: Bool {
            if case .columns = self { true } else { false }
        }
    }

    /// The largest distance of ink from the line, in whole device pixels.
    var reach: Int { Self.reach(width: width, pointSize: pointSize) }

    /// The reach of a line of that width with points of that size, both in device pixels.
    static func reach(width: Double, pointSize: Double) -> Int {
        Int(clamping: (max(bounded(width), bounded(pointSize)) / 2).rounded(.up)) + 1
    }

    /// The size limited to 0 … 256; 0 for NaN.
    static func bounded(_ size: Double) -> Double { size > 0 ? min(size, 256) : 0 }
}

extension DrawnLine {
    /// The points between gaps.
    static func runs(of points: [Point?]) -> [[Point]] {
        points.split(separator: nil).map { $0.compactMap(\.self) }
    }

    /// The corners of a line that holds each value until the next point.
    static func stairs(_ path: [Point]) -> [Point] {
        guard let first = path.first else { return [] }
        var (corners, last) = ([first], first)
        for point in path.dropFirst() {
            corners.append(Point(x: point.x, y: last.y))
            corners.append(point)
            last = point
        }
        return corners
    }
}

/// A bar, in device pixels of the plane.
struct DrawnBar: Sendable, Equatable {
    var left: Double
    var right: Double
    /// y of its end; the other end is the area's baseline.
    var y: Double
}

/// A chain of cubic Bézier curves.
struct CurvePath: Sendable, Equatable {
    var start: Point
    /// Each segment starts at the end of the one before.
    var segments: [CubicSegment]
}

/// A cubic segment; it starts where the segment before it ends.
struct CubicSegment: Sendable, Equatable {
    var control1: Point
    var control2: Point
    var end: Point

    var isFinite: Bool { control1.isFinite && control2.isFinite && end.isFinite }
}

/// The values in one pixel column, as y in device pixels of the plane: the first and last by x, and the extremes.
struct ColumnExtremes: Sendable, Equatable {
    var first: Double
    /// The smallest y, which is the highest position.
    var minY: Double
    var maxY: Double
    var last: Double

    /// Whether no number is NaN.
    ///
    /// Infinite numbers are allowed; they lie far up or down.
    var isNumber: Bool { !(first.isNaN || minY.isNaN || maxY.isNaN || last.isNaN) }
}

/// A line across the whole chart, one device pixel wide.
struct Gridline: Sendable, Equatable {
    /// The direction in which the line runs.
    var axis: Axis
    /// y of a horizontal line, x of a vertical one, in device pixels of the plane.
    ///
    /// The pixels that contain it are painted.
    var position: Double
    /// Whether the line marks the value 0 and is painted more strongly.
    var isStrong = false
}
