// Days since 1970 as dates, and back.

/// A date of the proleptic Gregorian calendar, in UTC.
///
/// The arithmetic is that of H. Hinnant, chrono-Compatible Low-Level Date Algorithms (days_from_civil, civil_from_days):
/// years begin in March, so that the leap day is the last one, and repeat every 400 years of 146,097 days.
public struct CivilDate: Sendable, Equatable, Comparable {
    /// The years that have ticks.
    ///
    /// Year 0 is the year before year 1 (ISO 8601).
    public static let years = -9999...9999

    public let year: Int
    /// 1 … 12.
    public let month: Int
    /// 1 … 31.
    public let day: Int

    /// The date `days` days after 1 January 1970.
    ///
    /// `days` is limited to ±3,652,425,000 (about ten million years).
    public init(daysSince1970 days: Int) {
        let shifted = min(max(days, -3_652_425_000), 3_652_425_000) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Creates a date without checks: day 31 of a shorter month counts as a day of the next month.
    ///
    /// `month` must be 1 … 12, `year` within ±10,000,000.
    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Days since 1 January 1970; negative before.
    public var daysSince1970: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The number of days of a month, 28 … 31; `month` is 1 … 12.
    public static func dayCount(ofMonth month: Int, year: Int) -> Int {
        let first = CivilDate(year: year, month: month, day: 1).daysSince1970
        return month == 12 ? 31 : CivilDate(year: year, month: month + 1, day: 1).daysSince1970 - first
    }

    /// The day (counted from 1 January 1970) that a moment lies in, and the second of that day: 0 … 86,399.
    public static func split(secondsSince1970 seconds: Int) -> (day: Int, second: Int) {
        let second = (seconds % 86_400 + 86_400) % 86_400
        return ((seconds - second) / 86_400, second)
    }

    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// The months' names, as they are written at ticks.
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    /// "Mar".
    var monthName: String { Self.months[month - 1] }
    /// "2024"; a year before year 0 has a minus sign (U+2212).
    var yearName: String { year < 0 ? "\u{2212}\(-year)" : "\(year)" }
}
