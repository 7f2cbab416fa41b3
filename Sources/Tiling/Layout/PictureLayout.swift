// One picture by itself.

/// The view of one item: its content is the picture, one point to a pixel at zoom scale 1.
///
/// The others of the collection are not in it; they only count.
public struct PictureLayout: Sendable, Equatable {
    /// Device pixels that a pixel of the picture covers at the most.
    public static let largestPixel = 8.0

    /// Which item it is.
    public let index: Int
    /// Number of items in the collection.
    public let count: Int
    /// Upright, in pixels; both sides at least 1.
    public let size: PixelSize

    public init(index: Int, count: Int, size: PixelSize) {
        self.index = index
        self.count = count
        self.size = PixelSize(width: max(1, size.width), height: max(1, size.height))
    }

    /// At zoom scale 1, in points.
    public var contentSize: Size { Size(width: Double(size.width), height: Double(size.height)) }

    /// All of the content for the item itself; nothing for others.
    public func frame(of index: Int) -> Rect {
        index == self.index ? Rect(x: 0, y: 0, width: contentSize.width, height: contentSize.height) : Rect.zero
    }

    /// The item where `rect` (content points at zoom scale 1) shares an area with it.
    public func items(in rect: Rect) -> Range<Int> {
        frame(of: index).intersects(rect) ? index..<index + 1 : index..<index
    }
}
