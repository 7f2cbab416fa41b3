// Facts about a chart's lines that determine ranges of values.

extension ChartData {
    /// Runs of points that are searched for positive values.
    private static let runs = 512

    /// The factor for each line that makes its first value from `x` on 100; NaN for a line without a value there, or
    /// with 0.
    ///
    /// O(lines · log n).
    package func indexFactors(at x: Double) -> [Double] {
        let start = isSpaced ? view.firstIndex(atOrAfter: x) : firstIndex(atOrAfter: x)
        return view.lines.indices.map { line in
            guard let value = view.value(at: .first, line: line, in: start..<view.count), value != 0 else {
                return .nan
            }
            let factor = 100 / value
            return factor.isFinite ? factor : .nan
        }
    }

    /// The x of the first point at or after `unit`, else of the last one: nearly the same place is the same base.
    package func base(atUnit unit: Double) -> Double {
        let index = max(0, min(firstIndex(atOrAfter: unit), view.count - 1))
        guard isSpaced else { return Double(index) }
        let x = view.x(at: index)
        return x.isNaN ? 0 : x
    }

    /// The extremes of the positive values; nil where there are none.
    ///
    /// Where `range` also has other values, the smallest is found among the extremes of some hundred runs of it.
    package func positiveExtremes(in range: Range<Int>, line: Int) -> ClosedRange<Double>? {
        guard let (low, high) = view.extremes(line: line, in: range), high > 0 else { return nil }
        guard low <= 0 else { return low...high }
        let runs = min(Self.runs, range.count)
        let boundaries = (0...runs).map { range.lowerBound + range.count * $0 / runs }
        var least = high
        for column in view.columns(line: line, boundaries: boundaries) {
            guard let column else { continue }
            for value in [column.first, column.min, column.last] where value > 0 { least = min(least, value) }
        }
        return least...high
    }
}
