// Lines of many values to a column of pixels lose no extreme.
import Testing
import Tiling

@testable import Charts

@Suite struct ColumnBandTests {
    private static let width = 96
    private static let height = 64

    #if !OPTIMISED
        private static let counts = [1_000, 100_000]
    #else
        private static let counts = [1_000, 100_000, 10_000_000]
    #endif

    /// A walk with noise and a few far outliers, as y; `count` of them spread evenly over the columns.
    private func values(_ count: Int) -> [Double] {
        var noise = RepeatableNoise(seed: UInt64(count))
        var level = 30.0
        return (0..<count).map { _ in
            level = min(max(level + Double.random(in: -1...1, using: &noise), 20), 44)
            let isOutlier = Int.random(in: 0..<500, using: &noise) == 0
            return level + Double.random(in: isOutlier ? -18...18 : -2...2, using: &noise)
        }
    }

    @Test("Every column inks the rows of its least and its greatest value", arguments: counts)
    func extremes(count: Int) {
        let values = values(count)
        let groups = (0..<Self.width).map { values[$0 * count / Self.width..<($0 + 1) * count / Self.width] }
        let columns = groups.map { group -> ColumnExtremes? in
            ColumnExtremes(
                first: group.first ?? .nan, minY: group.min() ?? .nan, maxY: group.max() ?? .nan,
                last: group.last ?? .nan)
        }
        // Line width, and the share of a row that is inked at least: half the width, up to all of it.
        for (width, strength) in [(1.0, 0.5), (1.5, 0.75), (2, 1), (3, 1), (6, 1)] {
            let line = DrawnLine(number: 0, width: width, geometry: .columns(first: 5_000_000_000, columns))
            let covered = DrawnShapes.coverage(
                line, in: PixelRect(x: 5_000_000_000, y: 0, width: Self.width, height: Self.height))
            var missing = 0
            for (column, group) in groups.enumerated() {
                for value in [group.min() ?? 0, group.max() ?? 0] {
                    let inked = Double(covered[Int(clamping: value) * Self.width + column]) / 255
                    // To half a step of strength, and the 1/256 of a pixel to which places are rounded.
                    if inked < strength - 3.0 / 256 { missing += 1 }
                }
            }
            #expect(missing == 0, "width \(width)")
        }
    }

    @Test("The band is continuous: no row lies between the ink of one column and the next")
    func continuity() {
        var noise = RepeatableNoise(seed: 5)
        let columns = (0..<Self.width).map { _ -> ColumnExtremes? in
            let y = Double.random(in: 4...60, using: &noise)
            return ColumnExtremes(first: y, minY: y, maxY: y, last: y)
        }
        let line = DrawnLine(number: 0, width: 1, geometry: .columns(first: 0, columns))
        let covered = DrawnShapes.coverage(line, in: PixelRect(x: 0, y: 0, width: Self.width, height: Self.height))
        func rows(_ column: Int) -> [Int] { (0..<Self.height).filter { covered[$0 * Self.width + column] > 0 } }
        for column in 1..<Self.width {
            let (left, right) = (rows(column - 1), rows(column))
            let (leftFirst, leftLast) = (left.first ?? 0, left.last ?? 0)
            let (rightFirst, rightLast) = (right.first ?? 0, right.last ?? 0)
            #expect(left.count == leftLast - leftFirst + 1)
            #expect(rightFirst <= leftLast + 1 && leftFirst <= rightLast + 1)
        }
    }

    @Test("A column alone is as wide as the line, at every device pixel ratio", arguments: [1.0, 1.5, 2, 3])
    func width(ratio: Double) {
        let lineWidth = 2 * ratio
        let spike = ColumnExtremes(first: 20, minY: 10, maxY: 40, last: 20)
        let line = DrawnLine(number: 0, width: lineWidth, geometry: .columns(first: 20, [spike]))
        let covered = DrawnShapes.coverage(line, in: PixelRect(x: 0, y: 0, width: 41, height: 50))
        let row = (0..<41).map { (column: Int) -> Int in Int(covered[1025 + column]) }
        let rows = (0..<50).map { (row: Int) -> Int in Int(covered[row * 41 + 20]) }
        let across = Double(row.reduce(0, +)) / 255
        let down = Double(rows.reduce(0, +)) / 255
        #expect(abs(across - lineWidth) < 0.02)
        #expect(abs(down - 30 - lineWidth) < 0.02)
        // The middle of column 20 is at 20.5, in the middle of the ink.
        #expect(row == row.reversed())
    }

    @Test("A gap is a gap, and the area ends with it")
    func gap() {
        let run = ColumnExtremes(first: 10, minY: 8, maxY: 12, last: 10)
        let columns = [run, run, nil, nil, nil, run]
        let line = DrawnLine(
            number: 0, width: 1, area: DrawnLine.Area(baseline: 20, opacity: 0.5),
            geometry: .columns(first: 0, columns))
        let covered = DrawnShapes.coverage(line, in: PixelRect(x: 0, y: 0, width: 6, height: 24))
        for (column, isInked) in [true, true, false, false, false, true].enumerated() {
            #expect(covered[10 * 6 + column] == (isInked ? 255 : 0))
            #expect(covered[19 * 6 + column] == (isInked ? 128 : 0))
            #expect(covered[20 * 6 + column] == 0)
        }
    }
}
