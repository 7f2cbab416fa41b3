// Durations in cells.

import Platform

/// How a column's durations are written; see `DurationText`.
package enum DurationForm: UInt8, Sendable, CaseIterable {
    /// The column holds none.
    case none = 0
    /// Two numbers with a colon are minutes and seconds.
    case minutes = 1
    /// Two numbers with a colon are hours and minutes.
    case hours = 2
}

/// Reads durations: `1:05:30`, `45:10`, `2 days 03:00:00`, `PT1H30M` (ISO 8601-1:2019 §5.5.2), `3m 20s`.
enum DurationText {
    /// The number of parts between colons of a cell that is a duration, 0 for one with letters; nil for any other cell.
    static func partCount(_ text: [UInt8]) -> (count: Int, first: Int)? {
        guard let first = text.first, text.count <= 32 else { return nil }
        if text.contains(UInt8(ascii: ":")) {
            guard let parts = parts(text) else {
                return half(text).map { (2, Int(clamping: ($0 / 3600).rounded(.down))) }
            }
            return (parts.values.count, parts.values[0])
        }
        guard first &- 0x30 < 10 || first | 0x20 == UInt8(ascii: "p") || first == UInt8(ascii: "-") else { return nil }
        // A single number with a unit is a number with a unit.
        let letters = text.count { ($0 | 0x20) &- 0x61 < 26 }
        let isISO = text.contains { $0 | 0x20 == UInt8(ascii: "p") }
        guard letters > 1, isISO || text.contains(where: { $0 | 0x20 == UInt8(ascii: "s") || $0 | 0x20 == 0x6D }),
            seconds(text, .hours) != nil
        else { return nil }
        return (0, 0)
    }

    /// Seconds; nil where the text is no duration.
    static func seconds(_ text: [UInt8], _ form: DurationForm) -> Double? {
        if text.contains(UInt8(ascii: ":")) {
            guard let (isNegative, days, values, fraction) = parts(text) else { return half(text) }
            var total = Double(days) * 86_400
            switch (values.count, form) {
            case (3, _): total += Double(values[0] * 3600 + values[1] * 60 + values[2])
            case (_, .hours): total += Double(values[0] * 3600 + values[1] * 60)
            default: total += Double(values[0] * 60 + values[1])
            }
            return (isNegative ? -1 : 1) * (total + fraction)
        }
        if form == .minutes, let seconds = fraction(text) { return seconds }
        return lettered(text)
    }

    /// Seconds with a fraction, below a minute, as `59.9` beside `1:02.5`; nil for anything else.
    static func fraction(_ text: [UInt8]) -> Double? {
        guard text.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }),
            let parts = parts(Array("0:".utf8) + (text.prefix { $0 &- 0x30 < 10 }.count == 1 ? [0x30] : []) + text)
        else { return nil }
        return Double(parts.values[1]) + parts.fraction
    }

    /// Whether a cell is minutes, seconds and their fraction: `1:02.5`.
    static func hasFraction(_ text: [UInt8]) -> Bool {
        parts(text).map { $0.values.count == 2 && $0.fraction > 0 } ?? false
    }

    /// Seconds since midnight of a clock time with AM or PM; nil for anything else.
    private static func half(_ text: [UInt8]) -> Double? {
        guard let last = text.last(where: { $0 != UInt8(ascii: ".") }), last | 0x20 == UInt8(ascii: "m") else {
            return nil
        }
        return ClockScanner.clock(alone: text)
    }

    private typealias Parts = (isNegative: Bool, days: Int, values: [Int], fraction: Double)

    /// Two or three numbers between colons, perhaps with days before them and a fraction behind.
    private static func parts(_ text: [UInt8]) -> Parts? {
        var cursor = ByteCursor(text)
        var parts: Parts = (cursor.skip(UInt8(ascii: "-")), 0, [], 0)
        guard var number = cursor.number(limit: 6) else { return nil }
        if cursor.byte != UInt8(ascii: ":") {
            parts.days = number.value
            // `2.03:00:00`, `2 days, 03:00:00`.
            if !cursor.skip(UInt8(ascii: ".")) {
                cursor.skipBlanks()
                let word = cursor.word()
                guard ["d", "day", "days"].contains(String(decoding: word, as: UTF8.self)) else { return nil }
                _ = cursor.skip(UInt8(ascii: ","))
                cursor.skipBlanks()
            }
            guard let hours = cursor.number(limit: 2), hours.value < 24 else { return nil }
            number = hours
        }
        parts.values = [number.value]
        while parts.values.count < 3, cursor.skip(UInt8(ascii: ":")) {
            guard let next = cursor.number(limit: 2), next.value < 60, next.digitCount == 2 else { return nil }
            parts.values.append(next.value)
        }
        guard parts.values.count > 1, parts.days == 0 || parts.values.count == 3 else { return nil }
        if cursor.byte == UInt8(ascii: ".") || cursor.byte == UInt8(ascii: ","), cursor.isDigit(ahead: 1) {
            cursor.index += 1
            guard let (value, count) = cursor.number(limit: 9) else { return nil }
            var scale = 1.0
            for _ in 0..<count { scale *= 10 }
            parts.fraction = Double(value) / scale
        }
        return cursor.isAtEnd ? parts : nil
    }

    /// Numbers with letters: `PT1H30M`, `1h 20m`, `3 min 20 s`, the larger units first.
    private static func lettered(_ text: [UInt8]) -> Double? {
        var cursor = ByteCursor(text.map { ASCII.lowercased($0) })
        let isNegative = cursor.skip(UInt8(ascii: "-"))
        let isISO = cursor.skip(UInt8(ascii: "p"))
        var isTime = !isISO
        var (total, last, count) = (0.0, Double.infinity, 0)
        while !cursor.isAtEnd {
            if isISO, cursor.skip(UInt8(ascii: "t")) { isTime = true }
            guard let whole = cursor.number(limit: 9) else { return nil }
            var value = Double(whole.value)
            if cursor.byte == UInt8(ascii: ".") || cursor.byte == UInt8(ascii: ","), cursor.isDigit(ahead: 1) {
                cursor.index += 1
                guard let (digits, count) = cursor.number(limit: 9) else { return nil }
                var scale = 1.0
                for _ in 0..<count { scale *= 10 }
                value += Double(digits) / scale
            }
            cursor.skipBlanks()
            guard let unit = unit(cursor.word(whileLetter: isISO ? 1 : 8), isTime: isTime), unit < last else {
                return nil
            }
            (total, last, count) = (total + value * unit, unit, count + 1)
            cursor.skipBlanks()
        }
        return count > 0 ? (isNegative ? -total : total) : nil
    }

    private static func unit(_ word: [UInt8], isTime: Bool) -> Double? {
        switch String(decoding: word, as: UTF8.self) {
        case "w", "week", "weeks": 604_800
        case "d", "day", "days": 86_400
        case "h", "hr", "hrs", "hour", "hours", "std": 3600
        case "m", "min", "mins", "minute", "minutes": isTime ? 60 : nil
        case "s", "sec", "secs", "second", "seconds", "sek": 1
        default: nil
        }
    }
}

extension ByteCursor {
    /// Reads at most `limit` letters.
    fileprivate mutating func word(whileLetter limit: Int) -> [UInt8] {
        var word: [UInt8] = []
        while word.count < limit, (byte | 0x20) &- 0x61 < 26 {
            word.append(byte)
            index += 1
        }
        return word
    }
}
