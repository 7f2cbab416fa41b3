// How the dates of a column are read.

import Platform
import Tiling

/// What the digits of a column's dates stand for, where a cell alone does not tell.
enum DateForm: UInt8, Sendable, CaseIterable {
    case usual = 0
    /// Six digits for year, month and day: `240105`.
    case yearMonthDay = 1
    /// Six digits for year and month: `202401`.
    case yearMonth = 2
    /// A year and the next one: `2000-01`, `2000/2001`, `19/20`. It is read as the start of the first.
    case season = 3
    /// The first year of ten: `1950s`.
    case decade = 4

    /// nil where the text is no date of this form; not for `usual`.
    func parts(_ text: [UInt8]) -> DateParts? {
        var cursor = ByteCursor(text)
        switch self {
        case .usual: return nil
        case .yearMonthDay:
            guard let (value, count) = cursor.number(limit: 7), count == 6, cursor.isAtEnd else { return nil }
            return DateParts(form: .open(value / 10_000, value / 100 % 100, value % 100))
        case .yearMonth:
            guard let (value, count) = cursor.number(limit: 7), count == 6, cursor.isAtEnd,
                (1500...2200).contains(value / 100), (1...12).contains(value % 100)
            else { return nil }
            return DateParts(form: .told(year: value / 100, month: value % 100, day: 1), precision: .month)
        case .season:
            guard let (year, count) = cursor.number(limit: 5), count == 2 || count == 4 && (1500...2200).contains(year),
                cursor.skip(UInt8(ascii: "-")) || cursor.skip(UInt8(ascii: "/")) || cursor.skipDash(),
                let next = cursor.number(limit: 5), cursor.isAtEnd,
                next.digitCount == 2 && next.value == (year + 1) % 100
                    || count == 4 && next.digitCount == 4 && next.value == year + 1
            else { return nil }
            if count == 2 { return DateParts(form: .shortYear(year: year, month: 1, day: 1), precision: .year) }
            return DateParts(form: .told(year: year, month: 1, day: 1), precision: .year)
        case .decade:
            guard let (year, count) = cursor.number(limit: 5), count == 4, year % 10 == 0,
                (1500...2200).contains(year)
            else { return nil }
            _ = cursor.skip(UInt8(ascii: "'"))
            guard cursor.skip(UInt8(ascii: "s")), cursor.isAtEnd else { return nil }
            return DateParts(form: .told(year: year, month: 1, day: 1), precision: .year)
        }
    }
}

/// Turns the text of a cell into a time, where it is not plain ISO 8601.
package struct DateReading: Sendable, Equatable {
    package var order = DateOrder.yearFirst
    /// The first year of the hundred that two digits stand for.
    var firstYear = DateReading.defaultFirstYear
    var form = DateForm.usual

    /// Two digits stand for one of the last hundred years: nothing lies in the future.
    static let defaultFirstYear = CivilYear.current - 99

    /// Seconds since 1970-01-01T00:00:00Z; nil where the text is no date of this kind.
    package func time(_ text: [UInt8]) -> Double? { parts(text)?.time(order, firstYear: firstYear) }

    func parts(_ text: [UInt8]) -> DateParts? {
        form == .usual ? DateScanner.parts(text) : form.parts(text)
    }
}

/// The present year.
enum CivilYear {
    static var current: Int { CivilDate(daysSince1970: Int(System.unixSeconds()) / 86_400).year }
}

/// A part of a time in a column of its own.
enum TimeField: UInt8, Sendable, Equatable {
    case date, clock, year, quarter, month, day, hour, minute, second, dayOfYear
}

/// A time whose parts are in several columns.
package struct JoinedTime: Sendable, Equatable {
    var fields: [TimeField]
    var reading: DateReading

    /// Seconds since 1970-01-01T00:00:00Z; nil where the parts are no time.
    ///
    /// `parts` are the cells' texts, in the order of `fields`.
    func time(_ parts: [[UInt8]]) -> Double? {
        guard parts.count == fields.count else { return nil }
        var (year, month, day, seconds, date): (Int, Int, Int, Double, Double?) = (1970, 1, 1, 0, nil)
        for (field, text) in zip(fields, parts) {
            switch field {
            case .date:
                guard let time = reading.time(text) else { return nil }
                date = time
            case .clock:
                guard let clock = ClockScanner.clock(alone: text) ?? ClockScanner.clock(compact: text) else {
                    return nil
                }
                seconds += clock
            default:
                guard let value = Self.number(text, field) else { return nil }
                switch field {
                case .year: year = value
                case .quarter: month = value * 3 - 2
                case .month: month = value
                case .day: day = value
                case .dayOfYear: seconds += Double(value - 1) * 86_400
                case .hour: seconds += Double(value) * 3600
                case .minute: seconds += Double(value) * 60
                default: seconds += Double(value)
                }
            }
        }
        if let date { return date + seconds }
        guard day <= CivilDate.dayCount(ofMonth: month, year: year) else { return nil }
        return Double(CivilDate(year: year, month: month, day: day).daysSince1970) * 86_400 + seconds
    }

    /// The number in a cell of this field, where it is in the field's range: `Q01` and `M03` count too.
    static func number(_ text: [UInt8], _ field: TimeField) -> Int? {
        var cursor = ByteCursor(text)
        if field == .month, cursor.isLetter, let month = MonthNames.month(text.map { ASCII.lowercased($0) }) {
            return month
        }
        let letter: UInt8? = field == .quarter ? UInt8(ascii: "q") : field == .month ? UInt8(ascii: "m") : nil
        if let letter, cursor.byte | 0x20 == letter { cursor.index += 1 }
        guard let (value, _) = cursor.number(limit: 5) else { return nil }
        if cursor.skip(UInt8(ascii: ".")) {
            while cursor.skip(0x30) {}
        }
        guard cursor.isAtEnd else { return nil }
        let range: ClosedRange<Int>
        switch field {
        case .year: range = 1...9999
        case .quarter: range = 1...4
        case .month: range = 1...12
        case .day: range = 1...31
        case .dayOfYear: range = 1...366
        case .hour: range = 0...24
        case .minute, .second: range = 0...59
        case .date, .clock: return nil
        }
        return range.contains(value) ? value : nil
    }
}
