// An item's own bytes, and what its tiles are made from.

import Tiling

/// The original bytes of an item.
enum Original: Sendable {
    /// An open file, for `sendfile`.
    case file(OpenFile, ImageFormat)
    /// Bytes that exist only in memory.
    case bytes([UInt8], ImageFormat)
}

/// What the tiles of an item are made from.
enum ItemContent: Sendable {
    /// A file in a format that the server decodes, and its orientation: 1 … 8 as in EXIF.
    case file(ByteSource, orientation: Int)
    /// A picture that the server draws, tile by tile.
    case drawing(any ItemDrawing)
}

/// A picture that is computed: any part of it can be drawn alone.
protocol ItemDrawing: Sendable {
    /// In pixels, upright, at level 0.
    var size: PixelSize { get }
    /// The highest level that can be drawn.
    var maximumLevel: Int { get }
    /// Draws the rectangle `region` of a level; it must lie within that level. Neighbouring parts show no seam.
    ///
    /// Cost: proportional to the number of pixels of `region`.
    func tile(_ region: PixelRect, level: Int) -> EncodedTile
}
