// When a picture was taken, by its camera's clock.

import Tiling
import Platform

/// A year, a month, a day, or a time to the microsecond, without a time zone, as the camera's clock showed it.
///
/// Values sort by time. Of values with the same start, a year comes first, then a month, a day and a time. The years
/// are 1...9999.
package struct CaptureTime: Sendable, Hashable, Comparable {
    /// How precisely a date is known; `second` is a full time.
    package enum Precision: UInt8, Sendable, CaseIterable {
        case year, month, day, second
    }

    /// Bits 20...58: seconds since the start of year 1; bits 0...19: `detail`.
    ///
    /// Never 0: callers store 0 for "no time".
    package let value: UInt64

    private static let detailBits: UInt64 = 20
    /// Days from 0001-01-01 to 1970-01-01.
    private static let daysTo1970 = 719_162
    /// Seconds from the start of year 1 to that of year 10,000.
    private static let limit = 3_652_059 * 86_400
    /// The `detail` of a time in whole seconds.
    package static let wholeSecond: UInt32 = 4
    /// Returns the `detail` of a time that is known to this precision.
    package static func detail(of precision: Precision) -> UInt32 { UInt32(precision.rawValue) + 1 }

    /// Reads a stored `value`; nil for 0 and for values that no time has.
    package init?(value: UInt64) {
        let detail = value & (1 << Self.detailBits - 1)
        guard detail > 0, detail < UInt64(Self.wholeSecond) + 1_000_000,
            value >> Self.detailBits < UInt64(Self.limit)
        else { return nil }
        self.value = value
    }

    /// Converts a clock time in seconds since 1970-01-01 00:00; nil outside the years 1...9999.
    ///
    /// - Parameters:
    ///   - seconds: the start of the year, month or day where `detail` says so.
    ///   - detail: the precision and the microseconds, as in the property `detail`.
    package init?(secondsSince1970 seconds: Int, detail: UInt32 = wholeSecond) {
        let (sum, isTooFar) = seconds.addingReportingOverflow(Self.daysTo1970 * 86_400)
        guard !isTooFar, sum >= 0, sum < Self.limit else { return nil }
        self.init(value: UInt64(sum) << Self.detailBits | UInt64(detail))
    }

    /// Converts seconds since 1970-01-01 00:00 on a clock, and nanoseconds, 0..<10⁹; nil outside the years 1...9999.
    init?(secondsSince1970 seconds: Int, nanoseconds: Int) {
        self.init(secondsSince1970: seconds, detail: Self.wholeSecond + UInt32(clamping: nanoseconds / 1000))
    }

    /// Converts a clock's time, to the microsecond; nil outside the years 1...9999.
    package init?(_ clock: FileTime) {
        let seconds = clock.seconds
        let start = FileTime(seconds: seconds, nanoseconds: 0)
        self.init(secondsSince1970: seconds, nanoseconds: Int(clock.nanoseconds &- start.nanoseconds))
    }

    /// Makes a date, whose month and day are unknown if nil; fails where the calendar has no such date.
    init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard (1...9999).contains(year), (1...12).contains(month ?? 1), day == nil || month != nil, (day ?? 1) >= 1,
            (day ?? 1) <= CivilDate.dayCount(ofMonth: month ?? 1, year: year)
        else { return nil }
        let days = CivilDate(year: year, month: month ?? 1, day: day ?? 1).daysSince1970
        self.init(secondsSince1970: days * 86_400, detail: month == nil ? 1 : day == nil ? 2 : 3)
    }

    /// Returns a time on this day; nil where a number is out of range, or this is not a day alone.
    func at(second: Int, microsecond: Int = 0) -> CaptureTime? {
        guard precision == .day, (0..<86_400).contains(second), (0..<1_000_000).contains(microsecond) else {
            return nil
        }
        return CaptureTime(
            secondsSince1970: secondsSince1970 + second, detail: Self.wholeSecond + UInt32(clamping: microsecond))
    }

    /// Parses a date in any of the forms that programs write, and its zone; nil for other texts.
    ///
    /// The time is not converted; the zone, such as `+02:00`, is its offset from universal time.
    package static func parsed(_ text: some Collection<UInt8>) -> (time: CaptureTime, zone: String?)? {
        var written = WrittenDate(text)
        return written.read()
    }

    /// The same of an array: other rooms call this one's generic code without specialising it.
    package static func parsed(_ text: [UInt8]) -> (time: CaptureTime, zone: String?)? { parsed(text[...]) }

    package static func < (first: CaptureTime, second: CaptureTime) -> Bool { first.value < second.value }

    /// 1, 2 and 3 for a year, a month and a day alone; for times, `wholeSecond` plus the microseconds.
    package var detail: UInt32 { UInt32(truncatingIfNeeded: value & (1 << Self.detailBits - 1)) }

    /// How precisely the date is known.
    package var precision: Precision { Precision(rawValue: UInt8(clamping: detail - 1)) ?? .second }

    /// The fraction of the second, in microseconds; 0 where only the day, month or year is known.
    package var microseconds: Int { max(0, Int(detail) - Int(Self.wholeSecond)) }

    /// Whole seconds since 1970-01-01 00:00 on the same clock, for a day, month or year alone to its start.
    package var secondsSince1970: Int { Int(value >> Self.detailBits) - Self.daysTo1970 * 86_400 }

    /// Months since the start of the year 0.
    package var month: Int { FileTime.month(ofSecond: secondsSince1970) }

    /// Converts universal time to a zone's clocks; a date without a time is returned unchanged.
    package func onClocks(of zone: ZoneOffsets) -> CaptureTime {
        guard precision == .second else { return self }
        let seconds = secondsSince1970
        return CaptureTime(secondsSince1970: seconds + zone.offset(at: seconds), detail: detail) ?? self
    }

    /// Formats as `2026-11-21T08:15:00`, without a zone or fraction, or as `1943-05-03`, `1943-05`, `1943`.
    package var iso8601: String {
        let text = FileTime.clockText(ofSecond: secondsSince1970)
        return switch precision {
        case .year: String(text.prefix(4))
        case .month: String(text.prefix(7))
        case .day: String(text.prefix(10))
        case .second: text
        }
    }
}
