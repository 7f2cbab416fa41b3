// Zooming about a point of the viewport.

/// The rule that keeps the content under the fingers in place while the zoom scale changes.
public enum ZoomAnchor {
    /// The offset at zoom scale `newScale` that leaves the content under `focus` where it was at `scale`.
    ///
    /// `offset + focus` is the content's point under the focus, in points as zoomed; it scales with the zoom. Both
    /// scales are positive. `focus` is in points from the viewport's top-left corner. The result is not clamped.
    public static func offset(from offset: Point, focus: Point, scale: Double, to newScale: Double) -> Point {
        let factor = newScale / scale
        return Point(
            x: (offset.x + focus.x) * factor - focus.x,
            y: (offset.y + focus.y) * factor - focus.y)
    }
}
