// Ticks at round times, from milliseconds to millennia.

import Testing

@testable import Tiling

@Suite struct TimeTicksTests {
    /// Seconds since 1970 of 5 March 2024, 00:00 UTC: 19,787 days.
    static let march = 19_787.0 * 86_400

    /// Labels with their contexts, at so many seconds apart at the least.
    static func labels(_ low: Double, _ high: Double, apart: Double) -> [String] {
        TimeTicks.ticks(from: low, to: high, pointsPerSecond: 100 / apart, minimumSpacing: 100).map { tick in
            tick.label + (tick.context.map { "|" + $0 } ?? "")
        }
    }

    @Test func twoLevelsOfLabels() {
        let march = Self.march
        #expect(
            Self.labels(march, march + 0.006, apart: 0.0015) == [
                "00:00:00.000|5 Mar 2024", "00:00:00.002", "00:00:00.004", "00:00:00.006",
            ])
        #expect(
            Self.labels(march + 43_199, march + 43_230, apart: 12) == [
                "12:00:00|5 Mar 2024", "12:00:15", "12:00:30",
            ])
        #expect(
            Self.labels(march - 7200, march + 10_000, apart: 3600) == [
                "22:00|4 Mar 2024", "23:00", "00:00|5 Mar 2024", "01:00", "02:00",
            ])
        let day = 86_400.0
        #expect(Self.labels(march - 5.5 * day, march - 2 * day, apart: day) == ["29|Feb 2024", "1|Mar 2024", "2", "3"])
        #expect(Self.labels(march - 9 * day, march, apart: 1.5 * day) == ["25|Feb 2024", "27", "1|Mar 2024", "3", "5"])
        // Mondays.
        #expect(Self.labels(march - 9 * day, march + 7 * day, apart: 3 * day) == ["26|Feb 2024", "4|Mar 2024", "11"])
        #expect(
            Self.labels(march - 25 * day, march + 30 * day, apart: 10 * day) == [
                "15|Feb 2024", "1|Mar 2024", "15", "1|Apr 2024",
            ])
        #expect(
            Self.labels(march - 100 * day, march + 30 * day, apart: 28 * day) == [
                "Dec|2023", "Jan|2024", "Feb", "Mar", "Apr",
            ])
        #expect(Self.labels(march - 100 * day, march + 130 * day, apart: 80 * day) == ["Jan|2024", "Apr", "Jul"])
        #expect(Self.labels(march - 800 * day, march, apart: 300 * day) == ["2022", "2023", "2024"])
        #expect(Self.labels(march - 9000 * day, march, apart: 3000 * day) == ["2000", "2010", "2020"])
        // Before year 1.
        let year = 365.2425 * day
        #expect(Self.labels(-2060 * year, -1900 * year, apart: 40 * year) == ["−50", "0", "50"])
        #expect(Self.labels(-1e12, 1e12, apart: 4500 * year) == ["−5000", "0", "5000"])
        #expect(Self.labels(-1e12, 1e12, apart: 5500 * year) == [])
    }

    /// Every distance, over windows anywhere: none missing, none too near, all round.
    @Test(arguments: TimeStep.all.indices) func everyDistance(number: Int) {
        let step = TimeStep.all[number]
        var generator = SeededGenerator(seed: UInt64(number))
        for _ in 0..<20 {
            let width = Int(clamping: step.shortest * Double.random(in: 0.5...60, using: &generator))
            let low = Int.random(
                in: -370_000_000_000_000...250_000_000_000_000 - min(width, 9_000_000_000_000), using: &generator)
            let high = low + min(width, 9_000_000_000_000)
            let times = step.times(from: low, to: high)
            #expect(times == times.sorted() && times.allSatisfy { (low...high).contains($0) })
            for (before, after) in zip(times, times.dropFirst()) { #expect(Double(after - before) >= step.shortest) }
            // Beyond both ends the window may be wider and holds the same ticks.
            let wider = step.times(from: low - width, to: high + width).filter { (low...high).contains($0) }
            #expect(wider == times)
            for time in times { #expect(Self.isRound(time, step)) }
            #expect(Double(times.count) >= (Double(high - low) / Self.longest(step)).rounded(.down))
        }
    }

    static func isRound(_ time: Int, _ step: TimeStep) -> Bool {
        let date = CivilDate(daysSince1970: TimeStep.day(time))
        let isMidnight = time == TimeStep.time(of: TimeStep.day(time))
        return switch step.kind {
        case .milliseconds(let length): time % length == 0
        case .daysOfMonth(let days): isMidnight && days.contains(date.day)
        case .weeks: isMidnight && (TimeStep.day(time) - 19_786) % 7 == 0
        case .months(let count): isMidnight && date.day == 1 && (date.month - 1) % count == 0
        case .years(let count): isMidnight && date.day == 1 && date.month == 1 && date.year % count == 0
        }
    }

    /// The longest that two ticks of a step lie apart, in milliseconds.
    static func longest(_ step: TimeStep) -> Double {
        let day = 86_400_000.0
        return switch step.kind {
        case .milliseconds(let length): Double(length)
        case .daysOfMonth(let days): days.count == 2 ? 17 * day : 5 * day
        case .weeks: 7 * day
        case .months(let count): Double(count) * 31 * day
        case .years(let count): Double(count) * 366 * day
        }
    }

    /// Of neighbours in the list the later one is longer, so that the first that fits is the smallest.
    @Test func distancesGrow() {
        let lengths = TimeStep.all.map(\.shortest)
        #expect(zip(lengths, lengths.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func namesInFull() {
        #expect(TimeTicks.name(of: Self.march) == "5 Mar 2024")
        #expect(TimeTicks.name(of: Self.march + 52_200) == "5 Mar 2024 14:30")
        #expect(TimeTicks.name(of: Self.march + 52_205) == "5 Mar 2024 14:30:05")
        #expect(TimeTicks.name(of: Self.march + 52_205.25) == "5 Mar 2024 14:30:05.250")
        #expect(TimeTicks.name(of: Self.march + 52_205.000_007) == "5 Mar 2024 14:30:05.000007")
        #expect(TimeTicks.name(of: Self.march + 52_205.123_456) == "5 Mar 2024 14:30:05.123456")
        #expect(TimeTicks.name(of: Self.march + 52_205.123) == "5 Mar 2024 14:30:05.123")
        #expect(TimeTicks.name(of: -0.000_001) == "31 Dec 1969 23:59:59.999999")
        #expect(TimeTicks.name(of: -0.001) == "31 Dec 1969 23:59:59.999")
        for bad in [Double.nan, .infinity, 1e12, 3e11] { #expect(TimeTicks.name(of: bad) == nil) }
    }

    @Test func ticksOfACalculator() throws {
        let config = try GraphConfig(paddings: .zero, maxLineGapSize: 1e6)
        let dated = LayoutCalculatorTests.calculator(
            .dated(first: Self.march, last: Self.march + 1000 * 86_400), gap: 240, config: config)
        let hours = dated.xTicks(from: 0, to: 800, minimumSpacing: 60)
        #expect(hours.map(\.x).prefix(4) == [0, 60, 120, 180])
        #expect(hours.map(\.tick.label).prefix(5) == ["00:00", "06:00", "12:00", "18:00", "00:00"])
        #expect(hours.map(\.tick.context).prefix(5) == ["5 Mar 2024", nil, nil, nil, "6 Mar 2024"])
        let even = LayoutCalculatorTests.calculator(.even(count: 31), gap: 100, config: config)
        // Only values that exist.
        #expect(
            even.xTicks(from: -500, to: 1e9, minimumSpacing: 400).map(\.x) == [0, 500, 1000, 1500, 2000, 2500, 3000])
        let numbered = LayoutCalculatorTests.calculator(.numbered(first: -1.5, last: 98.5), gap: 50, config: config)
        let numbers = numbered.xTicks(from: 0, to: 200, minimumSpacing: 45)
        #expect(numbers.map(\.x) == [25, 75, 125, 175])
        #expect(numbers.map(\.tick.label) == ["−1", "0", "1", "2"])
        for count in [0, 1] {
            let few = LayoutCalculatorTests.calculator(.even(count: count), config: config)
            #expect(few.xTicks(from: 0, to: 800, minimumSpacing: 50).map(\.tick.label) == (count == 1 ? ["0"] : []))
        }
    }
}
