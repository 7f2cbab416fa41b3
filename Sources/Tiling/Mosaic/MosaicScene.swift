// What one tile of a mosaic shows: the rows of small cells that cross it.

/// One row of cells, whole or the part of it that crosses a tile.
public struct MosaicRow: Sendable, Equatable {
    /// Indices of the items, from the first cell to the last, left to right.
    public var items: Range<Int>
    /// Left edge of the first item's cell, in device pixels from the tile's left edge; negative where it begins before.
    public var x: Double
    /// Top edge of the cells, in device pixels from the tile's top edge.
    public var y: Double

    public init(items: Range<Int>, x: Double, y: Double) {
        self.items = items
        self.x = x
        self.y = y
    }
}

/// What one tile of a mosaic shows.
public struct MosaicScene: Sendable, Equatable {
    /// Size of the tile in device pixels.
    public var size: PixelSize
    /// Side of a cell without its gap, in device pixels; may be far less than 1.
    public var side: Double
    /// Distance from a cell's edge to the next one's, in device pixels: `side` and the gap.
    public var pitch: Double
    /// From top to bottom.
    public var rows: [MosaicRow]

    public init(size: PixelSize, side: Double, pitch: Double, rows: [MosaicRow]) {
        self.size = size
        self.side = side
        self.pitch = pitch
        self.rows = rows
    }
}
