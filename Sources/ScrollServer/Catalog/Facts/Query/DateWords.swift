// Dates of queries in words, such as "July 2024" for `2024-07`.

/// Says what a value of a field of times means.
enum DateWords {
    /// Returns a query's date, comparison or range in words; other texts stay as they are.
    static func words(_ text: String) -> String {
        if let days = DateText.yearly(text) {
            return "\(days.day.map { "\($0) " } ?? "")\(GroupTitle.months[days.month - 1]), any year"
        }
        let signs = [(">=", "since"), ("<=", "until"), (">", "after"), ("<", "before")]
        if let (sign, word) = signs.first(where: { text.hasPrefix($0.0) }) {
            return "\(word) \(date(text.dropFirst(sign.count)))"
        }
        guard let dots = text.firstRange(of: "..") else { return date(text[...]) }
        let (first, last) = (text[..<dots.lowerBound], text[dots.upperBound...])
        if last.isEmpty { return "since \(date(first))" }
        if first.isEmpty { return "until \(date(last))" }
        return range(first, last)
    }

    /// The parts of a date before its time, and that time.
    private static func parts(_ text: Substring) -> (numbers: [Int], time: Substring?)? {
        guard DateText.interval(String(text)) != nil else { return nil }
        let halves = text.split { $0 == "T" || $0 == "t" }
        return (halves[0].split(separator: "-").compactMap { Int($0) }, halves.count > 1 ? halves[1] : nil)
    }

    /// Says `2024` as it is, `2024-07` as "July 2024", and `2024-07-03` as "3 July 2024".
    private static func date(_ text: Substring) -> String {
        guard let (numbers, time) = parts(text) else { return String(text) }
        let clock = time.map { ", \($0.contains(":") ? String($0) : "\($0):00")" } ?? ""
        return day(numbers[...], of: 1) + clock
    }

    /// Says the last parts of a date; those before `least` are left out: 1 is the year, 2 the month, 3 the day.
    private static func day(_ numbers: ArraySlice<Int>, of least: Int) -> String {
        let year = least == 1 ? "\(numbers[0])" : nil
        let month = least <= 2 && numbers.count > 1 ? GroupTitle.months[numbers[1] - 1] : nil
        let day = numbers.count > 2 ? "\(numbers[2])" : nil
        return [day, month, year].compactMap { $0 }.joined(separator: " ")
    }

    /// Says a range; what both ends share stands at its end: "June to August 2024".
    private static func range(_ first: Substring, _ last: Substring) -> String {
        guard first != last else { return date(first) }
        guard let start = parts(first), let end = parts(last), start.time == nil, end.time == nil,
            start.numbers.count == end.numbers.count
        else { return "\(date(first)) to \(date(last))" }
        let (one, other) = (start.numbers, end.numbers)
        let isSameYear = one[0] == other[0] && one.count > 1
        let isSameMonth = isSameYear && one.count > 2 && one[1] == other[1]
        return "\(day(one[...], of: isSameMonth ? 3 : isSameYear ? 2 : 1)) to \(day(other[...], of: 1))"
    }
}
