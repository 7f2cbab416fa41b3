// Lines with a width.

/// Adds the outline of polylines, with round joins and caps, to a shape.
///
///     left  ───────────a┐      a, b: where the edges of two segments end and begin
///           ──────────▶ ● arc  m:    where they cross on the inside of the turn
///     right ──────m─────a╲
///                 │╲    ▼ b
///
/// The outline is a sum of closed pieces that all turn the same way: a rectangle for each segment, a sector on the outside of
/// each join; and on the inside the kite in which two rectangles overlap is taken away again where they are long enough for
/// it to lie in both. Nothing is taken away that is inked once, whatever the line does. An edge that two pieces would
/// add in both directions is left out.
///
/// Every corner of a piece is found from the differences of its own segment's ends, or of the two that meet, so a piece is
/// the same wherever it lies, and those that cannot be seen in a region are not missed there.
struct Stroker {
    /// Pieces that may lie on one another before the sums have to be cut off; two polygons each, of 16,384.
    private static let pieceLimit = 4096

    private let radius: Double
    private let arc: Arc
    /// How far from a segment ink can be, in units.
    let reach: Int
    private let right: Int
    private let bottom: Int

    private var pieceCount = 0
    /// Where the outline has got to.
    private var head: Sides

    /// Two places of the outline, left and right of the line.
    private struct Sides {
        var left: GridPoint
        var right: GridPoint
    }

    /// A step of the line and its direction.
    private struct Segment {
        var start: GridPoint
        var end: GridPoint
        var length: Double
        var direction: UnitVector

        /// The ends must be different.
        init(_ start: GridPoint, _ end: GridPoint) {
            self.start = start
            self.end = end
            let (x, y) = (Double(end.x &- start.x), Double(end.y &- start.y))
            length = (x * x + y * y).squareRoot()
            direction = UnitVector(x: x, y: y)
        }
    }

    /// - Parameters:
    ///   - width: in units of 1/256 pixel; positive.
    ///   - region: what is left out is what cannot be seen there.
    init(width: Double, region: DrawingRegion) {
        radius = width / 2
        arc = Arc(radius: radius)
        reach = Int(radius) + 2
        head = Sides(left: GridPoint(x: 0, y: 0), right: GridPoint(x: 0, y: 0))
        right = region.unitWidth
        bottom = region.unitHeight
    }

    /// Adds a line through `points`, which are relative to the region. A line of one point, or of equal ones, is a disc.
    mutating func add(_ points: [GridPoint], to coverage: inout CoverageBuffer) {
        guard let first = points.first else { return }
        var last: Segment?
        var isDrawn = false
        var place = first
        for point in points.dropFirst() where point != place {
            let segment = Segment(place, point)
            place = point
            defer { last = segment }
            guard isVisible(segment) else {
                // What joins the two is within reach of both, and so is out of sight.
                if let last, isDrawn { close(last, to: &coverage) }
                isDrawn = false
                continue
            }
            if isDrawn, let last {
                join(last, segment, to: &coverage)
            } else {
                open(segment, isFirst: last == nil, to: &coverage)
            }
            isDrawn = true
            pieceCount += 1
            if pieceCount == Self.pieceLimit {
                pieceCount = 0
                close(segment, to: &coverage)
                coverage.saturate()
                head = sides(of: segment, at: segment.end)
                coverage.addEdge(head.right, head.left)
            }
        }
        if let last {
            if isDrawn { cap(last, to: &coverage) }
        } else {
            Disc(diameter: radius * 2).add(at: first, to: &coverage)
        }
    }

    /// Whether ink of the segment, its joins and its caps can fall into the region.
    private func isVisible(_ segment: Segment) -> Bool {
        let (a, b) = (segment.start, segment.end)
        return max(a.x, b.x) > -reach && min(a.x, b.x) < right + reach && max(a.y, b.y) > -reach
            && min(a.y, b.y) < bottom + reach
    }

    /// The corners of the segment's rectangle at one of its ends.
    private func sides(of segment: Segment, at place: GridPoint) -> Sides {
        let normal = segment.direction.left
        return Sides(
            left: normal.offset(from: place, radius: radius), right: normal.opposite.offset(from: place, radius: radius)
        )
    }

    /// Begins the outline, round the start of the line or straight across.
    private mutating func open(_ segment: Segment, isFirst: Bool, to coverage: inout CoverageBuffer) {
        head = sides(of: segment, at: segment.start)
        if isFirst {
            let normal = segment.direction.left
            addArc(
                around: segment.start, from: normal.opposite, over: segment.direction.opposite, to: normal,
                start: head.right, to: &coverage)
        } else {
            coverage.addEdge(head.right, head.left)
        }
    }

    /// Goes on to the segment's end.
    private func extend(to ends: Sides, in coverage: inout CoverageBuffer) {
        coverage.addEdge(head.left, ends.left)
        coverage.addEdge(ends.right, head.right)
    }

    /// Ends the outline straight across.
    private func close(_ segment: Segment, to coverage: inout CoverageBuffer) {
        let ends = sides(of: segment, at: segment.end)
        extend(to: ends, in: &coverage)
        coverage.addEdge(ends.left, ends.right)
    }

    /// Ends the outline round the end of the line.
    private func cap(_ segment: Segment, to coverage: inout CoverageBuffer) {
        let ends = sides(of: segment, at: segment.end)
        extend(to: ends, in: &coverage)
        let normal = segment.direction.left
        addArc(
            around: segment.end, from: normal, over: segment.direction, to: normal.opposite, start: ends.left,
            to: &coverage)
    }

    /// Goes on to the end of `a`, and round the corner to the start of `b`.
    private mutating func join(_ a: Segment, _ b: Segment, to coverage: inout CoverageBuffer) {
        let corner = a.end
        let ends = sides(of: a, at: corner)
        let starts = sides(of: b, at: corner)
        extend(to: ends, in: &coverage)
        head = starts
        let cosine = a.direction.dot(b.direction)
        let turnsRight = a.direction.cross(b.direction) >= 0
        // Normals on the outside of the turn; the left side of the outline runs forwards, the right side back.
        let outerA = turnsRight ? a.direction.left : a.direction.left.opposite
        let outerB = turnsRight ? b.direction.left : b.direction.left.opposite

        // The inner edges cross radius × tan ½θ before the corner and after it, and tan² ½θ = (1 − cos θ) / (1 + cos θ);
        // each segment has half of its length to give.
        var inner = corner
        let room = min(a.length, b.length) / 2
        if radius * radius * (1 - cosine) <= room * room * (1 + cosine) {
            let scale = -radius / (1 + cosine)
            inner.x &+= Int(((outerA.x + outerB.x) * scale).rounded())
            inner.y &+= Int(((outerA.y + outerB.y) * scale).rounded())
        }
        if turnsRight {
            coverage.addEdge(inner, ends.right)
            coverage.addEdge(starts.right, inner)
        } else {
            coverage.addEdge(ends.left, inner)
            coverage.addEdge(inner, starts.left)
        }

        var last = turnsRight ? ends.left : ends.right
        let add = { (direction: UnitVector) in
            let next = direction.offset(from: corner, radius: radius)
            if turnsRight { coverage.addEdge(last, next) } else { coverage.addEdge(next, last) }
            last = next
        }
        if cosine >= 0 {
            arc.forEachCorner(from: outerA, to: outerB, add)
        } else {
            // Over more than 90°, by way of the direction that a leaves and b comes back from.
            let over = UnitVector(x: a.direction.x - b.direction.x, y: a.direction.y - b.direction.y)
            arc.forEachCorner(from: outerA, to: over, add)
            arc.forEachCorner(from: over, to: outerB, add)
        }
    }

    /// Adds a half circle, clockwise.
    private func addArc(
        around center: GridPoint, from: UnitVector, over: UnitVector, to: UnitVector, start: GridPoint,
        to coverage: inout CoverageBuffer
    ) {
        var last = start
        let add = { (direction: UnitVector) in
            let next = direction.offset(from: center, radius: radius)
            coverage.addEdge(last, next)
            last = next
        }
        arc.forEachCorner(from: from, to: over, add)
        arc.forEachCorner(from: over, to: to, add)
    }
}
