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
    /// A file in one of the formats that we decode, and how it is to be turned: 1 … 8 as in EXIF.
    case file(ByteSource, orientation: Int)
    /// A picture that is computed where it is looked at.
    case drawing(any ItemDrawing)
}

/// A picture of which any part can be drawn by itself.
protocol ItemDrawing: Sendable {
    /// In pixels, upright, at level 0.
    var size: PixelSize { get }
    /// The highest level that can be drawn.
    var maximumLevel: Int { get }
    /// Draws a rectangle of a level, which lies within that level. Parts that meet show no seam.
    ///
    /// Cost: proportional to the pixels of the rectangle.
    func tile(_ region: PixelRect, level: Int) -> EncodedTile
}
