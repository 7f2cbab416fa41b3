// Reads clock times and zones.

/// Reads the clock and the zone after a date, and clock times that stand alone.
enum ClockScanner {
    /// Reads the part after a date: a clock, a zone, both or neither.
    ///
    /// False for anything else.
    static func read(_ cursor: inout ByteCursor, into parts: inout DateParts) -> Bool {
        // `T`, blanks, a comma or a hyphen may stand between date and clock.
        var ahead = cursor
        if ahead.byte | 0x20 == UInt8(ascii: "t") || ahead.byte == UInt8(ascii: "-")
            || ahead.byte == UInt8(ascii: ":")
        {
            ahead.index += 1
        } else {
            _ = ahead.skip(UInt8(ascii: ","))
            ahead.skipBlanks()
        }
        if !parts.hasClock, ahead.isDigit {
            guard clock(&ahead, into: &parts) else { return false }
            cursor = ahead
        }
        if let zone = zone(&cursor) { parts.zone = zone }
        return cursor.isAtEnd
    }

    /// Seconds since midnight in a cell that holds just a clock time: `20:15`, `8:15:30.5 PM`, or minutes and seconds
    /// with a fraction as in `15:30.5`; nil for anything else.
    static func clock(alone text: [UInt8]) -> Double? {
        guard text.count <= 24 else { return nil }
        var cursor = ByteCursor(text)
        var parts = DateParts(form: .told(year: 1970, month: 1, day: 1))
        guard cursor.isDigit, text.contains(UInt8(ascii: ":")) else { return nil }
        if let duration = duration(cursor) { return duration }
        guard clock(&cursor, into: &parts), cursor.isAtEnd else { return nil }
        return parts.time(.yearFirst, firstYear: 1970)
    }

    /// Hours beyond a day, minutes and seconds, as `26:10:00`; nil for anything else.
    private static func duration(_ start: ByteCursor) -> Double? {
        var cursor = start
        guard let hours = cursor.number(limit: 5), hours.value > 23, cursor.skip(UInt8(ascii: ":")),
            let minutes = cursor.number(limit: 2), minutes.value < 60, cursor.skip(UInt8(ascii: ":")),
            let seconds = cursor.number(limit: 2), seconds.value < 60
        else { return nil }
        var parts = DateParts(form: .told(year: 1970, month: 1, day: 1))
        guard fraction(&cursor, into: &parts), cursor.isAtEnd else { return nil }
        parts.seconds = hours.value * 3600 + minutes.value * 60 + seconds.value
        return parts.time(.yearFirst, firstYear: 1970)
    }

    /// Reads a clock, a zone where there is one, and then a year of four digits: the end of `Jan 1 12:00:00 UTC 2024`.
    static func clockAndYear(_ cursor: inout ByteCursor, into parts: inout DateParts) -> Int? {
        guard cursor.isDigit, clock(&cursor, into: &parts) else { return nil }
        if let zone = zone(&cursor) { parts.zone = zone }
        cursor.skipBlanks()
        guard let year = cursor.number(limit: 5), year.digitCount == 4 else { return nil }
        return year.value
    }

    /// Seconds since midnight in four or six digits without separators; nil for anything else.
    static func clock(compact text: [UInt8]) -> Double? {
        var cursor = ByteCursor(text)
        guard let (value, count) = cursor.number(limit: 7), count == 4 || count == 6, cursor.isAtEnd else { return nil }
        let full = count == 4 ? value * 100 : value
        guard full / 10_000 < 24, full / 100 % 100 < 60, full % 100 < 60 else { return nil }
        return Double(full / 10_000 * 3600 + full / 100 % 100 * 60 + full % 100)
    }

    /// Reads hours, minutes, seconds, fraction, AM or PM.
    private static func clock(_ cursor: inout ByteCursor, into parts: inout DateParts) -> Bool {
        guard let hours = cursor.number(limit: 10) else { return false }
        parts.hasClock = true
        if cursor.byte != UInt8(ascii: ":") {
            // Without separators, as in 20240330T200000Z, perhaps with thousandths; or hours with AM or PM.
            if hours.digitCount == 9 {
                let full = hours.value / 1000
                guard full / 10_000 < 24, full / 100 % 100 < 60, full % 100 <= 60 else { return false }
                parts.seconds = full / 10_000 * 3600 + full / 100 % 100 * 60 + full % 100
                (parts.fraction, parts.digitCount) = (hours.value % 1000, 3)
                return true
            }
            if hours.digitCount == 4 || hours.digitCount == 6 {
                let full = hours.digitCount == 4 ? hours.value * 100 : hours.value
                guard full / 10_000 < 24, full / 100 % 100 < 60, full % 100 <= 60 else { return false }
                parts.seconds = full / 10_000 * 3600 + full / 100 % 100 * 60 + full % 100
                return fraction(&cursor, into: &parts)
            }
            guard hours.digitCount <= 2, hours.value <= 12 else { return false }
            return half(&cursor, hours: hours.value, rest: 0, into: &parts) && parts.isTwelveHours
        }
        cursor.index += 1
        guard hours.digitCount <= 2, let minutes = cursor.number(limit: 2), minutes.value < 60 else { return false }
        var seconds = 0
        if cursor.byte == UInt8(ascii: ":") {
            cursor.index += 1
            guard let number = cursor.number(limit: 2), number.value <= 60 else { return false }
            seconds = number.value
            guard fraction(&cursor, into: &parts) else { return false }
        } else if cursor.byte == UInt8(ascii: "."), cursor.isDigit(ahead: 1) {
            // Minutes and seconds, and a fraction.
            guard hours.value < 60, fraction(&cursor, into: &parts) else { return false }
            parts.seconds = hours.value * 60 + minutes.value
            return true
        }
        return half(&cursor, hours: hours.value, rest: minutes.value * 60 + seconds, into: &parts)
    }

    /// A fraction after a point, a comma, or a colon (thousandths then).
    private static func fraction(_ cursor: inout ByteCursor, into parts: inout DateParts) -> Bool {
        let mark = cursor.byte
        guard mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") || mark == UInt8(ascii: ":"),
            cursor.isDigit(ahead: 1)
        else { return true }
        cursor.index += 1
        guard let (value, count) = cursor.number(limit: 9) else { return false }
        // Digits beyond nanoseconds are ignored.
        while cursor.isDigit { cursor.index += 1 }
        if mark == UInt8(ascii: ":") {
            guard count <= 3 else { return false }
            (parts.fraction, parts.digitCount) = (value, 3)
        } else {
            (parts.fraction, parts.digitCount) = (value, count)
        }
        return true
    }

    /// Reads AM or PM, where there is one, and sets the seconds.
    private static func half(
        _ cursor: inout ByteCursor, hours: Int, rest: Int, into parts: inout DateParts
    ) -> Bool {
        var ahead = cursor
        ahead.skipBlanks()
        let letter = ahead.byte | 0x20
        var isHalf = letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p")
        if isHalf {
            ahead.index += 1
            _ = ahead.skip(UInt8(ascii: "."))
            isHalf = ahead.byte | 0x20 == UInt8(ascii: "m")
            ahead.index += 1
            _ = ahead.skip(UInt8(ascii: "."))
            isHalf = isHalf && !ahead.isLetter
        }
        if isHalf {
            guard (1...12).contains(hours) else { return false }
            parts.isTwelveHours = true
            parts.seconds = (hours % 12 + (letter == UInt8(ascii: "p") ? 12 : 0)) * 3600 + rest
            cursor = ahead
            return true
        }
        guard hours < 24 || hours == 24 && rest == 0 else { return false }
        parts.seconds = hours * 3600 + rest
        return true
    }

    /// Seconds ahead of UTC of zones that are known by their letters.
    private static let zones: [String: Int] = [
        "z": 0, "utc": 0, "gmt": 0, "wet": 0, "west": 3600, "bst": 3600, "cet": 3600, "cest": 7200, "mez": 3600,
        "mesz": 7200, "eet": 7200, "eest": 10_800, "msk": 10_800, "est": -18_000, "edt": -14_400, "cst": -21_600,
        "cdt": -18_000, "mst": -25_200, "mdt": -21_600, "pst": -28_800, "pdt": -25_200, "akst": -32_400,
        "akdt": -28_800, "hst": -36_000, "ist": 19_800, "jst": 32_400, "kst": 32_400, "aest": 36_000, "aedt": 39_600,
    ]

    /// Zones that share their letters with others, and in words which one they are taken for, and the other.
    static let ambiguousZones: [(letters: String, words: String)] = [
        ("CST", "6 hours behind UTC, as in North America, and not 8 hours ahead, as in China"),
        ("BST", "1 hour ahead of UTC, as in Britain, and not 6 hours ahead, as in Bangladesh"),
        ("IST", "5½ hours ahead of UTC, as in India, and not as in Israel or Ireland"),
    ]

    /// The text without brackets at its end: a zone in them stays, unless another one stands before it.
    ///
    /// As in `2024-01-05 12:00 (CET)`, and in `Fri Jan 05 2024 12:00:00 GMT+0100 (CET)`.
    static func withoutBrackets(_ text: [UInt8]) -> [UInt8] {
        guard text.last == UInt8(ascii: ")"), let open = text.lastIndex(of: UInt8(ascii: "(")), open > 8,
            text[open - 1] == 0x20
        else { return text }
        let (before, inner) = (text[..<open], text[(open + 1)...].dropLast())
        let letters = String(decoding: inner, as: UTF8.self).lowercased()
        guard inner.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 || $0 == 0x20 }) else { return text }
        var zone = ByteCursor(Array(before.suffix(9).drop { $0 | 0x20 != UInt8(ascii: "g") }))
        let hasZone = zone.isLetter && Self.zone(&zone) != nil
        return zones[letters] != nil && !hasZone ? Array(before + inner) : Array(before)
    }

    /// Reads a zone and moves past it; nil where there is none.
    private static func zone(_ cursor: inout ByteCursor) -> Int? {
        var ahead = cursor
        ahead.skipBlanks()
        var known: Int?
        if ahead.isLetter {
            guard let zone = zones[String(decoding: ahead.word(), as: UTF8.self)] else { return nil }
            known = zone
            // `UTC+2` is an offset.
            guard zone == 0, ahead.byte == UInt8(ascii: "+") || ahead.byte == UInt8(ascii: "-") else {
                cursor = ahead
                return zone
            }
        }
        guard ahead.byte == UInt8(ascii: "+") || ahead.byte == UInt8(ascii: "-") else { return known }
        let isWest = ahead.byte == UInt8(ascii: "-")
        ahead.index += 1
        guard let (first, count) = ahead.number(limit: 4), count != 3 else { return nil }
        var seconds = count == 4 ? first / 100 * 3600 + first % 100 * 60 : first * 3600
        if count <= 2, ahead.skip(UInt8(ascii: ":")) {
            guard let minutes = ahead.number(limit: 2), minutes.value < 60 else { return nil }
            seconds += minutes.value * 60
        }
        guard seconds < 86_400 else { return nil }
        cursor = ahead
        return isWest ? -seconds : seconds
    }
}
