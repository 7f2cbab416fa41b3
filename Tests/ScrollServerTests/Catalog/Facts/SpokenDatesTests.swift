// Dates in natural language, and the days that they mean.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Metadata

@Suite struct SpokenDatesTests {
    /// A Friday.
    private let today = CivilDate(year: 2026, month: 11, day: 27)

    private func replaced(_ query: String, on day: CivilDate? = nil) -> String {
        SpokenWords(today: day ?? today).replaced(in: query, fields: FactField.ofPictures).text
    }

    @Test(
        arguments: [
            ("today", "taken:2026-11-27"), ("Yesterday", "taken:2026-11-26"), ("3 days ago", "taken:2026-11-24"),
            ("1 week ago", "taken:2026-11-16..2026-11-22"), ("2 months ago", "taken:2026-09"),
            ("10 years ago", "taken:2016"), ("last week", "taken:2026-11-16..2026-11-22"),
            ("this week", "taken:2026-11-23..2026-11-29"), ("last month", "taken:2026-10"),
            ("this month", "taken:2026-11"), ("last year", "taken:2025"), ("this year", "taken:2026"),
            ("last weekend", "taken:2026-11-21..2026-11-22"), ("this weekend", "taken:2026-11-28..2026-11-29"),
            ("last friday", "taken:2026-11-20"), ("last thursday", "taken:2026-11-26"),
            ("last saturday", "taken:2026-11-21"), ("last 7 days", "taken:2026-11-21..2026-11-27"),
            ("last 1 month", "taken:2026-10-28..2026-11-27"), ("last 2 years", "taken:2024-11-28..2026-11-27"),
            ("last summer", "taken:2026-06..2026-08"), ("this summer", "taken:2026-06..2026-08"),
            ("last winter", "taken:2025-12..2026-02"), ("this winter", "taken:2026-12..2027-02"),
            ("last autumn", "taken:2025-09..2025-11"), ("this fall", "taken:2026-09..2026-11"),
            ("summer 2019", "taken:2019-06..2019-08"), ("2019 winter", "taken:2019-12..2020-02"),
            ("July 2026", "taken:2026-07"), ("2026 jul", "taken:2026-07"), ("may 2019", "taken:2019-05"),
            ("3 July 2026", "taken:2026-07-03"), ("july 3rd, 2026", "taken:2026-07-03"),
            ("29 feb 2024", "taken:2024-02-29"), ("last july", "taken:2026-07"), ("last december", "taken:2025-12"),
            ("christmas 2019", "taken:2019-12-24..2019-12-26"), ("last christmas", "taken:2025-12-24..2025-12-26"),
            ("halloween 2020", "taken:2020-10-31"), ("last halloween", "taken:2026-10-31"),
            ("beach last summer -dog", "beach taken:2026-06..2026-08 -dog"),
            ("-yesterday | today", "-taken:2026-11-26 | taken:2026-11-27"),
            (
                "(last summer | christmas 2019) camera:x100",
                "(taken:2026-06..2026-08 | taken:2019-12-24..2019-12-26) camera:x100"
            ),
            ("taken:yesterday", "taken:2026-11-26"), ("date:today", "date:2026-11-27"),
            ("modified:\"last week\"", "modified:2026-11-16..2026-11-22"), ("taken:july", "taken:*-07"),
            ("taken:winter", "taken:(*-12 | *-01 | *-02)"), ("taken:(july | yesterday)", "taken:(*-07 | 2026-11-26)"),
            ("taken:christmas", "taken:(*-12-24 | *-12-25 | *-12-26)"),
        ])
    func datesBecomeDays(query: String, expected: String) throws {
        #expect(replaced(query) == expected)
        _ = try QueryParser.query(expected, fields: FactField.ofPictures)
    }

    /// Texts without dates in natural language are returned unchanged.
    @Test(
        arguments: [
            "", "summer", "july", "christmas", "may", "\"last summer\"", "\"yesterday\"", "title:yesterday",
            "name:(july | today)", "title:\"last summer\"", "last", "ago", "3 days", "0 days ago", "last 0 days",
            "july 20", "july 20266", "4000 years ago",
            "99999 days ago", "last 3000 years", "(", "\"", "last  ", "summer of 2019", "york 2019",
            "folder:yesterday", "été 2019", "taken:easter", "last:summer", "label:=today",
        ])
    func wordsStay(query: String) { #expect(replaced(query) == query) }

    /// Days and months in digits; files and folders with the text itself are found as well.
    @Test(
        arguments: [
            ("2026-11-23", "taken:2026-11-23"), ("2026-11", "taken:2026-11"), ("23.11.2026", "taken:2026-11-23"),
            ("3.4.2026", "taken:2026-04-03"), ("11/23/2026", "taken:2026-11-23"), ("23/11/2026", "taken:2026-11-23"),
            ("11/11/2026", "taken:2026-11-11"), ("2026/11/23", "taken:2026-11-23"), ("2026/11", "taken:2026-11"),
            ("23-11-2026", "taken:2026-11-23"), ("11/2026", "taken:2026-11"), ("2024-02-29", "taken:2024-02-29"),
            ("2026-11-20..2026-11-23", "taken:2026-11-20..2026-11-23"), ("2026-01-01..2026-12-31", "taken:2026"),
        ])
    func writtenDatesBecomeDays(query: String, expected: String) throws {
        #expect(replaced(query) == "(\(expected) | \(query)*)")
        #expect(replaced("-\(query) dog") == "-(\(expected) | \(query)*) dog")
        #expect(replaced(replaced(query)) == replaced(query))
        _ = try QueryParser.query(replaced(query), fields: FactField.ofPictures)
        // In quotation marks, or of another field, it stays a text.
        for other in ["\"\(query)\"", "name:\(query)", "folder:=\"\(query)\"", "title:(\(query))"] {
            #expect(replaced(other) == other)
        }
    }

    /// What may be two days, or none, stays a text; so does the year of a folder.
    @Test(
        arguments: [
            "2026", "04/03/2026", "4-3-2026", "2026-13", "2026-02-30", "29.02.2023", "31/31/2026", "1/2000", "1/8000",
            "2026.11", "2026-1", "26-11-23", "2026-11-23-1", "20261123", "0026-11-23", "2026-11/23", "2026-",
            "2026-11-23..", "..2026-11-23", "2026-11-23..2026-11-20", "2019..2020", "taken:2026-11-23",
            "taken:2026-1..2026-3", "2026-11-23*", "IMG_2026-11-23",
        ])
    func otherDigitsStay(query: String) { #expect(replaced(query) == query) }

    @Test(
        arguments: [
            ("taken:23.11.2026", "taken:2026-11-23"), ("modified:2026/11", "modified:2026-11"),
            ("taken:(11/23/2026 | yesterday)", "taken:(2026-11-23 | 2026-11-26)"),
            ("taken > 23.11.2026", "taken:>2026-11-23"),
        ])
    func writtenDatesAreValues(query: String, expected: String) throws {
        #expect(replaced(query) == expected)
        _ = try QueryParser.query(expected, fields: FactField.ofPictures)
    }

    /// Every day of two years is read from each way to write it, or from none where it may be two days.
    @Test func everyDayIsReadAsWritten() {
        let start = CivilDate(year: 2023, month: 12, day: 1).daysSince1970
        for distance in 0..<731 {
            let day = CivilDate(daysSince1970: start + distance)
            let (year, month, number) = (String(day.year), String(day.month), String(day.day))
            for text in ["\(year)-\(month)-\(number)", "\(year)/\(month)/\(number)", "\(number).\(month).\(year)"] {
                #expect(WrittenDate.days(text) == DaySpan(day), "\(text)")
            }
            let isClear = day.day > 12 || day.day == day.month
            for text in ["\(month)/\(number)/\(year)", "\(number)/\(month)/\(year)"] {
                #expect(WrittenDate.days(text) == (isClear ? DaySpan(day) : nil), "\(text)")
            }
        }
    }

    /// Easter Sundays are those of the Nautical Almanac; Easter begins on Good Friday and ends on Monday.
    @Test(arguments: [(1818, 3, 22), (1943, 4, 25), (1961, 4, 2), (2000, 4, 23), (2024, 3, 31), (2038, 4, 25)])
    func easter(year: Int, month: Int, day: Int) throws {
        let days = try #require(Occasion.easter.days(in: year))
        let sunday = CivilDate(year: year, month: month, day: day).daysSince1970
        #expect(days.first.daysSince1970 == sunday - 2 && days.last.daysSince1970 == sunday + 1)
    }

    /// On every day of two years, `last …` ends before today, and `this week` and the like contain today.
    @Test func everyDay() throws {
        let start = CivilDate(year: 2024, month: 1, day: 1).daysSince1970
        for distance in 0..<731 {
            let day = CivilDate(daysSince1970: start + distance)
            let dates = SpokenDates(today: day)
            for name in [
                "week", "month", "year", "weekend", "sunday", "monday", "spring", "summer", "winter", "easter", "july",
            ] {
                let last = try #require(dates.days(["last", name]), "last \(name) on \(day)")
                #expect(last.first <= last.last && last.last < day, "last \(name) on \(day)")
                #expect(day.daysSince1970 - last.last.daysSince1970 < 760, "last \(name) on \(day)")
            }
            for name in ["day", "week", "month", "year"] {
                let current = try #require(dates.days(["this", name]))
                #expect(current.first <= day && day <= current.last, "this \(name) on \(day)")
            }
        }
    }

    /// A query of random words that can be parsed still can after its dates are replaced, and then stays as it is.
    @Test func anyWords() {
        let seed = TestSeed.seed()
        var random = RepeatableNoise(seed: seed)
        let parts = [
            "last", "this", "ago", "3", "9999", "1000", "2026", "july", "summer", "easter", "days", "years", "taken:",
            "name:", "(", ")", "|", "-", "\"", "=", "yesterday", "today", "é", "*-07", "weekend", "31", ",",
            "2026-11-23", "11/2026", "or", "tif", "85mm",
        ]
        for _ in 0..<5000 {
            let query = (0..<Int.random(in: 0..<9, using: &random)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &random)]
            }
            .joined(separator: Int.random(in: 0..<3, using: &random) == 0 ? "" : " ")
            let text = replaced(query)
            let isParsed = (try? QueryParser.query(query, fields: FactField.ofPictures)) != nil
            guard isParsed else { continue }
            #expect(throws: Never.self, "\(query) → \(text), seed \(seed)") {
                _ = try QueryParser.query(text, fields: FactField.ofPictures)
            }
            #expect(replaced(text) == text, "\(query) → \(text), seed \(seed)")
        }
    }

    /// Days of every year match equally for one row and for a whole table.
    @Test(
        arguments: [
            ("taken:*-12-25", "2019-12-25T23:59:59", true), ("taken:*-12-25", "1901-12-25", true),
            ("taken:*-12-25", "2019-12-26", false), ("taken:*-12", "0001-12-31T10:00", true),
            ("taken:*-12", "2019-11-30T23:59:59", false), ("taken:*-02-29", "2024-02-29", true),
            ("taken:*-02-29", "2023-03-01", false), ("-taken:*-07", "2019-08-01", true),
            ("taken:(*-01 | *-02)", "1969-02-14", true),
        ])
    func yearly(query: String, time: String, isFound: Bool) throws {
        var table = FactTable()
        table.insert(0)
        let seconds = try #require(DateText.interval(time)?.lower)
        table.set(.time(Int64(clamping: seconds)), row: 0, column: try #require(table.columnIndex(of: "taken")))
        table.insert(1)
        let parsed = try QueryParser.query(query, fields: table.fields)
        #expect(parsed.matches(table, row: 0) == isFound)
        let rows = PreparedQuery(parsed, for: table).rows(of: table)
        #expect(rows.contains(0) == isFound && rows.contains(1) == query.hasPrefix("-"))
    }

    /// A date with only a year is in no month, and one with only a month is on no day.
    @Test(arguments: [("taken:*-01", [false, true, true, true]), ("taken:*-01-01", [false, false, true, true])])
    func yearlyOfLessPreciseDates(query: String, areFound: [Bool]) throws {
        var table = FactTable()
        for (row, text) in ["1943", "1943-01", "1943-01-01", "1943-01-01T00:00:00"].enumerated() {
            table.insert(row)
            let time = try #require(CaptureTime.parsed(text.utf8)?.time)
            table.set(
                .time(Int64(clamping: time.secondsSince1970), detail: time.detail), row: row,
                column: try #require(table.columnIndex(of: "taken")))
        }
        let parsed = try QueryParser.query(query, fields: table.fields)
        let rows = PreparedQuery(parsed, for: table).rows(of: table)
        #expect((0..<4).map { parsed.matches(table, row: $0) } == areFound)
        #expect((0..<4).map(rows.contains) == areFound)
    }

    @Test(arguments: [
        "taken:*-13", "taken:*-00", "taken:*-02-30", "taken:*-1-", "taken:*-12-25-1", "iso:*-12", "taken:*",
    ])
    func refused(query: String) {
        #expect(throws: QueryError.self) { _ = try QueryParser.query(query, fields: FactField.ofPictures) }
    }

    /// An error has the offset in the text as typed, also after replaced dates.
    @Test(
        arguments: [
            ("yesterday iso:fast", 14), ("iso:fast yesterday", 4), ("taken:july iso:fast", 15),
            ("last summer | christmas 2019 )", 29), ("(yesterday", 10), ("(today | yesterday iso:>", 23),
        ])
    func errorsHaveTheTypedOffset(query: String, offset: Int) throws {
        let error = try #require(throws: QueryError.self) {
            _ = try SpokenWords(today: today).parsed(query, fields: FactField.ofPictures)
        }
        #expect(error.offset == offset)
    }
}
