// The levels and tiles of Deep Zoom: those of the pyramid, counted from the smallest, with tiles that overlap.

/// A picture as Deep Zoom has it: level 0 is one pixel, and each level has twice the sides of the one before.
public struct DeepZoom: Sendable, Equatable {
    /// The side of a tile without its overlap, in pixels.
    public static let tileSize = 254
    /// How many pixels of its neighbours a tile has on each side where there are any.
    public static let overlap = 1

    public let pyramid: Pyramid

    public init(_ pyramid: Pyramid) { self.pyramid = pyramid }

    /// The level with all pixels: ⌈log₂ of the longer side⌉.
    public var maximumLevel: Int { pyramid.maximumLevel }

    /// Columns and rows of tiles in a level, 0 … `maximumLevel`.
    public func tileCounts(of level: Int) -> (columns: Int, rows: Int) {
        let size = pyramid.size(of: maximumLevel - level)
        return ((size.width - 1) / Self.tileSize + 1, (size.height - 1) / Self.tileSize + 1)
    }

    /// The picture's pixels that a tile shows, overlap included, and the tile's size; nil where there is no such tile.
    public func tile(level: Int, column: Int, row: Int) -> (region: PixelRect, size: PixelSize)? {
        guard (0...maximumLevel).contains(level) else { return nil }
        let counts = tileCounts(of: level)
        guard (0..<counts.columns).contains(column), (0..<counts.rows).contains(row) else { return nil }
        let reduction = maximumLevel - level
        let size = pyramid.size(of: reduction)
        func span(_ number: Int, _ length: Int) -> Range<Int> {
            let start = number * Self.tileSize
            return max(0, start - Self.overlap)..<min(length, start + Self.tileSize + Self.overlap)
        }
        let (x, y) = (span(column, size.width), span(row, size.height))
        let (left, top) = (x.lowerBound << reduction, y.lowerBound << reduction)
        let region = PixelRect(
            x: left, y: top, width: min(x.upperBound << reduction, pyramid.size.width) - left,
            height: min(y.upperBound << reduction, pyramid.size.height) - top)
        return (region, PixelSize(width: x.count, height: y.count))
    }
}
