// Scrolling to an item.

/// Where in the viewport to put an item.
public enum Alignment: String, Sendable, CaseIterable {
    /// The item's start is at the viewport's start.
    case start
    /// The item's middle is in the viewport's middle.
    case center
    /// The item's end is at the viewport's end.
    case end
    /// The least scrolling that shows all of the item, or fills the viewport with it when it is longer.
    case nearest

    /// The offset at which the content from `start` to `end` is aligned in the viewport, along one axis.
    ///
    /// All values are in points as zoomed. `leading` and `trailing` are the insets at the viewport's ends. The result
    /// is not clamped.
    public func offset(
        start: Double, end: Double, offset: Double, viewport: Double, leading: Double, trailing: Double
    ) -> Double {
        let first = start - leading
        let last = end - (viewport - trailing)
        return switch self {
        case .start: first
        case .center: (first + last) / 2
        case .end: last
        // Between these two offsets an item that fits is wholly visible, and a longer one fills the viewport.
        case .nearest: min(max(offset, min(first, last)), max(first, last))
        }
    }
}

extension ScrollGeometry {
    /// The offset at which `frame` (content points as zoomed) is aligned in the viewport, on both axes; clamped.
    ///
    /// `offset` is the present one, which `.nearest` changes as little as possible.
    public func offset(showing frame: Rect, _ alignment: Alignment, from offset: Point) -> Point {
        func along(_ axis: Axis) -> Double {
            alignment.offset(
                start: frame.start(axis), end: frame.end(axis), offset: offset[axis], viewport: viewport[axis],
                leading: inset.leading(axis), trailing: inset.trailing(axis))
        }
        return clamp(Point(x: along(.horizontal), y: along(.vertical)))
    }

    /// The same geometry with larger insets, so that content smaller than the rest of the viewport lies in its middle.
    /// (Apps with a UIScrollView do the same while zooming.)
    public func centered() -> ScrollGeometry {
        var geometry = self
        let spare = Size(
            width: max(0, viewport.width - inset.left - inset.right - contentSize.width),
            height: max(0, viewport.height - inset.top - inset.bottom - contentSize.height))
        geometry.inset = EdgeInsets(
            top: inset.top + spare.height / 2, left: inset.left + spare.width / 2,
            bottom: inset.bottom + spare.height / 2, right: inset.right + spare.width / 2)
        return geometry
    }

    /// The smallest and the largest valid offset.
    public var range: (minimum: Point, maximum: Point) {
        (
            Point(x: minimum(.horizontal), y: minimum(.vertical)),
            Point(x: maximum(.horizontal), y: maximum(.vertical))
        )
    }

    /// The offset as a bouncing scroll view shows it: past an end, `RubberBand` shortens the overshoot.
    public func banded(_ offset: Point) -> Point {
        func along(_ axis: Axis) -> Double {
            RubberBand.offset(
                offset[axis], minimum: minimum(axis), maximum: maximum(axis), dimension: viewport[axis])
        }
        return Point(x: along(.horizontal), y: along(.vertical))
    }
}
