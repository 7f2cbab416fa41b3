// The levels and tiles of Deep Zoom: those of the pyramid, counted from the smallest, with tiles that overlap.

/// A picture as Deep Zoom has it: level 0 is one pixel, and each level has twice the sides of the one before.
public struct DeepZoom: Sendable, Equatable {
    /// The side of a tile without its overlap, in pixels.
    public static let tileSize = 254
    /// How many pixels of its neighbours a tile has on each side where there are any.
    public static let overlap = 1

    public let pyramid: Pyramid

    public init(_ pyramid: Pyramid) { self.pyramid = pyramid }

    /// The namespace of descriptions.
    public static let namespace = "http://schemas.microsoft.com/deepzoom/2008"

    /// The description as XML, which names no address.
    public var xml: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <Image xmlns="\(Self.namespace)" Format="jpg" Overlap="\(Self.overlap)" TileSize="\(Self.tileSize)">\
        <Size Width="\(pyramid.size.width)" Height="\(pyramid.size.height)"/></Image>

        """
    }

    /// The level with all pixels: ⌈log₂ of the longer side⌉.
    public var maximumLevel: Int { pyramid.maximumLevel }

    /// Columns and rows of tiles in a level, 0 … `maximumLevel`.
    public func tileCounts(of level: Int) -> (columns: Int, rows: Int) {
        let size = pyramid.size(of: maximumLevel - level)
        return ((size.width - 1) / Self.tileSize + 1, (size.height - 1) / Self.tileSize + 1)
    }

    /// The pixels of a level that a tile shows, overlap included; nil where there is no such tile.
    public func pixels(level: Int, column: Int, row: Int) -> PixelRect? {
        guard (0...maximumLevel).contains(level) else { return nil }
        let counts = tileCounts(of: level)
        guard (0..<counts.columns).contains(column), (0..<counts.rows).contains(row) else { return nil }
        let size = pyramid.size(of: maximumLevel - level)
        func span(_ number: Int, _ length: Int) -> Range<Int> {
            let start = number * Self.tileSize
            return max(0, start - Self.overlap)..<min(length, start + Self.tileSize + Self.overlap)
        }
        let (x, y) = (span(column, size.width), span(row, size.height))
        return PixelRect(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
    }

    /// The columns or rows of tiles that show some of the pixels `range` along a side of `length` pixels.
    public func tiles(showing range: Range<Int>, of length: Int) -> Range<Int> {
        let last = (max(1, length) - 1) / Self.tileSize
        // A tile shows the last pixel of the one before, and the first of the one behind.
        let first = max(0, (range.lowerBound - Self.overlap) / Self.tileSize)
        return min(first, last)..<min(last, (range.upperBound - 1 + Self.overlap) / Self.tileSize) + 1
    }

    /// The picture's pixels that a tile shows, overlap included, and the tile's size; nil where there is no such tile.
    public func tile(level: Int, column: Int, row: Int) -> (region: PixelRect, size: PixelSize)? {
        guard let pixels = pixels(level: level, column: column, row: row) else { return nil }
        let reduction = maximumLevel - level
        let (left, top) = (pixels.x << reduction, pixels.y << reduction)
        let region = PixelRect(
            x: left, y: top, width: min((pixels.x + pixels.width) << reduction, pyramid.size.width) - left,
            height: min((pixels.y + pixels.height) << reduction, pyramid.size.height) - top)
        return (region, pixels.size)
    }
}
