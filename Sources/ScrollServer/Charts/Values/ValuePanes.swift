// How the values of a chart's lines are put to its height.

import Tiling

/// One or more ranges of values, and which lines have which.
package struct ValuePanes: Equatable, Sendable {
    /// How values are measured.
    package enum Measure: String, Sendable, CaseIterable {
        case linear
        case logarithmic = "log"
        /// Each line by its value at `base`, which counts as 100.
        case indexed = "index"
    }

    /// The most ranges of one chart.
    package static let most = 4
    /// Between two panes, in points: room for the lowest label of the upper one, the unit of the lower one and its highest
    /// label, one below the other.
    static let gap = 38.0

    package var measure = Measure.linear
    /// Whether each range has a part of the height of its own. Otherwise all ranges span all of it.
    package var isStacked = true
    /// Ranges behind the first one, which the slide's key holds.
    package var others: [ClosedRange<Double>] = []
    /// The range of each line: 0 is the first. Lines behind the last element have the first.
    package var members: [UInt8] = []
    /// The x at which lines count as 100.
    package var base = 0.0
    /// The shares of the height, for stacked ranges: whole numbers.
    package var weights: [UInt8] = []

    package init() {}

    package var count: Int { others.count + 1 }

    package func pane(of line: Int) -> Int {
        members.indices.contains(line) ? min(Int(members[line]), others.count) : 0
    }

    /// The scales of all ranges, from the top down.
    ///
    /// - Parameters:
    ///   - first: the first range.
    ///   - top, bottom: of the drawn area, in points.
    package func scales(first: ClosedRange<Double>, top: Double, bottom: Double) -> [ValueScale] {
        let ranges = [first] + others
        let isLogarithmic = measure == .logarithmic
        guard isStacked, ranges.count > 1 else {
            return ranges.map { ValueScale(values: $0, top: top, bottom: bottom, isLogarithmic: isLogarithmic) }
        }
        let weights = ranges.indices.map { self.weights.indices.contains($0) ? Double(max(self.weights[$0], 1)) : 1 }
        let sum = weights.reduce(0, +)
        let gap = min(Self.gap, (bottom - top) / Double(4 * ranges.count))
        let room = bottom - top - gap * Double(ranges.count - 1)
        var (start, scales): (Double, [ValueScale]) = (top, [])
        for (range, weight) in zip(ranges, weights) {
            let end = start + room * weight / sum
            scales.append(ValueScale(values: range, top: start, bottom: end, isLogarithmic: isLogarithmic))
            start = end + gap
        }
        return scales
    }
}
