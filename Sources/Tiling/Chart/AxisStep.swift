// What all round distances between the ticks of an axis have in common.

/// A round distance, its multiples, and their labels.
protocol AxisStep: Equatable {
    /// The smallest step that is at least `width`, to within a relative rounding error of 10⁻⁹.
    ///
    /// nil where `width` is not positive and finite, or where no such step is finite.
    init?(atLeast width: Double)

    /// The distance itself.
    var size: Double { get }

    /// The next larger step.
    mutating func grow()

    /// The double nearest to `index` steps, |index| ≤ 2⁵².
    func value(_ index: Int) -> Double

    /// The multiples as ticks, all in one notation.
    func ticks(_ indices: Range<Int>) -> [Tick]
}

extension AxisStep {
    /// The multiples from `low` to `high`; nil where there are more than `most`, or where doubles cannot tell
    /// neighbouring multiples apart.
    func indices(from low: Double, to high: Double, most: Int) -> Range<Int>? {
        let (first, last) = ((low / size).rounded(.up), (high / size).rounded(.down))
        guard max(first.magnitude, last.magnitude) < 4_503_599_627_370_496 else { return nil }
        guard last - first < Double(most) else { return nil }
        var (start, end) = (Int(clamping: first), Int(clamping: last) + 1)
        // The quotients are rounded; an end that is itself a multiple must count.
        if value(start - 1) >= low { start -= 1 }
        if value(end) <= high { end += 1 }
        while start < end, value(start) < low { start += 1 }
        while start < end, value(end - 1) > high { end -= 1 }
        guard end - start <= most else { return nil }
        return start..<max(start, end)
    }

    /// The multiples from the last at or below `low` to the first at or above `high`; nil where doubles cannot tell
    /// neighbouring multiples apart.
    func indices(around low: Double, _ high: Double) -> ClosedRange<Int>? {
        let (first, last) = ((low / size).rounded(.down), (high / size).rounded(.up))
        guard max(first.magnitude, last.magnitude) < 4_503_599_627_370_496 else { return nil }
        var (start, end) = (Int(clamping: first), Int(clamping: last))
        // The quotients are rounded; an end that is itself a multiple must stay.
        if value(start + 1) <= low { start += 1 } else if value(start) > low { start -= 1 }
        if value(end - 1) >= high { end -= 1 } else if value(end) < high { end += 1 }
        return min(start, end)...end
    }
}
