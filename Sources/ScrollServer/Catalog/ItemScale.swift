// The real size of an item's pixels, and where they lie on a map.

import Metadata
import Tiling

/// What an item's file tells of the real size of its pixels.
package struct ItemScale: Sendable {
    package let pixels: PixelScale
    package let orientation: Orientation
    /// As stored, in pixels.
    private let width: Int
    private let height: Int

    /// nil for a picture that tells nothing.
    package init?(_ header: ImageHeader) {
        guard let scale = header.facts?.scale else { return nil }
        (pixels, width, height) = (scale, header.width, header.height)
        orientation = Orientation(rawValue: header.orientation) ?? .up
    }

    /// The width and height of a pixel of the upright picture, in metres; nil where they are not the same everywhere.
    package var metres: (x: Double, y: Double)? {
        pixels.metres(orientation: orientation.rawValue, width: width, height: height)
    }

    /// The map's coordinates of a point of the upright picture, in pixels; nil where the picture is no map.
    package func position(of point: Point) -> (x: Double, y: Double)? {
        let (column, row) = stored(point)
        return pixels.map?.position(column: column, row: row)
    }

    /// The distance of two points of the upright picture, in metres; nil where that is not known.
    package func distance(from: Point, to: Point) -> Double? {
        if let map = pixels.map { return map.distance(from: stored(from), to: stored(to)) }
        guard let (x, y) = metres else { return nil }
        let (across, down) = ((to.x - from.x) * x, (to.y - from.y) * y)
        return (across * across + down * down).squareRoot()
    }

    /// The place in the stored picture of a point of the upright one.
    private func stored(_ point: Point) -> (column: Double, row: Double) {
        let (across, down) = orientation.swapsAxes ? (point.y, point.x) : (point.x, point.y)
        return (
            orientation.isFromRight ? Double(width) - across : across,
            orientation.isFromBottom ? Double(height) - down : down
        )
    }
}
