// A line that tells how long things in a picture are.

/// A bar that stands for a round length: 1, 2 or 5 times a power of ten, in metres.
public struct ScaleBar: Sendable, Equatable {
    /// The bar's length on the screen, in points.
    public let length: Double
    /// The length that it stands for, in metres.
    public let metres: Double

    /// Makes the longest bar of at most `longest` points.
    ///
    /// nil where a length is not positive and finite, or where no such bar can be told in metres.
    public init?(metresPerPoint: Double, longest: Double) {
        let most = metresPerPoint * longest
        guard metresPerPoint > 0, longest > 0, most.isFinite, var step = DecimalStep(atLeast: most / 2.5) else {
            return nil
        }
        // Steps grow by at most 2.5 times, so this one is not too long; the next one may still fit.
        var next = step
        next.grow()
        while next.size <= most * (1 + 1e-9) {
            step = next
            next.grow()
        }
        (metres, length) = (step.size, step.size / metresPerPoint)
        guard length.isFinite, length > 0, length <= longest * (1 + 1e-6) else { return nil }
    }
}
