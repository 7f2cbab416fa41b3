// Times in ISO 8601.

import Tiling

/// Reads `2024-02-29`, `2024-02-29T12:30:15.25+02:00` and similar times from bytes (for the padding
/// see `DecimalNumber`).
///
/// It accepts the extended calendar forms of ISO 8601-1:2019 §5.2.2, §5.3 and §5.4 from the month on. Seconds, their
/// fraction (with a point or a comma) and the zone may be missing. `T`, `t` or a space separates date and time; `/` may
/// replace `-`. The zone is `Z`, `±hh`, `±hhmm` or `±hh:mm`; without one it is UTC. 24:00 means the first moment of the
/// next day, and a leap second (:60) that of the next minute.
package struct TimeText {
    /// The last date read (its ten bytes and its seconds since 1970), since the next time mostly has the same date.
    private var (dateStart, dateEnd): (UInt64, UInt16) = (0, 0)
    private var dateSeconds = 0
    /// Whether a comma may begin a fraction: not where commas separate cells.
    private let allowsComma: Bool

    package init(allowsComma: Bool) { self.allowsComma = allowsComma }

    /// Reads a time and moves `offset` past it.
    ///
    /// - Returns: seconds since 1970-01-01T00:00:00Z, rounded once from at most nine decimals; nil when there is no
    ///   time.
    @inline(__always)
    package mutating func read(_ bytes: Span<UInt8>, _ offset: inout Int) -> Double? {
        let (start, end) = (bytes.load(at: offset, as: UInt64.self), bytes.load(at: offset &+ 8, as: UInt16.self))
        if start == dateStart, end == dateEnd {
            offset &+= 10
        } else {
            guard let isWhole = readDate(bytes, &offset) else { return nil }
            // A month without a day has no time of day.
            if !isWhole { return Double(dateSeconds) }
            (dateStart, dateEnd) = (start, end)
        }
        let letter = bytes[offset] | 0x20
        // `T`, `t` or a space, and then a digit.
        guard letter == UInt8(ascii: "t") || bytes[offset] == UInt8(ascii: " "), bytes[offset &+ 1] &- 0x30 < 10
        else {
            return Double(dateSeconds)
        }
        offset &+= 1
        return readTime(bytes, &offset)
    }

    /// Reads a date; returns whether it has a day, nil when there is no date.
    private mutating func readDate(_ bytes: Span<UInt8>, _ offset: inout Int) -> Bool? {
        guard let century = Self.pair(bytes, offset), let years = Self.pair(bytes, offset &+ 2) else { return nil }
        let separator = bytes[offset &+ 4]
        guard separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/"),
            let month = Self.pair(bytes, offset &+ 5),
            (1...12).contains(month)
        else { return nil }
        let year = century * 100 + years
        var day = 1
        let isWhole = bytes[offset &+ 7] == separator
        if isWhole {
            guard let number = Self.pair(bytes, offset &+ 8), number >= 1,
                number <= CivilDate.dayCount(ofMonth: month, year: year)
            else { return nil }
            day = number
        }
        offset &+= isWhole ? 10 : 7
        dateSeconds = CivilDate(year: year, month: month, day: day).daysSince1970 * 86_400
        if !isWhole { (dateStart, dateEnd) = (0, 0) }
        return isWhole
    }

    @inline(__always)
    private func readTime(_ bytes: Span<UInt8>, _ offset: inout Int) -> Double? {
        guard let hours = Self.pair(bytes, offset), bytes[offset &+ 2] == UInt8(ascii: ":"),
            let minutes = Self.pair(bytes, offset &+ 3),
            minutes < 60
        else { return nil }
        offset &+= 5
        var (seconds, fraction, digitCount) = (0, 0, 0)
        if bytes[offset] == UInt8(ascii: ":") {
            guard let number = Self.pair(bytes, offset &+ 1), number <= 60 else { return nil }
            seconds = number
            offset &+= 3
            if bytes[offset] == UInt8(ascii: ".") || allowsComma && bytes[offset] == UInt8(ascii: ","),
                bytes[offset &+ 1] &- 0x30 < 10
            {
                offset &+= 1
                while bytes[offset] &- 0x30 < 10 {
                    // Digits beyond nanoseconds are ignored.
                    if digitCount < 9 {
                        fraction = fraction * 10 + Int(bytes[offset] &- 0x30)
                        digitCount += 1
                    }
                    offset &+= 1
                }
            }
        }
        guard hours < 24 || hours == 24 && minutes == 0 && seconds == 0 && fraction == 0 else { return nil }
        guard let zone = Self.zone(bytes, &offset) else { return nil }
        let total = dateSeconds + hours * 3600 + minutes * 60 + seconds - zone
        if digitCount == 0 { return Double(total) }
        return Self.seconds(total, fraction, digitCount)
    }

    /// `total + fraction / 10^digitCount`, rounded once; `digitCount` is at most 9.
    static func seconds(_ total: Int, _ fraction: Int, _ digitCount: Int) -> Double {
        var scale = 1
        for _ in 0..<digitCount { scale *= 10 }
        let (product, overflow) = total.multipliedReportingOverflow(by: scale)
        if !overflow {
            let units = product + fraction
            if let value = PowersOfTen.shared.product(UInt64(units.magnitude), power: -digitCount) {
                return units < 0 ? -value : value
            }
        }
        return Double(total) + Double(fraction) / Double(scale)
    }

    /// Seconds that the zone is ahead of UTC; nil when it is not a zone.
    @inline(__always)
    private static func zone(_ bytes: Span<UInt8>, _ offset: inout Int) -> Int? {
        if bytes[offset] | 0x20 == UInt8(ascii: "z") {
            offset &+= 1
            return 0
        }
        guard bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") else { return 0 }
        let isWest = bytes[offset] == UInt8(ascii: "-")
        guard let hours = pair(bytes, offset &+ 1), hours < 24 else { return nil }
        offset &+= 3
        var minutes = 0
        let start = bytes[offset] == UInt8(ascii: ":") ? offset &+ 1 : offset
        if let number = pair(bytes, start) {
            guard number < 60 else { return nil }
            minutes = number
            offset = start &+ 2
        }
        let seconds = hours * 3600 + minutes * 60
        return isWest ? -seconds : seconds
    }

    /// Reads two digits.
    @inline(__always)
    private static func pair(_ bytes: Span<UInt8>, _ offset: Int) -> Int? {
        let first = bytes[offset] &- 0x30
        guard first < 10 else { return nil }
        let second = bytes[offset &+ 1] &- 0x30
        guard second < 10 else { return nil }
        return Int(first) * 10 + Int(second)
    }
}
