// Converts values to heights, linearly or by their logarithms.

/// The values that a part of a chart's height spans.
///
/// y grows downwards, in points from the content's top.
public struct ValueScale: Sendable, Equatable {
    /// The values at the bottom and at the top.
    public let values: ClosedRange<Double>
    public let top: Double
    public let bottom: Double
    /// Whether the scale is logarithmic; false where a value of the range is not positive.
    public let isLogarithmic: Bool
    /// What the values are, by which ticks are chosen.
    public let kind: ValueKind

    /// The logarithms of the ends of `values`.
    private let (low, high): (Double, Double)

    public init(
        values: ClosedRange<Double>, top: Double, bottom: Double, isLogarithmic: Bool = false, kind: ValueKind = .number
    ) {
        self.values = values
        self.kind = kind
        (self.top, self.bottom) = (top, max(top, bottom))
        self.isLogarithmic = isLogarithmic && values.lowerBound > 0 && values.upperBound.isFinite
        low = self.isLogarithmic ? Deceleration.logarithm(values.lowerBound) : 0
        high = self.isLogarithmic ? Deceleration.logarithm(values.upperBound) : 0
    }

    public var height: Double { bottom - top }

    /// Points from the content's top to `value`.
    ///
    /// Values outside the range lie outside the part, at most 10⁹ points away; NaN for a value that has no logarithm.
    /// Where the range is a single value, the result is the middle.
    public func y(ofValue value: Double) -> Double {
        guard !value.isNaN else { return (top + bottom) / 2 }
        let share: Double
        if isLogarithmic {
            guard value > 0 else { return .nan }
            guard high > low else { return (top + bottom) / 2 }
            share = (high - Deceleration.logarithm(min(value, .greatestFiniteMagnitude))) / (high - low)
        } else {
            // Halves, because the difference of the two largest doubles overflows.
            let half = values.upperBound / 2 - values.lowerBound / 2
            guard half > 0 else { return (top + bottom) / 2 }
            share = (values.upperBound / 2 - value / 2) / half
        }
        return min(max(top + share * (bottom - top), -1e9), 1e9)
    }

    /// The value at `y`, limited to finite numbers.
    public func value(atY y: Double) -> Double {
        guard height > 0, !y.isNaN else { return values.upperBound }
        let share = (y - top) / height
        let most = Double.greatestFiniteMagnitude
        if isLogarithmic {
            return min(max(Deceleration.exponential(high * (1 - share) + low * share), .leastNormalMagnitude), most)
        }
        return min(max(values.upperBound * (1 - share) + values.lowerBound * share, -most), most)
    }

    /// Ticks at round values, at least `minimumSpacing` points apart.
    public func ticks(minimumSpacing: Double) -> [Tick] {
        switch (isLogarithmic, kind) {
        case (true, .number): LogarithmicTicks.ticks(in: values, height: height, minimumSpacing: minimumSpacing)
        case (true, _): DurationTicks.logarithmic(self, minimumSpacing: minimumSpacing)
        case (false, _): ValueTicks.ticks(in: values, height: height, minimumSpacing: minimumSpacing, kind: kind)
        }
    }
}
