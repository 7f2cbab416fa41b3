// Ticks of the value axis, and ranges that begin and end with one.

/// Ticks at round values: P. Heckbert, Nice numbers for graph labels, Graphics Gems (1990), 61–63, with the distance at
/// least as large as the labels need.
public enum ValueTicks {
    /// The ticks in `range`, drawn `height` points high, at least `minimumSpacing` points apart, and at most `most` of
    /// them. None for a range of one value or of infinite width. O(ticks).
    public static func ticks(
        in range: ClosedRange<Double>, height: Double, minimumSpacing: Double, most: Int = Tick.most
    ) -> [Tick] {
        NumberTicks.ticks(
            from: range.lowerBound, to: range.upperBound,
            pointsPerUnit: height / (range.upperBound - range.lowerBound), minimumSpacing: minimumSpacing, most: most)
    }

    /// The smallest range around `range` that begins and ends with one of its own ticks (Heckbert's loose labels).
    /// `range` itself where it has no ticks.
    public static func rounded(
        _ range: ClosedRange<Double>, height: Double, minimumSpacing: Double, most: Int = Tick.most
    ) -> ClosedRange<Double> {
        var range = range
        // Of the wider range the ticks may be closer again; it has settled after a round or two.
        for _ in 0..<8 {
            let wider = loose(range, height: height, minimumSpacing: minimumSpacing, most: most)
            if wider == range { break }
            range = wider
        }
        return range
    }

    private static func loose(
        _ range: ClosedRange<Double>, height: Double, minimumSpacing: Double, most: Int
    ) -> ClosedRange<Double> {
        let (low, high) = (range.lowerBound, range.upperBound)
        let width = high - low
        guard width > 0, width.isFinite, minimumSpacing > 0, height > 0,
            var step = DecimalStep(atLeast: width * (minimumSpacing / height))
        else { return range }
        while step.size.isFinite {
            let (first, last) = ((low / step.size).rounded(.down), (high / step.size).rounded(.up))
            let count = last - first
            // Two steps are as few as a range around a round value can do with.
            let fits = count <= 2 || height / count >= minimumSpacing && count < Double(min(most, Tick.most))
            if fits, max(first.magnitude, last.magnitude) < 4_503_599_627_370_496 {
                let ends = (step.value(Int(first)), step.value(Int(last)))
                guard ends.0.isFinite, ends.1.isFinite else { return range }
                return min(ends.0, low)...max(ends.1, high)
            }
            step.grow()
        }
        return range
    }
}
