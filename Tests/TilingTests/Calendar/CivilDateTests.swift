// Dates of the proleptic Gregorian calendar.

import Testing

@testable import Tiling

@Suite struct CivilDateTests {
    /// From Python's datetime, whose calendar is the same from year 1 on.
    @Test(arguments: [
        (1, 1, 1, -719_162), (1582, 10, 15, -141_427), (1600, 2, 29, -135_081), (1900, 2, 28, -25_509),
        (1900, 3, 1, -25_508), (1969, 12, 31, -1), (1970, 1, 1, 0), (2000, 2, 29, 11_016), (2024, 2, 29, 19_782),
        (2100, 3, 1, 47_541), (9999, 12, 31, 2_932_896),
    ]) func knownDays(year: Int, month: Int, day: Int, days: Int) {
        #expect(CivilDate(year: year, month: month, day: day).daysSince1970 == days)
        #expect(CivilDate(daysSince1970: days) == CivilDate(year: year, month: month, day: day))
    }

    /// Every day of eight centuries about year 0, and the first and the last years: each is the day after the one before.
    @Test(arguments: [-400...400, -9999 ... -9990, 9990...9999, 1890...2110]) func dayByDay(years: ClosedRange<Int>) {
        var days = CivilDate(year: years.lowerBound, month: 1, day: 1).daysSince1970
        var isRight = true
        for year in years {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            for (month, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                isRight = isRight && CivilDate.dayCount(ofMonth: month + 1, year: year) == length
                for day in 1...length {
                    let date = CivilDate(year: year, month: month + 1, day: day)
                    isRight = isRight && date.daysSince1970 == days && CivilDate(daysSince1970: days) == date
                    days += 1
                }
            }
        }
        #expect(isRight)
    }

    @Test func anyNumberOfDays() {
        for days in [Int.min, Int.max, 0, -1] {
            let date = CivilDate(daysSince1970: days)
            #expect((1...12).contains(date.month) && (1...31).contains(date.day))
        }
    }

    /// Down, not towards 1970.
    @Test(arguments: [(0, 0, 0), (86_399, 0, 86_399), (86_400, 1, 0), (-1, -1, 86_399), (-86_400, -1, 0)])
    func secondsOfDays(seconds: Int, day: Int, second: Int) {
        #expect(CivilDate.split(secondsSince1970: seconds) == (day, second))
    }
}
