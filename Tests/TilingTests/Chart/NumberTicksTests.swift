// Ticks at round numbers, and how they are written.

import Testing

@testable import Tiling

@Suite struct NumberTicksTests {
    static func labels(_ low: Double, _ high: Double, apart: Double) -> [String] {
        NumberTicks.ticks(from: low, to: high, pointsPerUnit: 100 / apart, minimumSpacing: 100).map(\.label)
    }

    @Test func labelsHaveTheDecimalsOfTheStep() {
        #expect(Self.labels(0, 5, apart: 1) == ["0", "1", "2", "3", "4", "5"])
        #expect(Self.labels(-1, 1, apart: 0.5) == ["−1.0", "−0.5", "0", "0.5", "1.0"])
        #expect(Self.labels(0, 0.7, apart: 0.15) == ["0", "0.2", "0.4", "0.6"])
        #expect(Self.labels(1000, 1100, apart: 50) == ["1000", "1050", "1100"])
        #expect(Self.labels(9_990, 10_010, apart: 10) == ["9990", "10\u{202F}000", "10\u{202F}010"])
        #expect(
            Self.labels(0, 5_000_000, apart: 1_500_000) == ["0", "2\u{202F}M", "4\u{202F}M"])
        #expect(Self.labels(9.5e6, 1.05e7, apart: 4e5) == ["9.5\u{202F}M", "10.0\u{202F}M", "10.5\u{202F}M"])
        #expect(
            Self.labels(-4e8, 4e8, apart: 1.5e8) == [
                "−400\u{202F}M", "−200\u{202F}M", "0", "200\u{202F}M", "400\u{202F}M",
            ])
        #expect(
            Self.labels(20_000_000, 20_000_200, apart: 100)
                == ["20\u{202F}000\u{202F}000", "20\u{202F}000\u{202F}100", "20\u{202F}000\u{202F}200"])
        #expect(Self.labels(0, 4e9, apart: 1.5e9) == ["0", "2×10⁹", "4×10⁹"])
        #expect(Self.labels(0, 1.1e10, apart: 4e9) == ["0", "0.5×10¹⁰", "1.0×10¹⁰"])
        #expect(Self.labels(-2e-7, 2e-7, apart: 1e-7) == ["−2×10⁻⁷", "−1×10⁻⁷", "0", "1×10⁻⁷", "2×10⁻⁷"])
        #expect(Self.labels(0.000_001, 0.000_003, apart: 1e-6) == ["0.000001", "0.000002", "0.000003"])
    }

    /// The value at a tick is the number that its label says, to the last digit.
    @Test(arguments: 0..<200) func ticksAreRoundAndWhereTheyShouldBe(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let magnitude = Double("1e\(Int.random(in: -300...300, using: &generator))") ?? 1
        let low = Double.random(in: -10...10, using: &generator) * magnitude
        let width = Double.random(in: 0.001...10, using: &generator) * magnitude
        let scale = Double.random(in: 50...3000, using: &generator) / width
        let spacing = Double.random(in: 20...200, using: &generator)
        let ticks = NumberTicks.ticks(from: low, to: low + width, pointsPerUnit: scale, minimumSpacing: spacing)
        let step = spacing / scale
        // As many as the smallest round step leaves room for, which is less than two and a half times as many as wanted.
        #expect(Double(ticks.count) >= (width / (step * 2.500_001)).rounded(.down))
        #expect(Double(ticks.count) <= width / step * 1.000_001 + 1)
        for (before, tick) in zip(ticks, ticks.dropFirst()) {
            #expect(tick.value - before.value >= step * 0.999_999)
        }
        for tick in ticks {
            #expect((low...low + width).contains(tick.value))
            let plain = tick.label.replacing("\u{2212}", with: "-").replacing("\u{202F}", with: "")
            #expect(Self.parsed(plain) == tick.value)
        }
    }

    /// Parses "-2.5×10⁻⁷" and "2.5M".
    static func parsed(_ label: String) -> Double? {
        if label.hasSuffix("M") { return Double(label.dropLast() + "e6") }
        let parts = label.split(separator: "×10")
        guard parts.count == 2 else { return Double(label) }
        let digits: [Character: Character] = [
            "⁰": "0", "¹": "1", "²": "2", "³": "3", "⁴": "4", "⁵": "5", "⁶": "6", "⁷": "7", "⁸": "8", "⁹": "9",
            "⁻": "-",
        ]
        return Double(parts[0] + "e" + String(parts[1].compactMap { digits[$0] }))
    }

    @Test func indicesAreWhole() {
        let ticks = NumberTicks.ticks(from: 0, to: 3, pointsPerUnit: 1000, minimumSpacing: 80, isWhole: true)
        #expect(ticks.map(\.label) == ["0", "1", "2", "3"])
    }

    @Test func scrollingDoesNotChangeTheDistance() {
        for start in stride(from: 0.0, to: 1e6, by: 12_345.6) {
            let ticks = NumberTicks.ticks(from: start, to: start + 1000, pointsPerUnit: 0.8, minimumSpacing: 70)
            #expect(ticks.count >= 9)
            #expect(ticks.allSatisfy { ($0.value / 100).rounded() * 100 == $0.value })
        }
    }

    @Test func whateverTheInputTheyAreFew() {
        let numbers = [
            Double.nan, .infinity, -.infinity, 0, -1, 1, 2e-308, 1e308, -1e308, .greatestFiniteMagnitude,
            .leastNonzeroMagnitude, 1e15, 1e15 + 0.25,
        ]
        for low in numbers {
            for high in numbers {
                for scale in numbers {
                    for spacing in [Double.nan, 1e-300, 80, .infinity] {
                        let ticks = NumberTicks.ticks(
                            from: low, to: high, pointsPerUnit: scale, minimumSpacing: spacing)
                        let times = TimeTicks.ticks(
                            from: low, to: high, pointsPerSecond: scale, minimumSpacing: spacing)
                        #expect(ticks.count <= Tick.most && times.count <= Tick.most)
                        let isBad = !(low <= high) || !low.isFinite || !high.isFinite || !(scale > 0) || !(spacing > 0)
                        if isBad { #expect(ticks.isEmpty && times.isEmpty) }
                    }
                }
            }
        }
        #expect(NumberTicks.ticks(from: 0, to: 1000, pointsPerUnit: 9, minimumSpacing: 9, most: 12).count <= 12)
        #expect(NumberTicks.ticks(from: 0, to: 1000, pointsPerUnit: 9, minimumSpacing: 9, most: 0).isEmpty)
    }
}
