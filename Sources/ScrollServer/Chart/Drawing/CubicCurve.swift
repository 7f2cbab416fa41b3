// Bézier curves as polylines.

/// A cubic Bézier curve on the grid, seen from its own start.
///
/// Everything is found from the differences of its four points, so a curve has the same corners wherever in the plane it
/// lies, and whichever part of it is asked for.
struct CubicCurve {
    /// How far the polyline may be from the curve, in units of 1/256 pixel: 1/16 pixel.
    static let tolerance = 16.0
    /// Steps of a curve at most: one that is longer than the widest chart by far.
    private static let maximumStepCount = 1 << 20

    let start: GridPoint
    /// Relative to the start, in units; whole numbers below 2⁵².
    private let control1: (x: Double, y: Double)
    private let control2: (x: Double, y: Double)
    private let end: (x: Double, y: Double)

    /// Through `start` and `end`, bent by two control points.
    init(_ start: GridPoint, _ control1: GridPoint, _ control2: GridPoint, _ end: GridPoint) {
        self.start = start
        self.control1 = (Double(control1.x - start.x), Double(control1.y - start.y))
        self.control2 = (Double(control2.x - start.x), Double(control2.y - start.y))
        self.end = (Double(end.x - start.x), Double(end.y - start.y))
    }

    /// The number of equal steps of t that keep the polyline within the tolerance: √(¾ · D / tolerance), where D is the
    /// larger second difference of the points (G. Wang, 1984; T. Sederberg, Computer Aided Geometric Design, ch. 10.6).
    var stepCount: Int {
        let first = (x: control2.x - 2 * control1.x, y: control2.y - 2 * control1.y)
        let second = (x: control1.x - 2 * control2.x + end.x, y: control1.y - 2 * control2.y + end.y)
        let square = max(first.x * first.x + first.y * first.y, second.x * second.x + second.y * second.y)
        let count = (0.75 / Self.tolerance * square.squareRoot()).squareRoot()
        return Int(min(max(count.rounded(.up), 1), Double(Self.maximumStepCount)))
    }

    /// The corner after `index` of `count` steps, relative to the start.
    func place(_ index: Int, of count: Int) -> GridPoint {
        if index == 0 { return GridPoint(x: 0, y: 0) }
        if index == count { return GridPoint(x: Int(end.x), y: Int(end.y)) }
        let point = blossom(Double(index) / Double(count), Double(index) / Double(count), Double(index) / Double(count))
        return GridPoint(x: Int(point.x.rounded()), y: Int(point.y.rounded()))
    }

    /// What some of the steps do not leave, relative to the start: the bounds of the control points of that part, which
    /// are the curve's blossom at its ends (L. Ramshaw, 1987).
    func bounds(from first: Int, to last: Int, of count: Int) -> (minX: Int, maxX: Int, minY: Int, maxY: Int) {
        let (a, b) = (Double(first) / Double(count), Double(last) / Double(count))
        let points = (blossom(a, a, a), blossom(a, a, b), blossom(a, b, b), blossom(b, b, b))
        let minX = min(points.0.x, points.1.x, points.2.x, points.3.x)
        let maxX = max(points.0.x, points.1.x, points.2.x, points.3.x)
        let minY = min(points.0.y, points.1.y, points.2.y, points.3.y)
        let maxY = max(points.0.y, points.1.y, points.2.y, points.3.y)
        // Two units for rounding.
        return (Int(minX) - 2, Int(maxX) + 2, Int(minY) - 2, Int(maxY) + 2)
    }

    /// The polar form: linear in each parameter, the curve where all three are equal.
    private func blossom(_ r: Double, _ s: Double, _ t: Double) -> (x: Double, y: Double) {
        let first = r * (1 - s) * (1 - t) + (1 - r) * s * (1 - t) + (1 - r) * (1 - s) * t
        let second = r * s * (1 - t) + r * (1 - s) * t + (1 - r) * s * t
        let third = r * s * t
        return (
            control1.x * first + control2.x * second + end.x * third,
            control1.y * first + control2.y * second + end.y * third
        )
    }
}
