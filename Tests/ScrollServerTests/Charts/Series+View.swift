// What a series has read, without its view in between.

@testable import Charts

extension Series {
    var lines: [String] { view.lines }
    var xKind: SeriesXKind { view.xKind }
    var count: Int { view.count }

    func x(at index: Int) -> Double { view.x(at: index) }
    func value(line: Int, at index: Int) -> Double { view.value(line: line, at: index) }
    func firstIndex(atOrAfter x: Double) -> Int { view.firstIndex(atOrAfter: x) }
    func extremes(line: Int, in range: Range<Int>) -> (min: Double, max: Double)? {
        view.extremes(line: line, in: range)
    }
}
