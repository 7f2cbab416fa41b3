// When a picture was taken, by its camera's clock.

import Platform
import Tiling

/// A date and time of day to the second, without a time zone, as the camera's clock showed it.
///
/// Fits in 33 bits; the years are 1850...2121.
package struct CaptureTime: Sendable, Hashable, Comparable {
    /// Seconds since the start of 1850, never 0: callers store 0 for "no time".
    package let value: UInt64

    private static let limit: UInt64 = 1 << 33
    /// Days from 1850-01-01 to 1970-01-01.
    private static let daysTo1970 = 43_829

    /// Nil for 0 and for values of more than 33 bits.
    package init?(value: UInt64) {
        guard value > 0, value < Self.limit else { return nil }
        self.value = value
    }

    /// Reads `YYYY:MM:DD HH:MM:SS`, EXIF's format (CIPA DC-008 §4.6.6.1.1); nil for other texts.
    ///
    /// Also nil for dates that do not exist and for years outside 1850...2121.
    init?(exif text: some Sequence<UInt8>) {
        let pattern = Array("0000:00:00 00:00:00".utf8)
        let text = Array(text.prefix(pattern.count))
        guard text.count == pattern.count else { return nil }
        var fields = [0]
        for (character, expected) in zip(text, pattern) {
            if expected == UInt8(ascii: "0") {
                guard (0x30...0x39).contains(character) else { return nil }
                fields[fields.count - 1] = fields[fields.count - 1] * 10 + Int(character - 0x30)
            } else {
                guard character == expected else { return nil }
                fields.append(0)
            }
        }
        let (year, month, day) = (fields[0], fields[1], fields[2])
        guard (1850...2121).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilDate.dayCount(ofMonth: month, year: year), fields[3] < 24, fields[4] < 60, fields[5] < 60
        else { return nil }
        let days = CivilDate(year: year, month: month, day: day).daysSince1970 + Self.daysTo1970
        let time = fields[3] * 3600 + fields[4] * 60 + fields[5]
        self.init(value: UInt64(days * 86_400 + time))
    }

    /// Parses a date in any of the forms that programs write, and its zone; nil for other texts.
    static func parsed(_ text: some Collection<UInt8>) -> (time: CaptureTime, zone: String?)? {
        guard text.count >= 16 else { return nil }
        var exif = Array(text.prefix(19))
        if exif.count < 19 || exif[16] != UInt8(ascii: ":") { exif = exif.prefix(16) + Array(":00".utf8) }
        for index in [4, 7] where exif[index] == UInt8(ascii: "-") { exif[index] = UInt8(ascii: ":") }
        if exif[10] == UInt8(ascii: "T") { exif[10] = 0x20 }
        return CaptureTime(exif: exif).map { ($0, nil) }
    }

    /// Converts a clock time in seconds since 1970-01-01 00:00; nil outside 1850...2121.
    init?(secondsSince1970 seconds: Int) {
        let (sum, isTooFar) = seconds.addingReportingOverflow(Self.daysTo1970 * 86_400)
        guard !isTooFar, sum > 0 else { return nil }
        self.init(value: UInt64(sum))
    }

    package static func < (first: CaptureTime, second: CaptureTime) -> Bool { first.value < second.value }

    /// The moment in universal time, assuming that the camera's clock showed universal time.
    package var time: FileTime { FileTime(seconds: Int(value) - Self.daysTo1970 * 86_400, nanoseconds: 0) }

    /// Formats as `2026-11-21T08:15:00`, without a zone.
    package var iso8601: String { String(time.iso8601.dropLast()) }
}
