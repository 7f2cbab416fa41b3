// Bézier curves as polylines.

/// A cubic Bézier curve on the grid, relative to its own start.
///
/// Everything is computed from the differences of its four points. So its corners depend neither on where it lies in
/// the plane nor on which part of it is drawn.
struct CubicCurve {
    /// The largest distance between the polyline and the curve, in units of 1/256 pixel: 1/16 pixel.
    static let tolerance = 16.0
    /// The most steps of one curve, enough for curves far longer than the widest chart.
    private static let maximumStepCount = 1 << 20

    let start: GridPoint
    /// Relative to the start, in units; whole numbers of at most 2⁵¹.
    private let control1: (x: Double, y: Double)
    private let control2: (x: Double, y: Double)
    private let end: (x: Double, y: Double)

    /// The curve from `start` to `end` with two control points.
    init(_ start: GridPoint, _ control1: GridPoint, _ control2: GridPoint, _ end: GridPoint) {
        self.start = start
        self.control1 = (Double(control1.x - start.x), Double(control1.y - start.y))
        self.control2 = (Double(control2.x - start.x), Double(control2.y - start.y))
        self.end = (Double(end.x - start.x), Double(end.y - start.y))
    }

    /// The number of equal steps of t that keep the polyline within the tolerance: √(¾ · D / tolerance).
    ///
    /// D is the larger second difference of the points (G. Wang, 1984; T. Sederberg, Computer Aided Geometric Design,
    /// ch. 10.6). A narrow monotone curve needs fewer steps: a step and its chord lie in one box, so their distance is
    /// at most the box's width or height.
    var stepCount: Int {
        let first = (x: control2.x - 2 * control1.x, y: control2.y - 2 * control1.y)
        let second = (x: control1.x - 2 * control2.x + end.x, y: control1.y - 2 * control2.y + end.y)
        let square = max(first.x * first.x + first.y * first.y, second.x * second.x + second.y * second.y)
        var count = (0.75 / Self.tolerance * square.squareRoot()).squareRoot()
        if let width = Self.breadth(control1.x, control2.x, end.x),
            let height = Self.breadth(control1.y, control2.y, end.y)
        {
            count = min(count, min(width, height) / Self.tolerance)
        }
        return Int(clamping: min(max(count.rounded(.up), 1), Double(Self.maximumStepCount)))
    }

    /// The most that a coordinate changes while t grows by 1: three times the longest leg; nil where it is not
    /// monotone.
    private static func breadth(_ control1: Double, _ control2: Double, _ end: Double) -> Double? {
        let legs = (control1, control2 - control1, end - control2)
        let (least, most) = (min(legs.0, legs.1, legs.2), max(legs.0, legs.1, legs.2))
        return least >= 0 ? 3 * most : most <= 0 ? -3 * least : nil
    }

    /// The corner after `index` of `count` steps, relative to the start.
    func point(_ index: Int, of count: Int) -> GridPoint {
        if index == 0 { return GridPoint(x: 0, y: 0) }
        if index == count { return GridPoint(x: Int(clamping: end.x), y: Int(clamping: end.y)) }
        let t = Double(index) / Double(count)
        let s = 1 - t
        let (first, second, third) = (3 * s * s * t, 3 * s * t * t, t * t * t)
        return GridPoint(
            x: GridPoint.rounded(control1.x * first + control2.x * second + end.x * third),
            y: GridPoint.rounded(control1.y * first + control2.y * second + end.y * third))
    }

    /// A rectangle, relative to the start, that contains the steps from `first` to `last`: the bounds of the control
    /// points of that part.
    ///
    /// These are the curve's blossom at the part's ends (L. Ramshaw, 1987).
    func bounds(from first: Int, to last: Int, of count: Int) -> (minX: Int, maxX: Int, minY: Int, maxY: Int) {
        let (a, b) = (Double(first) / Double(count), Double(last) / Double(count))
        let points = (blossom(a, a, a), blossom(a, a, b), blossom(a, b, b), blossom(b, b, b))
        let minX = min(points.0.x, points.1.x, points.2.x, points.3.x)
        let maxX = max(points.0.x, points.1.x, points.2.x, points.3.x)
        let minY = min(points.0.y, points.1.y, points.2.y, points.3.y)
        let maxY = max(points.0.y, points.1.y, points.2.y, points.3.y)
        // A margin for rounding, enough for the longest curves.
        return (Int(clamping: minX) - 32, Int(clamping: maxX) + 32, Int(clamping: minY) - 32, Int(clamping: maxY) + 32)
    }

    /// The blossom (polar form): linear in each parameter; the curve itself where all three are equal.
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
