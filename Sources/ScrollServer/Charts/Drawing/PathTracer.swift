// The part of a path that matters for a region.

import Tiling

/// Turns paths into polylines on the grid, relative to a region, without the parts that cannot be seen.
///
/// Only parts left or right of the region are left out: the area below a line is drawn from the same points.
struct PathTracer {
    private let origin: GridPoint
    /// Anything left of `left` or right of `right` (units relative to the region) cannot be seen.
    private let left: Int
    private let right: Int
    /// Parts above `top` or below `bottom` need not be exact.
    private let top: Int
    private let bottom: Int

    /// The visible polylines, each with at least one point.
    private(set) var runs: [[GridPoint]] = []
    private var run: [GridPoint] = []

    /// Prepares for a region; `reach` is the largest distance of ink from the path, in units.
    init(region: DrawingRegion, reach: Int) {
        origin = region.origin
        left = -reach
        right = region.unitWidth + reach
        top = -reach
        bottom = region.unitHeight + reach
    }

    private mutating func endRun() {
        if !run.isEmpty { runs.append(run) }
        run = []
    }

    /// Adds the straight step from `a` to `b` where it can be seen, and otherwise ends the run.
    @inline(__always)
    private mutating func step(_ a: GridPoint, _ b: GridPoint) {
        if max(a.x, b.x) < left || min(a.x, b.x) > right { return endRun() }
        if run.isEmpty { run.append(a) }
        run.append(b)
    }

    // MARK: Polylines

    /// Adds a polyline; a point that is not finite is a gap.
    ///
    /// O(points).
    mutating func add(_ points: [Point]) {
        var last: Point?
        var lastGridPoint = GridPoint(x: 0, y: 0)
        var isAlone = false
        for point in points {
            guard point.x.isFinite, point.y.isFinite else {
                if isAlone { addDot(lastGridPoint) }
                endRun()
                last = nil
                isAlone = false
                continue
            }
            let gridPoint = GridPoint(point) - origin
            if let last {
                if PlaneLimits.contains(last), PlaneLimits.contains(point) {
                    step(lastGridPoint, gridPoint)
                } else {
                    var previous = lastGridPoint
                    for crossing in PlaneLimits.crossings(from: last, to: point) {
                        let next = GridPoint(crossing) - origin
                        step(previous, next)
                        previous = next
                    }
                    step(previous, gridPoint)
                }
            }
            isAlone = last == nil
            last = point
            lastGridPoint = gridPoint
        }
        if isAlone { addDot(lastGridPoint) }
        endRun()
    }

    /// Adds a point between two gaps.
    private mutating func addDot(_ gridPoint: GridPoint) {
        guard gridPoint.x >= left, gridPoint.x <= right, gridPoint.y >= top, gridPoint.y <= bottom else { return }
        runs.append([gridPoint])
    }

    // MARK: Curves

    /// Adds a curve; segments with a number that is not finite are gaps.
    ///
    /// O(segments + visible steps).
    mutating func add(_ curve: CurvePath) {
        var start = curve.start
        var isJoined = false
        for segment in curve.segments {
            if start.isFinite, segment.isFinite {
                add(
                    CubicCurve(
                        GridPoint(start), GridPoint(segment.control1), GridPoint(segment.control2),
                        GridPoint(segment.end)))
                isJoined = true
            } else {
                endRun()
                if !isJoined, start.isFinite { addDot(GridPoint(start) - origin) }
                isJoined = false
            }
            start = segment.end
        }
        endRun()
        if !isJoined, start.isFinite { addDot(GridPoint(start) - origin) }
    }

    private mutating func add(_ curve: CubicCurve) {
        let start = curve.start - origin
        let count = curve.stepCount
        trace(curve, from: 0, to: count, of: count, at: start)
    }

    /// Adds steps `first` up to `end` of a curve: visible steps one by one, the others as one straight step.
    private mutating func trace(_ curve: CubicCurve, from first: Int, to end: Int, of count: Int, at start: GridPoint) {
        let bounds = curve.bounds(from: first, to: end, of: count)
        let (minX, maxX) = (start.x &+ bounds.minX, start.x &+ bounds.maxX)
        let (minY, maxY) = (start.y &+ bounds.minY, start.y &+ bounds.maxY)
        let isBeside = maxX < left || minX > right
        if isBeside || maxY < top || minY > bottom {
            let a = start.offset(by: curve.point(first, of: count))
            let b = start.offset(by: curve.point(end, of: count))
            return isBeside ? endRun() : step(a, b)
        }
        if end - first > 16 {
            let middle = (first + end) / 2
            trace(curve, from: first, to: middle, of: count, at: start)
            trace(curve, from: middle, to: end, of: count, at: start)
            return
        }
        var last = start.offset(by: curve.point(first, of: count))
        for index in first..<end {
            let next = start.offset(by: curve.point(index + 1, of: count))
            step(last, next)
            last = next
        }
    }
}

/// The limits of the plane, and how steps are cut at them.
enum PlaneLimits {
    private static let limit = GridPoint.limit

    @inline(__always)
    static func contains(_ point: Point) -> Bool { abs(point.x) <= limit && abs(point.y) <= limit }

    /// The points at which a step enters and leaves the limits, in order, for a step with an end outside.
    ///
    /// Within the limits the step keeps its slope; outside of them it is moved to the limits' edge.
    static func crossings(from a: Point, to b: Point) -> [Point] {
        // Halves, so that the difference is finite.
        let (dx, dy) = (b.x / 2 - a.x / 2, b.y / 2 - a.y / 2)
        var enter = 0.0
        var leave = 1.0
        for (start, step) in [(a.x, dx), (a.y, dy)] {
            if step == 0 {
                if abs(start) > limit { return [] }
                continue
            }
            let t = [(-limit / 2 - start / 2) / step, (limit / 2 - start / 2) / step]
            enter = max(enter, min(t[0], t[1]))
            leave = min(leave, max(t[0], t[1]))
        }
        guard enter < leave else { return [] }
        var crossings: [Point] = []
        if enter > 0 { crossings.append(Point(x: a.x + dx * enter * 2, y: a.y + dy * enter * 2)) }
        if leave < 1 { crossings.append(Point(x: a.x + dx * leave * 2, y: a.y + dy * leave * 2)) }
        return crossings.filter(\.isFinite)
    }
}

extension Point {
    /// Whether neither coordinate is infinite or not a number.
    var isFinite: Bool { x.isFinite && y.isFinite }
}

extension GridPoint {
    fileprivate func offset(by step: GridPoint) -> GridPoint { GridPoint(x: x &+ step.x, y: y &+ step.y) }
}
