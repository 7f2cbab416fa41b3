// Ticks of an axis of plain numbers or indices.

/// Ticks at multiples of 1, 2 or 5 × 10ᵏ, for an axis that is scrolled: the distance follows from the scale alone, so
/// that no tick comes or goes but at the edges.
public enum NumberTicks {
    /// The ticks from `low` to `high`, the smallest round distance apart that is at least `minimumSpacing` points.
    ///
    /// - Parameters:
    ///   - pointsPerUnit: points between x and x + 1.
    ///   - isWhole: whether there are no ticks between whole numbers.
    ///   - most: no more ticks than this; where there would be, they are further apart.
    /// - Returns: none for numbers that are not finite or not positive, or a range that is upside down. O(ticks).
    public static func ticks(
        from low: Double, to high: Double, pointsPerUnit: Double, minimumSpacing: Double, isWhole: Bool = false,
        most: Int = Tick.most
    ) -> [Tick] {
        guard low <= high, (high - low).isFinite, most > 0, pointsPerUnit > 0, minimumSpacing > 0 else { return [] }
        let limit = min(most, Tick.most)
        var width = max(minimumSpacing / pointsPerUnit, (high - low) / Double(limit))
        // Closer together, doubles would not tell them apart.
        width = max(width, max(low.magnitude, high.magnitude) / 4_503_599_627_370_496)
        guard var step = DecimalStep(atLeast: isWhole ? max(1, width) : width) else { return [] }
        // The first one, or the next where there is one tick too many.
        for _ in 0..<4 {
            if let indices = step.indices(from: low, to: high, most: limit) { return step.ticks(indices) }
            step.grow()
        }
        return []
    }
}
