// The movement of content after the finger lifts.

/// UIScrollView's deceleration: the velocity is multiplied by `rate` every millisecond.
///
/// `v(t) = v₀·dᵐ`, and its integral `x(t) = x₀ + v₀·(dᵐ − 1)/(1000·ln d)`, with d = `rate` and m = 1000·t. UIKit's two
/// rates are here as constants.
public struct Deceleration: Sendable, Equatable {
    /// The share of the velocity that is left after a millisecond: 0.5 … 0.9999.
    public let rate: Double

    /// `UIScrollView.DecelerationRate.normal`.
    public static let normal = Deceleration(rate: 0.998)
    /// `UIScrollView.DecelerationRate.fast`.
    public static let fast = Deceleration(rate: 0.99)

    /// `rate` is limited to 0.5 … 0.9999.
    public init(rate: Double) {
        self.rate = min(max(rate, 0.5), 0.9999)
    }

    /// 1000·ln d, per second; negative.
    private var decay: Double { 1000 * Self.logarithm(rate) }

    /// The velocity (points per second) `seconds` after it was `velocity`.
    public func velocity(from velocity: Double, after seconds: Double) -> Double {
        velocity * Self.exponential(decay * max(0, seconds))
    }

    /// The offset in points, `seconds` after it was `offset` with `velocity` (points per second).
    public func offset(from offset: Double, velocity: Double, after seconds: Double) -> Double {
        offset + velocity * (Self.exponential(decay * max(0, seconds)) - 1) / decay
    }

    /// The offset at which the content comes to rest: `x₀ − v₀/(1000·ln d)`.
    public func target(from offset: Double, velocity: Double) -> Double {
        offset - velocity / decay
    }

    /// Seconds until the content is at `end`, which lies on its way.
    func time(from offset: Double, velocity: Double, to end: Double) -> Double {
        guard velocity != 0 else { return 0 }
        return max(0, Self.logarithm(max(0, 1 + (end - offset) * decay / velocity)) / decay)
    }

    /// Seconds until less than `threshold` points are left to go; 0 where so few are left already.
    public func duration(velocity: Double, threshold: Double = 0.5) -> Double {
        let distance = (velocity / decay).magnitude
        guard threshold > 0, distance > threshold else { return 0 }
        return Self.logarithm(threshold / distance) / decay
    }
}
