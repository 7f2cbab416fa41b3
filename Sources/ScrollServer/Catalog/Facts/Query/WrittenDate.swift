// Dates as people write them with digits, such as "23.11.2026".

import Tiling

/// Reads days and months that are written with digits: `2026-11-23`, `2026/11`, `23.11.2026`, `11/23/2026`.
///
/// Between dots the day comes before the month. With slashes or dashes and the year last, either may come first, so a
/// date that can be read in both ways is none.
enum WrittenDate {
    /// Returns the days that a text means, also of a range such as `2026-11-20..2026-11-23`; nil where it is no date.
    static func days(_ text: String) -> DaySpan? {
        guard text.utf8.count <= longest else { return nil }
        let ends = text.split(separator: "..", omittingEmptySubsequences: false).map(day)
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else { return nil }
        return first.first <= last.last ? DaySpan(first.first, last.last) : nil
    }

    /// Two dates and the dots between them, in bytes.
    private static let longest = 22

    private static func day(_ text: Substring) -> DaySpan? {
        let signs = Set(text.utf8.filter { !(0x30...0x39).contains($0) })
        guard signs.count == 1, let sign = signs.first, "-/.".utf8.contains(sign) else { return nil }
        let parts = text.utf8.split(separator: sign, omittingEmptySubsequences: false)
        let lengths = parts.map(\.count)
        let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == parts.count else { return nil }
        switch lengths {
        // `2026.11` is a number, and `1/2000` an exposure.
        case [4, 2]: return sign == UInt8(ascii: ".") ? nil : days(numbers[0], numbers[1])
        case [2, 4]: return days(numbers[1], numbers[0])
        default: break
        }
        guard numbers.count == 3 else { return nil }
        let isShort = lengths.map { (1...2).contains($0) }
        if lengths[0] == 4, isShort[1], isShort[2] { return days(numbers[0], numbers[1], numbers[2]) }
        guard lengths[2] == 4, isShort[0], isShort[1] else { return nil }
        let (first, second, year) = (numbers[0], numbers[1], numbers[2])
        if sign == UInt8(ascii: ".") || first > 12 || first == second { return days(year, second, first) }
        return second > 12 ? days(year, first, second) : nil
    }

    /// Returns one day, or a whole month; nil where there is none.
    private static func days(_ year: Int, _ month: Int, _ day: Int? = nil) -> DaySpan? {
        guard year >= 1000, (1...12).contains(month) else { return nil }
        guard let day else { return DaySpan(month: CivilDate(year: year, month: month, day: 1)) }
        guard day >= 1, day <= CivilDate.dayCount(ofMonth: month, year: year) else { return nil }
        return DaySpan(CivilDate(year: year, month: month, day: day))
    }
}
