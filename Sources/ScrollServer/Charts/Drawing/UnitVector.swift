// Directions, and arcs between them without trigonometry.

/// A direction: a vector of length 1.
struct UnitVector: Sendable {
    var x: Double
    var y: Double

    /// The direction of a vector, which must not be zero.
    init(x: Double, y: Double) {
        let length = (x * x + y * y).squareRoot()
        self.x = x / length
        self.y = y / length
    }

    private init(unchecked x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// The direction to the left, seen along this one, with y growing downwards.
    var left: UnitVector { UnitVector(unchecked: y, -x) }
    var opposite: UnitVector { UnitVector(unchecked: -x, -y) }

    /// The cosine of the angle between both directions.
    func dot(_ other: UnitVector) -> Double { x * other.x + y * other.y }
    /// The sine of the angle from this direction to `other`; positive to the right.
    func cross(_ other: UnitVector) -> Double { x * other.y - y * other.x }

    /// The grid position nearest to the point `radius` units from `center` in this direction; `radius` is at most 2⁵⁰.
    func offset(from center: GridPoint, radius: Double) -> GridPoint {
        GridPoint(x: center.x &+ GridPoint.rounded(x * radius), y: center.y &+ GridPoint.rounded(y * radius))
    }
}

/// The corners of a circle drawn as a polygon.
struct Arc {
    /// The largest distance of a chord from the circle, in units of 1/256 pixel: 1/64 pixel.
    static let tolerance = 4.0

    /// In units of 1/256 pixel.
    let radius: Double
    /// The arc may be replaced by its chord where the cosine of its angle is at least this.
    private let flatCosine: Double

    init(radius: Double) {
        self.radius = radius
        // The sagitta is radius × (1 − cos ½θ), and cos θ = 2 cos² ½θ − 1.
        let half = max(0, 1 - Self.tolerance / max(radius, Self.tolerance))
        flatCosine = 2 * half * half - 1
    }

    /// Whether the chord may replace the arc between both directions.
    func isFlat(_ from: UnitVector, _ to: UnitVector) -> Bool { from.dot(to) >= flatCosine }

    /// Calls `body` with each corner after `from`, up to and including `to`; both must be at most 90° apart.
    func forEachCorner(from: UnitVector, to: UnitVector, _ body: (UnitVector) -> Void) {
        // The recursion ends: radii are limited to 2¹⁶ pixels, so no chord needs to span less than half a degree.
        if isFlat(from, to) { return body(to) }
        let middle = UnitVector(x: from.x + to.x, y: from.y + to.y)
        forEachCorner(from: from, to: middle, body)
        forEachCorner(from: middle, to: to, body)
    }
}

/// A disc, to be added in many places.
struct Disc {
    /// The corners around the circle, relative to the centre.
    private let corners: [GridPoint]
    /// The radius in units of 1/256 pixel, rounded up.
    let reach: Int

    /// - Parameter diameter: in units of 1/256 pixel, positive.
    init(diameter: Double) {
        let arc = Arc(radius: diameter / 2)
        let origin = GridPoint(x: 0, y: 0)
        var corners: [GridPoint] = []
        var direction = UnitVector(x: 1, y: 0)
        for _ in 0..<4 {
            let next = direction.left.opposite
            arc.forEachCorner(from: direction, to: next) { corners.append($0.offset(from: origin, radius: arc.radius)) }
            direction = next
        }
        self.corners = corners
        reach = Int(clamping: diameter / 2) + 1
    }

    /// Adds the disc to the shape, with the same winding as strokes.
    func add(at center: GridPoint, to coverage: inout CoverageBuffer) {
        guard var last = corners.last else { return }
        last = GridPoint(x: center.x + last.x, y: center.y + last.y)
        for corner in corners {
            let next = GridPoint(x: center.x + corner.x, y: center.y + corner.y)
            coverage.addEdge(last, next)
            last = next
        }
    }
}
