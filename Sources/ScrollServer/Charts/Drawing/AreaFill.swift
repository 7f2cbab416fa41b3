// The area between a line and a horizontal baseline.

/// Adds the area between a polyline and a horizontal line to a shape.
enum AreaFill {
    /// Adds the area between `points` and `baseline`, in units of 1/256 pixel relative to the region.
    ///
    /// O(points + pixels crossed).
    ///
    /// Parts above and below the baseline have opposite windings; the non-zero rule fills both. The baseline itself
    /// needs no edge: horizontal edges change no coverage.
    static func add(_ points: [GridPoint], baseline: Int, to coverage: inout CoverageBuffer) {
        guard var last = points.first, points.count > 1 else { return }
        coverage.addEdge(GridPoint(x: last.x, y: baseline), last)
        for point in points.dropFirst() {
            coverage.addEdge(last, point)
            last = point
        }
        coverage.addEdge(last, GridPoint(x: last.x, y: baseline))
    }
}
