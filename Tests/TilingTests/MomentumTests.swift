// Rubber band and deceleration, against the formulas they are named for.

import Foundation
import Testing

@testable import Tiling

@Suite struct MomentumTests {
    @Test(arguments: 0..<40) func rubberBandIsTheFormula(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let (x, d) = (Double.random(in: 0.01...5000, using: &generator), Double.random(in: 1...4000, using: &generator))
        let closed = (1 - 1 / (x * 0.55 / d + 1)) * d
        #expect(abs(RubberBand.displacement(pull: x, dimension: d) - closed) < 1e-9 * d)
        #expect(RubberBand.displacement(pull: -x, dimension: d) == -RubberBand.displacement(pull: x, dimension: d))
        #expect(abs(RubberBand.pull(displacement: closed, dimension: d) - x) < 1e-6 * x)
        // Never as far as the pull, never the viewport's length, and further for a longer pull.
        #expect(closed < x && closed < d)
        #expect(RubberBand.displacement(pull: x * 1.1, dimension: d) > closed)
    }

    /// The figures of the published description, for a viewport of 800 points.
    @Test(arguments: [(100.0, 51.5), (400, 172.5), (800, 283.9)]) func publishedPulls(pull: Double, shown: Double) {
        #expect(abs(RubberBand.displacement(pull: pull, dimension: 800) - shown) < 0.05)
    }

    @Test func nothingIsPulledWithinTheRangeOrWithoutRoom() {
        #expect(RubberBand.offset(50, minimum: -10, maximum: 90, dimension: 600) == 50)
        #expect(RubberBand.offset(-10, minimum: -10, maximum: 90, dimension: 600) == -10)
        #expect(RubberBand.displacement(pull: 50, dimension: 0) == 0)
        #expect(RubberBand.displacement(pull: .greatestFiniteMagnitude, dimension: 600) <= 600)
        let shown = RubberBand.offset(190, minimum: -10, maximum: 90, dimension: 600)
        #expect(shown == 90 + RubberBand.displacement(pull: 100, dimension: 600))
        // Content smaller than the viewport: the maximum lies below the minimum.
        #expect(RubberBand.offset(-10, minimum: -10, maximum: -300, dimension: 600) == -10)
    }

    @Test(arguments: [0.998, 0.99]) func decelerationIsTheIntegral(rate: Double) {
        let deceleration = rate == 0.998 ? Deceleration.normal : .fast
        #expect(deceleration.rate == rate)
        for velocity in [2000.0, -350, 0, 1e6] {
            let target = deceleration.target(from: 100, velocity: velocity)
            #expect(abs(target - (100 - velocity / (1000 * log(rate)))) < 1e-9 * max(1, abs(velocity)))
            for time in [0.0, 0.016, 0.3, 2] {
                #expect(
                    abs(deceleration.velocity(from: velocity, after: time) - velocity * pow(rate, 1000 * time))
                        <= 1e-12 * abs(velocity))
                // The sum of what it does in each millisecond, taken at its middle.
                let steps = Int(clamping: time * 1000)
                let sum = (0..<steps).reduce(100.0) { $0 + velocity * pow(rate, Double($1) + 0.5) / 1000 }
                #expect(
                    abs(deceleration.offset(from: 100, velocity: velocity, after: time) - sum)
                        <= 1e-5 * max(1, abs(velocity)))
            }
            let duration = deceleration.duration(velocity: velocity)
            let rest = deceleration.offset(from: 100, velocity: velocity, after: duration)
            #expect(abs(rest - target) < 0.5 + 1e-6)
            #expect(abs(velocity) < 1 || abs(abs(rest - target) - 0.5) < 1e-6)
        }
    }

    /// A flick of 2000 points a second: 999 points at the normal rate and 199 at the fast one.
    @Test func publishedFlicks() {
        #expect(abs(Deceleration.normal.target(from: 0, velocity: 2000) - 999) < 0.5)
        #expect(abs(Deceleration.normal.duration(velocity: 2000) - 3.80) < 0.005)
        #expect(abs(Deceleration.fast.target(from: 0, velocity: 2000) - 199) < 0.5)
        #expect(abs(Deceleration.fast.duration(velocity: 2000) - 0.60) < 0.005)
    }

    @Test func exponentialAndLogarithm() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let x = Double.random(in: -690...690, using: &generator)
            #expect(abs(Deceleration.exponential(x) / exp(x) - 1) < 4e-16 * 4)
            let y = exp(Double.random(in: -600...600, using: &generator))
            #expect(abs(Deceleration.logarithm(y) - log(y)) <= 4e-16 * max(abs(log(y)), 1e-3))
        }
        #expect(Deceleration.exponential(-1e9) == 0)
        #expect(Deceleration.logarithm(1) == 0)
    }
}
