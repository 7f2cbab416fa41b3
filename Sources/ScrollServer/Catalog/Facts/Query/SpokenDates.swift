// Dates in natural language, such as "last summer".

import Tiling

/// Reads dates in natural language as the days that they mean: `last summer` as `2026-06..2026-08`.
///
/// Dates in digits are read as well, see `WrittenDate`. The words are English. Weeks begin on Monday (ISO 8601). Seasons
/// are whole months of the northern hemisphere.
struct SpokenDates: Sendable {
    private let today: CivilDate

    /// - Parameter today: the date from which `yesterday` and `last …` count.
    init(today: CivilDate) { self.today = today }

    // MARK: Values

    /// Returns the query's value for a field of times, also for days of every year; nil where the words are no date.
    func value(_ words: [String]) -> String? {
        // The language's own dates and ranges stay as they are.
        if words.count == 1, words[0].contains("..") || DateText.interval(words[0]) != nil { return nil }
        if let span = days(words) { return span.text }
        guard words.count == 1, let occasion = Occasion(words[0]) else { return nil }
        return occasion.everyYear
    }

    /// Returns the days that words mean outside of any field; nil where they are no date.
    func days(_ words: [String]) -> DaySpan? {
        let words = words.map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }
        switch words.count {
        case 1:
            if words[0] == "today" { return DaySpan(today) }
            if words[0] == "yesterday" { return DaySpan(day(-1)) }
            return WrittenDate.days(words[0])
        case 2:
            if words[0] == "this" { return this(words[1]) }
            if words[0] == "last" { return last(words[1]) }
            if let occasion = Occasion(words[0]), let year = Self.year(words[1]) { return occasion.days(in: year) }
            if let occasion = Occasion(words[1]), let year = Self.year(words[0]) { return occasion.days(in: year) }
            return nil
        case 3:
            if words[2] == "ago", let count = Self.count(words[0]) { return ago(count, words[1]) }
            if words[0] == "last", let count = Self.count(words[1]) { return latest(count, words[2]) }
            guard let year = Self.year(words[2]) else { return nil }
            if case .month(let month)? = Occasion(words[1]) { return Self.date(year, month, words[0]) }
            if case .month(let month)? = Occasion(words[0]) { return Self.date(year, month, words[1]) }
            return nil
        default: return nil
        }
    }

    private static func count(_ text: String) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text).flatMap { $0 > 0 ? $0 : nil }
    }

    private static func year(_ text: String) -> Int? {
        text.utf8.count == 4 ? count(text).flatMap { $0 >= 1000 ? $0 : nil } : nil
    }

    private static func date(_ year: Int, _ month: Int, _ text: String) -> DaySpan? {
        let ending = ["st", "nd", "rd", "th"].first(where: text.hasSuffix)
        guard let day = count(String(text.dropLast(ending?.count ?? 0))),
            day <= CivilDate.dayCount(ofMonth: month, year: year)
        else { return nil }
        return DaySpan(CivilDate(year: year, month: month, day: day))
    }

    // MARK: Counted from today

    private func day(_ distance: Int) -> CivilDate { CivilDate(daysSince1970: today.daysSince1970 + distance) }

    /// The first day of the month that lies `distance` months away.
    private func month(_ distance: Int) -> CivilDate {
        let months = today.year * 12 + today.month - 1 + distance
        return CivilDate(year: months / 12, month: months % 12 + 1, day: 1)
    }

    /// 0 for Monday … 6 for Sunday.
    private var weekday: Int { (today.daysSince1970 % 7 + 10) % 7 }

    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    private func this(_ word: String) -> DaySpan? {
        if word == "weekend" { return DaySpan(day(5 - weekday), day(6 - weekday)) }
        if let span = ago(0, word) { return span }
        guard let occasion = Occasion(word) else { return nil }
        let years = [today.year, today.year - 1].compactMap { occasion.days(in: $0) }
        return years.first { $0.first <= today && today <= $0.last } ?? years.first
    }

    private func last(_ word: String) -> DaySpan? {
        if word == "weekend" { return DaySpan(day(-2 - weekday), day(-1 - weekday)) }
        if let weekday = Self.weekdays.firstIndex(of: word) {
            return DaySpan(day(-((self.weekday - weekday + 6) % 7 + 1)))
        }
        if ["week", "month", "year"].contains(word), let span = ago(1, word) { return span }
        guard let occasion = Occasion(word) else { return nil }
        return [today.year, today.year - 1, today.year - 2].compactMap { occasion.days(in: $0) }
            .first { $0.last < today }
    }

    /// Returns the day, week, month or year that lies `count` units before today's; nil before the year 1000.
    private func ago(_ count: Int, _ unit: String) -> DaySpan? {
        let span: DaySpan
        switch unit {
        case "day", "days": span = DaySpan(day(-count))
        case "week", "weeks": span = DaySpan(day(-weekday - 7 * count), day(6 - weekday - 7 * count))
        case "month", "months":
            guard count < 12 * (today.year - 1000) else { return nil }
            span = DaySpan(month: month(-count))
        case "year", "years":
            span = DaySpan(
                CivilDate(year: today.year - count, month: 1, day: 1),
                CivilDate(year: today.year - count, month: 12, day: 31))
        default: return nil
        }
        return span.first.year >= 1000 ? span : nil
    }

    /// Returns the last `count` days, weeks, months or years, up to today; nil before the year 1000.
    private func latest(_ count: Int, _ unit: String) -> DaySpan? {
        let first: CivilDate
        switch unit {
        case "day", "days": first = day(1 - count)
        case "week", "weeks": first = day(1 - 7 * count)
        case "month", "months", "year", "years":
            let months = unit.hasPrefix("month") ? count : 12 * count
            guard months < 12 * (today.year - 1000) else { return nil }
            let month = month(-months)
            let length = CivilDate.dayCount(ofMonth: month.month, year: month.year)
            let same = CivilDate(year: month.year, month: month.month, day: min(today.day, length))
            first = CivilDate(daysSince1970: same.daysSince1970 + 1)
        default: return nil
        }
        return first.year >= 1000 ? DaySpan(first, today) : nil
    }
}
