// The parts of a date and a clock time, as a cell names them.

import Tiling

/// The parts of a time in a cell, before the order of day and month is known.
struct DateParts: Equatable {
    enum Form: Equatable {
        /// Year, month and day, identified by the cell itself.
        case told(year: Int, month: Int, day: Int)
        /// A day and the name of a month, and the year's last two digits.
        case shortYear(year: Int, month: Int, day: Int)
        /// Three numbers; `year` has four digits and stands last.
        case yearLast(Int, Int, year: Int)
        /// Three numbers of at most two digits.
        case open(Int, Int, Int)
    }

    /// The smallest unit that the cell names.
    enum Precision: Equatable { case day, month, quarter, week, year }

    var form: Form
    var precision = Precision.day
    /// Whether the cell has a clock time.
    var hasClock = false
    /// Seconds since midnight, 0 … 86,400.
    var seconds = 0
    /// The fraction of a second is `fraction / 10^digitCount`.
    var fraction = 0
    var digitCount = 0
    /// Seconds that the cell's zone is ahead of UTC; nil where it names none.
    var zone: Int?
    /// Whether the clock time says AM or PM.
    var isTwelveHours = false

    /// Whether the order of the parts must come from elsewhere.
    var needsOrder: Bool {
        switch form {
        case .told, .shortYear: false
        case .yearLast, .open: true
        }
    }

    /// Whether the year of numbers in an open order has four digits.
    var hasLongYear: Bool {
        if case .yearLast = form { return true }
        return false
    }

    /// Whether the year has two digits.
    var hasShortYear: Bool {
        switch form {
        case .told, .yearLast: false
        case .shortYear, .open: true
        }
    }

    /// Seconds since 1970-01-01T00:00:00Z, without a zone counted as UTC; nil where the order does not fit.
    ///
    /// `firstYear` is the first of the hundred years that two digits stand for.
    func time(_ order: DateOrder, firstYear: Int) -> Double? {
        let (year, month, day): (Int, Int, Int)
        switch form {
        case .told(let y, let m, let d): (year, month, day) = (y, m, d)
        case .shortYear(let y, let m, let d): (year, month, day) = (Self.year(y, from: firstYear), m, d)
        case .yearLast(let a, let b, let y):
            (year, month, day) = order == .monthFirst ? (y, a, b) : (y, b, a)
        case .open(let a, let b, let c):
            switch order {
            case .dayFirst: (year, month, day) = (Self.year(c, from: firstYear), b, a)
            case .monthFirst: (year, month, day) = (Self.year(c, from: firstYear), a, b)
            case .yearFirst: (year, month, day) = (Self.year(a, from: firstYear), b, c)
            }
        }
        guard (1...12).contains(month), day >= 1, day <= CivilDate.dayCount(ofMonth: month, year: year) else {
            return nil
        }
        let total = CivilDate(year: year, month: month, day: day).daysSince1970 * 86_400 + seconds - (zone ?? 0)
        return digitCount == 0 ? Double(total) : TimeText.seconds(total, fraction, digitCount)
    }

    /// The year that two digits stand for.
    static func year(_ short: Int, from firstYear: Int) -> Int {
        let year = firstYear / 100 * 100 + short
        return year < firstYear ? year + 100 : year
    }
}
