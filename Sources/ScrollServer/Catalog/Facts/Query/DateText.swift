// Dates as people type them in queries.

import Tiling

/// Reads a year, a month, a day, an hour, a minute or a second: `2019`, `2019-05`, `2019-05-03`, `2019-05-03T14:30`.
enum DateText {
    /// The seconds since 1970 that a text covers, on the clock that shows them; nil unless it is a date.
    static func interval(_ text: String) -> QueryValue.Interval? {
        guard text.utf8.count <= 19 else { return nil }
        let halves = text.uppercased().split(separator: "T", omittingEmptySubsequences: false)
        guard halves.count <= 2 else { return nil }
        let date = halves[0].split(separator: "-", omittingEmptySubsequences: false).map { number($0) }
        guard (1...3).contains(date.count), let year = date[0], halves[0].prefix(while: { $0 != "-" }).utf8.count == 4
        else {
            return nil
        }
        guard date.count > 1 else {
            return halves.count == 1 ? days(from: (year, 1, 1), to: (year + 1, 1, 1)) : nil
        }
        guard let month = date[1], (1...12).contains(month) else { return nil }
        guard date.count > 2 else {
            return halves.count == 1
                ? days(from: (year, month, 1), to: month == 12 ? (year + 1, 1, 1) : (year, month + 1, 1)) : nil
        }
        guard let day = date[2], day >= 1, day <= CivilDate.dayCount(ofMonth: month, year: year) else { return nil }
        guard halves.count == 2 else { return days(from: (year, month, day), to: (year, month, day + 1)) }
        let time = halves[1].split(separator: ":", omittingEmptySubsequences: false).map { number($0) }
        guard (1...3).contains(time.count), let hour = time[0], hour < 24 else { return nil }
        var (second, length) = (hour * 3600, 3600)
        if time.count > 1 {
            guard let minute = time[1], minute < 60 else { return nil }
            (second, length) = (second + minute * 60, 60)
        }
        if time.count > 2 {
            guard let rest = time[2], rest < 60 else { return nil }
            (second, length) = (second + rest, 1)
        }
        let start = Double(CivilDate(year: year, month: month, day: day).daysSince1970 * 86_400 + second)
        return QueryValue.Interval(lower: start, upper: start + Double(length), includesUpper: false)
    }

    /// Parses days of every year: `*-12` is December, `*-12-25` is Christmas Day; nil for other texts.
    static func yearly(_ text: String) -> YearlyDays? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts[0] == "*", let month = number(parts[1]), (1...12).contains(month)
        else {
            return nil
        }
        guard parts.count == 3 else { return YearlyDays(month: month) }
        // 2000 is a leap year, so 29 February is accepted.
        guard let day = number(parts[2]), day >= 1, day <= CivilDate.dayCount(ofMonth: month, year: 2000) else {
            return nil
        }
        return YearlyDays(month: month, day: day)
    }

    private static func number(_ text: Substring) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    private static func days(from start: (Int, Int, Int), to end: (Int, Int, Int)) -> QueryValue.Interval {
        func seconds(_ date: (Int, Int, Int)) -> Double {
            Double(CivilDate(year: date.0, month: date.1, day: date.2).daysSince1970 * 86_400)
        }
        return QueryValue.Interval(lower: seconds(start), upper: seconds(end), includesUpper: false)
    }
}
