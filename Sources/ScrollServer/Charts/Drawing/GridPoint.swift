// Positions in a chart's plane, in whole 256ths of a device pixel.

import Tiling

/// A position in units of 1/256 device pixel, relative to the plane's origin or to a region's corner.
///
/// `y` grows downwards.
///
/// All positions are rounded to this grid of the plane before anything is drawn. From then on there are only integers
/// and their differences, so a picture cannot depend on the region in which it is drawn.
struct GridPoint: Sendable, Equatable {
    var x: Int
    var y: Int

    /// Units per pixel.
    static let unitsPerPixel = 256
    /// The largest distance of a position from the origin, in pixels: 2⁴², about 4 · 10¹².
    ///
    /// Differences times 256 then fit into an `Int`.
    static let limit = 0x1p42

    /// The nearest unit to a coordinate in pixels, limited to ±`limit`.
    ///
    /// The coordinate must not be NaN.
    static func units(_ pixels: Double) -> Int {
        rounded(min(max(pixels, -limit), limit) * 256)
    }

    /// The nearest integer to a number of at most 2⁵⁰ in size, halves to even.
    @inline(__always)
    static func rounded(_ units: Double) -> Int {
        // Adding 1.5 × 2⁵² leaves no bits for a fraction. (A call into the C library would cost more than the rest.)
        Int(clamping: (units + 0x1.8p52) - 0x1.8p52)
    }

    init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    /// The nearest position on the grid, limited to `limit`; neither coordinate may be NaN.
    init(_ point: Point) {
        x = Self.units(point.x)
        y = Self.units(point.y)
    }

    static func - (a: GridPoint, b: GridPoint) -> GridPoint { GridPoint(x: a.x - b.x, y: a.y - b.y) }
}

/// The rectangle of the plane that is drawn.
struct DrawingRegion: Sendable {
    /// The left edge, in pixels of the plane.
    let column: Int
    /// The top edge, in pixels of the plane.
    let row: Int
    /// In pixels.
    let width: Int
    /// In pixels.
    let height: Int

    /// The largest width or height of a region.
    static let maximumSide = 2048

    /// Limits the size to 1 … `maximumSide` and the corner to what the grid can hold.
    init(_ rect: PixelRect) {
        let limit = Int(clamping: GridPoint.limit)
        column = min(max(rect.x, -limit), limit)
        row = min(max(rect.y, -limit), limit)
        width = min(max(rect.width, 1), Self.maximumSide)
        height = min(max(rect.height, 1), Self.maximumSide)
    }

    /// The top-left corner.
    var origin: GridPoint { GridPoint(x: column * GridPoint.unitsPerPixel, y: row * GridPoint.unitsPerPixel) }
    /// In units of 1/256 pixel.
    var unitWidth: Int { width * GridPoint.unitsPerPixel }
    /// In units of 1/256 pixel.
    var unitHeight: Int { height * GridPoint.unitsPerPixel }
}
