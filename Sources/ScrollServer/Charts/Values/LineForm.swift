// How the points of a line are joined.

/// The form of a line where its points lie apart.
package enum LineForm: String, Sendable, CaseIterable {
    /// Straight from point to point.
    case straight
    /// A smooth curve through every point, without overshoot: see `MonotoneCubic`.
    case curve
    /// Each value holds until the next one.
    case steps
    /// A bar from zero to each value.
    case bars
    /// Points alone.
    case points

    /// The digit in a slide's key.
    var digit: UInt8 {
        switch self {
        case .straight: 0
        case .curve: 1
        case .steps: 2
        case .bars: 3
        case .points: 4
        }
    }

    init?(digit: UInt8) {
        guard let form = Self.allCases.first(where: { $0.digit == digit }) else { return nil }
        self = form
    }
}
