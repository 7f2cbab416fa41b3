// Cuts polygons and lines to a rectangle.

extension Rect {
    /// The part of a polygon within the rectangle, by the method of Sutherland and Hodgman (1974).
    ///
    /// Parts that are apart are joined by edges along the rectangle's own edges. The polygon need not be closed;
    /// O(points).
    func clipped(polygon: [Point]) -> [Point] {
        var points = polygon
        for (axis, edge, isLower) in [
            (Axis.horizontal, minX, true), (.horizontal, maxX, false), (.vertical, minY, true),
            (.vertical, maxY, false),
        ] {
            guard var before = points.last else { return [] }
            var kept: [Point] = []
            for point in points {
                let isInside = isLower ? point[axis] >= edge : point[axis] <= edge
                let wasInside = isLower ? before[axis] >= edge : before[axis] <= edge
                if isInside != wasInside { kept.append(Self.crossing(before, point, axis, edge)) }
                if isInside { kept.append(point) }
                before = point
            }
            points = kept
        }
        return points
    }

    /// The parts of a line within the rectangle, each of at least two points, in their order; O(points).
    func clipped(line: [Point]) -> [[Point]] {
        var parts: [[Point]] = []
        var open: [Point] = []
        for (start, end) in zip(line, line.dropFirst()) {
            guard let (from, to) = clipped(from: start, to: end) else { continue }
            if open.last != from {
                if open.count > 1 { parts.append(open) }
                open = [from]
            }
            open.append(to)
        }
        if open.count > 1 { parts.append(open) }
        return parts
    }

    /// The part of a segment within the rectangle; nil where there is none (Liang and Barsky 1984).
    private func clipped(from start: Point, to end: Point) -> (Point, Point)? {
        var (first, last) = (0.0, 1.0)
        for (axis, low, high) in [(Axis.horizontal, minX, maxX), (.vertical, minY, maxY)] {
            let (from, length) = (start[axis], end[axis] - start[axis])
            guard length != 0 else {
                if from < low || from > high { return nil }
                continue
            }
            let (one, other) = ((low - from) / length, (high - from) / length)
            (first, last) = (max(first, min(one, other)), min(last, max(one, other)))
        }
        guard first < last else { return nil }
        func point(_ share: Double) -> Point {
            Point(x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y))
        }
        return (first == 0 ? start : point(first), last == 1 ? end : point(last))
    }

    /// Where the segment between two points on different sides of an edge meets it.
    private static func crossing(_ start: Point, _ end: Point, _ axis: Axis, _ edge: Double) -> Point {
        let share = (edge - start[axis]) / (end[axis] - start[axis])
        var point = Point(x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y))
        point[axis] = edge
        return point
    }
}
