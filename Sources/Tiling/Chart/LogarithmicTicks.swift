// Ticks of a logarithmic value axis.

/// Ticks at powers of ten, and at twice and five times these where there is room.
public enum LogarithmicTicks {
    /// The ticks in `range`, which must be positive, at least `minimumSpacing` points apart on an axis of `height` points.
    ///
    /// A range of less than a decade has the ticks of a linear axis, as far as they keep that distance. O(ticks).
    public static func ticks(in range: ClosedRange<Double>, height: Double, minimumSpacing: Double) -> [Tick] {
        guard range.lowerBound > 0, range.upperBound.isFinite, range.upperBound > range.lowerBound,
            height > 0, minimumSpacing > 0
        else { return [] }
        let (low, high) = (range.lowerBound, range.upperBound)
        let decades = (Deceleration.logarithm(high) - Deceleration.logarithm(low)) / ten
        guard decades >= 1 else { return linear(range, height: height, minimumSpacing: minimumSpacing) }
        let decade = height / decades
        let digits = decade * 0.301 >= minimumSpacing ? [1, 2, 5] : [1]
        let stride = max(1, Int(clamping: (min(minimumSpacing / decade, 700)).rounded(.up)))
        let first = Int(clamping: (Deceleration.logarithm(low) / ten).rounded(.down)) - 1
        let last = Int(clamping: (Deceleration.logarithm(high) / ten).rounded(.up)) + 1
        var ticks: [Tick] = []
        for exponent in first...last where exponent % stride == 0 && (-307...308).contains(exponent) {
            for digit in digits {
                guard let value = Double("\(digit)e\(exponent)"), value >= low, value <= high,
                    let tick = DecimalStep(atLeast: value)?.ticks(1..<2).first, ticks.count < Tick.most
                else { continue }
                ticks.append(tick)
            }
        }
        return ticks
    }

    /// The smallest range around `range` that begins and ends with 1, 2 or 5 times a power of ten; `range` must be positive.
    ///
    /// A single value is in the middle.
    public static func rounded(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
        var (low, high) = (range.lowerBound, range.upperBound)
        guard low > 0, high.isFinite else { return 1...10 }
        if low == high { (low, high) = (max(low / 2, .leastNormalMagnitude), min(high * 2, .greatestFiniteMagnitude)) }
        let top = DecimalStep(atLeast: high)?.size ?? high
        // The largest step that is not above the value.
        var bottom = low
        for divisor in [1, 2, 2.5, 5] {
            guard let step = DecimalStep(atLeast: low / divisor)?.size, step <= low else { continue }
            bottom = step
            break
        }
        let end = top.isFinite ? max(top, high) : high
        return min(bottom, end)...end
    }

    private static let ten = 2.302_585_092_994_045_9

    private static func linear(_ range: ClosedRange<Double>, height: Double, minimumSpacing: Double) -> [Tick] {
        let scale = ValueScale(values: range, top: 0, bottom: height, isLogarithmic: true)
        var ticks: [Tick] = []
        var last = Double.infinity
        for tick in ValueTicks.ticks(in: range, height: height, minimumSpacing: minimumSpacing / 2) {
            let y = scale.y(ofValue: tick.value)
            guard last - y >= minimumSpacing else { continue }
            ticks.append(tick)
            last = y
        }
        return ticks
    }
}
