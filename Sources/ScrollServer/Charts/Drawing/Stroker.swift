// Lines with a width.

/// Adds the outline of polylines, with round joins and caps, to a shape.
///
///     left  ───────────a┐      a, b: where the edges of two segments end and begin
///           ──────────▶ ● arc  m:    where they cross on the inside of the turn
///     right ──────m─────a╲
///                 │╲    ▼ b
///
/// The outline is a sum of closed pieces of the same winding: a rectangle for each segment and a sector on the outside
/// of each join. On the inside of a join two rectangles overlap in a kite; it is subtracted where both segments are
/// long enough to contain it. So no area that is covered once is ever subtracted. An edge that two pieces would add in
/// opposite directions is left out.
///
/// The corners of a piece are computed from the ends of its own segment, or of the two that meet. So a piece does not
/// depend on where it lies, and pieces that cannot be seen in a region can be left out.
struct Stroker {
    /// Pieces that may overlap before `CoverageBuffer.saturate` is called: each is two polygons of the possible 16,384.
    private static let pieceLimit = 8000

    private let radius: Double
    private let arc: Arc
    /// The largest distance of ink from a segment, in units.
    let reach: Int
    private let right: Int
    private let bottom: Int

    private var pieceCount = 0
    /// The present end of the outline, on both sides of the line.
    private var head: Sides

    /// A point on either side of the line.
    private struct Sides {
        var left: GridPoint
        var right: GridPoint
    }

    /// A straight step of the line and its direction.
    private struct Segment {
        var start: GridPoint
        var end: GridPoint
        var length: Double
        var direction: UnitVector

        /// `start` and `end` must differ.
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
    ///   - region: segments that cannot be seen in it are left out.
    init(width: Double, region: DrawingRegion) {
        radius = width / 2
        arc = Arc(radius: radius)
        reach = Int(clamping: radius) + 2
        head = Sides(left: GridPoint(x: 0, y: 0), right: GridPoint(x: 0, y: 0))
        right = region.unitWidth
        bottom = region.unitHeight
    }

    /// Adds a line through `points`, which are relative to the region.
    ///
    /// A line of one point, or of equal points, is a disc.
    mutating func add(_ points: [GridPoint], to coverage: inout CoverageBuffer) {
        guard let first = points.first else { return }
        var last: Segment?
        var isDrawn = false
        var previous = first
        for point in points.dropFirst() where point != previous {
            let segment = Segment(previous, point)
            previous = point
            defer { last = segment }
            guard isVisible(segment) else {
                // The join of both segments lies within reach of both, so it cannot be seen either.
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

    /// Whether ink of the segment, its joins and its caps can lie in the region.
    private func isVisible(_ segment: Segment) -> Bool {
        let (a, b) = (segment.start, segment.end)
        return max(a.x, b.x) > -reach && min(a.x, b.x) < right + reach && max(a.y, b.y) > -reach
            && min(a.y, b.y) < bottom + reach
    }

    /// The corners of the segment's rectangle at one end.
    private func sides(of segment: Segment, at point: GridPoint) -> Sides {
        let normal = segment.direction.left
        return Sides(
            left: normal.offset(from: point, radius: radius), right: normal.opposite.offset(from: point, radius: radius)
        )
    }

    /// Begins the outline: with a half circle at the start of the line, elsewhere straight across.
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

    /// Adds both sides of the outline up to the segment's end.
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

    /// Ends the outline with a half circle.
    private func cap(_ segment: Segment, to coverage: inout CoverageBuffer) {
        let ends = sides(of: segment, at: segment.end)
        extend(to: ends, in: &coverage)
        let normal = segment.direction.left
        addArc(
            around: segment.end, from: normal, over: segment.direction, to: normal.opposite, start: ends.left,
            to: &coverage)
    }

    /// Adds the outline to the end of `a` and around the corner to the start of `b`.
    private mutating func join(_ a: Segment, _ b: Segment, to coverage: inout CoverageBuffer) {
        let corner = a.end
        let ends = sides(of: a, at: corner)
        let starts = sides(of: b, at: corner)
        extend(to: ends, in: &coverage)
        head = starts
        if a.direction.cross(b.direction) >= 0 {
            addOutside(a, b, from: ends.left, forwards: true, to: &coverage)
            addInside(a, b, from: ends.right, to: starts.right, forwards: false, to: &coverage)
        } else {
            addOutside(a, b, from: ends.right, forwards: false, to: &coverage)
            addInside(a, b, from: ends.left, to: starts.left, forwards: true, to: &coverage)
        }
    }

    /// Adds an edge of one side of the outline: the left side runs forwards, the right side back.
    private func addEdge(_ a: GridPoint, _ b: GridPoint, forwards: Bool, to coverage: inout CoverageBuffer) {
        if forwards { coverage.addEdge(a, b) } else { coverage.addEdge(b, a) }
    }

    /// Adds the arc from the end of `a` to the start of `b`.
    private func addOutside(
        _ a: Segment, _ b: Segment, from start: GridPoint, forwards: Bool, to coverage: inout CoverageBuffer
    ) {
        let corner = a.end
        var last = start
        let add = { (direction: UnitVector) in
            let next = direction.offset(from: corner, radius: radius)
            addEdge(last, next, forwards: forwards, to: &coverage)
            last = next
        }
        let from = forwards ? a.direction.left : a.direction.left.opposite
        let to = forwards ? b.direction.left : b.direction.left.opposite
        if a.direction.dot(b.direction) >= 0 {
            arc.forEachCorner(from: from, to: to, add)
        } else {
            // An arc of more than 90° is split at the direction between the end of a and the reverse of b.
            let over = UnitVector(x: a.direction.x - b.direction.x, y: a.direction.y - b.direction.y)
            arc.forEachCorner(from: from, to: over, add)
            arc.forEachCorner(from: over, to: to, add)
        }
    }

    /// Adds the inner side of the join: from the end of `a` back along its edge to the crossing with the edge of `b`,
    /// and on along that to the start of `b`.
    ///
    /// This goes around the area that both rectangles share.
    ///
    /// n rectangles in a row cover an area n times, and n − 1 shared areas are subtracted, so a line that turns again
    /// and again stays covered once. Where segments are too short, less is subtracted; the area covered twice then
    /// shows only at the edges.
    private func addInside(
        _ a: Segment, _ b: Segment, from start: GridPoint, to end: GridPoint, forwards: Bool,
        to coverage: inout CoverageBuffer
    ) {
        let cosine = a.direction.dot(b.direction)
        let sine = abs(a.direction.cross(b.direction))
        // The edges cross at a distance of radius × tan ½θ from the corner. Above 90°, the end of one rectangle cuts
        // into the other.
        let crossing = cosine >= 0 ? radius * sine / (1 + cosine) : sine > 0 ? radius * (1 - cosine) / sine : .infinity
        let shorter = min(a.length, b.length)
        let room = cosine >= 0 ? shorter : shorter - radius * sine
        guard shorter >= radius * sine, room > 0 else {
            addEdge(start, a.end, forwards: forwards, to: &coverage)
            addEdge(a.end, end, forwards: forwards, to: &coverage)
            return
        }
        let way = min(crossing, room, 0x1p50)
        let first = a.direction.opposite.offset(from: start, radius: way)
        addEdge(start, first, forwards: forwards, to: &coverage)
        if crossing == way {
            addEdge(first, end, forwards: forwards, to: &coverage)
        } else {
            let second = b.direction.offset(from: end, radius: way)
            addEdge(first, second, forwards: forwards, to: &coverage)
            addEdge(second, end, forwards: forwards, to: &coverage)
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
