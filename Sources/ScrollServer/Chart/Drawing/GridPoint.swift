// Places in a chart's plane, in whole 256ths of a device pixel.

import Tiling

/// A place in units of 1/256 device pixel, from the plane's origin or from a region's corner. `y` grows downwards.
///
/// All drawing starts here: places are rounded to this grid of the plane first, and what follows is integers and their
/// differences, so that a picture cannot depend on which region of the plane is drawn.
struct GridPoint: Sendable, Equatable {
    var x: Int
    var y: Int

    /// Units in a pixel.
    static let unitsPerPixel = 256
    /// As far from the origin as places can be, in pixels: 40 times 10¹¹. Differences, times 256, stay within an `Int`.
    static let limit = 0x1p42

    /// The nearest unit to a coordinate in pixels; beyond the limit, the limit. The coordinate must not be NaN.
    static func units(_ pixels: Double) -> Int {
        // Adding and taking away 1.5 × 2⁵² rounds to a whole number, halves to even: |pixels × 256| is at most 2⁵⁰.
        let magic = 0x1.8p52
        return Int(((min(max(pixels, -limit), limit) * 256) + magic) - magic)
    }

    init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    /// The nearest place on the grid, at most `limit` away from the origin; neither coordinate may be NaN.
    init(_ point: Point) {
        x = Self.units(point.x)
        y = Self.units(point.y)
    }

    static func - (a: GridPoint, b: GridPoint) -> GridPoint { GridPoint(x: a.x - b.x, y: a.y - b.y) }
}

/// The pixels that are drawn: a rectangle of the plane.
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

    /// Cuts the size to 1 … `maximumSide` and the corner to what the grid can hold.
    init(_ rect: PixelRect) {
        let limit = Int(GridPoint.limit)
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
