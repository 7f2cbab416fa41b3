// The rule for a time zone's changes after those that its file lists.

import Tiling

/// A rule in the format of POSIX's variable TZ: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule {
    /// Seconds ahead of UTC in winter and in summer.
    private let standard: Int
    private let summer: Int
    private let start: Day
    private let end: Day

    /// The day and time of day of a change.
    private struct Day {
        var month: Int
        /// 1 … 5; 5 means the last one of the month.
        var week: Int
        /// 0 is Sunday.
        var weekday: Int
        /// Seconds since midnight.
        var time: Int

        /// Parses `M3.5.0/2`; the time is optional, 02:00 by default.
        init?(_ text: Substring) {
            let parts = text.split(separator: "/", maxSplits: 1)
            guard let day = parts.first, day.first == "M" else { return nil }
            let numbers = day.dropFirst().split(separator: ".").compactMap { Int($0) }
            guard numbers.count == 3, (1...12).contains(numbers[0]), (1...5).contains(numbers[1]),
                (0...6).contains(numbers[2])
            else { return nil }
            (month, week, weekday) = (numbers[0], numbers[1], numbers[2])
            guard let seconds = parts.count > 1 ? ZoneRule.seconds(parts[1]) : 7200 else { return nil }
            time = seconds
        }

        /// Returns the local time of the change in a year, as seconds since 1970 on the zone's clocks.
        func moment(in year: Int) -> Int {
            let first = CivilDate(year: year, month: month, day: 1).daysSince1970
            // Day 0 was a Thursday.
            let weekdayOfFirst = ((first + 4) % 7 + 7) % 7
            var day = first + (weekday - weekdayOfFirst + 7) % 7 + 7 * (week - 1)
            let next =
                month == 12
                ? CivilDate(year: year + 1, month: 1, day: 1) : CivilDate(year: year, month: month + 1, day: 1)
            while day >= next.daysSince1970 { day -= 7 }
            return day * 86_400 + time
        }
    }

    /// Returns nil if the zone has no summer time, or the text is no such rule.
    init?(_ text: String) {
        let parts = text.split(separator: ",")
        guard parts.count == 3, let start = Day(parts[1]), let end = Day(parts[2]) else { return nil }
        var rest = parts[0]
        func name() -> Bool {
            if rest.first == "<", let close = rest.firstIndex(of: ">") {
                rest = rest[rest.index(after: close)...]
                return true
            }
            let letters = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(letters.count)
            return !letters.isEmpty
        }
        func offset() -> Int? {
            let text = rest.prefix { "+-:0123456789".contains($0) }
            rest = rest.dropFirst(text.count)
            return text.isEmpty ? nil : Self.seconds(text).map { -$0 }
        }
        guard name(), let standard = offset(), name() else { return nil }
        self.standard = standard
        summer = offset() ?? standard + 3600
        (self.start, self.end) = (start, end)
    }

    /// Returns the changes (seconds since 1970, UTC) with the offset after each, in order.
    func changes(years: ClosedRange<Int>) -> [(Int, Int)] {
        years.flatMap { year in
            [(start.moment(in: year) - standard, summer), (end.moment(in: year) - summer, standard)]
        }.sorted { $0.0 < $1.0 }
    }

    /// Parses `3`, `-2:30` or `3:30:15` as seconds.
    private static func seconds(_ text: Substring) -> Int? {
        let isNegative = text.first == "-"
        let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count), let hours = parts[0], (0...167).contains(hours) else { return nil }
        var sum = hours * 3600
        for (part, size) in zip(parts.dropFirst(), [60, 1]) {
            guard let part, (0...59).contains(part) else { return nil }
            sum += part * size
        }
        return isNegative ? -sum : sum
    }
}
