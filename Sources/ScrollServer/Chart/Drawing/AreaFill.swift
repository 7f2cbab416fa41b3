// The area between a line and a level.

/// Adds the area between polylines and a horizontal line to a shape.
enum AreaFill {
    /// Adds what lies between `points` and `baseline`, all relative to the region.
    ///
    /// Where the line is above and where it is below the baseline the area turns different ways, and both are inside.
    /// The baseline itself leaves no trace in the sums, being horizontal.
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
