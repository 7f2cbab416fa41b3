// Small tables of kinds that were once read wrong without a word.

import Foundation
import Testing
import Tiling

@testable import Charts

/// A table, and what is right.
struct TableCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    var file = "table.csv"
    /// The points' x: numbers, or days as in `2024-01-05`, perhaps with `T` and hours.
    var x: [String] = []
    /// The name of each line, and its values; nil for gaps, which a long table does not list.
    var lines: [(name: String, values: [Double?])] = []
    /// Words that some notice must have.
    var says: [String] = []
    var units: [String]?
    var kinds: [ValueKind]?

    init(
        _ name: String, _ text: String, file: String = "table.csv", x: [String] = [],
        lines: [(name: String, values: [Double?])], says: [String] = [], units: [String]? = nil,
        kinds: [ValueKind]? = nil
    ) {
        (testDescription, self.text, self.file, self.x, self.lines) = (name, text, file, x, lines)
        (self.says, self.units, self.kinds) = (says, units, kinds)
    }

    /// The number that a text of `x` means.
    private static func number(_ text: String) -> Double {
        if let number = Double(text) { return number }
        let parts = text.split { "-T:".contains($0) }.compactMap { Int($0) }
        let day = CivilDate(year: parts[0], month: parts[1], day: parts[2]).daysSince1970
        return Double(day * 86_400 + (parts.count > 3 ? parts[3] * 3600 : 0) + (parts.count > 4 ? parts[4] * 60 : 0))
    }

    func check() throws {
        let series = try TableFile.read(text, as: file)
        let notices = series.status.notices.joined(separator: "\n")
        let place: Comment = "\(testDescription): \(series.lines), \(series.allX.prefix(9))\n\(notices)"
        #expect(series.lines == lines.map(\.name), place)
        guard series.lines.count == lines.count else { return }
        for (line, wanted) in lines.enumerated() {
            let points = zip(series.allX, series.values(line)).filter { !series.view.isSparse || $0.1 != nil }
            #expect(points.map(\.1) == wanted.values, place)
            if !x.isEmpty { #expect(points.map(\.0) == x.map(Self.number), place) }
        }
        for words in says { #expect(notices.contains(words), place) }
        if let units { #expect(series.view.units == units, place) }
        if let kinds { #expect(series.view.kinds == kinds, place) }
        if says.isEmpty { #expect(!notices.contains("guess"), place) }
    }
}

@Suite struct TableCasesTests {
    @Test(arguments: [
        TableCase(
            "a row is short", "t,temp\n1,21\n2\n", x: ["1", "2"], lines: [("temp", [21, nil])], says: ["Line 3"]),
        TableCase(
            "all rows are short", "t,temp,hum\n1,21\n2,22\n", x: ["1", "2"],
            lines: [("temp", [21, 22]), ("hum", [nil, nil])], says: ["2 rows have fewer cells"]),
        TableCase(
            "decimal commas below one name", "Wert\n1,5\n2,25\n3\n", x: ["0", "1", "2"],
            lines: [("Wert", [1.5, 2.25, 3])]),
        TableCase(
            "row names, as R writes them", "Temp,Hum\n2024-01-01,21,40\n2024-01-02,22,41\n",
            x: ["2024-01-01", "2024-01-02"], lines: [("Temp", [21, 22]), ("Hum", [40, 41])], says: ["guess"]),
        TableCase(
            "a last column without a name", "Date,a\n2024-01-01,21,40\n2024-01-02,22,43\n",
            x: ["2024-01-01", "2024-01-02"], lines: [("a", [21, 22]), ("Column 3", [40, 43])]),
        TableCase(
            "a title with commas", "My year 2024,,\n,,\nDate,kWh,Cost\n2024-01-01,10,2.5\n2024-02-01,20,5\n",
            x: ["2024-01-01", "2024-02-01"], lines: [("kWh", [10, 20]), ("Cost", [2.5, 5])],
            says: ["in line 3, the rows begin in line 4"]),
        TableCase(
            "a row of units", "date,v,w\nyyyy-mm-dd,V,A\n2024-01-02,2,3\n2024-01-03,4,5\n",
            x: ["2024-01-02", "2024-01-03"], lines: [("v", [2, 4]), ("w", [3, 5])], units: ["V", "A"]),
        TableCase(
            "a damaged first row is no header",
            "day,n,kind,cost\n01.01.2024_7,A,1.5\n02.01.2024,8,B,2.5\n03.01.2024,9,C,4.5\n04.01.2024,7,D,1\n05.01.2024,6,E,2\n",
            x: ["2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05"],
            lines: [("n", [8, 9, 7, 6]), ("cost", [2.5, 4.5, 1, 2])]),
        TableCase(
            "Campbell TOA5",
            """
            "TOA5","CR1000","CR1000","1234"
            "TIMESTAMP","RECORD","BattV","AirTC"
            "TS","RN","Volts","Deg C"
            "","","Min","Avg"
            "2024-01-01 00:00:00",0,12.5,3.1
            "2024-01-01 01:00:00",1,12.4,"NAN"
            "2024-01-01 02:00:00",2,12.6,3.3

            """, x: ["2024-01-01", "2024-01-01T01", "2024-01-01T02"],
            lines: [("RECORD", [0, 1, 2]), ("BattV", [12.5, 12.4, 12.6]), ("AirTC", [3.1, nil, 3.3])],
            says: ["in line 2"]),
        TableCase(
            "NDBC's two lines of comments",
            """
            #YY  MM DD hh mm WDIR WSPD
            #yr  mo dy hr mn degT m/s
            2024 01 01 00 00 230  5.0
            2024 01 01 00 10 240  6.0

            """, file: "t.txt", x: ["2024-01-01", "2024-01-01T0:10"],
            lines: [("WDIR", [230, 240]), ("WSPD", [5, 6])],
            units: ["degT", "m/s"]),
        TableCase(
            "three rows of names", "Price,Close,High\nTicker,AAPL,AAPL\nDate,,\n2024-01-02,1,2\n2024-01-03,2,3\n",
            x: ["2024-01-02", "2024-01-03"], lines: [("Close AAPL", [1, 2]), ("High AAPL", [2, 3])]),
        TableCase(
            "years as names below a short line",
            "a,b,c\n\"Country Name\",\"Code\",\"1960\",\"1961\"\n\"Aruba\",\"ABW\",\"54608\",\"55811\"\n"
                + "\"Chad\",\"TCD\",\"3001593\",\"3046050\"\n",
            lines: [("1960", [54608, 3_001_593]), ("1961", [55811, 3_046_050])], says: ["in line 2"]),
        TableCase(
            "wavelengths as names", "name,400,410,420,430\ns1,0.1,0.2,0.3,0.5\ns2,0.2,0.3,0.5,0.6\n",
            lines: [("400", [0.1, 0.2]), ("410", [0.2, 0.3]), ("420", [0.3, 0.5]), ("430", [0.5, 0.6])]),
        TableCase(
            "a comment below the header", "date,v\n# calibrated\n2024-01-01,1\n2024-01-02,2\n",
            x: ["2024-01-01", "2024-01-02"], lines: [("v", [1, 2])]),
    ]) func `the header names the columns`(_ table: TableCase) throws { try table.check() }

    @Test(arguments: ["unavailable", "---", "k.A.", "<5", "#DIV/0!", "OFF", "LOW"])
    func `words in the first rows are gaps`(_ word: String) throws {
        let rows = "2024-01-02,2.5\n2024-01-03,3\n2024-01-04,4\n2024-01-05,5\n"
        let days = (1...5).map { "2024-01-0\($0)" }
        try TableCase(
            "one", "date,v\n2024-01-01,\(word)\n" + rows, x: days, lines: [("v", [nil, 2.5, 3, 4, 5])],
            says: ["in line 2"]
        ).check()
        try TableCase(
            "several", "date,v\n2023-12-31,\(word)\n2024-01-01,\(word)\n" + rows, x: ["2023-12-31"] + days,
            lines: [("v", [nil, nil, 2.5, 3, 4, 5])], says: ["2 cells of 'v'"]
        ).check()
        try TableCase(
            "below names of rows", "name,v\na,\(word)\nb,5\nc,6\nd,7\n", lines: [("v", [nil, 5, 6, 7])], says: ["gap"]
        ).check()
        try TableCase(
            "without a header", "2024-01-01,\(word)\n" + rows, x: days, lines: [("Column 2", [nil, 2.5, 3, 4, 5])],
            says: ["in line 1"]
        ).check()
    }

    @Test(arguments: [1, 7, 1 << 20]) func `a stray quotation mark swallows no rows`(_ chunk: Int) throws {
        var options = TableFile.options
        options.chunkByteCount = chunk
        let text = "t\ttitle\tv\n1\ta\t5\n2\t\"\t6\n3\tc\t7\n4\t\"x\t8\n5\te\t9\n6\tf\t10\n7\tg\t11\n"
        let series = try TableFile(text, as: "q.tsv").read(options)
        #expect(series.allX == [1, 2, 3, 4, 5, 6, 7] && series.all(0) == [5, 6, 7, 8, 9, 10, 11])
        #expect(series.status.badRowCount == 0)
        #expect(series.status.notices.contains { $0.contains("2 quotation marks") && $0.contains("line 3") })
        // A mark that goes with the next row's makes a row of too many cells.
        let pair = try TableFile("t,a,v\n1,\"x,5\n2,\"y,6\n3,z,7\n").read(options)
        #expect(pair.allX == [1, 2, 3] && pair.all(0) == [5, 6, 7])
        // Texts of several lines stay one cell, also where each line could be a row.
        let lines = try TableFile("n,text,v\n1,\"a\nb, c\",5\n2,d,6\n").read(options)
        #expect(lines.all(0) == [5, 6] && lines.status.notices.allSatisfy { !$0.contains("quotation") })
        let rows = try TableFile("n,text\n1,\"a\n2,b\"\n3,c\n4,d\n").read(options)
        #expect(rows.count == 3 && rows.status.notices.contains { $0.contains("1 quoted cell goes over lines") })
    }

    @Test(arguments: [
        TableCase(
            "the year first, two digits each", "date,v\n24/01/05,1\n24/01/06,2\n24/02/07,3\n",
            x: ["2024-01-05", "2024-01-06", "2024-02-07"], lines: [("v", [1, 2, 3])], says: ["--date-order dmy"]),
        TableCase(
            "the year first, steps of days", "date,v\n20/01/05,1\n20/01/06,2\n20/01/07,3\n20/01/08,4\n20/02/09,4\n",
            x: ["2020-01-05", "2020-01-06", "2020-01-07", "2020-01-08", "2020-02-09"], lines: [("v", [1, 2, 3, 4, 4])],
            says: ["guess"]),
        TableCase(
            "the year last, two digits each", "date,v\n05/01/24,1\n16/01/24,2\n07/02/24,3\n28/02/24,3\n",
            x: ["2024-01-05", "2024-01-16", "2024-02-07", "2024-02-28"], lines: [("v", [1, 2, 3, 3])]),
        TableCase(
            "seasons", "season,goals\n2000-01,20\n2001-02,21\n2002-03,22\n",
            x: ["2000-01-01", "2001-01-01", "2002-01-01"], lines: [("goals", [20, 21, 22])], says: ["seasons"]),
        TableCase(
            "seasons over the century", "season,goals\n1998/99,20\n1999/00,21\n2000/01,22\n",
            x: ["1998-01-01", "1999-01-01", "2000-01-01"], lines: [("goals", [20, 21, 22])], says: ["seasons"]),
        TableCase(
            "months", "month,v\n2001-01,20\n2001-02,21\n2001-03,22\n",
            x: ["2001-01-01", "2001-02-01", "2001-03-01"], lines: [("v", [20, 21, 22])]),
        TableCase(
            "year, month, day and hour in columns", "YEAR,MO,DY,HR,T2M\n2024,1,1,0,5\n2024,1,1,1,6\n2024,1,2,0,7\n",
            x: ["2024-01-01", "2024-01-01T01", "2024-01-02"], lines: [("T2M", [5, 6, 7])]),
        TableCase(
            "decades", "date,v\n1950s,1\n1960s,2\n1970s,3\n", x: ["1950-01-01", "1960-01-01", "1970-01-01"],
            lines: [("v", [1, 2, 3])]),
        TableCase(
            "Japanese", "日付,気温\n2024年1月5日,3.2\n2024年1月6日,4.1\n", x: ["2024-01-05", "2024-01-06"],
            lines: [("気温", [3.2, 4.1])]),
        TableCase(
            "Chinese, with a clock", "时间,v\n2024年1月5日 12时30分,3\n2024年1月5日 13时30分,4\n",
            x: ["2024-01-05T12:30", "2024-01-05T13:30"], lines: [("v", [3, 4])]),
        TableCase(
            "Korean", "날짜,v\n2024년 1월 5일,3.2\n2024년 1월 6일,4.1\n", x: ["2024-01-05", "2024-01-06"],
            lines: [("v", [3.2, 4.1])]),
        TableCase(
            "year and month in six digits", "month,v\n202311,1\n202312,2\n202401,3\n",
            x: ["2023-11-01", "2023-12-01", "2024-01-01"], lines: [("v", [1, 2, 3])]),
        TableCase(
            "year, month and day in six digits", "date,v\n231130,1\n231201,2\n231202,3\n",
            x: ["2023-11-30", "2023-12-01", "2023-12-02"], lines: [("v", [1, 2, 3])]),
        TableCase(
            "quarters before the year", "q,v\n1Q23,3\n2Q23,4\n3Q23,5\n", x: ["2023-01-01", "2023-04-01", "2023-07-01"],
            lines: [("v", [3, 4, 5])]),
        TableCase(
            "fiscal years", "year,v\nFY2019,3\nFY2020,4\nFY2021,5\n", x: ["2019-01-01", "2020-01-01", "2021-01-01"],
            lines: [("v", [3, 4, 5])]),
        TableCase(
            "weeks before the year", "Woche;v\nKW 1/2024;3,5\nKW 2/2024;4,5\n", x: ["2024-01-01", "2024-01-08"],
            lines: [("v", [3.5, 4.5])]),
        TableCase(
            "Russian", "дата;v\n5 января 2024 г.;3,5\n6 февраля 2024 г.;4,5\n7 Марта 2024 г.;5,5\n",
            x: ["2024-01-05", "2024-02-06", "2024-03-07"], lines: [("v", [3.5, 4.5, 5.5])]),
        TableCase(
            "Polish", "data;v\n5 stycznia 2024;3,5\n6 lutego 2024;4,5\n7 września 2024;5,5\n",
            x: ["2024-01-05", "2024-02-06", "2024-09-07"], lines: [("v", [3.5, 4.5, 5.5])]),
        TableCase(
            "years to come", "date,v\nJan 1 25,1\nJan 1 26,2\nJan 1 27,3\nJan 1 28,4\nJan 1 29,5\n",
            x: (2025...2029).map { "\($0)-01-01" }, lines: [("v", [1, 2, 3, 4, 5])]),
    ]) func `dates are read as they are meant`(_ table: TableCase) throws { try table.check() }

    private static let days = ["2024-01-02", "2024-01-05", "2024-01-08"]

    /// A table of one column of values over three days.
    private static func values(
        _ name: String, _ cells: [String], _ values: [Double?], says: [String] = [], units: [String]? = nil,
        kind: ValueKind = .number
    ) -> TableCase {
        let rows = zip(days, cells).map { "\($0),\"\($1)\"\n" }.joined()
        return TableCase(
            name, "Date,v\n" + rows, x: days, lines: [("v", values)], says: says, units: units,
            kinds: kind == .number ? [] : [kind])
    }

    @Test(arguments: [
        values("a minus behind", ["5.00-", "2000.00", "1200.00-"], [-5, 2000, -1200]),
        values("debit and credit", ["5.00 DR", "2000.00 CR", "1200.00 DR"], [-5, 2000, -1200], says: ["DR"]),
        values("percent beside fractions", ["5%", "0.06", "7%"], [0.05, 0.06, 0.07], says: ["5% is 0.05"]),
        values("percent beside percent", ["5%", "6", "7%"], [5, 6, 7], says: ["lack the percent sign"]),
        values("ten thousands", ["1.2万", "9800", "2万"], [12_000, 9800, 20_000]),
        values("lakhs", ["1,00,000", "12,34,567.50", "5,000"], [100_000, 1_234_567.5, 5000]),
        values("bytes", ["512B", "4.0K", "1.5M"], [512, 4096, 1_572_864], says: ["1024"], units: ["B"]),
        values("asterisks", ["18.1*", "18.2", "18.3"], [18.1, 18.2, 18.3], says: ["asterisk", "line 2"]),
        values(
            "durations", ["1:05:30", "45:10", "59:59"], [3930, 2710, 3599], says: ["minutes"], units: ["s"],
            kind: .duration),
        values(
            "ISO durations", ["PT1H", "PT30M", "P1DT2S"], [3600, 1800, 86_402], says: ["in seconds"], units: ["s"],
            kind: .duration),
        values(
            "durations with letters", ["3m 20s", "1h 2m", "45m 1s"], [200, 3720, 2701], says: ["in seconds"],
            kind: .duration),
        values(
            "durations with one unit and two", ["45s", "1m 5s", "59s"], [45, 65, 59], says: ["in seconds"],
            kind: .duration),
        values(
            "durations below zero and over a day", ["-0:05:30", "27:10:00", "0:00:45.5"], [-330, 97_800, 45.5],
            says: ["durations"], kind: .duration),
        values("a control character beside numbers", ["1", "2", "3\u{16}"], [1, 2, nil], says: ["line 4"]),
    ]) func `numbers are read as they are meant`(_ table: TableCase) throws { try table.check() }

    @Test func `clock times are values beside dates`() throws {
        let table =
            "Date,Sunrise,Start,Walk,km\n2024-01-01,08:12,14:05:00,1:30:00,5\n2024-01-02,07:40,09:30:00,0:45:00,3\n"
        try TableCase(
            "clock times", table, x: ["2024-01-01", "2024-01-02"],
            lines: [
                ("Sunrise", [29_520, 27_600]), ("Walk", [5400, 2700]), ("km", [5, 3]),
            ],
            says: ["clock times, in seconds since midnight", "unless chosen as lines: 'Start'"],
            kinds: [.clock, .duration, .number]
        ).check()
    }

    @Test func `a pace is minutes and seconds`() throws {
        try TableCase(
            "a pace", "Date,Distance,Moving,Pace\n2024-01-01,10,0:54:20,5:26\n2024-01-02,5,0:24:30,4:54\n",
            x: ["2024-01-01", "2024-01-02"],
            lines: [("Distance", [10, 5]), ("Moving", [3260, 1470]), ("Pace", [326, 294])],
            says: ["first of two numbers are minutes"]
        ).check()
    }

    @Test func `brackets with words are part of the names`() throws {
        let table = "Date,Price (All),Price (New),Temp (C),Area (ha)\n2024-01-01,1,2,3,4\n2024-01-02,2,3,4,5\n"
        #expect(try TableFile.read(table).view.units == ["", "", "C", "ha"])
        try TableCase(
            "in texts", "date,note,v\n2024-01-01,ok,1\n2024-01-02,a\u{16}b,2\n2024-01-03,ok,3\n",
            lines: [("v", [1, 2, 3])]
        ).check()
    }

    @Test func `percent signs that end late are noticed`() throws {
        let cells = (0..<30_000).map { "\($0),\($0 % 90).5%\n" }.joined() + "30000,0.06\n"
        let series = try TableFile.read("x,share\n" + cells)
        #expect(series.status.notices.contains { $0.contains("lack the percent sign") || $0.contains("5% is 0.05") })
    }

    @Test(arguments: [
        TableCase(
            "two keys",
            "country,sex,month,rate\n"
                + ["at,m", "at,f", "be,m", "be,f"].enumerated().flatMap { index, key in
                    (1...3).map { "\(key),2024-0\($0),\(index)\n" }
                }.joined(),
            x: ["2024-01-01", "2024-02-01", "2024-03-01"],
            lines: [("at · m", [0, 0, 0]), ("at · f", [1, 1, 1]), ("be · m", [2, 2, 2]), ("be · f", [3, 3, 3])],
            says: ["'country · sex'"]),
        TableCase(
            "tables side by side", "ctrl,,fire,\nX,Y,X,Y\n4.4,0.13,4.8,2.0\n4.6,-1,5.1,3\n9.2,5,6.5,4\n,,7,\n,,8,5\n",
            lines: [("ctrl Y", [0.13, -1, 5]), ("fire Y", [2, 3, 4, 5])], says: ["2 tables side by side"]),
        TableCase(
            "dated tables side by side",
            "Date,AAPL,Date,MSFT\n2024-01-01,1,2024-01-03,5\n2024-01-02,2,2024-01-04,6\n,,2024-01-05,7\n",
            lines: [("AAPL", [1, 2]), ("MSFT", [5, 6, 7])], says: ["2 tables side by side, each with its own 'Date'"]),
        TableCase(
            "dated tables of other widths, below titles",
            "London,,,,Oslo,\nDate,Low,High,,Date,Low\n31/01/2024,1,9,,28/02/2024,-5\n01/02/2024,2,8,,01/03/2024,-6\n"
                + "02/02/2024,3,7,,02/03/2024,-7\n,,,,03/03/2024,-8\n",
            lines: [
                ("London Low", [1, 2, 3]), ("London High", [9, 8, 7]), ("Oslo Low", [-5, -6, -7, -8]),
            ],
            says: ["2 tables side by side"]),
        TableCase(
            "two dates of each row",
            "Order Date,km,Ship Date,kg\n2024-01-01,1,2024-01-03,7\n2024-01-02,2,2024-01-04,8\n",
            x: ["2024-01-01", "2024-01-02"], lines: [("km", [1, 2]), ("kg", [7, 8])]),
    ]) func `columns belong together`(_ table: TableCase) throws { try table.check() }

    @Test(arguments: [(1999, 1), (2000, 1), (2500, 1), (9000, 3)])
    func `a long table is told by all of its file`(_ count: Int, _ others: Int) throws {
        let keys = (0...others).map { "K\($0)" }
        let rows = keys.enumerated().flatMap { index, key in
            (0..<count).map { row in
                let day = CivilDate(daysSince1970: 15_000 + row)
                let (month, date) = (String(day.month + 100).dropFirst(), String(day.day + 100).dropFirst())
                return "\(day.year)-\(month)-\(date),\(index * 1000 + row % 9),\(key)\n"
            }
        }
        let series = try TableFile.read("Date,Close,Stock\n" + rows.joined())
        #expect(series.view.isSparse && series.lines == keys)
        #expect(series.count == count * (others + 1))
    }
}
