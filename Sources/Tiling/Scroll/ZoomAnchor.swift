// Zooming about a point of the viewport.

/// The rule that keeps what is under the fingers under them while the zoom scale changes.
public enum ZoomAnchor {
    /// The offset at zoom scale `newScale` that leaves the content under `focus` where it was at `scale`.
    ///
    /// `offset + focus` is the point of the content, scaled; it scales with the zoom. Both scales are positive, the focus
    /// is in points from the viewport's top-left corner.
    public static func offset(from offset: Point, focus: Point, scale: Double, to newScale: Double) -> Point {
        let factor = newScale / scale
        return Point(
            x: (offset.x + focus.x) * factor - focus.x,
            y: (offset.y + focus.y) * factor - focus.y)
    }
}
