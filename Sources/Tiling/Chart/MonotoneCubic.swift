// A smooth curve through the points of a line, without overshoot.

/// A curve of cubic Bézier pieces.
public struct BezierPath: Sendable, Equatable {
    /// A cubic piece; it starts at the end of the piece before.
    public struct Curve: Sendable, Equatable {
        public var control1: Point
        public var control2: Point
        public var end: Point
    }

    /// The start of the path; without curves it is the whole path.
    public var start: Point
    public var curves: [Curve]
}

/// Smooth, monotone curves through given points, as control points of Bézier curves.
///
/// Source: M. Steffen, A simple method for monotonic interpolation in one dimension, Astronomy and Astrophysics 239
/// (1990), 443–450. Between two points the curve only rises or only falls, or is level where they are equal. So its
/// extremes are points, and it neither loops nor overshoots. The slope at a point (equation 11) depends only on the two
/// neighbouring points. So four points determine a piece, and a slide needs two points beyond each end of the area that
/// it paints.
public enum MonotoneCubic {
    /// The paths through `points`, in order of x: one for each run between gaps (nil).
    ///
    /// A run of one point is a path without curves. Where x does not grow, two points are joined by a straight line.
    /// O(points).
    public static func paths(through points: [Point?]) -> [BezierPath] {
        var paths: [BezierPath] = []
        var run: [Point] = []
        for point in points + [nil] {
            if let point {
                run.append(point)
            } else if let path = path(through: run) {
                paths.append(path)
                run.removeAll(keepingCapacity: true)
            }
        }
        return paths
    }

    /// The path through `points`, in order of x; nil where there are no points.
    ///
    /// O(points).
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
            // Limited to the two values exactly, so that rounding cannot add an extreme.
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

    /// The slopes before and after each point; they differ only next to a step where x does not grow.
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

    /// Equation 11: the slope of the parabola through the three points, but at most twice the smaller secant; 0 at an
    /// extreme and beside a level piece.
    static func inner(_ left: (width: Double, slope: Double), _ right: (width: Double, slope: Double)) -> Double {
        guard left.slope.sign == right.slope.sign else { return 0 }
        let parabola = (left.slope * right.width + right.slope * left.width) / (left.width + right.width)
        let slope = min(left.slope.magnitude, right.slope.magnitude, parabola.magnitude / 2) * 2
        return left.slope < 0 ? -slope : slope
    }

    /// The slope at either end, by the paper's boundary condition: that of the parabola, limited to 0 … twice the
    /// secant.
    ///
    /// Without a third point, the secant's slope.
    static func outer(_ near: (width: Double, slope: Double), _ far: (width: Double, slope: Double)?) -> Double {
        guard let far else { return near.slope }
        let share = near.width / (near.width + far.width)
        let parabola = near.slope * (1 + share) - far.slope * share
        if parabola * near.slope <= 0 { return 0 }
        return parabola.magnitude > 2 * near.slope.magnitude ? 2 * near.slope : parabola
    }
}
