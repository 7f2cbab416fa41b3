// Lines with a width.

/// Adds the outline of polylines, with round joins and caps, to a shape.
///
///     left ─────────────╮        ╭ arc on the outside of a turn
///          a  ────────▶ b        │
///     right ────────╲  ╱         ╰ one point on the inside, where both segments are long enough for it
///                    ╳
///
/// The outline is a sum of pieces, one for each segment and one for each join, which all turn the same way: nothing is
/// ever taken away from what is inked already, whatever the line does. Neighbouring pieces meet in an edge that would be
/// added in both directions, and is left out. Pieces overlap only inside of sharp turns.
///
/// Every corner is found from the differences of the points of its own segments, so a piece is the same wherever it lies.
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
    /// Where the outline has got to on both sides; nil between lines.
    private var head: Head?

    private struct Head {
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
        right = region.unitWidth
        bottom = region.unitHeight
    }

    /// Adds a line through `points`, which are relative to the region. A line of one point, or of equal ones, is a disc.
    mutating func add(_ points: [GridPoint], to coverage: inout CoverageBuffer) {
        guard let first = points.first else { return }
        var last: Segment?
        var place = first
        for point in points.dropFirst() where point != place {
            let segment = Segment(place, point)
            place = point
            if let last { join(last, segment, to: &coverage) }
            extend(segment, isFirst: last == nil, to: &coverage)
            last = segment
        }
        if let last {
            cap(last, to: &coverage)
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

    /// Draws up to the end of the segment, if it can be seen.
    private mutating func extend(_ segment: Segment, isFirst: Bool, to coverage: inout CoverageBuffer) {
        guard isVisible(segment) else {
            // What lies between here and the next part in sight is out of it, and so is this end.
            return endFlat(to: &coverage)
        }
        pieceCount += 1
        let normal = segment.direction.left
        if pieceCount > Self.pieceLimit {
            endFlat(to: &coverage)
            coverage.saturate()
            pieceCount = 1
        }
        if head == nil {
            let left = normal.offset(from: segment.start, radius: radius)
            let right = normal.opposite.offset(from: segment.start, radius: radius)
            if isFirst {
                addArc(
                    around: segment.start, from: normal.opposite, over: segment.direction.opposite, to: normal,
                    start: right, to: &coverage)
            } else {
                coverage.addEdge(right, left)
            }
            head = Head(left: left, right: right)
        }
    }

    /// Closes the outline straight across.
    private mutating func endFlat(to coverage: inout CoverageBuffer) {
        guard let head else { return }
        coverage.addEdge(head.left, head.right)
        self.head = nil
    }

    /// Goes on to the segment's end, and round it.
    private mutating func cap(_ segment: Segment, to coverage: inout CoverageBuffer) {
        guard let head else { return }
        let normal = segment.direction.left
        let left = normal.offset(from: segment.end, radius: radius)
        let right = normal.opposite.offset(from: segment.end, radius: radius)
        coverage.addEdge(head.left, left)
        coverage.addEdge(right, head.right)
        addArc(
            around: segment.end, from: normal, over: segment.direction, to: normal.opposite, start: left, to: &coverage)
        self.head = nil
    }

    /// Goes on to the end of `a`, and round the corner to the start of `b`.
    private mutating func join(_ a: Segment, _ b: Segment, to coverage: inout CoverageBuffer) {
        guard let head else { return }
        let corner = a.end
        let turnsRight = a.direction.cross(b.direction) >= 0
        let cosine = a.direction.dot(b.direction)
        // Normals on the outside of the turn.
        let outerA = turnsRight ? a.direction.left : a.direction.left.opposite
        let outerB = turnsRight ? b.direction.left : b.direction.left.opposite
        let outerStart = outerA.offset(from: corner, radius: radius)
        let outerEnd = outerB.offset(from: corner, radius: radius)

        // The inner edges meet radius × tan ½θ before the corner and after it, and tan² ½θ = (1 − cos θ) / (1 + cos θ);
        // each segment has half of its length to give.
        let room = min(a.length, b.length) / 2
        let isRoomy = radius * radius * (1 - cosine) <= room * room * (1 + cosine)
        let innerStart: GridPoint
        let innerEnd: GridPoint
        if isRoomy {
            let scale = -radius / (1 + cosine)
            innerStart = GridPoint(
                x: corner.x &+ Int(((outerA.x + outerB.x) * scale).rounded()),
                y: corner.y &+ Int(((outerA.y + outerB.y) * scale).rounded()))
            innerEnd = innerStart
        } else {
            innerStart = outerA.opposite.offset(from: corner, radius: radius)
            innerEnd = outerB.opposite.offset(from: corner, radius: radius)
        }

        if turnsRight {
            coverage.addEdge(head.left, outerStart)
            coverage.addEdge(innerStart, head.right)
            if !isRoomy {
                coverage.addEdge(corner, innerStart)
                coverage.addEdge(innerEnd, corner)
            }
        } else {
            coverage.addEdge(outerStart, head.right)
            coverage.addEdge(head.left, innerStart)
            if !isRoomy {
                coverage.addEdge(innerStart, corner)
                coverage.addEdge(corner, innerEnd)
            }
        }
        if arc.isFlat(outerA, outerB) {
            addOuter(outerStart, outerEnd, forwards: turnsRight, to: &coverage)
        } else {
            var last = outerStart
            let add = { (direction: UnitVector) in
                let next = direction.offset(from: corner, radius: radius)
                addOuter(last, next, forwards: turnsRight, to: &coverage)
                last = next
            }
            if cosine < 0 {
                // Over more than 90°, by way of the direction that a leaves and b comes back from.
                let over = UnitVector(x: a.direction.x - b.direction.x, y: a.direction.y - b.direction.y)
                arc.forEachCorner(from: outerA, to: over, add)
                arc.forEachCorner(from: over, to: outerB, add)
            } else {
                arc.forEachCorner(from: outerA, to: outerB, add)
            }
        }
        self.head = turnsRight ? Head(left: outerEnd, right: innerEnd) : Head(left: innerEnd, right: outerEnd)
    }

    /// Adds an edge of the outside of a turn: the left side runs forwards, the right side back.
    private func addOuter(_ a: GridPoint, _ b: GridPoint, forwards: Bool, to coverage: inout CoverageBuffer) {
        if forwards { coverage.addEdge(a, b) } else { coverage.addEdge(b, a) }
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
