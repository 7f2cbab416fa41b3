// Ranges of values: rounded to ticks, and steady while scrolling.

import Testing

@testable import Tiling

@Suite struct ValueRangeTests {
    static func padded(_ range: ClosedRange<Double>?) -> ClosedRange<Double> {
        ValueRange.padded(range, height: 400, minimumSpacing: 60)
    }

    @Test func roundedToTicks() {
        #expect(Self.padded(0.3...9.7) == 0...10)
        #expect(Self.padded(-13...88) == -20...100)
        #expect(Self.padded(1013.2...1013.4) == 1013.2...1013.4)
        #expect(Self.padded(0...1) == 0...1)
        #expect(Self.padded(nil) == 0...1)
        #expect(Self.padded(0...0) == -1...1)
        #expect(Self.padded(20...20) == 10...30)
        #expect(Self.padded(-20 ... -20) == -30 ... -10)
    }

    @Test(arguments: 0..<300, ValueKind.allCases) func endsAreTicks(seed: UInt64, kind: ValueKind) throws {
        var generator = SeededGenerator(seed: seed)
        let exponents = kind == .number ? -290...290 : -12...12
        let magnitude = Double("1e\(Int.random(in: exponents, using: &generator))") ?? 1
        let low = Double.random(in: -10...10, using: &generator) * magnitude
        let width = Double.random(in: 0.0001...10, using: &generator) * magnitude
        let height = Double.random(in: 40...2000, using: &generator)
        let spacing = Double.random(in: 15...100, using: &generator)
        let range = ValueRange.padded(low...low + width, height: height, minimumSpacing: spacing, kind: kind)
        #expect(range.lowerBound <= low && low + width <= range.upperBound)
        // It has settled: rounding it again changes nothing.
        #expect(ValueRange.padded(range, height: height, minimumSpacing: spacing, kind: kind) == range)
        guard height >= 2 * spacing else { return }
        let ticks = ValueTicks.ticks(in: range, height: height, minimumSpacing: spacing, kind: kind)
        #expect(Set(ticks.map(\.label)).count == ticks.count, "\(ticks)")
        #expect(ticks.first?.value == range.lowerBound)
        #expect(ticks.last?.value == range.upperBound)
        #expect((2...Int(clamping: height / spacing) + 1).contains(ticks.count))
        // At most a step at each end is added, and of few steps each is large.
        #expect(range.upperBound - range.lowerBound <= width * 8)
    }

    @Test func anyMagnitude() {
        let most = Double.greatestFiniteMagnitude
        for value in [0, Double.leastNonzeroMagnitude, 1e-308, 1, 1e15, 1e300, most, -most] {
            let range = Self.padded(value...value)
            #expect(range.lowerBound < value || value == -most)
            #expect(range.upperBound > value || value == most)
            #expect(range.lowerBound.isFinite && range.upperBound.isFinite)
        }
        #expect(Self.padded(-most...most) == -most...most)
        #expect(Self.padded(-.infinity ... .infinity) == 0...1)
        let narrow = Self.padded(1e15...1e15 + 0.25)
        #expect(narrow.contains(1e15) && narrow.contains(1e15 + 0.25))
        for bad in [0, -1, Double.nan, .infinity] {
            #expect(ValueRange.padded(3...4, height: bad, minimumSpacing: 60).contains(3.5))
            #expect(ValueRange.padded(3...4, height: 400, minimumSpacing: bad).contains(3.5))
        }
    }

    static func range(
        _ rule: ValueRange, _ visible: ClosedRange<Double>?, previous old: ClosedRange<Double>? = nil
    ) -> ClosedRange<Double> {
        rule.range(whole: -88...430, visible: visible, previous: old, height: 400, minimumSpacing: 60)
    }

    @Test func rules() {
        #expect(ValueRange(from: 3, to: 7) == .fixed(3...7))
        #expect(ValueRange(from: 7, to: 3) == nil && ValueRange(from: 3, to: 3) == nil)
        #expect(ValueRange(from: .nan, to: 3) == nil && ValueRange(from: 3, to: .infinity) == nil)
        #expect(Self.range(.fixed(3...7.3), 0...100, previous: 0...1) == 3...7.3)
        #expect(Self.range(.whole, 3...9, previous: 0...10) == -100...500)
        #expect(Self.range(.visible, 3...9) == Self.padded(3...9))
        #expect(Self.range(.visible, nil) == -100...500)
    }

    @Test func whatIsSeenKeepsItsRangeWhileItFits() {
        #expect(Self.range(.visible, 3...9, previous: 0...10) == 0...10)
        #expect(Self.range(.visible, 0...5.5, previous: 0...10) == 0...10)
        // Too large, a value beyond it, a gap.
        #expect(Self.range(.visible, 3...4, previous: 0...10) == Self.padded(3...4))
        #expect(Self.range(.visible, 3...10.5, previous: 0...10) == Self.padded(3...10.5))
        #expect(Self.range(.visible, nil, previous: 0...10) == 0...10)
    }

    /// Scrolling to and fro over noise, the range comes to rest.
    @Test(arguments: 0..<20) func doesNotFlicker(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let base = Double.random(in: -1000...1000, using: &generator)
        var range: ClosedRange<Double>?
        var changes = 0
        for _ in 0..<500 {
            let low = base + Double.random(in: -10 ... -8, using: &generator)
            let high = base + Double.random(in: 8...10, using: &generator)
            let new = Self.range(.visible, low...high, previous: range)
            #expect(new.contains(low) && new.contains(high))
            if new != range { changes += 1 }
            range = new
        }
        // The first, and now and then one that is larger; never back.
        #expect(changes <= 3)
    }
}
