// Geometry that no chart should have is drawn somehow, and soon.
import Testing
import Tiling

@testable import Charts
@testable import Imaging

@Suite struct HostileGeometryTests {
    private let region = PixelRect(x: 100, y: 100, width: 64, height: 64)

    private static let numbers: [Double] = [
        0, -0.0, 110, 130.5, 1e5, -1e5, 1e12, -1e12, 4.4e12, 1e18, 1e300, -1e300, .infinity, -.infinity, .nan,
        .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]

    @Test("Any numbers whatever are drawn")
    func anyNumbers() {
        var noise = RepeatableNoise(seed: 1)
        func number() -> Double { Self.numbers.randomElement(using: &noise) ?? 0 }
        func point() -> Point { Point(x: number(), y: number()) }
        for _ in 0..<60 {
            let geometries: [DrawnLine.Geometry] = [
                .polyline([(0..<8).map { _ in point() }, [], [point()]]),
                .curve([
                    CurvePath(
                        start: point(),
                        segments: (0..<3).map { _ in
                            CubicSegment(control1: point(), control2: point(), end: point())
                        }),
                    CurvePath(start: point(), segments: []),
                ]),
                .columns(
                    first: [100, Int.min, Int.max, 90].randomElement(using: &noise) ?? 0,
                    (0..<80).map { _ in
                        ColumnExtremes(first: number(), minY: number(), maxY: number(), last: number())
                    }),
            ]
            let lines = geometries.map {
                DrawnLine(
                    number: Int.min, width: number(), pointSize: number(),
                    area: DrawnLine.Area(baseline: number(), opacity: number()), geometry: $0)
            }
            let drawing = SlideDrawing(
                style: .dark, gridlines: [Gridline(axis: .vertical, position: number())], lines: lines)
            #expect(drawing.draw(region).width == 64)
        }
    }

    @Test("A line to a place that no grid can hold keeps its slope")
    func farAway() {
        // Straight up, and at 45° down to the right as far as numbers go.
        let up = DrawnLine(
            number: 0, width: 2, geometry: .polyline([[Point(x: 110, y: 120), Point(x: 115, y: -1e300)]]))
        let covered = DrawnShapes.coverage(up, in: region)
        #expect(covered[5 * 64 + 9] == 255 && covered[5 * 64 + 10] == 255 && covered[5 * 64 + 12] == 0)
        let across = DrawnLine(
            number: 0, width: 4, geometry: .polyline([[Point(x: -1e300, y: -1e300), Point(x: 1e300, y: 1e300)]]))
        let diagonal = DrawnShapes.coverage(across, in: region)
        #expect((0..<64).allSatisfy { diagonal[$0 * 64 + $0] == 255 })
        #expect(diagonal[63] == 0 && diagonal[63 * 64] == 0)
    }

    @Test("Regions of any place and size are drawn")
    func regions() {
        let drawing = SlideDrawing(
            style: .light, gridlines: [Gridline(axis: .horizontal, position: 4)],
            lines: [DrawnLine(number: 0, width: 2, geometry: .polyline([[.zero, Point(x: 9, y: 9)]]))])
        for rect in [
            PixelRect(x: .min, y: .max, width: 3, height: 2), PixelRect(x: 0, y: 0, width: 0, height: -4),
            PixelRect(x: -5, y: -5, width: 7, height: 7),
        ] {
            let picture = drawing.draw(rect)
            #expect(picture.width == max(1, rect.width) && picture.height == max(1, rect.height))
        }
    }

    #if !OPTIMISED
        private static let overlapCount = 20_000
    #else
        private static let overlapCount = 1_000_000
    #endif

    @Test("As many segments as there can be on top of one another are inked once")
    func overlaps() {
        let ends = [Point(x: 120, y: 130), Point(x: 140, y: 130)]
        let points = (0..<Self.overlapCount).map { ends[$0 & 1] }
        let line = DrawnLine(number: 0, width: 3, pointSize: 5, geometry: .polyline([points]))
        let covered = DrawnShapes.coverage(line, in: region)
        #expect((20..<40).allSatisfy { covered[29 * 64 + $0] == 255 && covered[30 * 64 + $0] == 255 })
        #expect(covered[20 * 64 + 30] == 0)
    }

    @Test("A curve as long as the plane costs what can be seen of it")
    func longCurve() {
        let curve = CurvePath(
            start: Point(x: -1e11, y: 90),
            segments: [
                CubicSegment(
                    control1: Point(x: -3e10, y: 150), control2: Point(x: 3e10, y: 110), end: Point(x: 1e11, y: 170))
            ])
        let covered = DrawnShapes.coverage(DrawnLine(number: 0, width: 2, geometry: .curve([curve])), in: region)
        // Level, as seen from so near: two rows of ink at (90 + 3 · 150 + 3 · 110 + 170) / 8 = 130.
        let rows = (0..<64).map { row in covered[row * 64..<(row + 1) * 64].contains { $0 > 200 } }
        #expect(rows == (0..<64).map { $0 == 29 || $0 == 30 })
    }
}
