// One line of a chart, ready to be drawn.

import Tiling

/// A line in the plane of device pixels.
struct DrawnLine: Sendable, Equatable {
    /// Which line of the chart it is, from 0: see `ChartStyle.colour(ofLine:)`.
    var number: Int
    /// Of the stroke, in device pixels, 0 … 256; 0 draws none.
    var width: Double
    /// Of the discs on the points, in device pixels, 0 … 256; 0 draws none. Columns have none.
    var pointSize: Double = 0
    /// The area between the line and a level; nil for none.
    var area: Area?
    var geometry: Geometry

    struct Area: Sendable, Equatable {
        /// y of the level, in device pixels of the plane.
        var baseline: Double
        /// 0 … 1.
        var opacity: Double
    }

    /// Where it runs; coordinates are device pixels of the plane, and those that are not finite are gaps. A point that
    /// nothing is joined to is a disc of the width or the point size, whichever is larger.
    ///
    /// A region's picture depends on what lies within `reach` of it, and on one point more on either side, without which
    /// a join would be a cap; columns, on those within `reach` and one more.
    enum Geometry: Sendable, Equatable {
        /// Straight from point to point.
        case polyline([[Point]])
        /// Bézier curves.
        case curve([CurvePath])
        /// More than one value to a column of pixels: the column with the given number, counted from the plane's
        /// left edge, and those right of it; nil where a column has no value.
        case columns(first: Int, [ColumnExtremes?])
    }

    /// How far from the line ink can be, in whole device pixels.
    var reach: Int { Self.reach(width: width, pointSize: pointSize) }

    /// The same of a line of that width and points of that size.
    static func reach(width: Double, pointSize: Double) -> Int {
        Int((max(bounded(width), bounded(pointSize)) / 2).rounded(.up)) + 1
    }

    /// The size cut to what can be drawn; what is not a number is 0.
    static func bounded(_ size: Double) -> Double { size > 0 ? min(size, 256) : 0 }
}

/// A chain of cubic Bézier curves.
struct CurvePath: Sendable, Equatable {
    var start: Point
    /// Each from the end of the one before.
    var segments: [CubicSegment]
}

/// The next cubic of a chain.
struct CubicSegment: Sendable, Equatable {
    var control1: Point
    var control2: Point
    var end: Point

    var isFinite: Bool { control1.isFinite && control2.isFinite && end.isFinite }
}

/// The values in one column of pixels, as y in device pixels of the plane, and in the order of x.
struct ColumnExtremes: Sendable, Equatable {
    var first: Double
    /// The least y, which is the highest place.
    var minY: Double
    var maxY: Double
    var last: Double

    /// Infinite ends are far up or down.
    var isNumber: Bool { !(first.isNaN || minY.isNaN || maxY.isNaN || last.isNaN) }
}

/// A line across the whole chart, one device pixel wide.
struct Gridline: Sendable, Equatable {
    /// The direction in which it runs.
    var axis: Axis
    /// y of a horizontal line, x of a vertical one, in device pixels of the plane: the pixels that hold it are inked.
    var position: Double
    /// For the axis or the level 0.
    var isStrong = false
}
