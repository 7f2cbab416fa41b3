// The range of scrolling: the rules of UIScrollView's contentSize, contentOffset and contentInset.

/// The range of offsets a viewport can have over its content.
public struct ScrollGeometry: Sendable, Equatable {
    /// The content's size as zoomed, in points.
    public var contentSize: Size
    /// The size of the visible area, in points.
    public var viewport: Size
    /// Points of free room around the content that scroll with it.
    public var inset = EdgeInsets.zero

    /// The smallest offset along `axis`: `-inset`.
    public func minimum(_ axis: Axis) -> Double { -inset.leading(axis) }

    /// The largest offset along `axis`: `contentSize + inset − viewport`, or the smallest one where content and insets do
    /// not fill the viewport (such content does not scroll).
    public func maximum(_ axis: Axis) -> Double {
        max(minimum(axis), contentSize[axis] + inset.trailing(axis) - viewport[axis])
    }

    /// The valid offset nearest to `offset`.
    public func clamp(_ offset: Point) -> Point {
        Point(x: clamp(offset.x, .horizontal), y: clamp(offset.y, .vertical))
    }

    private func clamp(_ value: Double, _ axis: Axis) -> Double {
        min(max(value, minimum(axis)), maximum(axis))
    }

    /// Which ends the offset is at; all four where the content does not scroll.
    public func edges(at offset: Point) -> ScrollEdges {
        ScrollEdges(
            top: offset.y <= minimum(.vertical), bottom: offset.y >= maximum(.vertical),
            left: offset.x <= minimum(.horizontal), right: offset.x >= maximum(.horizontal))
    }
}

/// The ends of the content at which a viewport stands, where scrolling on in that direction does nothing.
public struct ScrollEdges: Sendable, Equatable {
    public var top: Bool
    public var bottom: Bool
    public var left: Bool
    public var right: Bool

    public init(top: Bool, bottom: Bool, left: Bool, right: Bool) {
        (self.top, self.bottom, self.left, self.right) = (top, bottom, left, right)
    }
}
