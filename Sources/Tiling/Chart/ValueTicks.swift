// Ticks of the value axis, and ranges that begin and end with one.

/// Ticks at round values, at a distance that leaves room for the labels.
///
/// Source: P. Heckbert, Nice numbers for graph labels, Graphics Gems (1990), 61–63.
public enum ValueTicks {
    /// The ticks in `range`, drawn `height` points high: at least `minimumSpacing` points apart (or half the height,
    /// where that is less), and at most `most` (3 are always allowed).
    ///
    /// A range made by `rounded` begins and ends with a tick. No ticks for a range of one value. O(ticks).
    public static func ticks(
        in range: ClosedRange<Double>, height: Double, minimumSpacing: Double, most: Int = Tick.most,
        kind: ValueKind = .number
    ) -> [Tick] {
        switch kind {
        case .number: ticks(DecimalStep.self, range, height, minimumSpacing, most)
        case .duration: ticks(DurationStep.self, range, height, minimumSpacing, most)
        case .clock: ticks(ClockStep.self, range, height, minimumSpacing, most)
        }
    }

    private static func ticks<Step: AxisStep>(
        _: Step.Type, _ range: ClosedRange<Double>, _ height: Double, _ minimumSpacing: Double, _ most: Int
    ) -> [Tick] {
        let (low, high) = (range.lowerBound, range.upperBound)
        // The difference of the largest doubles is infinite; their quotients are not.
        if !(high - low).isFinite, let step = Step(atLeast: max(low.magnitude, high.magnitude) / 4),
            let indices = step.indices(from: low, to: high, most: max(3, min(most, Tick.most)))
        {
            return step.ticks(indices)
        }
        if let (step, around) = loose(Step.self, range, height, minimumSpacing, most),
            around == range, let indices = step.indices(from: low, to: high, most: max(3, min(most, Tick.most)))
        {
            return step.ticks(indices)
        }
        return NumberTicks.ticks(
            Step.self, from: low, to: high, pointsPerUnit: height / (high - low), minimumSpacing: minimumSpacing,
            most: most)
    }

    /// The smallest range around `range` that begins and ends with one of its own ticks (Heckbert's loose labels);
    /// `range` itself where it has no ticks.
    public static func rounded(
        _ range: ClosedRange<Double>, height: Double, minimumSpacing: Double, most: Int = Tick.most,
        kind: ValueKind = .number
    ) -> ClosedRange<Double> {
        switch kind {
        case .number: rounded(DecimalStep.self, range, height, minimumSpacing, most)
        // Ticks of clock times are where those of durations are.
        case .duration, .clock: rounded(DurationStep.self, range, height, minimumSpacing, most)
        }
    }

    private static func rounded<Step: AxisStep>(
        _: Step.Type, _ range: ClosedRange<Double>, _ height: Double, _ minimumSpacing: Double, _ most: Int
    ) -> ClosedRange<Double> {
        var range = range
        // The widened range may have closer ticks than the ones that widened it. Each round may bring them closer, but
        // never closer than the labels allow, so one or two rounds are usually enough.
        for _ in 0..<8 {
            guard let wider = loose(Step.self, range, height, minimumSpacing, most)?.range,
                wider != range
            else { break }
            range = wider
        }
        return range
    }

    /// The smallest step at which `range`, widened to multiples of the step, has its ticks far enough apart.
    private static func loose<Step: AxisStep>(
        _: Step.Type, _ range: ClosedRange<Double>, _ height: Double, _ minimumSpacing: Double, _ most: Int
    ) -> (step: Step, range: ClosedRange<Double>)? {
        let (low, high) = (range.lowerBound, range.upperBound)
        let width = high - low
        // A range around a round value needs at least two steps, however close its ticks then are.
        let spacing = min(minimumSpacing, height / 2)
        guard width > 0, width.isFinite, minimumSpacing > 0, height > 0,
            var step = Step(atLeast: width * (spacing / height))
        else { return nil }
        while step.size.isFinite {
            if let around = step.indices(around: low, high) {
                let count = Double(around.upperBound - around.lowerBound)
                if height / count >= spacing * (1 - 1e-9), count < Double(max(3, min(most, Tick.most))) {
                    let ends = (step.value(around.lowerBound), step.value(around.upperBound))
                    guard ends.0.isFinite, ends.1.isFinite else { return nil }
                    return (step, min(ends.0, low)...max(ends.1, high))
                }
            }
            step.grow()
        }
        return nil
    }
}
