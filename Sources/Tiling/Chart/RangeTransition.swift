// From one range of values to another without a jump.

/// A change of the range of values that takes a moment.
///
/// Both ends move at once, fast at first and slower towards their goal. Times are the caller's, in seconds from any
/// beginning.
public struct RangeTransition: Sendable, Equatable {
    /// How long it takes, in seconds.
    public static let duration = 0.2

    /// Where it began.
    public let start: ClosedRange<Double>
    /// Where it leads.
    public let target: ClosedRange<Double>
    /// When it began.
    public let time: Double

    public init(from start: ClosedRange<Double>, to target: ClosedRange<Double>, at time: Double) {
        self.start = start
        self.target = target
        self.time = time
    }

    /// Whether `target` is reached.
    public func isOver(at now: Double) -> Bool { !(now - time < Self.duration) }

    /// The range at `now`: `start` until it begins, `target` to the last digit from its end on, and between them each end
    /// moves only towards its goal.
    public func range(at now: Double) -> ClosedRange<Double> {
        if isOver(at: now) { return target }
        let left = 1 - max(0, now - time) / Self.duration
        // The rest of the way, cubed: it arrives without speed.
        let share = 1 - left * left * left
        let lower = Self.between(start.lowerBound, target.lowerBound, share)
        return lower...max(lower, Self.between(start.upperBound, target.upperBound, share))
    }

    /// Another goal, half-way: it goes on from where it is.
    public func retargeted(to target: ClosedRange<Double>, at now: Double) -> RangeTransition {
        RangeTransition(from: range(at: now), to: target, at: now)
    }

    private static func between(_ start: Double, _ end: Double, _ share: Double) -> Double {
        let way = end - start
        // Halves where the way overflows.
        let value = way.isFinite ? start + way * share : (start / 2 + (end / 2 - start / 2) * share) * 2
        return min(max(value, min(start, end)), max(start, end))
    }
}
