// A rectangle in the plane.

/// A rectangle in points: its top-left corner and its size, which is never negative.
public struct Rect: Sendable, Equatable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The rectangle between two pairs of edges.
    ///
    /// A width or height that would be negative becomes 0.
    public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        self.init(x: minX, y: minY, width: max(0, maxX - minX), height: max(0, maxY - minY))
    }

    public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

    public var minX: Double { x }
    public var minY: Double { y }
    public var maxX: Double { x + width }
    public var maxY: Double { y + height }
    public var midX: Double { x + width / 2 }
    public var midY: Double { y + height / 2 }

    /// The left or top edge.
    public func start(_ axis: Axis) -> Double { axis == .horizontal ? minX : minY }
    /// The right or bottom edge.
    public func end(_ axis: Axis) -> Double { axis == .horizontal ? maxX : maxY }

    /// The rectangle scaled about the origin.
    public func scaled(by factor: Double) -> Rect {
        Rect(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
    }

    /// The rectangle in coordinates whose zero is at `origin`.
    public func relative(to origin: Point) -> Rect {
        Rect(x: x - origin.x, y: y - origin.y, width: width, height: height)
    }

    /// The rectangle with each edge moved outwards by `distance` points.
    public func expanded(by distance: Double) -> Rect {
        Rect(minX: minX - distance, minY: minY - distance, maxX: maxX + distance, maxY: maxY + distance)
    }

    /// The area that both rectangles share.
    ///
    /// Without one, the width or the height is 0.
    public func intersection(_ other: Rect) -> Rect {
        Rect(
            minX: max(minX, other.minX), minY: max(minY, other.minY),
            maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
    }

    /// Whether both rectangles share an area.
    ///
    /// Rectangles that only touch do not.
    public func intersects(_ other: Rect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }
}
