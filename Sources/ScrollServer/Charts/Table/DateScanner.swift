// Reads dates in the ways that people write them.

import Tiling

/// Reads one cell as a date, with or without a clock time.
///
/// It accepts year, month and day in any order and with names of months; months, quarters (`1974Q1`) and ISO weeks;
/// dates without separators; clocks of 12 and 24 hours; zones.
struct DateScanner {
    private var cursor: ByteCursor
    private var numbers: [(value: Int, digitCount: Int)] = []
    private var month: Int?
    /// How many numbers come before the month's name.
    private var monthIndex = 0
    private var quarter: Int?
    private var week: Int?
    /// Whether `FY` or `CY` stands before or behind the year.
    private var isFiscal = false
    private static let weeks = Set(["w", "kw", "wk", "week", "woche", "semaine", "semana"].map { Array($0.utf8) })
    private static let quarters = Set(
        ["q", "qtr", "quarter", "quartal", "t", "trimestre", "trim"].map { Array($0.utf8) })
    private static let fiscals = Set(["fy", "cy"].map { Array($0.utf8) })
    private var separators: [UInt8] = []

    private init(_ text: [UInt8]) { cursor = ByteCursor(text) }

    /// nil where the text is no date.
    static func parts(_ text: [UInt8]) -> DateParts? {
        guard text.count <= 64 else { return nil }
        guard let plain = EastAsianDate.plain(text) else {
            var scanner = DateScanner(withoutYearWord(ClockScanner.withoutBrackets(text)))
            return scanner.read()
        }
        if let year = EastAsianDate.year(plain, of: text) {
            return DateParts(form: .told(year: year, month: 1, day: 1), precision: .year)
        }
        var scanner = DateScanner(plain)
        return scanner.read()
    }

    /// The text without the word for a year at its end, as in `5 января 2024 г`.
    private static func withoutYearWord(_ text: [UInt8]) -> [UInt8] {
        guard text.last == UInt8(ascii: ".") || text.last ?? 0 >= 0x80 else { return text }
        for word in [" г.", " года", "г.", " г", " r.", " roku"].map({ Array($0.utf8) })
        where text.count > word.count && text.suffix(word.count).elementsEqual(word) {
            return Array(text.dropLast(word.count))
        }
        return text
    }

    private mutating func read() -> DateParts? {
        guard cursor.isDigit || cursor.isLetter else { return nil }
        if let parts = compact() { return parts }
        guard readDate() else { return nil }
        if let month, numbers.count == 1, numbers[0].digitCount <= 2, cursor.isDigit { return yearBehindClock(month) }
        guard var parts = date() else { return nil }
        if isFiscal { skipNextYear() }
        // As in Korea: `2024. 1. 5.`
        if numbers.count == 3, separators.first == UInt8(ascii: ".") { _ = cursor.skip(UInt8(ascii: ".")) }
        guard ClockScanner.read(&cursor, into: &parts), cursor.isAtEnd else { return nil }
        return parts
    }

    /// As programs in C write it: `Mon Jan  1 12:00:00 2024`.
    private mutating func yearBehindClock(_ month: Int) -> DateParts? {
        let day = numbers[0].value
        var parts = DateParts(form: .told(year: 1970, month: month, day: day))
        guard let year = ClockScanner.clockAndYear(&cursor, into: &parts), cursor.isAtEnd, Self.isDay(year, month, day)
        else { return nil }
        parts.form = .told(year: year, month: month, day: day)
        return parts
    }

    /// Eight digits for year, month and day; ten, twelve or fourteen with a clock.
    ///
    /// Seconds since 1970 have ten digits too, but begin with years of this century's only from 2030 on.
    private mutating func compact() -> DateParts? {
        var ahead = cursor
        guard let (value, count) = ahead.number(limit: 15), [8, 10, 12, 14].contains(count) else { return nil }
        let (date, clock): (Int, Int)
        switch count {
        case 8: (date, clock) = (value, 0)
        case 10: (date, clock) = (value / 100, value % 100 * 10_000)
        case 12: (date, clock) = (value / 10_000, value % 10_000 * 100)
        default: (date, clock) = (value / 1_000_000, value % 1_000_000)
        }
        let (year, month, day) = (date / 10_000, date / 100 % 100, date % 100)
        guard (count == 10 ? 1900...2100 : 1500...2200).contains(year), Self.isDay(year, month, day) else { return nil }
        var parts = DateParts(form: .told(year: year, month: month, day: day))
        if count > 8 {
            guard clock / 10_000 < 24, clock / 100 % 100 < 60, clock % 100 <= 60 else { return nil }
            parts.hasClock = true
            parts.seconds = clock / 10_000 * 3600 + clock / 100 % 100 * 60 + clock % 100
        }
        guard ClockScanner.read(&ahead, into: &parts), ahead.isAtEnd else { return nil }
        cursor = ahead
        return parts
    }

    /// Skips the year after a fiscal year, as in `FY2019/20`.
    private mutating func skipNextYear() {
        var ahead = cursor
        guard let year = numbers.first?.value, ahead.skip(UInt8(ascii: "/")) || ahead.skip(UInt8(ascii: "-")),
            let next = ahead.number(limit: 5), ahead.isAtEnd,
            next.digitCount == 2 ? next.value == (year + 1) % 100 : next.value == year + 1
        else { return }
        cursor = ahead
    }

    /// Skips the apostrophe before the last digits of a year, as in `Q1'23`.
    private mutating func skipApostrophe() {
        if cursor.byte == UInt8(ascii: "'"), cursor.isDigit(ahead: 1) { cursor.index += 1 }
        if cursor.byte == 0xE2, cursor.byte(ahead: 1) == 0x80, cursor.byte(ahead: 2) == 0x99 { cursor.index += 3 }
    }

    private static func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
        (1...12).contains(month) && day >= 1 && day <= CivilDate.dayCount(ofMonth: month, year: year)
    }

    /// Reads the parts of the date up to the clock or the end.
    private mutating func readDate() -> Bool {
        while !cursor.isAtEnd {
            if month != nil || quarter != nil || isFiscal { skipApostrophe() }
            if cursor.isDigit {
                var ahead = cursor
                guard let number = ahead.number(limit: 5), number.digitCount <= 4 else { return false }
                // The hours of a clock.
                if ahead.byte == UInt8(ascii: ":"), number.digitCount <= 2, !numbers.isEmpty || month != nil {
                    return true
                }
                if isComplete { return true }
                numbers.append(number)
                cursor = ahead
                skipOrdinal()
            } else if cursor.isLetter {
                if !readWord() { return isComplete }
            } else {
                return false
            }
            if isComplete { return true }
            if month != nil || quarter != nil || isFiscal { skipApostrophe() }
            var ahead = cursor
            var separator: UInt8 = 0x20
            ahead.skipBlanks()
            if [UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: ",")].contains(ahead.byte) {
                separator = ahead.byte
                ahead.index += 1
                ahead.skipBlanks()
            } else if ahead.index == cursor.index, !cursor.isAtEnd, !cursor.isLetter,
                !((month != nil || quarter != nil || week != nil || isFiscal) && cursor.isDigit)
            {
                return true
            }
            if !ahead.isAtEnd { separators.append(separator) }
            cursor = ahead
        }
        return true
    }

    private var isComplete: Bool {
        if quarter != nil || week != nil || isFiscal { return !numbers.isEmpty }
        return numbers.count == 3 || numbers.count == 2 && month != nil
    }

    /// `1st`, `2nd`, `1er`, `1º`.
    private mutating func skipOrdinal() {
        guard numbers.last?.digitCount ?? 4 <= 2, cursor.isLetter else { return }
        var ahead = cursor
        let word = ahead.word()
        let known = ["st", "nd", "rd", "th", "er", "º"]
        if known.contains(where: { word.elementsEqual($0.utf8) }) { cursor = ahead }
    }

    private mutating func readWord() -> Bool {
        var ahead = cursor
        let word = ahead.word()
        if Self.quarters.contains(word), quarter == nil, month == nil, numbers.isEmpty || numbers[0].digitCount == 4 {
            if word.count > 1 { ahead.skipBlanks() }
            guard let number = ahead.number(limit: 2), number.digitCount == 1, (1...4).contains(number.value) else {
                return false
            }
            (quarter, cursor) = (number.value, ahead)
            return true
        }
        if Self.quarters.contains(word), numbers.count == 1, numbers[0].digitCount == 1, quarter == nil,
            (1...4).contains(numbers[0].value)
        {
            // As in `1Q23`, `1. Quartal 2023`.
            (quarter, cursor) = (numbers.removeLast().value, ahead)
            return true
        }
        if word == [UInt8(ascii: "m")], month == nil, numbers.count == 1, numbers[0].digitCount == 4 {
            // As in `2023M01`.
            guard let number = ahead.number(limit: 3), number.digitCount < 3, (1...12).contains(number.value) else {
                return false
            }
            (month, cursor) = (number.value, ahead)
            return true
        }
        if Self.fiscals.contains(word), !isFiscal, month == nil {
            guard numbers.isEmpty || numbers.count == 1 && numbers[0].digitCount == 4 else { return false }
            ahead.skipBlanks()
            _ = ahead.skip(UInt8(ascii: "-"))
            (isFiscal, cursor) = (true, ahead)
            skipApostrophe()
            return cursor.isDigit != (numbers.count == 1)
        }
        if Self.weeks.contains(word), week == nil, month == nil {
            if ahead.byte == UInt8(ascii: ".") { ahead.index += 1 }
            ahead.skipBlanks()
            var behind = ahead
            if numbers.isEmpty || numbers.count == 1 && numbers[0].digitCount == 4,
                let number = behind.number(limit: 2), (1...53).contains(number.value)
            {
                (week, cursor) = (number.value, behind)
                return true
            }
            // As in `1. KW 2024`.
            if numbers.count == 1, numbers[0].digitCount < 3, (1...53).contains(numbers[0].value), ahead.isDigit {
                (week, cursor) = (numbers.removeLast().value, ahead)
                return true
            }
        }
        let isWeekday = MonthNames.isWeekday(word) && numbers.isEmpty && month == nil
        if isWeekday, MonthNames.month(word) == nil || ahead.byte == UInt8(ascii: ",") {
            if ahead.byte == UInt8(ascii: ".") { ahead.index += 1 }
            cursor = ahead
            return !ahead.isAtEnd
        }
        if month == nil, let number = MonthNames.month(word) {
            month = number
            monthIndex = numbers.count
            if ahead.byte == UInt8(ascii: "."), !ahead.isDigit(ahead: 1) { ahead.index += 1 }
            cursor = ahead
            return true
        }
        if MonthNames.isFiller(word), !numbers.isEmpty || month != nil {
            cursor = ahead
            return true
        }
        return false
    }

    /// The date of the parts that were read.
    private func date() -> DateParts? {
        if let quarter {
            guard month == nil else { return nil }
            return year(month: quarter * 3 - 2, .quarter)
        }
        if isFiscal { return year(month: 1, .year) }
        if let week {
            guard numbers.count == 1, [2, 4].contains(numbers[0].digitCount) else { return nil }
            let isShort = numbers[0].digitCount == 2
            let year =
                isShort ? DateParts.year(numbers[0].value, from: DateReading.defaultFirstYear) : numbers[0].value
            // ISO 8601-1:2019 §4.3.5: week 1 has 4 January, weeks begin on Monday.
            let start = CivilDate(year: year, month: 1, day: 4).daysSince1970
            let weekday = ((start + 3) % 7 + 7) % 7
            let monday = CivilDate(daysSince1970: start - weekday + (week - 1) * 7)
            return DateParts(
                form: .told(year: monday.year, month: monday.month, day: monday.day), precision: .week)
        }
        if let month { return named(month) }
        guard numbers.allSatisfy({ $0.digitCount == 4 || $0.digitCount <= 2 }) else { return nil }
        if numbers.count == 2 { return yearAndMonth() }
        guard numbers.count == 3, Set(separators.prefix(2)).count == 1, separators.first != UInt8(ascii: ",") else {
            return nil
        }
        let values = numbers.map(\.value)
        let counts = numbers.map(\.digitCount)
        if counts[0] == 4, counts[1] <= 2, counts[2] <= 2 {
            guard Self.isDay(values[0], values[1], values[2]) else { return nil }
            return DateParts(form: .told(year: values[0], month: values[1], day: values[2]))
        }
        if counts[2] == 4, counts[0] <= 2, counts[1] <= 2 {
            return DateParts(form: .yearLast(values[0], values[1], year: values[2]))
        }
        // The year has two digits, wherever it stands.
        guard counts.max() == 2, counts[2] == 2 || counts[0] == 2, separators.first != 0x20 else { return nil }
        return DateParts(form: .open(values[0], values[1], values[2]))
    }

    /// The first day of a month of the only number, a year of four or two digits.
    private func year(month: Int, _ precision: DateParts.Precision) -> DateParts? {
        guard numbers.count == 1 else { return nil }
        switch numbers[0].digitCount {
        case 4: return DateParts(form: .told(year: numbers[0].value, month: month, day: 1), precision: precision)
        case 2: return DateParts(form: .shortYear(year: numbers[0].value, month: month, day: 1), precision: precision)
        default: return nil
        }
    }

    private func yearAndMonth() -> DateParts? {
        guard separators.first == UInt8(ascii: "-") || separators.first == UInt8(ascii: "/") else { return nil }
        let (first, second) = (numbers[0], numbers[1])
        if first.digitCount == 4, second.digitCount <= 2, (1...12).contains(second.value) {
            return DateParts(form: .told(year: first.value, month: second.value, day: 1), precision: .month)
        }
        guard second.digitCount == 4, first.digitCount <= 2, (1...12).contains(first.value) else { return nil }
        return DateParts(form: .told(year: second.value, month: first.value, day: 1), precision: .month)
    }

    /// A date with the name of its month.
    private func named(_ month: Int) -> DateParts? {
        if numbers.count == 1 {
            let year = numbers[0]
            guard year.digitCount == 4 || year.digitCount == 2 else { return nil }
            let form: DateParts.Form =
                year.digitCount == 4
                ? .told(year: year.value, month: month, day: 1)
                : .shortYear(year: year.value, month: month, day: 1)
            return DateParts(form: form, precision: .month)
        }
        guard numbers.count == 2 else { return nil }
        let isYearFirst = numbers[0].digitCount == 4
        let (year, day) = isYearFirst ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
        guard day.digitCount <= 2, (1...31).contains(day.value) else { return nil }
        if year.digitCount == 4 {
            guard Self.isDay(year.value, month, day.value) else { return nil }
            return DateParts(form: .told(year: year.value, month: month, day: day.value))
        }
        guard year.digitCount == 2 else { return nil }
        return DateParts(form: .shortYear(year: year.value, month: month, day: day.value))
    }
}
