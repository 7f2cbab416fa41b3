// A file's time stamp, and its two spellings.

/// A moment as file systems store it: UTC, in nanoseconds.
struct FileTime: Sendable, Hashable {
    /// Since 1970-01-01T00:00:00Z; dates outside 1678...2262 are held at the nearest end.
    var nanoseconds: Int64

    init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    init(seconds: Int, nanoseconds: Int) {
        let (product, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let limit: Int64 = seconds < 0 ? .min : .max
        let (sum, carry) = product.addingReportingOverflow(Int64(nanoseconds))
        self.nanoseconds = overflow || carry ? limit : sum
    }

    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    var seconds: Int {
        Int(nanoseconds / 1_000_000_000) - (nanoseconds % 1_000_000_000 < 0 ? 1 : 0)
    }

    /// ISO 8601 in UTC to the second: `2026-11-21T08:15:00Z`.
    var iso8601: String {
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let time = seconds - days * 86_400
        let (year, month, day) = Self.civil(days: days)
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
            + "T\(digits(time / 3600, 2)):\(digits(time / 60 % 60, 2)):\(digits(time % 60, 2))Z"
    }

    /// Months since the start of the year 0, in UTC.
    var month: Int {
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let (year, month, _) = Self.civil(days: days)
        return year * 12 + month - 1
    }

    /// The Gregorian date that many days after 1970-01-01, counted in years that begin in March, so that the leap
    /// day comes last: 400 years are 146,097 days.
    private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// Days from 1970-01-01 to a Gregorian date, the other way round.
    static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// 28...31; `month` is 1...12.
    static func dayCount(ofMonth month: Int, year: Int) -> Int {
        month == 12 ? 31 : days(year: year, month: month + 1, day: 1) - days(year: year, month: month, day: 1)
    }

    private func digits(_ value: Int, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(width - text.utf8.count, 0)) + text
    }
}
