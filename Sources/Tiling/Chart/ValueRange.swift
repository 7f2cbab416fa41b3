// Which values the height of a chart spans.

/// How the range of values of a chart is chosen.
public enum ValueRange: Sendable, Equatable {
    /// As it was asked for, not rounded.
    case fixed(ClosedRange<Double>)
    /// Of all the data.
    case whole
    /// Of what is seen.
    case visible

    /// A fixed range; nil unless both are finite and `low` is below `high`.
    public init?(from low: Double, to high: Double) {
        guard low.isFinite, high.isFinite, low < high else { return nil }
        self = .fixed(low...high)
    }

    /// The range to draw.
    ///
    /// What is seen changes with every step of a scroll; so that the range does not, the one it had is kept while what is
    /// seen fits into it and would not get one less than half as wide.
    /// - Parameters:
    ///   - whole: the least and the largest value of the data, or nil where there are none.
    ///   - visible: those of what is seen.
    ///   - old: the range there was, if any; it holds for `visible` only.
    ///   - height, minimumSpacing: of the drawn area and of its ticks, in points.
    public func range(
        whole: ClosedRange<Double>?, visible: ClosedRange<Double>?, holding old: ClosedRange<Double>?,
        height: Double, minimumSpacing: Double
    ) -> ClosedRange<Double> {
        switch self {
        case .fixed(let range): return range
        case .whole: return Self.padded(whole, height: height, minimumSpacing: minimumSpacing)
        case .visible:
            // Where the line has a gap as wide as the viewport, nothing is to be gained by changing the range.
            guard let visible else { return old ?? Self.padded(whole, height: height, minimumSpacing: minimumSpacing) }
            let new = Self.padded(visible, height: height, minimumSpacing: minimumSpacing)
            guard let old, old.lowerBound <= visible.lowerBound, visible.upperBound <= old.upperBound else {
                return new
            }
            // Halves, because the difference of the two largest numbers overflows.
            func half(_ range: ClosedRange<Double>) -> Double { range.upperBound / 2 - range.lowerBound / 2 }
            return half(new) >= half(old) / 2 ? old : new
        }
    }

    /// The range around the values from the least to the largest that begins and ends with a tick. One value is in the
    /// middle of a range as wide as itself, or from −1 to 1 where it is 0; without values the range is from 0 to 1.
    public static func padded(
        _ extremes: ClosedRange<Double>?, height: Double, minimumSpacing: Double
    ) -> ClosedRange<Double> {
        guard let extremes, extremes.lowerBound.isFinite, extremes.upperBound.isFinite else { return 0...1 }
        var range = extremes
        if range.lowerBound == range.upperBound {
            let value = range.lowerBound
            // Half of the least numbers is nothing.
            let reach = max(value.magnitude / 2, value == 0 ? 1 : .leastNormalMagnitude)
            let most = Double.greatestFiniteMagnitude
            range = max(value - reach, -most)...min(value + reach, most)
        }
        return ValueTicks.rounded(range, height: height, minimumSpacing: minimumSpacing)
    }
}
