// Ranges of days, and the months, seasons and holidays of each year.

import Platform
import Tiling

/// A range of days, both ends included.
struct DaySpan: Equatable {
    var first: CivilDate
    var last: CivilDate

    init(_ first: CivilDate, _ last: CivilDate) { (self.first, self.last) = (first, last) }
    init(_ day: CivilDate) { self.init(day, day) }

    /// Covers a whole month, given its first day.
    init(month first: CivilDate) {
        let count = CivilDate.dayCount(ofMonth: first.month, year: first.year)
        self.init(first, CivilDate(year: first.year, month: first.month, day: count))
    }

    /// All days whose date begins with a text, such as `19`, `2019-1` or `2019-10-2`; nil where there are none.
    init?(beginning text: String) {
        func day(filledWith digit: String) -> CivilDate? {
            let form = [4, 2, 2].map { String(repeating: digit, count: $0) }.joined(separator: "-")
            let parts = (text + form.dropFirst(text.count)).split(separator: "-", omittingEmptySubsequences: false)
            guard parts.map(\.utf8.count) == [4, 2, 2], let year = Int(parts[0]), let month = Int(parts[1]),
                let day = Int(parts[2])
            else { return nil }
            let possible = min(max(month, 1), 12)
            return CivilDate(
                year: year, month: possible, day: min(max(day, 1), CivilDate.dayCount(ofMonth: possible, year: year)))
        }
        guard let first = day(filledWith: "0"), let last = day(filledWith: "9"), first <= last,
            [first, last].allSatisfy({ Self.text($0, hasDay: true).hasPrefix(text) })
        else { return nil }
        self.init(first, last)
    }

    /// The seconds since 1970 of these days.
    var seconds: Range<Int64> {
        Int64(first.daysSince1970 * 86_400)..<Int64((last.daysSince1970 + 1) * 86_400)
    }

    /// The shortest exact form in a query: `2026`, `2026-06..2026-08`, `2026-11-26`.
    var text: String {
        let isWhole = first.day == 1 && last.day == CivilDate.dayCount(ofMonth: last.month, year: last.year)
        if isWhole, first.month == 1, last.month == 12 {
            return Self.joined(first.year.digits(4), last.year.digits(4))
        }
        return Self.joined(Self.text(first, hasDay: !isWhole), Self.text(last, hasDay: !isWhole))
    }

    private static func joined(_ first: String, _ last: String) -> String {
        first == last ? first : "\(first)..\(last)"
    }

    private static func text(_ date: CivilDate, hasDay: Bool) -> String {
        "\(date.year.digits(4))-\(date.month.digits(2))" + (hasDay ? "-\(date.day.digits(2))" : "")
    }
}

/// A month, season or holiday, which comes once a year.
enum Occasion: Equatable {
    /// 1 … 12.
    case month(Int)
    /// The first of its three months, 1 … 12.
    case season(Int)
    case christmas, easter, newYear, halloween

    /// Reads a name in lower case; months also by their first three letters.
    init?(_ name: String) {
        let months = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
            "november", "december",
        ]
        switch name {
        case "spring": self = .season(3)
        case "summer": self = .season(6)
        case "autumn", "fall": self = .season(9)
        case "winter": self = .season(12)
        case "christmas", "xmas": self = .christmas
        case "easter": self = .easter
        case "newyear", "silvester": self = .newYear
        case "halloween": self = .halloween
        case "sept": self = .month(9)
        default:
            guard let month = months.firstIndex(where: { $0 == name || $0.prefix(3) == name }) else { return nil }
            self = .month(month + 1)
        }
    }

    /// Returns its days in a year; nil outside of 1000 … 9998.
    ///
    /// Winter and New Year end in the next year.
    func days(in year: Int) -> DaySpan? {
        guard (1000..<9999).contains(year) else { return nil }
        func day(_ month: Int, _ day: Int) -> CivilDate { CivilDate(year: year, month: month, day: day) }
        switch self {
        case .month(let month): return DaySpan(month: day(month, 1))
        case .season(let month):
            let end = month + 2
            let last = CivilDate(year: end > 12 ? year + 1 : year, month: end > 12 ? end - 12 : end, day: 1)
            return DaySpan(day(month, 1), DaySpan(month: last).last)
        case .christmas: return DaySpan(day(12, 24), day(12, 26))
        case .halloween: return DaySpan(day(10, 31))
        case .newYear: return DaySpan(day(12, 31), CivilDate(year: year + 1, month: 1, day: 1))
        case .easter:
            let sunday = Self.easterSunday(year).daysSince1970
            return DaySpan(CivilDate(daysSince1970: sunday - 2), CivilDate(daysSince1970: sunday + 1))
        }
    }

    /// The query's value for it in every year; nil for Easter, whose days differ from year to year.
    var everyYear: String? {
        switch self {
        case .month(let month): "*-\(month < 10 ? "0" : "")\(month)"
        case .season(let month):
            "(" + (0..<3).map { Occasion.month((month - 1 + $0) % 12 + 1).everyYear ?? "" }.joined(separator: " | ")
                + ")"
        case .christmas: "(*-12-24 | *-12-25 | *-12-26)"
        case .newYear: "(*-12-31 | *-01-01)"
        case .halloween: "*-10-31"
        case .easter: nil
        }
    }

    /// Returns Easter Sunday of the Gregorian calendar.
    ///
    /// The formula is from Meeus, Astronomical Algorithms, chapter 8.
    private static func easterSunday(_ year: Int) -> CivilDate {
        let (a, b, c) = (year % 19, year / 100, year % 100)
        let (d, e) = (b / 4, b % 4)
        let f = (b + 8) / 25
        let g = (b - f + 1) / 3
        let h = (19 * a + b - d - g + 15) % 30
        let (i, k) = (c / 4, c % 4)
        let l = (32 + 2 * e + 2 * i - h - k) % 7
        let m = (a + 11 * h + 22 * l) / 451
        let n = h + l - 7 * m + 114
        return CivilDate(year: year, month: n / 31, day: n % 31 + 1)
    }
}
