// Columns of device pixels: each value is in exactly one, whichever slide asks.

import Testing

@testable import Tiling

@Suite struct ColumnUnitsTests {
    @Test(arguments: 0..<40) func everyIndexIsInOneColumn(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let scale = [1, 1.25, 1.5, 2, 3][Int.random(in: 0..<5, using: &generator)]
        let count = [0, 1, 2, 5000, 10_000_000, 20_000_000_000][Int.random(in: 0..<6, using: &generator)]
        let width = LayoutCalculator.slideWidth(
            near: [256, 1000, 1024][Int.random(in: 0..<3, using: &generator)], scale: scale)
        let chart = LayoutCalculatorTests.calculator(
            .even(count: count), slideWidth: width,
            gap: [0, 1e-4, 0.3, 7][Int.random(in: 0..<4, using: &generator)])
        let columns = ColumnUnits(chart, scale: scale)
        let last = chart.totalSlideNum - 1
        // Slides meet, from the first column to the last.
        #expect(columns.columns(ofSlide: 0).lowerBound == 0)
        #expect(columns.columns(ofSlide: last).upperBound == Int(clamping: (chart.drawWidth * scale).rounded()))
        for _ in 0..<20 {
            let slide = Int.random(in: 0...last, using: &generator)
            let range = columns.columns(ofSlide: slide)
            if slide < last { #expect(range.upperBound == columns.columns(ofSlide: slide + 1).lowerBound) }
            // What is drawn of the slide is as wide.
            #expect(range.count == SlidesLayout(chart).pixelSize(of: slide, scale: scale).width)
            let edges = columns.boundaries(of: range)
            #expect(edges.count == range.count + 1 && edges == edges.sorted())
            #expect(edges.first == columns.boundary(range.lowerBound))
            // The columns one by one hold what they hold together.
            let all = columns.indices(of: range)
            var next = all.lowerBound
            for column in range {
                let one = columns.indices(of: column..<column + 1)
                #expect(one.lowerBound == next)
                next = one.upperBound
            }
            #expect(next == all.upperBound)
            for index in all.prefix(20) {
                let place = chart.x(ofUnit: Double(index)) * scale
                #expect(Double(range.lowerBound) - 0.01 <= place && place <= Double(range.upperBound) + 0.01)
            }
        }
        // All of them together hold everything.
        let everything = 0..<Int(clamping: (chart.drawWidth * scale).rounded(.up)) + 1
        #expect(columns.indices(of: everything) == 0..<count)
    }

    @Test func byHand() throws {
        // Ten values to a point, two device pixels to a point, 16 points of padding.
        let chart = LayoutCalculatorTests.calculator(.even(count: 1_000_000), gap: 0.1)
        let columns = ColumnUnits(chart, scale: 2)
        #expect(columns.columns(ofSlide: 1) == 2048..<4096)
        #expect(columns.indices(of: 0..<32) == 0..<0)
        #expect(columns.indices(of: 32..<33) == 0..<5)
        #expect(columns.indices(of: 33..<35) == 5..<15)
        let dated = LayoutCalculatorTests.calculator(.dated(first: 0, last: 864_000), gap: 40)
        #expect(ColumnUnits(dated, scale: 1).boundaries(of: 16..<17) == [0, 1 / dated.lineGapSize])
        #expect(ColumnUnits(dated, scale: 1).indices(of: 0..<100).isEmpty)
    }
}
