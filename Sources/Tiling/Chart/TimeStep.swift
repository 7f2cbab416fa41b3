// Round distances in time, from a millisecond to millennia.

/// A distance between ticks of a time axis.
struct TimeStep: Equatable {
    enum Kind: Equatable {
        /// Multiples of so many milliseconds since 1970, at most a day.
        case milliseconds(Int)
        /// These days of every month; the first day is one of them.
        case daysOfMonth([Int])
        /// Mondays.
        case weeks
        /// The first day of every so many months, from January on; the number divides 12.
        case months(Int)
        /// 1 January of the years that are multiples of this.
        case years(Int)
    }

    let kind: Kind
    /// The shortest distance between two of its ticks, in milliseconds.
    let shortest: Double

    /// All steps, shortest first.
    static let all: [TimeStep] = {
        let (second, minute, hour, day) = (1000, 60_000, 3_600_000, 86_400_000)
        let milliseconds =
            [1, 2, 5, 10, 20, 50, 100, 200, 500] + [1, 2, 5, 10, 15, 30].map { $0 * second }
            + [1, 2, 5, 10, 15, 30].map { $0 * minute } + [1, 2, 3, 6, 12].map { $0 * hour } + [day]
        func days(_ count: Int) -> Double { Double(count * day) }
        var steps = milliseconds.map { TimeStep(kind: .milliseconds($0), shortest: Double($0)) }
        // Odd days up to the 27th: in a leap year, 29 February and 1 March would be only one day apart. The 15th is at
        // least fourteen days from the start and the end of any February.
        steps.append(
            TimeStep(kind: .daysOfMonth(Array(stride(from: 1, through: 27, by: 2))), shortest: days(2)))
        steps.append(TimeStep(kind: .weeks, shortest: days(7)))
        steps.append(TimeStep(kind: .daysOfMonth([1, 15]), shortest: days(14)))
        steps += [(1, 28), (3, 90), (6, 181)].map { TimeStep(kind: .months($0.0), shortest: days($0.1)) }
        steps += [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map {
            // 400 years have 97 leap days; n years from a multiple of n on have at least n × 97 / 400, rounded down.
            TimeStep(kind: .years($0), shortest: days($0 * 365 + $0 * 97 / 400))
        }
        return steps
    }()

    /// The step's ticks from `low` to `high`, both in milliseconds since 1970, in order.
    ///
    /// O(ticks).
    func times(from low: Int, to high: Int) -> [Int] {
        switch kind {
        case .milliseconds(let step): Self.multiples(of: step, from: low, to: high)
        case .weeks:
            // Day 0 was a Thursday, day 4 a Monday.
            Self.multiples(of: 7, from: Self.day(low) - 5, to: Self.day(high) - 4)
                .map { Self.time(of: $0 + 4) }.filter { $0 >= low && $0 <= high }
        case .daysOfMonth(let days):
            Self.months(from: low, to: high, every: 1).flatMap { month in
                days.map { Self.time(ofMonth: month, day: $0) }
            }.filter { $0 >= low && $0 <= high }
        case .months(let count): Self.starts(from: low, to: high, every: count)
        case .years(let count): Self.starts(from: low, to: high, every: count * 12)
        }
    }

    private static func starts(from low: Int, to high: Int, every count: Int) -> [Int] {
        months(from: low, to: high, every: count).map { time(ofMonth: $0, day: 1) }.filter { $0 >= low && $0 <= high }
    }

    /// Months, counted as 12 · year + month − 1: the multiples of `count` from the month of `low` to the month of
    /// `high`, and the multiple before them.
    private static func months(from low: Int, to high: Int, every count: Int) -> [Int] {
        func month(_ time: Int) -> Int {
            let date = CivilDate(daysSince1970: day(time))
            return date.year * 12 + date.month - 1
        }
        return multiples(of: count, from: month(low) - count + 1, to: month(high))
    }

    private static func time(ofMonth month: Int, day: Int) -> Int {
        let year = floor(month, 12)
        return time(of: CivilDate(year: year, month: month - year * 12 + 1, day: day).daysSince1970)
    }

    private static func multiples(of step: Int, from low: Int, to high: Int) -> [Int] {
        let first = floor(low + step - 1, step) * step
        return first > high ? [] : Array(stride(from: first, through: high, by: step))
    }

    /// The day, counted from 1 January 1970, that contains `time` (milliseconds since 1970).
    static func day(_ time: Int) -> Int { floor(time, 86_400_000) }
    /// The start of a day counted from 1 January 1970, in milliseconds since 1970.
    static func time(of day: Int) -> Int { day * 86_400_000 }
    /// The quotient rounded down; `divisor` is positive.
    private static func floor(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : (value + 1) / divisor - 1
    }
}
