// Groups of dates by year, month or day.

import Metadata
import Platform
import Tiling

/// A group of dates in the same year, month or day.
///
/// Dates with only a year are a group of their own, before January. Those without a day are a group before the first.
struct DateGroup: Sendable, Equatable {
    /// Years or months since year 0, or days since 1970-01-01, times 4, plus the precision of the dates.
    ///
    /// The precision is 0 for a year, 1 for a month, 2 for a day; 0 in all groups by year.
    let number: Int
    let unit: FactGroup.Unit

    /// Makes the group that has a number.
    init(number: Int, unit: FactGroup.Unit) { (self.number, self.unit) = (number, unit) }

    /// Makes the group of a time in seconds since 1970; `detail` is as in `CaptureTime`.
    init(seconds: Int, detail: UInt32, unit: FactGroup.Unit) {
        let known = Int(detail.clamped(to: 1...3)) - 1
        let month = FileTime.month(ofSecond: seconds)
        switch unit {
        case .year: number = DateGroup.year(month) << 2
        case .month: number = month << 2 | min(known, 1)
        case .day:
            // The same limits of seconds as in `FileTime.month`.
            let day = CivilDate.split(secondsSince1970: seconds.clamped(to: -(1 << 48)...1 << 48)).day
            number = day << 2 | known
        }
        self.unit = unit
    }

    /// Makes the group of a time by month.
    init(month time: CaptureTime) {
        self.init(seconds: time.secondsSince1970, detail: time.detail, unit: .month)
    }

    private static func year(_ month: Int) -> Int { month >= 0 ? month / 12 : (month - 11) / 12 }

    /// The heading, as precise as the dates.
    var title: GroupTitle {
        let count = number >> 2
        switch (unit, number & 3) {
        case (.year, _): return GroupTitle(year: count)
        case (.month, 0): return GroupTitle(year: Self.year(count))
        case (.month, _): return GroupTitle(month: count)
        case (.day, let known):
            let date = CivilDate(daysSince1970: count)
            if known == 0 { return GroupTitle(year: date.year) }
            let month = GroupTitle(month: date.year * 12 + date.month - 1)
            if known == 1 { return month }
            let day = String(date.day)
            return GroupTitle(
                text: "\(day) \(month.text)", date: month.date.map { "\($0)-\(date.day < 10 ? "0" : "")\(day)" })
        }
    }
}

extension Comparable {
    fileprivate func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}

extension GroupTitle {
    /// Makes the heading of a year.
    package init(year: Int) {
        self.init(text: String(year), date: year.digits(4))
    }
}
