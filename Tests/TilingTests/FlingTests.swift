// Content that is let go, against its equations of motion integrated in small steps.

import Foundation
import Testing

@testable import Tiling

@Suite struct FlingTests {
    /// Moves in steps of 0.1 ms: v' = v·1000·ln d within the range, x'' = −100·x − 20·x' past an end.
    private func simulated(
        _ offset: Double, _ velocity: Double, rate: Double, _ range: ClosedRange<Double>, bounces: Bool,
        until end: Double
    ) -> [Double] {
        var (x, v, springs) = (offset, velocity, !range.contains(offset))
        let edge = min(max(offset, range.lowerBound), range.upperBound)
        var anchor = edge
        let step = 1e-4
        var seen = [x]
        for number in 1...Int(clamping: end / step) {
            if springs {
                v += (-100 * (x - anchor) - 20 * v) * step
            } else {
                v += v * 1000 * log(rate) * step
            }
            x += v * step
            if !springs, !range.contains(x) {
                anchor = min(max(x, range.lowerBound), range.upperBound)
                springs = true
                if !bounces { (x, v) = (anchor, 0) }
            }
            if number % 100 == 0 { seen.append(x) }
        }
        return seen
    }

    @Test(arguments: 0..<12) func isTheMotion(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bounces = seed % 3 != 0
        let range = -20.0...Double.random(in: 0...4000, using: &generator)
        let velocity = Double.random(in: -6000...6000, using: &generator)
        let offset = Double.random(in: (bounces ? -120 : -20)...range.upperBound, using: &generator)
        let deceleration = seed % 2 == 0 ? Deceleration.normal : .fast
        let fling = Fling(
            offset: offset, velocity: velocity, deceleration: deceleration, range: range, bounces: bounces)
        let seen = simulated(offset, velocity, rate: deceleration.rate, range, bounces: bounces, until: 3)
        for (hundredth, expected) in seen.enumerated() {
            let found = fling.offset(after: Double(hundredth) / 100)
            #expect(abs(found - expected) < 1.5, "after \(hundredth)/100 s: \(found), not \(expected)")
        }
        #expect(range.contains(fling.target))
        #expect(abs(fling.offset(after: fling.duration) - fling.target) <= 0.5 + 1e-9)
        // And stays there.
        for more in [0.01, 0.3, 20] { #expect(abs(fling.offset(after: fling.duration + more) - fling.target) <= 0.51) }
    }

    /// UIScrollView's numbers: a fling of 1,000 points a second goes 499.5 points at the normal rate and 99.5 at the fast
    /// one, and takes 3.45 s and 0.53 s to within half a point.
    @Test(arguments: [(Deceleration.normal, 499.5, 3.45), (.fast, 99.5, 0.527)])
    func publishedNumbers(deceleration: Deceleration, distance: Double, seconds: Double) {
        let fling = Fling(
            offset: 0, velocity: 1000, deceleration: deceleration, range: 0...10_000, bounces: true)
        #expect(abs(fling.target - distance) < 0.01)
        #expect(abs(fling.duration - seconds) < 0.01)
    }

    @Test func edges() {
        // Content that does not scroll, and no velocity.
        let still = Fling(offset: 0, velocity: 0, deceleration: .normal, range: 0...0, bounces: true)
        #expect(still.target == 0 && still.duration == 0 && still.offset(after: 5) == 0)
        let stuck = Fling(offset: 0, velocity: 900, deceleration: .normal, range: 0...0, bounces: false)
        #expect(stuck.target == 0 && stuck.duration == 0 && stuck.offset(after: 1) == 0)
        // Pulled past the top and let go.
        let pulled = Fling(offset: -100, velocity: 0, deceleration: .normal, range: 0...500, bounces: true)
        #expect(pulled.target == 0 && pulled.offset(after: 0) == -100)
        #expect(abs(pulled.offset(after: 0.1) - -100 * 2 / 2.718281828459045) < 1e-9)
    }
}
