// How a table is written, found out from its first rows.

import Testing

@testable import Charts

@Suite struct TableFormatTests {
    private func find(_ text: String, _ name: String = "t.csv", x: String? = nil) throws -> TableFormat {
        try TableFormat.find(in: [UInt8](text.utf8), name: name, xColumn: x)
    }

    @Test(arguments: [
        ("a,b\n1,2\n3,4\n", ","), ("a;b\n1;2\n3;4\n", ";"), ("a\tb\n1\t2\n3\t4\n", "\t"), ("a|b\n1|2\n3|4\n", "|"),
        ("time;a, in °C\n2024-01-01;1,5\n2024-01-02;2,25\n", ";"), ("\"x,y\";b\n1;2\n", ";"), ("a\n1\n2\n", ","),
        ("2024-01-01 10:00,1.5\n2024-01-01 10:01,2.5\n", ","), ("a,b,c\n\"1;2\",5,x\n\"3;4\",6,y\n", ","),
    ])
    func `the delimiter`(_ text: String, _ delimiter: String) throws {
        #expect(try find(text).kind == .cells(delimiter: try #require(delimiter.utf8.first)))
    }

    @Test func `a comma for the point, where the semicolon or tab divides`() throws {
        #expect(try find("a;b\n1,5;2\n2,5;3\n").decimalSeparator == UInt8(ascii: ","))
        #expect(try find("a;b\n1.5;2\n2.5;3\n").decimalSeparator == UInt8(ascii: "."))
        #expect(try find("a\tb\n1,5\t2\n", "t.tsv").decimalSeparator == UInt8(ascii: ","))
    }

    @Test func `a header, or none`() throws {
        let named = try find("time,Temp\n2024-01-01,1\n")
        #expect(named.names == ["time", "Temp"] && named.firstLine == 2 && named.firstOffset == 10)
        let bare = try find("2024-01-01,1\n2024-01-02,2\n")
        #expect(bare.names == ["Column 1", "Column 2"] && bare.firstLine == 1 && bare.firstOffset == 0)
        #expect(bare.description.lines == ["Column 2"])
        // Years as names of columns.
        #expect(try find("day,2019,2020\n2024-01-01,1,2\n").names == ["day", "2019", "2020"])
        #expect(try find("a,a,\n1,2,3\n").names == ["a", "a (2)", "Column 3"])
        #expect(try find("NA,1\n2,3\n").names == ["Column 1", "Column 2"])
        #expect(try find("\u{FEFF}a,b\n1,2\n").names == ["a", "b"])
        #expect(try find("\"a \"\"b\"\"\",\"c\nd\"\n1,2\n").names == ["a \"b\"", "c\nd"])
        #expect(try find("\"c\nd\",e\n1,2\n").firstLine == 3)
    }

    /// The kind of x, its name, and the lines.
    private func columns(_ text: String, _ name: String = "t.csv", x: String? = nil) throws -> String {
        let format = try find(text, name, x: x)
        return
            "\(format.description.xKind) \(format.description.xName): \(format.description.lines.joined(separator: " "))"
    }

    @Test func `the x column is found`() throws {
        #expect(try columns("a,when\n1,2024-01-01\n2,2024-01-02\n") == "time when: a")
        #expect(try columns("a,b,time\n2024-01-01,5,2024-01-01\n2024-01-02,6,2024-01-02\n") == "time time: b")
        #expect(try columns("ts,a\n1700000000,1\n1700000001,2\n") == "time ts: a")
        #expect(try columns("a,b\n1,5\n2,4\n3,6\n") == "number a: b")
        #expect(try columns("a,b\n1,5\n3,4\n2,6\n") == "index : a b")
        #expect(try columns("a,b\n2,5\n2,4\n2,6\n") == "index : a b")
        #expect(try columns("a\n1\n2\n") == "index : a")
        #expect(try columns("b,open time\n9,0.5\n8,1\n") == "number open time: b")
        #expect(try columns("time\n0\n1\n") == "index : time")
        #expect(try columns("{\"b\":3,\"date\":\"2024-01-01\"}\n", "t.jsonl") == "time date: b")
        #expect(try columns("[\"2024-01-01\",3,4]\n", "t.jsonl") == "time Column 1: Column 2 Column 3")
        #expect(try columns("[\"day\",\"v\"]\n[\"2024-01-01\",3]\n", "t.jsonl") == "time day: v")
        // Newest first.
        #expect(try columns("n,d\n1,2024-01-03\n2,2024-01-02\n3,2024-01-01\n") == "time d: n")
    }

    @Test func `the x column may be named, or counted`() throws {
        let text = "a,b,c\n1,9,2024-01-01\n2,8,2024-01-02\n"
        #expect(try columns(text, x: "b") == "number b: a")
        #expect(try columns(text, x: "B") == "number b: a")
        #expect(try columns(text, x: "3") == "time c: a b")
        #expect(throws: SeriesError.noSuchColumn("d", ["a", "b", "c"])) { try columns(text, x: "d") }
        #expect(throws: SeriesError.unreadable("the column 't' holds neither times nor numbers")) {
            try columns("t,b\nx,1\n", x: "t")
        }
    }

    @Test func `numbers that are times, by their size`() throws {
        func unit(_ text: String) throws -> TableFormat.X { try find(text).x }
        #expect(try unit("time,a\n1700000000,1\n1700000001,2\n") == .number(divisor: 1))
        #expect(try unit("time,a\n1700000000000,1\n1700000001000,2\n") == .number(divisor: 1000))
        #expect(try unit("time,a\n1700000000000000,1\n1700000001000000,2\n") == .number(divisor: 1e6))
        #expect(try unit("time,a\n1700000000000000000,1\n1700000001000000000,2\n") == .number(divisor: 1e9))
        #expect(try unit("1700000000000,1\n1700000001000,2\n") == .number(divisor: 1000))
        #expect(try find("1700000000,1\n1700000001,2\n").description.xKind == .time)
        #expect(try find("frequency,dB\n1700000000,1\n1700000001,2\n").description.xKind == .number)
        #expect(try find("time,a\n0,1\n1,2\n").description.xKind == .number)
    }

    @Test func `columns of words are left out, and it is said`() throws {
        let format = try find("t,a,place,b\n2024-01-01,1,here,\n2024-01-02,NA,there,\n")
        #expect(format.description.lines == ["a", "b"])
        #expect(format.notices == ["Left out, since numbers are not most of what it holds: 'place'."])
        let wide =
            (0..<300).map { "c\($0)" }.joined(separator: ",") + "\n"
            + Array(repeating: "1", count: 300).joined(separator: ",")
        let limited = try find(wide + "\n")
        #expect(limited.description.lines.count == 256)
        #expect(limited.notices == ["Of 300 columns of numbers the first 256 are shown."])
    }

    @Test func `what is no table of numbers is refused with the reason`() throws {
        #expect(throws: SeriesError.empty) { try find("") }
        #expect(throws: SeriesError.empty) { try find("\n\r\n \n") }
        #expect(throws: SeriesError.empty) { try find("\n\n", "t.jsonl") }
        #expect(throws: SeriesError.binary(offset: 3)) { try find("a,b\u{0}\n1,2\n") }
        #expect(throws: SeriesError.noNumericColumn(["path", "name"])) { try find("path,name\na.png,A\nb.png,B\n") }
        #expect(throws: SeriesError.headerOnly(["a", "b"])) { try find("a,b\n") }
        #expect(throws: SeriesError.noNumericColumn(["t"])) { try find("t\n2024-01-01\n2024-01-02\n") }
        #expect(throws: SeriesError.noNumericColumn([])) { try find("nonsense\n", "t.jsonl") }
        #expect(throws: SeriesError.noNumericColumn(["file"])) { try find("{\"file\":\"a.png\"}\n", "t.jsonl") }
    }
}
