// More ways of writing headers, dates and numbers, each with what is right.

import Testing
import Tiling

@testable import Catalog
@testable import Charts

@Suite struct TableKindsTests {
    /// A table of one column of values over the texts of x.
    private static func dates(
        _ name: String, _ texts: [String], _ x: [String], column: String = "date", says: [String] = []
    ) -> TableCase {
        let rows = texts.enumerated().map { "\($0.element);\($0.offset + 1)\n" }.joined()
        return TableCase(
            name, "\(column);v\n" + rows, x: x, lines: [("v", texts.indices.map { Double($0 + 1) })], says: says)
    }

    @Test(arguments: [
        dates(
            "the year first, with points", ["24.01.29", "24.01.30", "24.01.31", "24.02.01", "24.02.02"],
            ["2024-01-29", "2024-01-30", "2024-01-31", "2024-02-01", "2024-02-02"], says: ["guess"]),
        dates(
            "the day first, with points", ["29.01.24", "30.01.24", "31.01.24", "01.02.24", "02.02.24"],
            ["2024-01-29", "2024-01-30", "2024-01-31", "2024-02-01", "2024-02-02"]),
        dates(
            "six digits that may be days", ["200901", "200902", "200903"], ["2009-01-01", "2009-02-01", "2009-03-01"],
            says: ["--date-order ymd"]),
        dates(
            "an apostrophe before the year", ["Nov '23", "Dec '23", "Jan ’24"],
            ["2023-11-01", "2023-12-01", "2024-01-01"]),
        dates("quarters with an apostrophe", ["Q3'23", "Q4'23", "Q1'24"], ["2023-07-01", "2023-10-01", "2024-01-01"]),
        dates(
            "quarters in German", ["3. Quartal 2023", "4. Quartal 2023", "1. Quartal 2024"],
            ["2023-07-01", "2023-10-01", "2024-01-01"]),
        dates("quarters in French", ["T3 2023", "T4 2023", "T1 2024"], ["2023-07-01", "2023-10-01", "2024-01-01"]),
        dates("months with M", ["2023M11", "2023M12", "2024M01"], ["2023-11-01", "2023-12-01", "2024-01-01"]),
        dates("fiscal years of two digits", ["FY'19", "FY'20", "FY'21"], ["2019-01-01", "2020-01-01", "2021-01-01"]),
        dates("fiscal years of two years", ["FY2019/20", "FY2020/21"], ["2019-01-01", "2020-01-01"]),
        dates("years before FY", ["2019FY", "2020FY", "2021FY"], ["2019-01-01", "2020-01-01", "2021-01-01"]),
        dates(
            "seasons of two digits", ["98/99", "99/00", "00/01"], ["1998-01-01", "1999-01-01", "2000-01-01"],
            says: ["seasons"]),
        dates("weeks of a short year", ["KW 1/24", "KW 2/24", "KW 3/24"], ["2024-01-01", "2024-01-08", "2024-01-15"]),
        dates("weeks with a point", ["1. KW 2024", "2. KW 2024"], ["2024-01-01", "2024-01-08"]),
        dates("Korean, with points", ["2024. 1. 5.", "2024. 1. 6."], ["2024-01-05", "2024-01-06"]),
        dates(
            "Korean, before and after noon", ["2024-01-05 오전 11:30", "2024-01-05 오후 12:30"],
            ["2024-01-05T11:30", "2024-01-05T12:30"]),
        dates("Japanese eras", ["平成31年4月30日", "令和元年5月1日"], ["2019-04-30", "2019-05-01"]),
        dates("Japanese, with days of the week", ["2024年1月5日（金）", "2024年1月6日(土)"], ["2024-01-05", "2024-01-06"]),
        dates("Chinese years", ["2022年", "2023年", "2024年"], ["2022-01-01", "2023-01-01", "2024-01-01"], column: "年"),
        dates("Austrian months", ["31 Jänner 2024", "29 Feber 2024"], ["2024-01-31", "2024-02-29"]),
        dates("Italian days", ["venerdì 5 gennaio 2024", "sabato 6 gennaio 2024"], ["2024-01-05", "2024-01-06"]),
        dates("Dutch days", ["vrijdag 5 januari 2024", "zaterdag 6 januari 2024"], ["2024-01-05", "2024-01-06"]),
        dates("Russian days", ["пт, 5 января 2024", "сб, 6 января 2024"], ["2024-01-05", "2024-01-06"]),
        dates(
            "a zone in brackets", ["2024-01-05 12:00 (CET)", "2024-01-05 13:00 (CET)"],
            ["2024-01-05T11", "2024-01-05T12"]),
        TableCase(
            "half hours with their ends",
            "DATE,START TIME,END TIME,kWh\n2024-01-01,00:00,00:29,1\n"
                + "2024-01-01,00:30,00:59,2\n2024-01-01,01:00,01:29,3\n",
            x: ["2024-01-01", "2024-01-01T0:30", "2024-01-01T01"], lines: [("kWh", [1, 2, 3])], says: ["END TIME"]),
        TableCase(
            "days of the year", "Year,DOY,v\n2023,365,1\n2024,60,2\n2024,61,3\n",
            x: ["2023-12-31", "2024-02-29", "2024-03-01"], lines: [("v", [1, 2, 3])]),
        TableCase(
            "hours with a zone", "Year,Month,Day,Hour (UTC),v\n2024,1,1,0,5\n2024,1,1,1,6\n",
            x: ["2024-01-01", "2024-01-01T01"], lines: [("v", [5, 6])]),
        TableCase(
            "letters for year, month, day and hour", "Y,M,D,H,v\n2024,1,1,0,5\n2024,1,1,1,6\n",
            x: ["2024-01-01", "2024-01-01T01"], lines: [("v", [5, 6])]),
    ]) func `times are read as they are meant`(_ table: TableCase) throws { try table.check() }

    @Test(arguments: [
        TableCase(
            "names and values above the header",
            "Station:,Berlin,\nAltitude:,34,\nDate,kWh,Cost\n2024-01-01,1,2\n2024-01-02,3,4\n",
            x: ["2024-01-01", "2024-01-02"], lines: [("kWh", [1, 3]), ("Cost", [2, 4])], says: ["line 3"]),
        TableCase(
            "numbers above the header",
            "Name,J\nAccount,12\n\nTYPE,DATE,USAGE,COST\nel,2024-01-01,1,2\nel,2024-01-02,3,4\n",
            x: ["2024-01-01", "2024-01-02"], lines: [("USAGE", [1, 3]), ("COST", [2, 4])], says: ["line 4"]),
        TableCase(
            "units in brackets", "Date,a,b\n(UTC),(m/s),[%]\n2024-01-01,1,2\n2024-01-02,3,4\n",
            lines: [("a", [1, 3]), ("b", [2, 4])], units: ["m/s", "%"]),
        TableCase(
            "comments with two marks", "# file\nDate;a;b\n// two sensors\n2024-01-01;1;2\n2024-01-02;3;4\n",
            lines: [("a", [1, 3]), ("b", [2, 4])]),
        TableCase(
            "years of two keys",
            "country,sex,year,v\n"
                + ["A,f", "A,m", "B,f", "B,m"].enumerated().map { key, name in
                    (1990...1992).map { "\(name),\($0),\($0 - 1990 + key * 10)\n" }.joined()
                }.joined(),
            lines: [
                ("A · f", [0, 1, 2]), ("A · m", [10, 11, 12]), ("B · f", [20, 21, 22]), ("B · m", [30, 31, 32]),
            ]),
    ]) func `names are those of the columns`(_ table: TableCase) throws { try table.check() }

    /// A table of one column of values over numbers.
    private static func values(
        _ name: String, _ cells: [String], _ values: [Double?], column: String = "v", says: [String] = [],
        kind: ValueKind = .number
    ) -> TableCase {
        let rows = cells.enumerated().map { "2024-01-0\($0.offset + 1)\t\($0.element)\t\($0.offset)\n" }.joined()
        return TableCase(
            name, "date\t\(column)\tw\n" + rows,
            lines: [(column, values), ("w", cells.indices.map(Double.init))], says: says,
            kinds: kind == .number ? [] : [kind, .number])
    }

    @Test(arguments: [
        values("percent beside percent", ["5%", "6", "7%"], [5, 6, 7], says: ["percent sign"]),
        values("a plus behind", ["7.25+", "130.00-", "0.50+"], [7.25, -130, 0.5]),
        values("thousands and thousand millions", ["1.5k", "2M", "3G", "12"], [1500, 2e6, 3e9, 12], says: ["k"]),
        values("thousands said", ["1.5k", "900", "2k"], [1500, 900, 2000], says: ["multiplies them: k"]),
        values("m is millions, or not", ["250m", "1", "500m"], [250e6, 1, 500e6], says: ["guess that m"]),
        values("German thousands", ["1.5 Tsd.", "2 Mio.", "3.1 Tsd."], [1500, 2e6, 3100], says: ["Tsd."]),
        values(
            "signs of footnotes", ["1.5†", "2#", "3[1]", "4 (e)", "5"], [1.5, 2, 3, 4, 5], says: ["4 numbers have"]),
        values("letters as flags", ["1.5 e", "2", "3p", "4", "5"], [1.5, 2, 3, 4, 5], says: ["flags", "e, p"]),
        values(
            "two numbers for no value", ["1", "-9999", "2", "-999", "3", "-9999", "-999"],
            [1, nil, 2, nil, 3, nil, nil], says: ["-9999", "-999 in"]),
        values("-99.9 for no value", ["18.1", "-99.9", "19", "-99.9"], [18.1, nil, 19, nil], says: ["-99.9"]),
        values("a number that others surround", ["990.5", "999", "1001.5", "999"], [990.5, 999, 1001.5, 999]),
        values(
            "hours and minutes by name", ["27:45", "38:10", "6:30"], [99_900, 137_400, 23_400], column: "Hours",
            says: ["are hours"], kind: .duration),
    ]) func `cells are read as they are meant`(_ table: TableCase) throws { try table.check() }

    @Test func `two numbers with a colon are read as the reader says`() throws {
        let text = "date,run,w\n2024-01-01,1:30,1\n2024-01-02,2:45,2\n2024-01-03,25:10,3\n"
        let found = try TableFile(text).read()
        #expect(found.all(0) == [90, 165, 1510])
        let finding = try #require(found.status.findings.first { $0.what == .numbers })
        #expect(finding.value == "minutes" && finding.isGuess && finding.override?.values == ["hours"])
        var options = TableFile.options
        options.choice.notation.kinds["run"] = .hours
        let chosen = try TableFile(text).read(options)
        #expect(chosen.all(0) == [5400, 9900, 90_600])
        #expect(chosen.status.findings.contains { $0.what == .numbers && !$0.isGuess && $0.value == "hours" })
        options.choice.notation.kinds["run"] = .minutes
        #expect(try TableFile(text).read(options).all(0) == [90, 165, 1510])
    }

    @Test(arguments: [
        ("t   temp  hum\n1   20.5  40\n2   21.5  41\n", true),
        ("Temp Hum\n1 21 40\n2 22 41\n", true),
        ("#YY MM DD WDIR\n#yr mo dy degT\n2024 01 01 230\n2024 01 02 MM\n", true),
        ("photos/a 1\nphotos/b 2\n", false), ("one two\nthree four\n", false), ("a.jpg 1\nb.jpg 2\n", false),
    ]) func `a text of numbers between blanks is a table`(_ text: String, _ isTable: Bool) {
        #expect(ListFormat.isTable([UInt8](text.utf8)) == isTable)
    }

    @Test func `a name of a picture in a line of titles is no column of paths`() {
        let text =
            "\"TOA5\",\"CR3000\",\"CPU:a.CR3\"\n\"TIMESTAMP\",\"v\"\n\"2024-01-01 00:00:00\",1\n\"2024-01-01 01:00:00\",2\n"
        #expect(ListFormat.table.pathColumn(in: [UInt8](text.utf8)) == nil)
    }
}
