// One picture alone.

/// One item alone: its content is the picture, at zoom scale 1 with one point per pixel.
///
/// The other items of the collection have empty frames; they only count.
public struct PictureLayout: Sendable, Equatable {
    /// The most device pixels that one pixel of the picture may be wide.
    public static let largestPixel = 8.0

    /// The item's index in the collection.
    public let index: Int
    /// Number of items in the collection.
    public let count: Int
    /// The picture's size, upright, in pixels; both sides at least 1.
    public let size: PixelSize

    public init(index: Int, count: Int, size: PixelSize) {
        self.index = index
        self.count = count
        self.size = PixelSize(width: max(1, size.width), height: max(1, size.height))
    }

    /// The content's size at zoom scale 1, in points.
    public var contentSize: Size { Size(width: Double(size.width), height: Double(size.height)) }

    /// The whole content for the item itself; an empty rectangle for other items.
    public func frame(of index: Int) -> Rect {
        index == self.index ? Rect(x: 0, y: 0, width: contentSize.width, height: contentSize.height) : Rect.zero
    }

    /// The item, if `rect` (content points at zoom scale 1) shares an area with the picture; otherwise an empty range.
    public func items(in rect: Rect) -> Range<Int> {
        frame(of: index).intersects(rect) ? index..<index + 1 : index..<index
    }
}
