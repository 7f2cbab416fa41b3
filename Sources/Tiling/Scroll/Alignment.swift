// Scrolling to an item.

/// Where in the viewport an item is to be.
public enum Alignment: String, Sendable, CaseIterable {
    /// Its beginning at the viewport's beginning.
    case start
    /// Its middle in the viewport's middle.
    case center
    /// Its end at the viewport's end.
    case end
    /// Wherever it takes the least scrolling to show all of it, or as much of it as the viewport holds.
    case nearest

    /// The offset at which the span from `start` to `end` of the content has this place in the viewport.
    ///
    /// All in points as zoomed. `leading` and `trailing` are what covers the viewport's ends; the result is not clamped.
    public func offset(
        start: Double, end: Double, offset: Double, viewport: Double, leading: Double, trailing: Double
    ) -> Double {
        let first = start - leading
        let last = end - (viewport - trailing)
        return switch self {
        case .start: first
        case .center: (first + last) / 2
        case .end: last
        // Between the two offsets everything is seen, or, of what is longer than the viewport, nothing else is.
        case .nearest: min(max(offset, min(first, last)), max(first, last))
        }
    }
}

extension ScrollGeometry {
    /// The offset nearest to `offset` at which `frame` (content points as zoomed) has this place, on both axes; clamped.
    public func offset(showing frame: Rect, _ alignment: Alignment, from offset: Point) -> Point {
        func along(_ axis: Axis) -> Double {
            alignment.offset(
                start: frame.start(axis), end: frame.end(axis), offset: offset[axis], viewport: viewport[axis],
                leading: inset.leading(axis), trailing: inset.trailing(axis))
        }
        return clamp(Point(x: along(.horizontal), y: along(.vertical)))
    }

    /// The same content with its insets grown, so that content smaller than what is left of the viewport lies in its
    /// middle: what UIScrollView's users do by hand while zooming.
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

    /// The smallest valid offset and the largest.
    public var range: (minimum: Point, maximum: Point) {
        (
            Point(x: minimum(.horizontal), y: minimum(.vertical)),
            Point(x: maximum(.horizontal), y: maximum(.vertical))
        )
    }

    /// The offset as a bouncing scroll view shows it: past an end, the rubber band holds it back.
    public func banded(_ offset: Point) -> Point {
        func along(_ axis: Axis) -> Double {
            RubberBand.offset(
                offset[axis], minimum: minimum(axis), maximum: maximum(axis), dimension: viewport[axis])
        }
        return Point(x: along(.horizontal), y: along(.vertical))
    }
}
