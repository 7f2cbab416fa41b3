// The values that the height of a chart spans.

/// How the range of values of a chart is chosen.
public enum ValueRange: Sendable, Equatable {
    /// The range that the caller asked for, not rounded.
    case fixed(ClosedRange<Double>)
    /// The range of all values.
    case whole
    /// The range of the visible values.
    case visible

    /// A fixed range; nil unless both are finite and `low` is below `high`.
    public init?(from low: Double, to high: Double) {
        guard low.isFinite, high.isFinite, low < high else { return nil }
        self = .fixed(low...high)
    }

    /// The range to draw, from the extremes of all values (`whole`) and of the visible ones; nil where there are none.
    ///
    /// The visible values change with every step of a scroll. To keep the drawing still, `.visible` keeps the range
    /// `old` while the visible values fit into it and the new range would be at least half as wide. `height` of the
    /// drawn area and `minimumSpacing` of its ticks are in points.
    public func range(
        whole: ClosedRange<Double>?, visible: ClosedRange<Double>?, previous old: ClosedRange<Double>?,
        height: Double, minimumSpacing: Double, kind: ValueKind = .number
    ) -> ClosedRange<Double> {
        func padded(_ extremes: ClosedRange<Double>?) -> ClosedRange<Double> {
            Self.padded(extremes, height: height, minimumSpacing: minimumSpacing, kind: kind)
        }
        switch self {
        case .fixed(let range): return range
        case .whole: return padded(whole)
        case .visible:
            // Where the line has a gap as wide as the viewport, no range is better than the old one.
            guard let visible else { return old ?? padded(whole) }
            let new = padded(visible)
            guard let old, old.lowerBound <= visible.lowerBound, visible.upperBound <= old.upperBound else {
                return new
            }
            // Halves, because the difference of the two largest doubles overflows.
            func half(_ range: ClosedRange<Double>) -> Double { range.upperBound / 2 - range.lowerBound / 2 }
            return half(new) >= half(old) / 2 ? old : new
        }
    }

    /// The range around `extremes` (smallest and largest value) that begins and ends with a tick.
    ///
    /// A single value is in the middle of a range as wide as itself, or of −1 … 1 where it is 0. Without values the
    /// range is 0 … 1.
    public static func padded(
        _ extremes: ClosedRange<Double>?, height: Double, minimumSpacing: Double, kind: ValueKind = .number
    ) -> ClosedRange<Double> {
        guard let extremes, extremes.lowerBound.isFinite, extremes.upperBound.isFinite else { return 0...1 }
        var range = extremes
        if range.lowerBound == range.upperBound {
            let value = range.lowerBound
            // Half of the smallest doubles is 0, which would leave the range empty.
            let reach = max(value.magnitude / 2, value == 0 ? 1 : .leastNormalMagnitude)
            let most = Double.greatestFiniteMagnitude
            range = max(value - reach, -most)...min(value + reach, most)
        }
        return ValueTicks.rounded(range, height: height, minimumSpacing: minimumSpacing, kind: kind)
    }
}
