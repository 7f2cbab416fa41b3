// A smooth curve through the points of a line that does not go beyond them.

/// A curve of cubic Bézier pieces.
public struct BezierPath: Sendable, Equatable {
    /// A piece, from the end of the one before it.
    public struct Curve: Sendable, Equatable {
        public var control1: Point
        public var control2: Point
        public var end: Point

        public init(control1: Point, control2: Point, end: Point) {
            self.control1 = control1
            self.control2 = control2
            self.end = end
        }
    }

    /// Where it begins; all of it where there are no curves.
    public var start: Point
    public var curves: [Curve]

    public init(start: Point, curves: [Curve]) {
        self.start = start
        self.curves = curves
    }
}

/// The control points of curves through given points: M. Steffen, A simple method for monotonic interpolation in one
/// dimension, Astronomy and Astrophysics 239 (1990), 443–450.
///
/// Between two points y rises or falls all the way, or stays where they are equal; so the curve has its extremes at
/// points, and neither loops nor overshoots. The slope at a point (equation 11) depends on its two neighbours alone.
/// The piece between two points is thus known from four, and a slide needs but two points beyond whatever it paints.
public enum MonotoneCubic {
    /// The paths through `points`, in order of x: one for each run between gaps (nil); a run of one point is a path
    /// without curves. Where x does not grow, the two points are joined by a straight line. O(points).
    public static func paths(through points: [Point?]) -> [BezierPath] {
        points.split(whereSeparator: { $0 == nil }).map { path(through: $0.compactMap(\.self)) }
            .compactMap(\.self)
    }

    /// The path through `points`, in order of x; nil where there are none. O(points).
    public static func path(through points: [Point]) -> BezierPath? {
        guard let start = points.first else { return nil }
        let slopes = slopes(of: points)
        var path = BezierPath(start: start, curves: [])
        path.curves.reserveCapacity(points.count - 1)
        for (index, end) in points.enumerated().dropFirst() {
            let begin = points[index - 1]
            let third = (end.x - begin.x) / 3
            guard third > 0 else {
                path.curves.append(line(from: begin, to: end))
                continue
            }
            // Within the two values to the last digit, so that rounding cannot make an extreme either.
            let (low, high) = (min(begin.y, end.y), max(begin.y, end.y))
            path.curves.append(
                BezierPath.Curve(
                    control1: Point(
                        x: begin.x + third, y: min(max(begin.y + slopes[index - 1].after * third, low), high)),
                    control2: Point(
                        x: end.x - third, y: min(max(end.y - slopes[index].before * third, low), high)),
                    end: end))
        }
        return path
    }

    private static func line(from begin: Point, to end: Point) -> BezierPath.Curve {
        BezierPath.Curve(
            control1: Point(x: begin.x + (end.x - begin.x) / 3, y: begin.y + (end.y - begin.y) / 3),
            control2: Point(x: end.x - (end.x - begin.x) / 3, y: end.y - (end.y - begin.y) / 3), end: end)
    }

    /// The slopes on either side of each point; they differ only where x stands still between points.
    private static func slopes(of points: [Point]) -> [(before: Double, after: Double)] {
        /// Distance and slope from point `index` to the next; nil where x does not grow.
        func secant(_ index: Int) -> (width: Double, slope: Double)? {
            guard index >= 0, index + 1 < points.count else { return nil }
            let width = points[index + 1].x - points[index].x
            guard width > 0 else { return nil }
            return (width, (points[index + 1].y - points[index].y) / width)
        }
        return points.indices.map { index in
            switch (secant(index - 1), secant(index)) {
            case (nil, nil): return (0, 0)
            case (let left?, let right?):
                let slope = inner(left, right)
                return (slope, slope)
            case (nil, let right?): return (0, outer(right, secant(index + 1)))
            case (let left?, nil): return (outer(left, secant(index - 2)), 0)
            }
        }
    }

    /// Equation 11: that of the parabola through the three points, but not more than twice the smaller secant; 0 at an
    /// extreme and beside a level piece.
    static func inner(_ left: (width: Double, slope: Double), _ right: (width: Double, slope: Double)) -> Double {
        guard left.slope.sign == right.slope.sign else { return 0 }
        let parabola = (left.slope * right.width + right.slope * left.width) / (left.width + right.width)
        let slope = min(left.slope.magnitude, right.slope.magnitude, parabola.magnitude / 2) * 2
        return left.slope < 0 ? -slope : slope
    }

    /// The paper's boundary condition, at either end: the parabola's slope, between 0 and twice the secant's. The secant's
    /// where there is no third point.
    static func outer(_ near: (width: Double, slope: Double), _ far: (width: Double, slope: Double)?) -> Double {
        guard let far else { return near.slope }
        let share = near.width / (near.width + far.width)
        let parabola = near.slope * (1 + share) - far.slope * share
        if parabola * near.slope <= 0 { return 0 }
        return parabola.magnitude > 2 * near.slope.magnitude ? 2 * near.slope : parabola
    }
}
