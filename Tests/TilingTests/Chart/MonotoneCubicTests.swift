// Curves through points: closed forms, and what they never do.

import Testing

@testable import Tiling

@Suite struct MonotoneCubicTests {
    static func points(_ x: [Double], _ y: [Double]) -> [Point] { zip(x, y).map { Point(x: $0, y: $1) } }

    /// The slope at the start of each curve, and at the end of the last.
    static func slopes(_ points: [Point]) -> [Double] {
        guard let path = MonotoneCubic.path(through: points), let last = path.curves.last else { return [] }
        let starts = zip(points, path.curves).map { ($1.control1.y - $0.y) / ($1.control1.x - $0.x) }
        return starts + [(last.end.y - last.control2.y) / (last.end.x - last.control2.x)]
    }

    /// By the paper's formulas in numpy, and by hand: a parabola is met exactly, an extreme and a level piece are flat.
    @Test(arguments: [
        ([0.0, 1, 2, 3, 4], [0.0, 1, 4, 9, 16], [0.0, 2, 4, 6, 8]),
        ([0, 1, 3, 4, 8, 9], [0, 2, 3, 10, 10, 4], [2.5, 1, 1, 0, 0, -7.2]),
        ([0, 2, 3, 7, 8, 10, 11], [5, 5, 1, 0.5, 6, 6.5, 20], [0, 0, -0.25, 0, 0.5, 0.5, 17.916_666_666_666_668]),
        ([0, 1, 2, 4, 5], [0, 1, -1, 3, 2], [2, 0, 0, 0, -2]),
        ([0, 4], [1, 3], [0.5, 0.5]), ([0, 1, 2], [3, 3, 3], [0, 0, 0]),
    ]) func slopesOfThePaper(x: [Double], y: [Double], expected: [Double]) {
        let found = Self.slopes(Self.points(x, y))
        #expect(found.count == expected.count)
        for (slope, wanted) in zip(found, expected) { #expect(abs(slope - wanted) < 1e-12) }
    }

    /// At an extreme and beside a level piece the curve is flat on both sides.
    @Test func slopesWithin() {
        #expect(MonotoneCubic.inner((1, 1), (1, -2)) == 0)
        #expect(MonotoneCubic.inner((1, -1), (3, 2)) == 0)
        #expect(MonotoneCubic.inner((1, 5), (1, 0)) == 0)
        #expect(MonotoneCubic.inner((1, 1), (1, 3)) == 2)
        #expect(MonotoneCubic.inner((1, -3), (3, -1)) == -2)
    }

    /// At an end: the parabola's slope, unless it points the other way or is more than twice that of the piece.
    @Test func slopesAtAnEnd() {
        #expect(MonotoneCubic.outer((1, 1), (1, 2)) == 0.5)
        #expect(MonotoneCubic.outer((1, 1), (1, 4)) == 0)
        #expect(MonotoneCubic.outer((1, -1), (1, -4)) == 0)
        #expect(MonotoneCubic.outer((1, 1), (1, -2)) == 2)
        #expect(MonotoneCubic.outer((1, -1), (1, 2)) == -2)
        #expect(MonotoneCubic.outer((2, 3), nil) == 3)
    }

    static func value(_ t: Double, _ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
        let u = 1 - t
        return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
    }

    static func random(_ generator: inout SeededGenerator, count: Int, start: Double) -> [Point] {
        var x = start
        var y = 0.0
        return (0..<count).map { _ in
            x += [1e-3, 0.5, 1, 30, 400][Int.random(in: 0..<5, using: &generator)]
            y +=
                [0, 0, 1e-6, 1, 50, 1000][Int.random(in: 0..<6, using: &generator)]
                * (Bool.random(using: &generator) ? 1 : -1)
            return Point(x: x, y: y)
        }
    }

    @Test(arguments: 0..<60) func neitherLoopsNorOvershoots(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let points = Self.random(&generator, count: Int.random(in: 2...40, using: &generator), start: -100)
        let path = try #require(MonotoneCubic.path(through: points))
        // Through every point.
        #expect([path.start] + path.curves.map(\.end) == points)
        for (begin, curve) in zip(points, path.curves) {
            let (end, one, two) = (curve.end, curve.control1, curve.control2)
            let (low, high) = (min(begin.y, end.y), max(begin.y, end.y))
            #expect((low...high).contains(one.y) && (low...high).contains(two.y))
            #expect(begin.x < one.x && one.x < two.x && two.x < end.x)
            // As drawn: x grows, y goes one way. To within the rounding of the sampling itself.
            let rounding = 1e-12 * (begin.x.magnitude + end.x.magnitude + low.magnitude + high.magnitude)
            let (goesUp, steps) = (end.y >= begin.y, 64)
            var before = begin
            for step in 1...steps {
                let t = Double(step) / Double(steps)
                let point = Point(
                    x: Self.value(t, begin.x, one.x, two.x, end.x), y: Self.value(t, begin.y, one.y, two.y, end.y))
                #expect(point.x >= before.x - rounding)
                #expect((goesUp ? point.y - before.y : before.y - point.y) >= -rounding)
                before = point
            }
        }
    }

    /// A slide that knows two points beyond its own draws what a drawing of everything would, to the last bit.
    @Test(arguments: 0..<30) func twoPointsBeyondAreEnough(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let points = Self.random(&generator, count: 60, start: 0)
        let whole = try #require(MonotoneCubic.path(through: points))
        let first = Int.random(in: 0..<40, using: &generator)
        let last = Int.random(in: first + 1..<58, using: &generator)
        let cut = max(0, first - 2)
        let part = try #require(MonotoneCubic.path(through: Array(points[cut...min(59, last + 2)])))
        // From the piece that enters at `first` to that which leaves from `last`.
        for index in max(0, first - 1)...last { #expect(part.curves[index - cut] == whole.curves[index]) }
    }

    @Test func gapsSplit() {
        let a = Point(x: 0, y: 1)
        let b = Point(x: 1, y: 2)
        let c = Point(x: 2, y: 4)
        let paths = MonotoneCubic.paths(through: [nil, a, nil, nil, a, b, c, nil, c, nil])
        #expect(paths.map(\.start) == [a, a, c])
        #expect(paths.map(\.curves.count) == [0, 2, 0])
        #expect(paths[1] == MonotoneCubic.path(through: [a, b, c]))
        #expect(MonotoneCubic.paths(through: []).isEmpty)
        #expect(MonotoneCubic.paths(through: [nil]).isEmpty)
        #expect(MonotoneCubic.path(through: []) == nil)
    }

    /// Several values at one time: straight up, and each side as if the line ended there.
    @Test func timesThatAreEqual() throws {
        let points = Self.points([0, 1, 2, 2, 3, 4], [0, 1, 4, 9, 9, 8])
        let path = try #require(MonotoneCubic.path(through: points))
        let left = try #require(MonotoneCubic.path(through: Array(points[0...2])))
        let right = try #require(MonotoneCubic.path(through: Array(points[3...5])))
        #expect(Array(path.curves[0...1]) == left.curves)
        #expect(path.curves[2].control1.x == 2 && path.curves[2].control2.x == 2)
        #expect(path.curves[2].control1.y == 4 + 5.0 / 3)
        #expect(Array(path.curves[3...4]) == right.curves)
        let same = try #require(MonotoneCubic.path(through: [points[0], points[0], points[0]]))
        #expect(same.curves.allSatisfy { $0.control1 == points[0] && $0.control2 == points[0] && $0.end == points[0] })
    }
}
