// The coasts and borders of the world, as lines that can be drawn at any scale.

/// Lines of a map with the scale down to which each of their points matters.
struct Outline: Sendable {
    /// A line: a run of the points, and the part of the map that it lies in.
    struct Line: Sendable {
        var points: Range<Int>
        var area: Rect
    }

    /// On the square of `WebMercator`, from which some lines stick out.
    private(set) var points: [Point] = []
    /// How far a line would move, on that square, without the point and those that matter less.
    private(set) var weights: [Double] = []
    private(set) var lines: [Line] = []

    /// Rings of land.
    static let land = Outline(OutlineData.land)
    /// Lines between two countries.
    static let borders = Outline(OutlineData.borders)

    /// O(points × log points).
    init(_ text: String) {
        var reader = OutlineReader(text)
        while let units = reader.next() {
            let first = points.count
            for (x, y) in units {
                points.append(
                    Point(
                        x: WebMercator.x(longitude: Double(x) * OutlineReader.unit),
                        y: Self.y(latitude: Double(y) * OutlineReader.unit)))
            }
            weights += [Double](repeating: 0, count: units.count)
            weigh(first..<points.count)
            let (x, y) = (points[first...].lazy.map(\.x), points[first...].lazy.map(\.y))
            let area = Rect(minX: x.min() ?? 0, minY: y.min() ?? 0, maxX: x.max() ?? 0, maxY: y.max() ?? 0)
            lines.append(Line(points: first..<points.count, area: area))
        }
    }

    /// Lines beyond the map's edges are led past them, so that no stroke is seen there.
    private static func y(latitude: Double) -> Double {
        latitude > WebMercator.greatestLatitude
            ? -0.1
            : latitude < -WebMercator.greatestLatitude ? 1.1 : WebMercator.y(latitude: latitude)
    }

    /// Weighs the points of a line by the method of Douglas and Peucker (1973).
    private mutating func weigh(_ run: Range<Int>) {
        guard let first = run.first, let last = run.last, first < last else { return }
        (weights[first], weights[last]) = (.infinity, .infinity)
        var open = [(first, last, Double.infinity)]
        while let (start, end, most) = open.popLast() {
            guard end - start > 1 else { continue }
            var (farthest, greatest) = (start + 1, -1.0)
            for index in start + 1..<end {
                let distance = Self.squaredDistance(of: points[index], from: points[start], to: points[end])
                if distance > greatest { (farthest, greatest) = (index, distance) }
            }
            // A point never matters more than those between which it lies.
            let weight = min(most, greatest.squareRoot())
            weights[farthest] = weight
            open.append((start, farthest, weight))
            open.append((farthest, end, weight))
        }
    }

    private static func squaredDistance(of point: Point, from start: Point, to end: Point) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = dx * dx + dy * dy
        let share = length > 0 ? ((point.x - start.x) * dx + (point.y - start.y) * dy) / length : 0
        let within = min(max(share, 0), 1)
        let (x, y) = (start.x + within * dx - point.x, start.y + within * dy - point.y)
        return x * x + y * y
    }

    /// The points of a line that matter at a scale: those without which it would move by more than `tolerance`.
    func points(of line: Line, tolerance: Double) -> [Point] {
        line.points.compactMap { weights[$0] > tolerance ? points[$0] : nil }
    }
}
