// A series as a chart's x axis has it.

import Tiling

/// The points of a series at one moment, by the units of an axis.
struct ChartData: Sendable {
    let view: SeriesView
    /// Whether points stand where their x is, rather than evenly.
    let isSpaced: Bool
    let axis: SlideAxis

    init(_ view: SeriesView, isSpaced: Bool) {
        self.view = view
        let (first, last) = (view.x(at: 0), view.x(at: view.count - 1))
        switch view.xKind {
        case .time where isSpaced && view.count > 0: axis = .dated(first: first, last: last)
        case .number where isSpaced && view.count > 0: axis = .numbered(first: first, last: last)
        case .time, .number, .index: axis = .even(count: view.count)
        }
        if case .even = axis { self.isSpaced = false } else { self.isSpaced = true }
    }

    /// Units from one point to the next, in the mean; 1 where there are too few to say.
    var step: Double {
        let step = axis.span / Double(max(1, view.count - 1))
        return step > 0 ? step : 1
    }

    /// Where a point stands. O(1).
    func unit(at index: Int) -> Double { isSpaced ? axis.unit(of: view.x(at: index)) : Double(index) }

    /// The first point at `unit` or behind it; the count where there is none. O(log n).
    func firstIndex(atOrAfter unit: Double) -> Int {
        guard !isSpaced else { return view.firstIndex(atOrAfter: axis.x(ofUnit: unit)) }
        guard unit > 0 else { return 0 }
        return unit < Double(view.count) ? Int(unit.rounded(.up)) : view.count
    }

    /// The point nearest to `unit`; nil where there is none at all. O(log n).
    func index(nearest unit: Double) -> Int? {
        guard view.count > 0, !unit.isNaN else { return nil }
        let after = min(firstIndex(atOrAfter: unit), view.count - 1)
        guard after > 0 else { return 0 }
        return unit - self.unit(at: after - 1) < self.unit(at: after) - unit ? after - 1 : after
    }

    /// Least and greatest value of the lines that are not hidden, at the points of `range`; nil where they have none.
    func extremes(in range: Range<Int>, hidden: UInt64) -> ClosedRange<Double>? {
        var extremes: ClosedRange<Double>?
        for line in view.lines.indices where line >= 64 || hidden >> UInt64(line) & 1 == 0 {
            guard let (low, high) = view.extremes(line: line, in: range) else { continue }
            extremes = min(low, extremes?.lowerBound ?? low)...max(high, extremes?.upperBound ?? high)
        }
        return extremes
    }
}
