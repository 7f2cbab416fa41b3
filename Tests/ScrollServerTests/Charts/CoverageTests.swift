// Coverage against closed forms.
import Testing
import Tiling

@testable import Charts

@Suite struct CoverageTests {
    private let full = CoverageBuffer.full

    @Test("A rectangle covers of each pixel exactly its share")
    func rectangle() {
        let covered = DrawnShapes.coverage(
            of: [Point(x: 1.5, y: 1.25), Point(x: 4.25, y: 1.25), Point(x: 4.25, y: 3), Point(x: 1.5, y: 3)],
            width: 6, height: 4)
        let upper = [0, full * 3 / 8, full * 3 / 4, full * 3 / 4, full * 3 / 16, 0]
        let lower = [0, full / 2, full, full, full / 4, 0]
        let none = [Int32](repeating: 0, count: 6)
        #expect(covered == none + upper + lower + none)
    }

    @Test("A triangle with half a pixel's diagonals covers half of each of them")
    func triangle() {
        let covered = DrawnShapes.coverage(
            of: [Point(x: 0, y: 0), Point(x: 0, y: 16), Point(x: 16, y: 16)], width: 17, height: 17)
        for row in 0..<17 {
            for column in 0..<17 {
                let expected = row > 15 || column > row ? 0 : column == row ? full / 2 : full
                #expect(covered[row * 17 + column] == expected)
            }
        }
    }

    @Test("The sum over all pixels is the area, to 1/256 of the rows' count", arguments: [1, 2, 3] as [UInt64])
    func areas(seed: UInt64) {
        var noise = RepeatableNoise(seed: seed)
        for _ in 0..<40 {
            let corners = (0..<3).map { _ in
                Point(x: .random(in: 0...40, using: &noise), y: .random(in: 0...40, using: &noise))
            }.map { Point(x: ($0.x * 256).rounded() / 256, y: ($0.y * 256).rounded() / 256) }
            let sum = DrawnShapes.coverage(of: corners, width: 40, height: 40).reduce(0) { $0 + Double($1) }
            let (a, b, c) = (corners[0], corners[1], corners[2])
            let area = abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2
            // Two edges cross a row, each at a place rounded to 1/256 pixel and to 1/256 of the row's height.
            #expect(abs(sum / Double(full) - area) <= 40 * 2 / 256)
        }
    }

    @Test("An edge there and back leaves nothing, whatever its slope")
    func thereAndBack() {
        var noise = RepeatableNoise(seed: 7)
        var buffer = CoverageBuffer(width: 20, height: 20)
        for _ in 0..<200 {
            let a = GridPoint(x: .random(in: -9000...9000, using: &noise), y: .random(in: -9000...9000, using: &noise))
            let b = GridPoint(x: .random(in: -9000...9000, using: &noise), y: .random(in: -9000...9000, using: &noise))
            buffer.addEdge(a, b)
            buffer.addEdge(b, a)
        }
        #expect(DrawnShapes.take(&buffer).allSatisfy { $0 == 0 })
    }

    @Test("Windings other than zero are inside, and no more than a whole pixel")
    func winding() {
        let square = [Point(x: 1, y: 1), Point(x: 3, y: 1), Point(x: 3, y: 3), Point(x: 1, y: 3)]
        for corners in [square, square.reversed(), square + square, square + square.reversed() + square.reversed()] {
            let covered = DrawnShapes.coverage(of: corners, width: 4, height: 4)
            #expect(covered.reduce(0, +) == 4 * full)
        }
    }

    @Test("What lies left of the region covers it; what lies right, above and below does not")
    func clipping() {
        let wide = [
            Point(x: -1e9, y: -1e9), Point(x: 1e9, y: -1e9), Point(x: 1e9, y: 1e9), Point(x: -1e9, y: 1e9),
        ]
        #expect(DrawnShapes.coverage(of: wide, width: 5, height: 5).allSatisfy { $0 == full })
        for shift in [Point(x: 6, y: 0), Point(x: -6, y: 0), Point(x: 0, y: 6), Point(x: 0, y: -6)] {
            let corners = [Point(x: 0, y: 1), Point(x: 5, y: 0), Point(x: 4, y: 5)]
            let moved = corners.map { Point(x: $0.x + shift.x, y: $0.y + shift.y) }
            #expect(DrawnShapes.coverage(of: moved, width: 5, height: 5).allSatisfy { $0 == 0 })
        }
    }

    @Test("An edge of 10¹² pixels has the slope it should have in the middle")
    func longEdges() {
        // From far left above to far right below, through (4, 4) with a slope of a half.
        let corners = [
            Point(x: 4 - 1e12, y: 4 - 5e11), Point(x: 4 + 1e12, y: 4 + 5e11), Point(x: 4 - 1e12, y: 4 + 5e11),
        ]
        let covered = DrawnShapes.coverage(of: corners, width: 8, height: 8)
        for row in 0..<8 {
            for column in 0..<8 {
                // The edge is at y = 2 + x / 2: how much of the pixel is below.
                let place = Double(2 * row - 4 - column)
                let expected = place >= 1 ? 1.0 : place == 0 ? 0.75 : place == -1 ? 0.25 : 0
                let found = Double(covered[row * 8 + column]) / Double(full)
                #expect(abs(found - expected) < 1.0 / 128, "row \(row), column \(column)")
            }
        }
    }

    @Test("Shapes on top of one another can be cut off in between")
    func saturation() {
        let corners = [Point(x: 0.5, y: 0), Point(x: 3, y: 0), Point(x: 2.25, y: 4)]
        var one = CoverageBuffer(width: 4, height: 4)
        var other = one
        for index in 0..<100 {
            DrawnShapes.add(corners, to: &one)
            DrawnShapes.add(corners, to: &other)
            if index % 3 == 0 { other.saturate() }
        }
        #expect(DrawnShapes.take(&one) == DrawnShapes.take(&other))
    }

    @Test("A stroke's area is its length times its width, its caps' a circle's")
    func stroke() {
        let line = DrawnLine(
            number: 0, width: 6, geometry: .polyline([[Point(x: 10.3, y: 11.7), Point(x: 40.9, y: 35.2)]]))
        let region = PixelRect(x: 0, y: 0, width: 52, height: 48)
        let area = DrawnShapes.coverage(line, in: region).reduce(0) { $0 + Double($1) / 255 }
        let length = (30.6 * 30.6 + 23.5 * 23.5).squareRoot()
        #expect(abs(area - length * 6 - Double.pi * 9) < 0.35)
    }

    @Test("A straight line in many pieces is as wide as in one", arguments: [1.0, 1.5, 2, 3, 6.5])
    func pieces(width: Double) {
        let region = PixelRect(x: 0, y: 0, width: 60, height: 40)
        func coverage(_ count: Int) -> [UInt8] {
            let points = (0...count).map {
                Point(x: 4 + 48 * Double($0) / Double(count), y: 8 + 24 * Double($0) / Double(count))
            }
            return DrawnShapes.coverage(DrawnLine(number: 0, width: width, geometry: .polyline([points])), in: region)
        }
        let one = coverage(1)
        for count in [3, 16, 24] {
            let difference = zip(one, coverage(count)).map { abs(Int($0) - Int($1)) }.max() ?? 0
            #expect(difference <= 6)
        }
    }

    @Test("Gaps split a line, and a point between gaps is a disc")
    func gaps() {
        let gap = Point(x: .nan, y: 0)
        let points = [Point(x: 4, y: 8), Point(x: 10, y: 8), gap, Point(x: 18, y: 8), gap, Point(x: 26, y: 8)]
        let line = DrawnLine(number: 0, width: 4, geometry: .polyline([points]))
        let covered = DrawnShapes.coverage(line, in: PixelRect(x: 0, y: 0, width: 32, height: 16))
        let row = covered[7 * 32..<8 * 32].map { $0 > 127 }
        #expect(row == (0..<32).map { (2..<12).contains($0) || (16..<20).contains($0) || (24..<28).contains($0) })
        let marked = DrawnLine(number: 0, width: 0, pointSize: 4, geometry: .polyline([points]))
        let discs = DrawnShapes.coverage(marked, in: PixelRect(x: 0, y: 0, width: 32, height: 16))
        let sum = discs.reduce(0) { $0 + Double($1) / 255 }
        #expect(abs(sum - 4 * Double.pi * 4) < 0.8)
    }
}
