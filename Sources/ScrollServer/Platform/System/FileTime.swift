// A file's time stamp.

import Tiling

/// A point in time as file systems store it, in nanoseconds.
package struct FileTime: Sendable, Hashable {
    /// Nanoseconds since 1970-01-01T00:00:00Z; dates outside the years 1678 to 2262 are clamped.
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package init(seconds: Int, nanoseconds: Int) {
        let (product, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let limit: Int64 = seconds < 0 ? .min : .max
        let (sum, carry) = product.addingReportingOverflow(Int64(nanoseconds))
        self.nanoseconds = overflow || carry ? limit : sum
    }

    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    package var seconds: Int {
        Int(nanoseconds / 1_000_000_000) - (nanoseconds % 1_000_000_000 < 0 ? 1 : 0)
    }

    /// The time in ISO 8601, in UTC and whole seconds: `2026-11-21T08:15:00Z`.
    package var iso8601: String { Self.clockText(ofSecond: seconds) + "Z" }

    /// The local time in a zone, in RFC 3339's form: `2026-11-21T09:15:00+01:00`; with `Z` where its offset is 0.
    package func iso8601(in zone: ZoneOffsets) -> String {
        let offset = zone.offset(at: seconds)
        guard offset != 0 else { return iso8601 }
        // RFC 3339 offsets have whole minutes; some zones had seconds before 1972, so they are rounded.
        let minutes = (abs(offset) + 30) / 60
        let clock = Self.clockText(ofSecond: seconds + (offset < 0 ? -minutes : minutes) * 60)
        return clock + (offset < 0 ? "-" : "+") + "\((minutes / 60).digits(2)):\((minutes % 60).digits(2))"
    }

    /// Returns the time at which UTC clocks show what the zone's clocks show at this time.
    package func onClocks(of zone: ZoneOffsets) -> FileTime {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(Int64(zone.offset(at: seconds)) * 1_000_000_000)
        return FileTime(nanoseconds: overflow ? nanoseconds : sum)
    }

    /// The most seconds since 1970 that are formatted as a date.
    private static let limit = 315_000_000_000_000

    /// Formats seconds since 1970-01-01 00:00 as `2026-11-21T08:15:00`, also for years beyond the range of `FileTime`.
    package static func clockText(ofSecond seconds: Int) -> String {
        // The years −10,000,000...10,000,000 (see `CivilDate`).
        let (day, time) = CivilDate.split(secondsSince1970: min(max(seconds, -limit), limit))
        let date = CivilDate(daysSince1970: day)
        return "\(date.year.digits(4))-\(date.month.digits(2))-\(date.day.digits(2))"
            + "T\((time / 3600).digits(2)):\((time / 60 % 60).digits(2)):\((time % 60).digits(2))"
    }

    /// Returns the date on a zone's clocks.
    package func date(in zone: ZoneOffsets) -> CivilDate {
        CivilDate(daysSince1970: CivilDate.split(secondsSince1970: onClocks(of: zone).seconds).day)
    }

    /// Months since the start of the year 0, in UTC.
    package var month: Int { Self.month(ofSecond: seconds) }

    /// Returns the months from the start of the year 0 to a time in seconds since 1970-01-01 00:00.
    package static func month(ofSecond seconds: Int) -> Int {
        let date = CivilDate(daysSince1970: CivilDate.split(secondsSince1970: min(max(seconds, -limit), limit)).day)
        return date.year * 12 + date.month - 1
    }
}
