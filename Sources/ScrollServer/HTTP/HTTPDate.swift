// The date formats of HTTP (RFC 9110 §5.6.7).

import Tiling
import Platform

/// Converts between seconds since 1970 and the three date formats of HTTP.
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Formats a date as `Sun, 06 Nov 1994 08:49:37 GMT`; seconds outside the years 0 to 9999 are clamped.
    static func text(_ unixSeconds: Int64) -> String {
        let seconds = min(max(unixSeconds, -62_167_219_200), 253_402_300_799)
        let (day, time) = CivilDate.split(secondsSince1970: Int(seconds))
        let date = CivilDate(daysSince1970: day)
        let weekday = days[(day % 7 + 7) % 7]
        let clock = [time / 3600, time / 60 % 60, time % 60].map { $0.digits(2) }.joined(separator: ":")
        return "\(weekday), \(date.day.digits(2)) \(months[date.month - 1]) \(date.year.digits(4)) \(clock) GMT"
    }

    /// Parses a date in any of the three formats as seconds since 1970; nil for anything else.
    ///
    /// `now`, the current time in seconds since 1970, resolves the two-digit years of RFC 850.
    static func seconds(_ text: String, now: Int64) -> Int64? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        if parts.count == 6, parts[0].count == 4, parts[0].hasSuffix(","), parts[5] == "GMT" {
            return seconds(day: parts[1], month: parts[2], year: Int(digits: parts[3], count: 4), clock: parts[4])
        }
        if parts.count == 4, parts[0].hasSuffix(","), parts[3] == "GMT" {
            let date = parts[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard date.count == 3, let short = Int(digits: date[2], count: 2) else { return nil }
            return seconds(day: date[0], month: date[1], shortYear: short, clock: parts[2], now: now)
        }
        if parts.count == 5 {
            let day = parts[2].count == 1 ? "0" + parts[2] : parts[2]
            return seconds(day: day, month: parts[1], year: Int(digits: parts[4], count: 4), clock: parts[3])
        }
        return nil
    }

    /// Parses a date with a two-digit year: the latest that is at most 50 years after `now` (RFC 9110 §5.6.7).
    private static func seconds(day: String, month: String, shortYear: Int, clock: String, now: Int64) -> Int64? {
        let (today, time) = CivilDate.split(secondsSince1970: Int(min(max(now, 0), 253_402_300_799)))
        let present = CivilDate(daysSince1970: today)
        let inFiftyYears = CivilDate(year: present.year + 50, month: present.month, day: present.day).daysSince1970
        let limit = Int64(inFiftyYears * 86_400 + time)
        let latest = (present.year + 50) / 100 * 100 + shortYear
        // 29 February may exist in only one of these years.
        for year in [latest, latest - 100] {
            if let seconds = seconds(day: day, month: month, year: year, clock: clock), seconds <= limit {
                return seconds
            }
        }
        return nil
    }

    private static func seconds(day: String, month: String, year: Int?, clock: String) -> Int64? {
        let time = clock.split(separator: ":", omittingEmptySubsequences: false).map {
            Int(digits: String($0), count: 2)
        }
        guard let day = Int(digits: day, count: 2), let monthIndex = months.firstIndex(of: month), let year,
            time.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
            1...CivilDate.dayCount(ofMonth: monthIndex + 1, year: year) ~= day, hour < 24, minute < 60, second <= 60
        else { return nil }
        let number = CivilDate(year: year, month: monthIndex + 1, day: day).daysSince1970
        return Int64(number * 86_400 + hour * 3600 + minute * 60 + second)
    }
}

extension Int {
    /// Parses a number of exactly `count` digits.
    fileprivate init?(digits text: String, count: Int) {
        guard text.utf8.count == count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text) else {
            return nil
        }
        self = number
    }
}
