// Times as ISO 8601 writes them.

import Tiling

/// Reads `2024-02-29`, `2024-02-29T12:30:15.25+02:00` and their relatives from bytes (bounds: see `DecimalNumber`).
///
/// Accepted are the extended calendar forms of ISO 8601-1:2019 §5.2.2, §5.3 and §5.4 from the month on: seconds, their
/// fraction (with point or comma) and the zone may be missing; `T`, `t` or a space in between; `/` instead of `-`; the
/// zone as `Z`, `±hh`, `±hhmm` or `±hh:mm`, UTC where there is none. 24:00 and a leap second (:60) are the next day's
/// and minute's first moment.
struct TimeText {
    /// The last date that was read, since the next is mostly the same: its ten bytes, and seconds since 1970.
    private var (dateStart, dateEnd): (UInt64, UInt16) = (0, 0)
    private var dateSeconds = 0
    /// Whether a fraction may begin with a comma; not where the comma divides cells.
    private let allowsComma: Bool

    init(allowsComma: Bool) { self.allowsComma = allowsComma }

    /// Reads a time and moves behind it.
    ///
    /// - Returns: seconds since 1970-01-01T00:00:00Z, correctly rounded to nanoseconds' digits; nil when there is none.
    @inline(__always)
    mutating func read(_ place: inout UnsafePointer<UInt8>) -> Double? {
        let raw = UnsafeRawPointer(place)
        let (start, end) = (raw.loadUnaligned(as: UInt64.self), raw.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
        if start == dateStart, end == dateEnd {
            place += 10
        } else {
            guard let isWhole = readDate(&place) else { return nil }
            // A month alone has no time.
            if !isWhole { return Double(dateSeconds) }
            (dateStart, dateEnd) = (start, end)
        }
        let letter = place[0] | 0x20
        // T, t or a space, and a digit behind it.
        guard letter == UInt8(ascii: "t") || place[0] == UInt8(ascii: " "), place[1] &- 0x30 < 10 else {
            return Double(dateSeconds)
        }
        place += 1
        return readTime(&place)
    }

    /// - Returns: whether there is a day; nil when there is no date.
    private mutating func readDate(_ place: inout UnsafePointer<UInt8>) -> Bool? {
        guard let century = Self.pair(place), let years = Self.pair(place + 2) else { return nil }
        let separator = place[4]
        guard separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/"), let month = Self.pair(place + 5),
            (1...12).contains(month)
        else { return nil }
        let year = century * 100 + years
        var day = 1
        let isWhole = place[7] == separator
        if isWhole {
            guard let number = Self.pair(place + 8), number >= 1,
                number <= CivilDate.dayCount(ofMonth: month, year: year)
            else { return nil }
            day = number
        }
        place += isWhole ? 10 : 7
        dateSeconds = CivilDate(year: year, month: month, day: day).daysSince1970 * 86_400
        if !isWhole { (dateStart, dateEnd) = (0, 0) }
        return isWhole
    }

    @inline(__always)
    private func readTime(_ place: inout UnsafePointer<UInt8>) -> Double? {
        guard let hours = Self.pair(place), place[2] == UInt8(ascii: ":"), let minutes = Self.pair(place + 3),
            minutes < 60
        else { return nil }
        place += 5
        var (seconds, fraction, digitCount) = (0, 0, 0)
        if place[0] == UInt8(ascii: ":") {
            guard let number = Self.pair(place + 1), number <= 60 else { return nil }
            seconds = number
            place += 3
            if place[0] == UInt8(ascii: ".") || allowsComma && place[0] == UInt8(ascii: ","), place[1] &- 0x30 < 10 {
                place += 1
                while place[0] &- 0x30 < 10 {
                    // Nanoseconds; more digits mean nothing here.
                    if digitCount < 9 {
                        fraction = fraction * 10 + Int(place[0] &- 0x30)
                        digitCount += 1
                    }
                    place += 1
                }
            }
        }
        guard hours < 24 || hours == 24 && minutes == 0 && seconds == 0 && fraction == 0 else { return nil }
        guard let zone = Self.zone(&place) else { return nil }
        let total = dateSeconds + hours * 3600 + minutes * 60 + seconds - zone
        if digitCount == 0 { return Double(total) }
        return Self.seconds(total, fraction, digitCount)
    }

    /// `total` and `fraction / 10^digitCount` together, rounded once.
    private static func seconds(_ total: Int, _ fraction: Int, _ digitCount: Int) -> Double {
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

    /// Seconds that the zone is ahead of UTC; nil when it is none.
    @inline(__always)
    private static func zone(_ place: inout UnsafePointer<UInt8>) -> Int? {
        if place[0] | 0x20 == UInt8(ascii: "z") {
            place += 1
            return 0
        }
        guard place[0] == UInt8(ascii: "+") || place[0] == UInt8(ascii: "-") else { return 0 }
        let isWest = place[0] == UInt8(ascii: "-")
        guard let hours = pair(place + 1), hours < 24 else { return nil }
        place += 3
        var minutes = 0
        let start = place[0] == UInt8(ascii: ":") ? place + 1 : place
        if let number = pair(start) {
            guard number < 60 else { return nil }
            minutes = number
            place = start + 2
        }
        let seconds = hours * 3600 + minutes * 60
        return isWest ? -seconds : seconds
    }

    /// Two digits. The second is only looked at behind a digit, so never behind the line end.
    @inline(__always)
    private static func pair(_ place: UnsafePointer<UInt8>) -> Int? {
        let first = place[0] &- 0x30
        guard first < 10 else { return nil }
        let second = place[1] &- 0x30
        guard second < 10 else { return nil }
        return Int(first) * 10 + Int(second)
    }
}
