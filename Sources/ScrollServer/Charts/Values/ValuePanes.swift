// Maps the values of a chart's lines to its height.

import Tiling

/// One or more ranges of values, and the range of each line.
package struct ValuePanes: Equatable, Sendable {
    /// The measure of values.
    package enum Measure: String, Sendable, CaseIterable {
        case linear
        case logarithmic = "log"
        /// Each line by its value at `base`, which counts as 100.
        case indexed = "index"
    }

    /// The most ranges of one chart.
    package static let most = 4
    /// The space between two panes, in points, for the upper one's lowest label and the lower one's unit and highest
    /// label.
    static let gap = 38.0

    package var measure = Measure.linear
    /// Whether each range has its own part of the height; otherwise all ranges span all of it.
    package var isStacked = true
    /// Ranges after the first one, which is in the slide's key.
    package var others: [ClosedRange<Double>] = []
    /// The index of each line's range, 0 for the first; lines after the last element have the first.
    package var members: [UInt8] = []
    /// The x at which lines count as 100.
    package var base = 0.0
    /// The shares of the height, for stacked ranges: whole numbers.
    package var weights: [UInt8] = []

    package init() {}

    package var count: Int { others.count + 1 }

    /// What the values of each range are, of the lines that are shown.
    ///
    /// Of values that are shown relative to one place there are numbers only.
    package func kinds(_ view: SeriesView, hidden: LineSet) -> [ValueKind] {
        guard measure != .indexed, !view.kinds.isEmpty else { return [] }
        return (0..<count).map { pane in
            view.kind(ofLines: view.lines.indices.filter { !hidden.contains($0) && self.pane(of: $0) == pane })
        }
    }

    package func pane(of line: Int) -> Int {
        members.indices.contains(line) ? min(Int(members[line]), others.count) : 0
    }

    /// The scales of all ranges, from the top down; `first` is the first range.
    ///
    /// `top` and `bottom` bound the drawn area, in points. `kinds` has what the values of each range are, by which ticks are
    /// chosen.
    package func scales(
        first: ClosedRange<Double>, top: Double, bottom: Double, kinds: [ValueKind] = []
    ) -> [ValueScale] {
        let ranges = [first] + others
        func scale(_ pane: Int, top: Double, bottom: Double) -> ValueScale {
            ValueScale(
                values: ranges[pane], top: top, bottom: bottom, isLogarithmic: measure == .logarithmic,
                kind: kinds.indices.contains(pane) ? kinds[pane] : .number)
        }
        guard isStacked, ranges.count > 1 else { return ranges.indices.map { scale($0, top: top, bottom: bottom) } }
        let weights = ranges.indices.map { self.weights.indices.contains($0) ? Double(max(self.weights[$0], 1)) : 1 }
        let sum = weights.reduce(0, +)
        let gap = min(Self.gap, (bottom - top) / Double(4 * ranges.count))
        let room = bottom - top - gap * Double(ranges.count - 1)
        var (start, scales): (Double, [ValueScale]) = (top, [])
        for (pane, weight) in weights.enumerated() {
            let end = start + room * weight / sum
            scales.append(scale(pane, top: start, bottom: end))
            start = end + gap
        }
        return scales
    }
}
