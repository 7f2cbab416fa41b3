// Reads dates in the forms that cameras and programs write.

/// A scan over the text of a date.
///
/// It reads these forms:
/// - EXIF: `2019:05:03 14:30:00` (CIPA DC-008 §4.6.6.1.1)
/// - ISO 8601, extended or basic, with `T` or a blank before the time, also with slashes or dots
/// - a date, a month or a year alone
/// - with the name of a month: RFC 1123 §5.2.14, asctime, `May 3, 2019`
///
/// Times may have a fraction of a second and a zone. A month or a day of zeros or blanks is unknown.
struct WrittenDate {
    /// Most bytes of a date that are read.
    private static let longest = 64

    private let bytes: [UInt8]
    private var offset = 0
    private var zone: String?

    init(_ text: some Collection<UInt8>) {
        var bytes = Array(text.prefix(Self.longest).prefix { $0 != 0 })
        while let last = bytes.last, Self.isSpace(last) { bytes.removeLast() }
        self.bytes = bytes
        skipSpaces()
    }

    /// Returns the date and its zone; nil for any other text.
    mutating func read() -> (time: CaptureTime, zone: String?)? {
        let time: CaptureTime?
        switch digitCount {
        case 8, 12, 14: time = basic()
        case 4 where offset + 4 == bytes.count || Self.separators.contains(bytes[offset + 4]): time = extended()
        default: time = named()
        }
        return time.map { ($0, zone) }
    }

    // MARK: Characters

    private static let separators = Array(":-/.".utf8)

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private var isAtEnd: Bool { offset >= bytes.count }
    /// The next character, letters in lower case; 0 at the end.
    private var next: UInt8 {
        guard offset < bytes.count else { return 0 }
        return Self.isLetter(bytes[offset]) ? bytes[offset] | 0x20 : bytes[offset]
    }
    /// Number of digits that follow.
    private var digitCount: Int { bytes.dropFirst(offset).prefix(while: Self.isDigit).count }

    private mutating func skipSpaces() {
        while offset < bytes.count, Self.isSpace(bytes[offset]) { offset += 1 }
    }

    private mutating func skipSeparator() -> Bool {
        guard Self.separators.contains(next) else { return false }
        offset += 1
        return true
    }

    /// Whether only separators, zeros and blanks follow, as in dates whose other parts are unknown.
    private var restIsUnknown: Bool {
        bytes.dropFirst(offset).allSatisfy { Self.isSpace($0) || $0 == 0x30 || Self.separators.contains($0) }
    }

    /// Reads at most `limit` digits; nil where there is none.
    private mutating func number(_ limit: Int) -> Int? {
        let digits = bytes.dropFirst(offset).prefix(limit).prefix(while: Self.isDigit)
        offset += digits.count
        return digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Reads at most two digits after at most two blanks; nil where no digit follows.
    private mutating func field() -> Int? {
        if next == 0x20 { offset += 1 }
        if next == 0x20 { offset += 1 }
        return number(2)
    }

    private mutating func word() -> String {
        let letters = bytes.dropFirst(offset).prefix(while: Self.isLetter)
        offset += letters.count
        return String(decoding: letters.map { $0 | 0x20 }, as: UTF8.self)
    }

    // MARK: Forms

    /// Reads `2019:05:03 14:30:00`, or a date, a month or a year alone.
    private mutating func extended() -> CaptureTime? {
        guard let year = number(4) else { return nil }
        if restIsUnknown { return CaptureTime(year: year) }
        guard skipSeparator(), let month = field() else { return nil }
        if restIsUnknown { return CaptureTime(year: year, month: month) }
        guard skipSeparator(), let day = field() else { return nil }
        guard digitCount == 0, let date = CaptureTime(year: year, month: month, day: day) else { return nil }
        return timed(date)
    }

    /// Reads `20190503T143000`, with or without the time.
    private mutating func basic() -> CaptureTime? {
        guard let year = number(4), let month = number(2), let day = number(2) else { return nil }
        if day == 0, restIsUnknown { return CaptureTime(year: year, month: month == 0 ? nil : month) }
        return CaptureTime(year: year, month: month, day: day).flatMap { timed($0) }
    }

    /// Adds the time that follows a date.
    private mutating func timed(_ date: CaptureTime) -> CaptureTime? {
        if next == UInt8(ascii: "t") || Array(":/".utf8).contains(next) || dashedClockFollows {
            offset += 1
        } else if next == UInt8(ascii: "z") || next == UInt8(ascii: "+") || next == UInt8(ascii: "-") {
            readZone()
            return date
        }
        skipSpaces()
        // A blank time is unknown.
        guard digitCount > 0 else { return date }
        return time(of: date)
    }

    /// Reads `14:30:00.25`, `143000`, `14:30`, `2:30:00 PM`, and the zone after it; nil for an invalid time.
    private mutating func time(of date: CaptureTime) -> CaptureTime? {
        let isBasic = digitCount >= 4
        guard var hour = number(2) else { return nil }
        var (minute, second, microsecond) = (0, 0, 0)
        let colon = next
        if isBasic || [0x3A, 0x2D, 0x2E].contains(colon) && clockHas(colon) {
            if !isBasic { offset += 1 }
            guard let read = field() else { return restIsUnknown ? date : nil }
            minute = read
            if isBasic ? digitCount > 0 : next == colon && offset + 1 < bytes.count {
                if !isBasic { offset += 1 }
                if let read = field() {
                    (second, microsecond) = (read, fraction())
                } else if !restIsUnknown {
                    return nil
                }
            }
        }
        skipSpaces()
        if next == UInt8(ascii: "a") || next == UInt8(ascii: "p") {
            let start = offset
            switch word() {
            case "am" where (1...12).contains(hour): hour %= 12
            case "pm" where (1...12).contains(hour): hour = hour % 12 + 12
            default: offset = start
            }
        }
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        // A leap second counts as the last second of its minute.
        if second == 60 { (second, microsecond) = (59, 999_999) }
        readZone()
        return date.at(second: hour * 3600 + minute * 60 + second, microsecond: microsecond)
    }

    /// Whether a time follows as in `2019-05-03-14-30-00`; a shorter `-14-30` or `-14` is a zone.
    private var dashedClockFollows: Bool {
        let rest = Array(bytes.dropFirst(offset).prefix(9))
        return rest.count == 9
            && rest.indices.allSatisfy { $0 % 3 == 0 ? rest[$0] == UInt8(ascii: "-") : Self.isDigit(rest[$0]) }
    }

    /// Returns whether minutes and seconds follow, separated by `mark`; in `14-30` alone, `-30` is a zone.
    ///
    /// A colon is always a separator.
    private func clockHas(_ mark: UInt8) -> Bool {
        if mark == UInt8(ascii: ":") { return true }
        let rest = Array(bytes.dropFirst(offset).prefix(6))
        return rest.count == 6 && rest[3] == mark
            && [1, 2, 4, 5].allSatisfy { Self.isDigit(rest[$0]) }
    }

    /// Reads the fraction of a second, in microseconds; further digits are dropped.
    private mutating func fraction() -> Int {
        guard next == UInt8(ascii: ".") || next == UInt8(ascii: ","), offset + 1 < bytes.count,
            Self.isDigit(bytes[offset + 1])
        else { return 0 }
        offset += 1
        var (value, unit) = (0, 100_000)
        while !isAtEnd, Self.isDigit(bytes[offset]) {
            value += Int(bytes[offset] - 0x30) * unit
            unit /= 10
            offset += 1
        }
        return value
    }

    /// The names of zones in RFC 1123 §5.2.14.
    private static let zones = [
        "z": "+00:00", "ut": "+00:00", "utc": "+00:00", "gmt": "+00:00", "est": "-05:00", "edt": "-04:00",
        "cst": "-06:00", "cdt": "-05:00", "mst": "-07:00", "mdt": "-06:00", "pst": "-08:00", "pdt": "-07:00",
    ]

    /// Reads `Z`, `+02:00`, `+0200`, `+02` or a zone's name; skips nothing else.
    private mutating func readZone() {
        let start = offset
        skipSpaces()
        if Self.isLetter(next) {
            guard let known = Self.zones[word()] else { return offset = start }
            zone = known
            return
        }
        let sign = next == UInt8(ascii: "-") ? "-" : "+"
        guard next == UInt8(ascii: "+") || next == UInt8(ascii: "-") else { return offset = start }
        offset += 1
        guard let hours = number(2), hours < 16 else { return offset = start }
        if next == UInt8(ascii: ":") { offset += 1 }
        let minutes = number(2) ?? 0
        guard minutes < 60 else { return offset = start }
        zone = sign + (hours < 10 ? "0" : "") + "\(hours):" + (minutes < 10 ? "0" : "") + "\(minutes)"
    }

    // MARK: Names

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// Reads `Fri, 03 May 2019 14:30:00 +0200`, `Fri May  3 14:30:00 2019`, `May 3, 2019` and the like.
    private mutating func named() -> CaptureTime? {
        var (year, month, day) = (Int?.none, Int?.none, Int?.none)
        var clock: CaptureTime?
        // The time may precede the year, so it is first read as a time of any day.
        guard let anyDay = CaptureTime(year: 1, month: 1, day: 1) else { return nil }
        while !isAtEnd {
            if Self.isLetter(next) {
                let word = word()
                let isName = word.utf8.count >= 3
                if isName, month == nil, let index = Self.months.firstIndex(where: { $0.hasPrefix(word) }) {
                    month = index + 1
                } else if !(isName && Self.weekdays.contains { $0.hasPrefix(word) }),
                    !["at", "st", "nd", "rd", "th"].contains(word), clock == nil || word.utf8.count > 5
                {
                    // After a time, a short word may be the name of a zone.
                    return nil
                }
            } else if Self.isDigit(next) {
                let count = digitCount
                if clock == nil, offset + count < bytes.count, bytes[offset + count] == UInt8(ascii: ":") {
                    guard let time = time(of: anyDay) else { return nil }
                    clock = time
                } else if count == 4, year == nil {
                    year = number(4)
                } else if count <= 2, day == nil {
                    day = number(2)
                } else if count == 2, year == nil, let short = number(2) {
                    year = short > 70 ? 1900 + short : 2000 + short
                } else {
                    return nil
                }
            } else if Self.isSpace(next) || Array(",.-/".utf8).contains(next) {
                offset += 1
            } else {
                return nil
            }
        }
        guard let year, let month else { return nil }
        let date = CaptureTime(year: year, month: month, day: day)
        guard let clock, day != nil else { return date }
        let second = clock.secondsSince1970 - anyDay.secondsSince1970
        return date?.at(second: second, microsecond: clock.microseconds)
    }
}
