// Tables in all their spellings, read as series.

import Foundation
import Testing

@testable import Charts

@Suite struct SeriesReadingTests {
    @Test func `a table of times`() throws {
        let series = try TableFile.read("time,a,b\n2024-01-01,1,-2.5\n2024-01-02T12:00:00Z,3e2,4\n")
        #expect(series.lines == ["a", "b"] && series.xKind == .time && series.view.xName == "time")
        #expect(series.allX == [1_704_067_200, 1_704_196_800])
        #expect(series.all(0) == [1, 300] && series.all(1) == [-2.5, 4])
        #expect(series.status.isComplete && series.status.badRowCount == 0 && series.status.notices.isEmpty)
        #expect(series.status.bytesRead == series.status.byteCount)
    }

    @Test func `quotes, delimiters and line ends in cells, CRLF, a byte order mark, empty lines`() throws {
        let text =
            "\u{FEFF}\"x\",\"a, \"\"b\"\"\",note\r\n\"1\",\"10\",\"one\r\ntwo\"\r\n\r\n2 , 20 ,\"say \"\"no\"\", then\"\r\n"
            + "3,\"\",plain 5\" pipe\r\n4, \"40\" ,\r\n"
        let series = try TableFile.read(text)
        #expect(series.lines == ["a, \"b\""])
        #expect(series.allX == [1, 2, 3, 4])
        #expect(series.values(0) == [10, 20, nil, 40])
        #expect(series.status.badRows.isEmpty)
    }

    @Test func `gaps`() throws {
        let words = [
            "", "NA", "nan", "NaN", "-NaN", "null", "NULL", "None", "n/a", "inf", "-Infinity", "1e999", "\"\"", "-",
        ]
        let series = try TableFile.read("x,a,b\n" + words.enumerated().map { "\($0),\($1),1\n" }.joined() + "99,5,1\n")
        #expect(series.count == words.count + 1)
        let expected: [Double?] = words.map { _ in nil } + [5]
        #expect(series.values(0) == expected)
        #expect(series.status.notices.isEmpty && series.status.badRowCount == 0)
    }

    @Test func `commas for points`() throws {
        let series = try TableFile.read("Datum;Wert;n\n2024-01-01 00:00:00,5;1,5;2\n2024-01-02;\"-2,25\";3\n")
        #expect(series.all(0) == [1.5, -2.25])
        #expect(series.allX == [1_704_067_200.5, 1_704_153_600])
    }

    @Test func `bad rows are counted, with their lines and reasons`() throws {
        let text = """
            t,a,b
            2024-01-01,1,2
            2024-01-02,1
            someday,1,2
            2024-01-03,"1
            ",3
            2024-01-04,1,2,3
            2024-01-05,x,5
            2024-01-06,6,7,
            """
        let series = try TableFile.read(text + "\n")
        #expect(series.status.badRowCount == 2)
        #expect(
            series.status.badRows == [
                BadRow(line: 4, reason: "its 't' is no time"), BadRow(line: 7, reason: "4 cells instead of 3"),
            ])
        #expect(series.count == 5)
        // A row that ends early lacks its last values only.
        #expect(series.values(1) == [2, nil, 3, 5, 7])
        // A cell with a line end in it is a number nonetheless: spaces around it mean nothing.
        #expect(series.values(0) == [1, 1, 1, nil, 6])
        #expect(
            series.status.notices == [
                "Line 3 has fewer cells than there are columns; those that it lacks are gaps.",
                "A cell of 'a' holds no number and is shown as a gap, in line 8.",
            ])
    }

    @Test func `only the first hundred bad rows are kept`() throws {
        let text = "x,a\n" + (0..<330).map { $0 % 3 > 0 ? "\($0),1\n" : "\($0),1,1\n" }.joined()
        let series = try TableFile.read(text)
        #expect(series.count == 220 && series.status.badRowCount == 110 && series.status.badRows.count == 100)
        #expect(series.status.badRows.last?.line == 299)
    }

    @Test func `a quoted cell that never ends costs no line`() throws {
        let series = try TableFile.read("x,a,b\n1,2,3\n2,\"3,4\n3,4,5\n")
        #expect(series.allX == [1, 2, 3])
        #expect(series.status.badRows.isEmpty)
        let notice = "The quotation mark in line 3 closes nowhere in its row and is taken as text."
        #expect(series.status.notices.contains(notice), "\(series.status.notices)")
    }

    @Test func `JSON objects and arrays`() throws {
        let text = """
            {"time": "2024-01-01T00:00:00Z", "a": 1, "b": null, "c": "x"}
            {"a":2.5,"time":"2024-01-02","b":7,"extra":{"deep":[1,"}"]}}

            {"time":"2024-01-03","a":"3","b":NaN}
            {"time":"2024-01-04"
            not json
            {"a":1}
            {"t\\u0069me":"2024-01-05","a":true}
            """
        let series = try TableFile.read(text + "\n", as: "t.jsonl")
        #expect(series.lines == ["a", "b"] && series.xKind == .time)
        #expect(series.allX == [1_704_067_200, 1_704_153_600, 1_704_240_000, 1_704_412_800])
        #expect(series.values(0) == [1, 2.5, 3, nil] && series.values(1) == [nil, 7, nil, nil])
        #expect(series.status.badRows.map(\.line) == [5, 6, 7])
        let rows = try TableFile.read("[\"x\",\"v\",\"w\"]\n[1,10,3]\n[2,20,4]\n[3,30]\n", as: "t.ndjson")
        #expect(rows.lines == ["v", "w"] && rows.allX == [1, 2] && rows.all(0) == [10, 20])
        #expect(rows.status.badRows == [BadRow(line: 4, reason: "2 values instead of 3")])
    }

    @Test func `rows out of order are sorted stably, and it is said`() throws {
        var generator = RepeatableNoise(seed: 8)
        // 16 points a block, so that many blocks are merged.
        let rows = (0..<1000).map { (x: Int.random(in: 0..<300, using: &generator), order: $0) }
        let series = try TableFile.read("x,n\n0,-1\n" + rows.map { "\($0.x),\($0.order)\n" }.joined(), xColumn: "x")
        let sorted = [(x: 0, order: -1)] + rows
        let expected = sorted.sorted { ($0.x, $0.order) < ($1.x, $1.order) }
        #expect(series.allX == expected.map { Double($0.x) })
        #expect(series.all(0) == expected.map { Double($0.order) })
        #expect(series.status.notices.count == 1)
        #expect(series.status.notices.first?.hasSuffix("rows were out of order and have been sorted by 'x'.") == true)
        #expect(series.extremes(line: 0, in: 0..<1001)?.max == 999)
    }

    @Test func `newest first, and one late row`() throws {
        let days = (0..<100).map { "2024-0\(9 - $0 / 20)-\(29 - $0 % 20),\($0)\n" }
        let down = try TableFile.read("t,a\n" + days.joined())
        #expect(zip(down.allX, down.allX.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(down.count == 100)
        let late = try TableFile.read("x,a\n" + (0..<100).map { "\($0),\($0)\n" }.joined() + "49.5,-1\n")
        #expect(late.allX == ((0..<50).map { Double($0) } + [49.5] + (50..<100).map { Double($0) }))
        #expect(late.value(line: 0, at: 50) == -1)
        #expect(late.status.notices == ["1 row was out of order and has been sorted by 'x'."])
    }

    @Test func `any split of the bytes gives the same series`() throws {
        let text =
            "time,a,\"b\nc\"\r\n"
            + (0..<60).map { row in
                row % 7 == 3
                    ? "bad\n"
                    : "2024-01-01 00:00:\(10 + row / 2),\"\(row)\",\(row % 5 == 0 ? "\"x\ny\"" : "\(row).5")\r\n"
            }.joined()
        let file = try TableFile(text)
        let whole = try file.read()
        #expect(whole.count == 51 && whole.status.badRowCount == 9)
        for count in [1, 2, 3, 7, 13, 64, 1000] {
            var options = TableFile.options
            options.chunkByteCount = count
            let split = try file.read(options)
            #expect(
                split.allX == whole.allX && split.values(0) == whole.values(0) && split.values(1) == whole.values(1))
            #expect(split.status.badRows == whole.status.badRows && split.status.notices == whole.status.notices)
        }
    }

    @Test func `a line that is far too long is left out`() throws {
        let series = try TableFile.read("x,a\n1,2\n" + String(repeating: "9", count: 2_500_000) + "\n2,3\n")
        #expect(series.allX == [1, 2])
        #expect(series.status.badRows.map(\.line) == [3])
    }

    @Test func `files that are no tables are refused`() throws {
        #expect(throws: SeriesError.empty) { try TableFile("").read() }
        #expect(throws: SeriesError.binary(offset: 0)) { try TableFile(bytes: [0, 1, 2, 3]).read() }
        #expect(throws: SeriesError.noNumericColumn(["image"])) { try TableFile("image\na.png\nb.png\n").read() }
        let error = #expect(throws: SeriesError.self) { try Series.open(path: "/nowhere/at/all.csv") }
        #expect(error?.description == "the file is not there any more, or is a link to nothing")
        #expect(throws: SeriesError.self) { try Series.open(path: NSTemporaryDirectory()) }
    }

    /// The first rows show nothing of it, nor do those that are looked at further on.
    @Test func `numbers for no value are found behind the first rows`() throws {
        let rows = (0..<6000).map { row in
            "\(row + 100_000),\(row == 2300 || row == 2310 ? "-9999" : "\(20 + row % 7).50")\n"
        }
        let series = try TableFile.read("x,a\n" + rows.joined())
        #expect(series.count == 6000 && series.all(0)[2300].isNaN && series.all(0)[2311] == 21.5)
        #expect(series.extremes(line: 0, in: 0..<6000)?.min == 20.5)
        #expect(series.status.findings.contains { $0.what == .gap })
    }

    @Test func `times since a device was started are no dates`() throws {
        func kind(_ name: String, _ start: Int, _ step: Int) throws -> SeriesXKind {
            try TableFile.read("\(name),v\n" + (0..<9).map { "\(start + $0 * step),\($0 * $0)\n" }.joined()).xKind
        }
        #expect(try kind("timestamp_ns", 86_400_123_456_789, 10_000_000) == .number)
        #expect(try kind("timestamp", 86_400_123_456_789, 10_000_000) == .number)
        #expect(try kind("time_ns", 1_000_123_456_789, 10_000_000) == .number)
        #expect(try kind("time_ns", 1_700_000_000_000_000_000, 1_000_000) == .time)
        #expect(try kind("time_ms", 1_700_000_000_000, 1000) == .time)
        #expect(try kind("timestamp", 1_700_000_000, 60) == .time)
    }

    @Test func `one row, and a last line without an end`() throws {
        let one = try TableFile.read("t,a\n2024-01-01,5")
        #expect(one.count == 1 && one.all(0) == [5])
        #expect(one.extremes(line: 0, in: 0..<1)?.min == 5)
        #expect(one.extremes(line: 0, in: 0..<0) == nil)
        #expect(one.firstIndex(atOrAfter: 0) == 0 && one.firstIndex(atOrAfter: 1e12) == 1)
        let two = try TableFile.read("x,a\n1,5\n2,6\r")
        #expect(two.all(0) == [5, 6])
    }
}
