// The outlines of the digits on demo pictures, sharp at every scale.

/// Ten digits, drawn with strokes of one weight and flattened into straight edges.
///
/// A digit is 1 em high and `width` wide; y grows downwards. Outer outlines run in one direction, holes in the other,
/// so the winding number is at least 1 inside, even where strokes overlap, and 0 outside.
enum DemoDigits {
    /// An edge of an outline, in units of 1/4096 em; horizontal edges are omitted, since they bound no area.
    struct Edge {
        var x0: Int, y0: Int, x1: Int, y1: Int
    }

    static let unitsPerEm = 4096
    /// Width of every digit, in 1/4096 em.
    static let width = 2458
    /// Distance from one digit to the next, in 1/4096 em.
    static let advance = 2860
    /// Extra distance between groups of three digits, in 1/4096 em.
    static let groupGap = 900

    /// The edges of digits 0 to 9.
    static let edges: [[Edge]] = (0...9).map { digit in outline(of: digit).edges }

    private static let weight = 0.13

    private static func outline(of digit: Int) -> Outline {
        var shape = Outline(weight: weight)
        switch digit {
        case 0:
            shape.ring(centre: (0.3, 0.5), radius: (0.235, 0.435))
        case 1:
            shape.polygon([(0.27, 0), (0.4, 0), (0.4, 1), (0.27, 1), (0.27, 0.17), (0.14, 0.3), (0.06, 0.2)])
        case 2:
            shape.arc(centre: (0.3, 0.3), radius: (0.235, 0.235), from: 195, to: 400)
            shape.polygon([(0.43, 0.409), (0.53, 0.493), (0.14, 0.957), (0.03, 0.887)])
            shape.polygon([(0.03, 0.87), (0.57, 0.87), (0.57, 1), (0.03, 1)])
        case 3:
            shape.arc(centre: (0.29, 0.275), radius: (0.21, 0.21), from: 195, to: 450)
            shape.arc(centre: (0.29, 0.7), radius: (0.235, 0.235), from: 270, to: 525)
        case 4:
            shape.polygon([
                (0.35, 0), (0.49, 0), (0.49, 0.64), (0.6, 0.64), (0.6, 0.77), (0.49, 0.77), (0.49, 1), (0.36, 1),
                (0.36, 0.77), (0.01, 0.77), (0.01, 0.67),
            ])
            shape.hole([(0.36, 0.2), (0.36, 0.64), (0.135, 0.64)])
        case 5:
            shape.polygon([
                (0.09, 0), (0.52, 0), (0.52, 0.13), (0.209, 0.13), (0.2, 0.46), (0.158, 0.526), (0.072, 0.43),
            ])
            shape.arc(centre: (0.28, 0.675), radius: (0.255, 0.26), from: 230, to: 515)
        case 6:
            shape.ring(centre: (0.3, 0.695), radius: (0.235, 0.24))
            shape.arc(centre: (0.43, 0.695), radius: (0.365, 0.63), from: 180, to: 270)
        case 7:
            shape.polygon([(0.03, 0), (0.57, 0), (0.57, 0.12), (0.28, 1), (0.14, 1), (0.417, 0.13), (0.03, 0.13)])
        case 8:
            shape.ring(centre: (0.3, 0.275), radius: (0.2, 0.21))
            shape.ring(centre: (0.3, 0.7), radius: (0.235, 0.235))
        default:
            shape.ring(centre: (0.3, 0.305), radius: (0.235, 0.24))
            shape.arc(centre: (0.17, 0.305), radius: (0.365, 0.63), from: 0, to: 90)
        }
        return shape
    }

    /// Collects the edges of strokes and polygons; lengths in em, angles in degrees clockwise from the right.
    private struct Outline {
        typealias Point = (x: Double, y: Double)

        let weight: Double
        private(set) var edges: [Edge] = []

        mutating func polygon(_ points: [Point]) {
            close(area(points) < 0 ? points.reversed() : points)
        }

        mutating func hole(_ points: [Point]) {
            close(area(points) < 0 ? points : points.reversed())
        }

        /// Twice the area, by the shoelace formula; the sign tells the direction of the points.
        private func area(_ points: [Point]) -> Double {
            zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { sum, pair in
                sum + pair.0.x * pair.1.y - pair.1.x * pair.0.y
            }
        }

        mutating func arc(centre: Point, radius: Point, from: Int, to: Int) {
            let sides = sides(centre: centre, radius: radius, from: from, to: to)
            polygon(sides.outer + sides.inner.reversed())
        }

        mutating func ring(centre: Point, radius: Point) {
            let sides = sides(centre: centre, radius: radius, from: 0, to: 355)
            close(sides.outer)
            close(sides.inner.reversed())
        }

        /// The two sides of a stroke along an ellipse, offset along its normals, in steps of 5°.
        ///
        /// At 400 pixels an em the straight edges are within a tenth of a pixel of the curve.
        private func sides(
            centre: Point, radius: Point, from: Int, to: Int
        ) -> (outer: [Point], inner: [Point]) {
            var outer: [Point] = []
            var inner: [Point] = []
            for angle in stride(from: from, through: to, by: 5) {
                let unit = Self.circle[angle / 5 % Self.circle.count]
                let normal = (x: unit.x * radius.y, y: unit.y * radius.x)
                let reach = weight / 2 / (normal.x * normal.x + normal.y * normal.y).squareRoot()
                let point = (x: centre.x + unit.x * radius.x, y: centre.y + unit.y * radius.y)
                outer.append((point.x + normal.x * reach, point.y + normal.y * reach))
                inner.append((point.x - normal.x * reach, point.y - normal.y * reach))
            }
            return (outer, inner)
        }

        private mutating func close(_ points: [Point]) {
            let scaled = points.map { point in
                (
                    x: Int(clamping: (point.x * Double(unitsPerEm)).rounded()),
                    y: Int(clamping: (point.y * Double(unitsPerEm)).rounded())
                )
            }
            for (point, next) in zip(scaled, scaled.dropFirst() + scaled.prefix(1)) where point.y != next.y {
                edges.append(Edge(x0: point.x, y0: point.y, x1: next.x, y1: next.y))
            }
        }

        /// Cosine and sine of 0°, 5° … 355°, by repeated rotation.
        ///
        /// Uses only sums and products, which IEEE 754 rounds alike on every computer, unlike a C library's `cos`.
        private static let circle: [Point] = {
            let (cosine, sine) = (0.996_194_698_091_745_5, 0.087_155_742_747_658_18)
            var points: [Point] = [(1, 0)]
            for _ in 1..<72 {
                let last = points[points.count - 1]
                points.append((last.x * cosine - last.y * sine, last.x * sine + last.y * cosine))
            }
            return points
        }()
    }
}
