// The movement of released content: it decelerates, and springs back where it passes an end.

/// The movement of content along one axis after the finger lifts, as UIScrollView's.
///
/// Within its range content decelerates (see `Deceleration`). At an end it stops, or, where it bounces, continues with the
/// velocity that it has there as a critically damped spring: `x(t) = (c₁ + c₂·t)·e^(−ω·t)` past the end, with c₁ = x(0),
/// c₂ = v(0) + ω·c₁ and ω = 10 per second. UIKit does not publish its spring; ports of UIScrollView agree on this one
/// (mass 1, stiffness 100, damping ratio 1).
public struct Fling: Sendable, Equatable {
    /// ω, per second.
    static let stiffness = 10.0
    /// Points from its target within which content stands still.
    static let threshold = 0.5

    private let start: Double
    private let velocity: Double
    private let deceleration: Deceleration
    /// Where the content comes to rest, in points.
    public let target: Double
    /// Seconds until content that decelerates comes to an end of its range; nil where it comes to rest before.
    private let arrival: Double?
    private let bounces: Bool

    /// Starts the movement of content released at `offset`, in points; past an end only where it bounces.
    ///
    /// `velocity` is in points per second, `range` are the valid offsets, and `bounces` allows passing an end.
    public init(
        offset: Double, velocity: Double, deceleration: Deceleration, range: ClosedRange<Double>, bounces: Bool
    ) {
        let nearest = min(max(offset, range.lowerBound), range.upperBound)
        start = bounces ? offset : nearest
        (self.velocity, self.deceleration, self.bounces) = (velocity, deceleration, bounces)
        let free = deceleration.target(from: start, velocity: velocity)
        if start != nearest {
            // Released past an end: only the spring moves it.
            (target, arrival) = (nearest, 0)
        } else {
            target = min(max(free, range.lowerBound), range.upperBound)
            arrival = target == free ? nil : deceleration.time(from: start, velocity: velocity, to: target)
        }
    }

    /// Seconds until the content is at rest, to within half a point.
    public var duration: Double {
        guard let arrival else { return deceleration.duration(velocity: velocity, threshold: Self.threshold) }
        guard bounces else { return arrival }
        let (first, second) = spring(arrival)
        // Each part of the sum takes at most half of the threshold (the second one with t·e^(−ωt/2) at its largest).
        var seconds = 0.0
        if first != 0 {
            seconds = Deceleration.logarithm(2 * first.magnitude / Self.threshold) / Self.stiffness
        }
        if second != 0 {
            let largest = 4 * second.magnitude / (2.718_281_828_459_045 * Self.stiffness * Self.threshold)
            seconds = max(seconds, 2 * Deceleration.logarithm(largest) / Self.stiffness)
        }
        return arrival + max(0, seconds)
    }

    /// The content's offset in points, `seconds` after its release.
    public func offset(after seconds: Double) -> Double {
        let seconds = max(0, seconds)
        guard let arrival, seconds >= arrival else {
            return deceleration.offset(from: start, velocity: velocity, after: seconds)
        }
        guard bounces else { return target }
        let (first, second) = spring(arrival)
        let time = seconds - arrival
        return target + (first + second * time) * Deceleration.exponential(-Self.stiffness * time)
    }

    /// c₁ and c₂ of the spring.
    private func spring(_ arrival: Double) -> (Double, Double) {
        let past = arrival > 0 ? 0 : start - target
        return (past, deceleration.velocity(from: velocity, after: arrival) + Self.stiffness * past)
    }
}
