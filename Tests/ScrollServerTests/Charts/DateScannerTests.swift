// Dates, clock times and numbers in the ways that people write them.

import Testing

@testable import Charts

@Suite struct DateScannerTests {
    /// 2024-03-30 in seconds since 1970.
    private static let day = 1_711_756_800.0

    /// Texts, and seconds from 2024-03-30T00:00:00Z on.
    private static let written: [(String, Double)] = [
        ("2024-03-30", 0), ("2024/03/30", 0), ("2024.03.30", 0), ("2024.3.30", 0), ("20240330", 0),
        ("30.03.2024", 0), ("30/3/2024", 0), ("30-03-2024", 0), ("30-Mar-2024", 0), ("30 March 2024", 0),
        ("Mar 30, 2024", 0), ("March 30th, 2024", 0), ("Sat, 30 Mar 2024", 0), ("2024-Mar-30", 0),
        ("30. März 2024", 0), ("30 mars 2024", 0), ("30 de marzo de 2024", 0), ("Mar-30-2024", 0),
        ("30.03.24", 0), ("30-Mar-24", 0), ("samedi 30 mars 2024", 0), ("30-MAR-2024", 0),
        ("2024-03-30 20:15", 72_900), ("30.03.2024 20:15:30", 72_930), ("20240330T201530Z", 72_930),
        ("20240330 201530", 72_930), ("2024033020", 72_000), ("202403302015", 72_900),
        ("30/03/2024 8:15 PM", 72_900), ("30/03/2024  08:15:30 p.m.", 72_930),
        ("30/03/2024 12:00 AM", 0), ("2024-03-30T20:15:30.25+02:00", 65_730.25),
        ("2024-03-30 20:15:30 UTC", 72_930), ("2024-03-30 20:15:30 CET", 69_330),
        ("Sat, 30 Mar 2024 20:15:30 GMT", 72_930), ("30/Mar/2024:20:15:30 -0700", 98_130),
        ("Sat Mar 30 20:15:30 2024", 72_930), ("Sat Mar 30 20:15:30 UTC 2024", 72_930),
        ("20240330-20:15:30:89", 72_930.089), ("20240330 201530250", 72_930.25),
        ("2024-03", -2_505_600), ("Mar 2024", -2_505_600), ("03/2024", -2_505_600),
        ("2024Q1", -7_689_600), ("2024-Q1", -7_689_600), ("Q1 2024", -7_689_600),
        ("2024-W13", -432_000), ("2024W13", -432_000), ("1880-Jan", -4_551_897_600),
    ]

    @Test(arguments: written)
    func `dates`(_ text: String, _ seconds: Double) {
        let parts = DateScanner.parts([UInt8](text.utf8))
        let time = parts?.time(.dayFirst, firstYear: 1930)
        #expect(time == Self.day + seconds, "\(String(describing: parts))")
    }

    @Test(arguments: [
        "", "2024", "12", "1.5", "20.14", "1,234", "1993.042", "00-04", "1-01", "80+", "10.0.0.1", "2024-13-01",
        "2024-02-30", "555-1234", "Mar", "word", "2024-03-30x", "2024-03-30 25:00", "30/03/2024 13:00 PM", "12:30",
        "2024-03-30 0", "1711828800", "99999999", "-", "2024-Q5", "2024-W54", "Q1", "12 monkeys",
        "2024-03-30T20:15 XYZ",
    ])
    func `what is no date`(_ text: String) {
        #expect(DateScanner.parts([UInt8](text.utf8)) == nil)
    }

    @Test func `the order and the century of a date in numbers`() throws {
        let parts = try #require(DateScanner.parts([UInt8]("03/04/62".utf8)))
        #expect(parts.time(.dayFirst, firstYear: 1927) == -244_512_000)
        #expect(parts.time(.monthFirst, firstYear: 1927) == -247_104_000)
        #expect(parts.time(.yearFirst, firstYear: 1927) == nil)
        #expect(DateScanner.parts([UInt8]("30/04/2024".utf8))?.time(.monthFirst, firstYear: 1927) == nil)
    }

    @Test(arguments: [
        ("20:15", 72_900), ("20:15:30", 72_930), ("8:15 PM", 72_900), ("00:01.500", 1.5), ("26:10:00", 94_200),
        ("20:15:30.25", 72_930.25),
    ])
    func `clock times`(_ text: String, _ seconds: Double) {
        #expect(ClockScanner.clock(alone: [UInt8](text.utf8)) == seconds)
    }
}

@Suite struct NumberStyleTests {
    /// The numbers of a column of these cells, in the style that they tell.
    private func numbers(_ cells: String..., comma: Bool = false) -> [Double?] {
        let cells = cells.map { [UInt8]($0.utf8) }
        let style = NumberEvidence(cells).style(prefersComma: comma)
        return cells.map { style.value($0) }
    }

    @Test func `marks, signs, units`() {
        #expect(numbers("1,234,567", "1,234") == [1_234_567, 1234])
        #expect(numbers("12.345,50", "1.234") == [12_345.5, 1234])
        #expect(numbers("1'234.5", "2’000") == [1234.5, 2000])
        #expect(numbers("1 234,5", "1\u{A0}234,5", "1\u{202F}234,5", "7") == [1234.5, 1234.5, 1234.5, 7])
        #expect(numbers("0,123", "1,234") == [0.123, 1.234])
        #expect(numbers("1,23,456", "5") == [123_456, 5])
        #expect(numbers("$265.76", "-$1,000.5", "$-3", "($2)") == [265.76, -1000.5, -3, -2])
        #expect(numbers("1.234,50 €", "2 €") == [1234.5, 2])
        #expect(numbers("50%", "5.5 %") == [50, 5.5])
        #expect(numbers("−5", "(5)", "+5", ".5", "1e5", "1E-2", "5.") == [-5, -5, 5, 0.5, 1e5, 0.01, 5])
        #expect(numbers("$375K", "$2.5M", "$1B") == [375_000, 2_500_000, 1e9])
        #expect(numbers("true", "false", "TRUE") == [1, 0, 1])
    }

    @Test func `what is no number of its column`() {
        #expect(numbers("1.5", "2.5", "1,5") == [1.5, 2.5, nil])
        #expect(numbers("1", "2", "3 km") == [1, 2, nil])
        #expect(numbers("$1", "$2", "€3") == [1, 2, nil])
        for text in ["0x1F", "1-01", "12:30", "1/2", "a5", "1_000", "5;6", "1.2.3", "--5", "1e", "01.02.2024"] {
            let value = NumberShape([UInt8](text.utf8)).flatMap { NumberStyle().value($0) }
            #expect(value == nil, "\(text)")
        }
    }

    @Test func `a mark that may be either follows the rest of the file`() {
        #expect(numbers("1,234", "2,345") == [1234, 2345])
        #expect(numbers("1,234", "2,345", comma: true) == [1.234, 2.345])
        #expect(numbers("1.234", "2.345") == [1.234, 2.345])
        #expect(numbers("1.234", "2.345", comma: true) == [1234, 2345])
    }
}
