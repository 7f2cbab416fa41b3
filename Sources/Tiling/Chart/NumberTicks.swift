// Ticks of an axis of plain numbers or indices.

/// Ticks at multiples of 1, 2 or 5 × 10ᵏ, for an axis that scrolls.
///
/// The distance depends only on the scale, so ticks appear and disappear only at the viewport's edges.
public enum NumberTicks {
    /// The ticks from `low` to `high`, at the smallest round distance of at least `minimumSpacing` points.
    ///
    /// `pointsPerUnit` are the points from x to x + 1; positive. With `isWhole`, ticks are at whole numbers only.
    /// `most` is the largest number of ticks; where there are more, the next larger distances are used. Returns an
    /// empty array for arguments that are not finite or not positive, or for `low` above `high`. O(ticks).
    public static func ticks(
        from low: Double, to high: Double, pointsPerUnit: Double, minimumSpacing: Double, isWhole: Bool = false,
        most: Int = Tick.most
    ) -> [Tick] {
        guard minimumSpacing > 0 else { return [] }
        return ticks(
            DecimalStep.self, from: low, to: high, pointsPerUnit: pointsPerUnit,
            minimumSpacing: isWhole ? max(minimumSpacing, pointsPerUnit) : minimumSpacing, most: most)
    }

    /// The same ticks at multiples of another kind of step.
    static func ticks<Step: AxisStep>(
        _: Step.Type, from low: Double, to high: Double, pointsPerUnit: Double, minimumSpacing: Double, most: Int
    ) -> [Tick] {
        guard low <= high, (high - low).isFinite, most > 0, pointsPerUnit > 0, minimumSpacing > 0 else { return [] }
        let limit = min(most, Tick.most)
        var width = max(minimumSpacing / pointsPerUnit, (high - low) / Double(limit))
        // Doubles could not tell ticks apart that are closer than this.
        width = max(width, max(low.magnitude, high.magnitude) / 4_503_599_627_370_496)
        guard var step = Step(atLeast: width) else { return [] }
        // The first step usually fits; a larger one is needed where it gives one tick too many.
        for _ in 0..<4 {
            if let indices = step.indices(from: low, to: high, most: limit) { return step.ticks(indices) }
            step.grow()
        }
        return []
    }
}
