// Extremes, columns and searching beside the plain way of doing it.

import Foundation
import Testing

@testable import Charts

@Suite struct SeriesViewTests {
    /// A series of small blocks, and the same in arrays.
    private struct Staged {
        var x: [Double] = []
        var values: [[Double]]
        var view: SeriesView

        init(count: Int, lineCount: Int = 2, seed: UInt64, shift: Int = 4, gaps: Int = 3) throws {
            var generator = RepeatableNoise(seed: seed)
            values = [[Double]](repeating: [], count: lineCount)
            var builder = try SeriesBuilder(lineCount: lineCount, shift: shift, store: MemoryStore())
            let batch = RowBatch(lineCount: lineCount, capacity: 7)
            var last = 0.0
            var silence = 0
            for row in 0..<count {
                // Steps of 0 too: repeated times are kept.
                last += Double(Int.random(in: 0...2, using: &generator))
                x.append(last)
                if silence == 0, Int.random(in: 0..<40, using: &generator) == 0 {
                    silence = Int.random(in: 1...200, using: &generator)
                }
                silence = max(silence - 1, 0)
                for line in 0..<lineCount {
                    // The first line fits into Float32, the others do not.
                    let number = Double.random(in: -100...100, using: &generator)
                    let isGap = silence > 0 || Int.random(in: 0..<gaps, using: &generator) == 0
                    values[line].append(isGap ? .nan : line == 0 ? number.rounded() : number)
                }
                let numbers = values.map { $0[row] }
                batch.append(x: last) { numbers[$0] }
                if batch.isFull || row == count - 1 {
                    try builder.append(batch)
                    batch.count = 0
                }
            }
            let description = SeriesDescription(
                lines: (0..<lineCount).map { "line \($0)" }, xKind: .number, xName: "x")
            view = try #require(builder.view(revision: 1, description: description))
        }

        func column(_ line: Int, _ range: Range<Int>) -> SeriesColumn? {
            let there = values[line][range].filter { !$0.isNaN }
            guard let first = there.first, let last = there.last, let min = there.min(), let max = there.max() else {
                return nil
            }
            return SeriesColumn(first: first, min: min, max: max, last: last)
        }
    }

    @Test(arguments: [0, 1, 15, 16, 17, 255, 256, 257, 1000, 4113])
    func `extremes and columns are those of the points`(_ count: Int) throws {
        for shift in [4, 8] {
            let staged = try Staged(count: count, seed: UInt64(count), shift: shift)
            #expect(staged.view.count == count)
            #expect(staged.view.x(in: 0..<count) == staged.x)
            var generator = RepeatableNoise(seed: 9)
            for _ in 0..<300 {
                let ends = [Int.random(in: 0...count, using: &generator), Int.random(in: 0...count, using: &generator)]
                    .sorted()
                let range = ends[0]..<ends[1]
                for line in 0..<2 {
                    let expected = staged.column(line, range)
                    let extremes = staged.view.extremes(line: line, in: range)
                    #expect(extremes?.min == expected?.min && extremes?.max == expected?.max)
                    #expect(staged.view.columns(line: line, boundaries: ends) == [expected])
                }
            }
        }
    }

    @Test func `columns of runs that follow one another`() throws {
        let staged = try Staged(count: 3000, seed: 1)
        let boundaries = [-5, 0, 0, 1, 17, 16 * 20, 900, 900, 2999, 3000, 3100]
        let columns = staged.view.columns(line: 1, boundaries: boundaries)
        let expected = zip(boundaries, boundaries.dropFirst()).map { staged.column(1, ($0..<$1).clamped(to: 0..<3000)) }
        #expect(columns == expected)
        #expect(staged.view.columns(line: 1, boundaries: [5]).isEmpty)
        #expect(staged.view.columns(line: 0, boundaries: [10, 5, 20]) == [nil, staged.column(0, 5..<20)])
    }

    @Test func `values, searching, and what is not there`() throws {
        let staged = try Staged(count: 1000, seed: 2)
        let view = staged.view
        for line in 0..<2 {
            let values = view.values(line: line, in: 3..<900)
            #expect(values.map(\.bitPattern) == staged.values[line][3..<900].map(\.bitPattern))
            #expect(
                (0..<1000).allSatisfy {
                    view.value(line: line, at: $0).bitPattern == staged.values[line][$0].bitPattern
                })
        }
        let end = staged.x[999]
        for x in stride(from: -1.5, through: end + 2, by: 0.5) {
            #expect(view.firstIndex(atOrAfter: x) == staged.x.firstIndex { $0 >= x } ?? 1000)
            #expect(view.firstIndex(after: x) == staged.x.firstIndex { $0 > x } ?? 1000)
        }
        #expect(view.x(at: -1).isNaN && view.x(at: 1000).isNaN && view.value(line: 2, at: 0).isNaN)
        #expect(view.value(line: -1, at: 0).isNaN && view.value(line: 0, at: .max).isNaN)
        #expect(view.x(in: 998..<2000).count == 2 && view.values(line: 5, in: 0..<10).isEmpty)
        #expect(view.extremes(line: 7, in: 0..<10) == nil && view.extremes(line: 0, in: 5000..<6000) == nil)
        #expect(view.firstIndex(atOrAfter: .nan) == 1000)
    }

    @Test func `a series that grows is read meanwhile, and old views stay as they are`() throws {
        var builder = try SeriesBuilder(lineCount: 1, shift: 4, store: MemoryStore())
        let batch = RowBatch(lineCount: 1, capacity: 1)
        let description = SeriesDescription(lines: ["a"], xKind: .index, xName: "")
        var views: [SeriesView] = []
        for index in 0..<700 {
            batch.count = 0
            batch.append(x: Double(index)) { _ in Double(index * 7919 % 701) }
            try builder.append(batch)
            if index % 50 == 0 { views.append(try #require(builder.view(revision: index, description: description))) }
        }
        for (place, view) in views.enumerated() {
            #expect(view.count == place * 50 + 1)
            let values = (0..<view.count).map { Double($0 * 7919 % 701) }
            #expect(view.values(line: 0, in: 0..<view.count) == values)
            #expect(view.extremes(line: 0, in: 0..<view.count)?.max == values.max())
        }
    }

    @Test func `what is even or fits into Float32 takes no room for it`() throws {
        func byteCount(_ x: (Int) -> Double, _ value: (Int) -> Double) throws -> Int {
            let block = try SeriesBlock.empty(capacity: 256, lineCount: 1)
            let (places, values) = ((0..<256).map(x), (0..<256).map(value))
            block.storeX(places.span, at: 0)
            block.storeValues(line: 0, values.span, at: 0)
            return block.packedForm().byteCount
        }
        let (single, double) = (256 * 4 + 2 * 16 * 4, 256 * 8 + 2 * 16 * 8)
        #expect(try byteCount({ Double($0) * 600 + 1.7e9 }, { Double($0) / 4 }) == single)
        #expect(try byteCount({ Double($0) * 600 + 1.7e9 }, { Double($0) / 10 }) == double)
        #expect(try byteCount({ Double($0 * $0) }, { $0 == 3 ? .nan : Double($0) }) == single + 256 * 8)
        // Even but for one, and negative zero, stay what they are.
        #expect(try byteCount({ $0 == 200 ? 200.5 : Double($0) }, { _ in -0.0 }) == single + 256 * 8)
    }

    @Test func `the demo is the same in every run`() throws {
        let series = try DemoSeries.open()
        #expect(series.comesTrue { series.status.isComplete })
        #expect(series.count == DemoSeries.count && series.lines.count == 3 && series.xKind == .time)
        #expect(series.x(at: 144) - series.x(at: 0) == 86_400)
        var weather = DemoWeather()
        for index in 0..<3000 {
            let point = weather.next()
            #expect(series.value(line: 0, at: index).bitPattern == point.temperature.bitPattern)
        }
        for (line, range) in [(0, -35.0...45.0), (1, 0...100), (2, -50...70)] {
            let extremes = try #require(series.extremes(line: line, in: 0..<series.count))
            #expect(range.contains(extremes.min) && range.contains(extremes.max) && extremes.min < extremes.max)
        }
        // It has gaps.
        #expect(series.all(0).contains { $0.isNaN })
    }
}
