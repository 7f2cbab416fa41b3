// The points of a series in the units of a chart's x axis.

import Tiling

/// A series at one moment, in the units of an axis.
package struct ChartData: Sendable {
    package let view: SeriesView
    /// Whether points are placed at their x; otherwise at equal distances, by index.
    package let isSpaced: Bool
    package let axis: SlideAxis
    /// Why the points are not placed at their x, in whole sentences.
    package let notices: [String]

    package init(_ view: SeriesView, isSpaced: Bool) {
        self.view = view
        let (first, last) = (view.x(at: 0), view.x(at: view.count - 1))
        let isTooFine = Self.isTooFine(view, first, last)
        let isSpaced = isSpaced && !isTooFine
        switch view.xKind {
        case .time where isSpaced && view.count > 0: axis = .dated(first: first, last: last)
        case .number where isSpaced && view.count > 0: axis = .numbered(first: first, last: last)
        case .time, .number, .index: axis = .even(count: view.count)
        }
        notices = isTooFine ? [Self.tooFine(view)] : []
        if case .even = axis { self.isSpaced = false } else { self.isSpaced = true }
    }

    /// Whether neighbouring x are too near for Float64, so that most of them are equal, as steps of a nanosecond in
    /// this century.
    ///
    /// Rows of a long table share x in any case.
    private static func isTooFine(_ view: SeriesView, _ first: Double, _ last: Double) -> Bool {
        guard view.count > 2, !view.isSparse, view.xKind != .index else { return false }
        let finest = max(first.magnitude, last.magnitude).ulp
        return (last - first) / Double(view.count - 1) < finest
    }

    private static func tooFine(_ view: SeriesView) -> String {
        let what = view.xKind == .time ? "Times" : "Numbers"
        return "\(what) of '\(view.xName)' are too near to each other to be told apart: the points are shown at equal "
            + "distances, in the order of the rows."
    }

    /// The mean number of units between neighbouring points; 1 where there are fewer than two different x.
    package var step: Double {
        let step = axis.span / Double(max(1, view.count - 1))
        return step > 0 ? step : 1
    }

    /// The unit of point `index`.
    ///
    /// O(1).
    package func unit(at index: Int) -> Double { isSpaced ? axis.unit(of: view.x(at: index)) : Double(index) }

    /// The first point at or after `unit`; the count where there is none.
    ///
    /// O(log n).
    func firstIndex(atOrAfter unit: Double) -> Int {
        guard !isSpaced else { return view.firstIndex(atOrAfter: axis.x(ofUnit: unit)) }
        guard unit > 0 else { return 0 }
        return unit < Double(view.count) ? Int(clamping: unit.rounded(.up)) : view.count
    }

    /// The points at units from the lower to the upper end.
    ///
    /// O(log n).
    package func indices(in units: ClosedRange<Double>) -> Range<Int> {
        let first = firstIndex(atOrAfter: units.lowerBound)
        return first..<max(first, firstIndex(atOrAfter: units.upperBound.nextUp))
    }

    /// The point nearest to `unit`; nil where there are no points.
    ///
    /// O(log n).
    package func index(nearest unit: Double) -> Int? {
        guard view.count > 0, !unit.isNaN else { return nil }
        let after = min(firstIndex(atOrAfter: unit), view.count - 1)
        guard after > 0 else { return 0 }
        return unit - self.unit(at: after - 1) < self.unit(at: after) - unit ? after - 1 : after
    }

    /// The smallest and the largest value of the lines that are not hidden, in `range`; nil where they have no values
    /// there.
    func extremes(in range: Range<Int>, hidden: LineSet) -> ClosedRange<Double>? {
        extremes(in: range, lines: view.lines.indices.filter { !hidden.contains($0) })
    }

    /// The same of these lines.
    package func extremes(in range: Range<Int>, lines: [Int]) -> ClosedRange<Double>? {
        var extremes: ClosedRange<Double>?
        for line in lines {
            guard let (low, high) = view.extremes(line: line, in: range) else { continue }
            extremes = min(low, extremes?.lowerBound ?? low)...max(high, extremes?.upperBound ?? high)
        }
        return extremes
    }

    /// Up to this many points each gap is examined; with more points, the mean gaps of this many runs.
    private static let mostGaps = 1024

    /// The distance in units between the nearest two points, of different x, in `range` and beside it; nil where there
    /// are no two.
    ///
    /// With more than 1024 points it is the least mean distance within a run of them; zooming in makes it exact. O(1)
    /// after the search.
    package func nearestGap(around range: Range<Int>) -> Double? {
        let run = max(0, range.lowerBound - 1)..<min(view.count, range.upperBound + 1)
        guard run.count > 1 else { return nil }
        guard isSpaced else { return 1 }
        let parts = min(run.count - 1, Self.mostGaps)
        var (least, before) = (Double.infinity, unit(at: run.lowerBound))
        for part in 1...parts {
            let first = run.lowerBound + (run.count - 1) * (part - 1) / parts
            let end = run.lowerBound + (run.count - 1) * part / parts
            let unit = unit(at: end)
            let gap = (unit - before) / Double(end - first)
            if gap > 0, gap < least { least = gap }
            before = unit
        }
        return least.isFinite ? least : nil
    }

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
