// Dates as HTTP writes them (RFC 9110 §5.6.7).

/// Seconds since 1970 to and from the three date formats of HTTP.
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, for years 0 to 9999; seconds outside of them are clamped.
    static func text(_ unixSeconds: Int64) -> String {
        let seconds = min(max(unixSeconds, -62_167_219_200), 253_402_300_799)
        let day = seconds >= 0 ? seconds / 86400 : -((86399 - seconds) / 86400)
        let time = Int(seconds - day * 86400)
        let (year, month, dayOfMonth) = civil(day)
        let weekday = days[Int(((day % 7) + 7) % 7)]
        let clock = [time / 3600, time / 60 % 60, time % 60].map { padded($0, 2) }.joined(separator: ":")
        return "\(weekday), \(padded(dayOfMonth, 2)) \(months[month - 1]) \(padded(year, 4)) \(clock) GMT"
    }

    /// Seconds since 1970 of a date in any of the three formats; nil when it is none.
    ///
    /// - Parameter currentYear: by which the two-digit years of RFC 850 are understood, at most 50 years ahead.
    static func seconds(_ text: String, currentYear: Int = 2026) -> Int64? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        if parts.count == 6, parts[0].count == 4, parts[0].hasSuffix(","), parts[5] == "GMT" {
            return seconds(day: parts[1], month: parts[2], year: Int(digits: parts[3], count: 4), clock: parts[4])
        }
        if parts.count == 4, parts[0].hasSuffix(","), parts[3] == "GMT" {
            let date = parts[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard date.count == 3, let short = Int(digits: date[2], count: 2) else { return nil }
            let century = currentYear / 100 * 100
            let year = century + short > currentYear + 50 ? century + short - 100 : century + short
            return seconds(day: date[0], month: date[1], year: year, clock: parts[2])
        }
        if parts.count == 5 {
            let day = parts[2].count == 1 ? "0" + parts[2] : parts[2]
            return seconds(day: day, month: parts[1], year: Int(digits: parts[4], count: 4), clock: parts[3])
        }
        return nil
    }

    private static func seconds(day: String, month: String, year: Int?, clock: String) -> Int64? {
        let time = clock.split(separator: ":", omittingEmptySubsequences: false).map {
            Int(digits: String($0), count: 2)
        }
        guard let day = Int(digits: day, count: 2), let monthIndex = months.firstIndex(of: month), let year,
            time.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
            1...31 ~= day, hour < 24, minute < 60, second <= 60
        else { return nil }
        let number = dayNumber(year: year, month: monthIndex + 1, day: day)
        guard civil(number) == (year, monthIndex + 1, day) else { return nil }
        return number * 86400 + Int64(hour * 3600 + minute * 60 + second)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }

    // The Gregorian calendar counted from 1 March, so that the leap day is a year's last: 146,097 days in 400 years.

    private static func dayNumber(year: Int, month: Int, day: Int) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Int64(era * 146_097 + dayOfEra - 719_468)
    }

    private static func civil(_ number: Int64) -> (year: Int, month: Int, day: Int) {
        let shifted = Int(number) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

extension Int {
    /// A number of exactly so many digits and nothing else.
    fileprivate init?(digits text: String, count: Int) {
        guard text.utf8.count == count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text) else {
            return nil
        }
        self = number
    }
}
