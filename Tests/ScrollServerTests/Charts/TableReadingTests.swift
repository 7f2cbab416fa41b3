// How a table was read: what is said of it, and what a reader may decide otherwise.

import Testing

@testable import Charts

@Suite struct TableReadingTests {
    private func findings(_ text: String, as name: String = "t.csv") throws -> [TableFinding] {
        try TableFile.read(text, as: name).status.findings
    }

    private func finding(_ what: TableFinding.What, _ text: String) throws -> TableFinding {
        let all = try findings(text)
        return try #require(all.first { $0.what == what }, "\(all)")
    }

    @Test func everyDecisionIsAFinding() throws {
        let text = "# a logger\nMy kWh 2024;\nTag;Strom;Ort\ndd.mm.yyyy;kWh;\n01.02.2024;1,5;Ulm\n02.02.2024;2,5;Ulm\n"
        let all = try findings(text)
        func value(_ what: TableFinding.What) -> String? { all.first { $0.what == what }?.value }
        #expect(value(.encoding) == "UTF-8" && value(.separator) == "semicolon" && value(.comments) == "#")
        #expect(value(.header) == "3" && value(.units) == "4" && value(.firstLine) == "5", "\(all)")
        #expect(value(.decimalMark) == "comma" && value(.x) == "Tag" && value(.key) == "")
        #expect(value(.dateOrder) == "dmy" && value(.columns) == "left out: 1")
        for finding in all {
            #expect(finding.because.hasSuffix(".") && finding.because.first?.isLowercase == false, "\(finding)")
            #expect(!finding.isGuess || finding.because.contains("guess"), "\(finding)")
        }
        #expect(all.first { $0.what == .separator }?.override?.values == ["comma", "tab", "bar", "blank"])
    }

    @Test func whatIsGuessedHasItsOtherReading() throws {
        let order = try finding(.dateOrder, "day,v\n01/02/2024,1\n03/04/2024,2\n05/07/2024,4\n")
        #expect(order.isGuess && order.isNotice && order.override == .init(.dateOrder, ["mdy"]))
        #expect(order.override?.setting.option == "--date-order")
        let separator = try finding(.separator, "day,v\n01/02/2024,1\n03/04/2024,2\n")
        #expect(separator.override?.setting.option == "--separator")
        let mark = try finding(.decimalMark, "a;v\n1;1,234\n2;2,345\n")
        #expect(mark.override?.values == [mark.value == "comma" ? "point" : "comma"])
    }

    @Test func rowsAreFindingsToo() throws {
        let all = try findings("x,v\n1,2\n3,4\n2,off\nword,5\n5\n6,7\n7,8\n8,9\n9,1\n")
        let values = all.filter { [.rows, .cells].contains($0.what) }.map(\.value)
        #expect(values.contains("sorted: 1") && values.contains("short: 1") && values.contains("no number: 1"))
        // What a chart says with the lines of the rows is no notice besides.
        #expect(all.contains { $0.value == "left out: 1" && !$0.isNotice && $0.because.contains("line 5") }, "\(all)")
    }

    @Test func firstLinesAreShownAsTheyAre() throws {
        let long = String(repeating: "é", count: 400)
        let series = try TableFile.read(
            "# note\ntitle,\n\ntime,mass\ns,kg\n1,2\nx,y\n3,\(long)\n" + "4,5\n".repeated(30))
        let lines = TableBeginning(series.status).lines
        #expect(lines.count == 20 && lines.map(\.number) == Array(1...20))
        let uses = lines.prefix(9).map(\.use)
        #expect(uses == [.comment, .skipped, .blank, .header, .units, .data, .leftOut, .data, .data], "\(uses)")
        #expect(lines[0].text == "# note" && lines[5].text == "1,2" && !lines[5].isCut)
        #expect(lines[7].isCut && lines[7].text == "3," + String(repeating: "é", count: 299))
        // Of a single line that is longer than what is kept, the beginning is shown.
        #expect(
            TableBeginning(try TableFile.read("v\n" + "1;".repeated(20_000) + "\n").status).lines.last?.isCut == true)
    }

    private func read(_ text: String, _ notation: TableNotation) throws -> Series {
        var options = TableFile.options
        options.choice.notation = notation
        return try TableFile(text).read(options)
    }

    @Test func aReaderDecides() throws {
        let commas = "t,temp\n1,21\n2,22\n"
        #expect(try read(commas, TableNotation(separator: .semicolon)).lines == ["t,temp"])
        #expect(try read(commas, TableNotation(headerLine: 0)).count == 2)
        let titled = "a,b\nt,v\n1,2\n3,4\n"
        #expect(try read(titled, TableNotation(headerLine: 1)).lines == ["b"])
        #expect(try read(titled, TableNotation(headerLine: 2)).lines == ["v"])
        #expect(try read("# p,q\n1,2\n3,4\n", TableNotation(headerLine: 1)).lines == ["q"])
        let days = "day,v\n01/02/2024,1\n03/04/2024,2\n"
        let first = try read(days, TableNotation(dateOrder: .monthFirst))
        #expect(first.allX.first == 1_704_153_600 && !first.status.notices.contains { $0.contains("guess") })
        #expect(try read("a;v\n1;1,234\n2;2,345\n", TableNotation(decimalMark: .point)).all(0) == [1234, 2345])
        #expect(try read("a;v\n1;1,234\n2;2,345\n", TableNotation(decimalMark: .comma)).all(0) == [1.234, 2.345])
    }

    @Test func numbersThatStandForNoValueAreGaps() throws {
        let series = try TableFile.read(
            "x,t,p,n\n1,20,9999,1\n2,-9999,1013,2\n3,21,1014,-999\n4,-9999,9999,4\n5,22,1012,5\n")
        #expect(series.values(0) == [20, nil, 21, nil, 22] && series.values(1) == [nil, 1013, 1014, nil, 1012])
        // One alone may be a value.
        #expect(series.values(2) == [1, 2, -999, 4, 5])
        let gaps = series.status.findings.filter { $0.what == .gap }
        #expect(gaps.map(\.column) == ["t", "p"] && gaps.map(\.value) == ["-9999", "9999"])
        #expect(gaps.allSatisfy { $0.isGuess && $0.isNotice && $0.override == .init(.columnKinds, ["number"]) })
        let kept = try read("x,t\n1,20\n2,-9999\n3,21\n4,-9999\n", TableNotation(kinds: ["t": .number]))
        #expect(kept.values(0) == [20, -9999, 21, -9999] && kept.status.notices.isEmpty)
        // Numbers of the same size are values.
        #expect(try TableFile.read("x,t\n1,9000\n2,9999\n3,9999\n4,9100\n").status.notices.isEmpty)
    }

    @Test(arguments: [("CST", -21_600.0), ("BST", 3600), ("IST", 19_800)])
    func zonesOfSeveralMeaningsAreGuesses(letters: String, offset: Double) throws {
        let text = "time,v\n" + (1...4).map { "2024-06-01 0\($0):00 \(letters),\($0)\n" }.joined()
        let series = try TableFile.read(text)
        #expect(series.allX.first == 1_717_203_600 - offset)
        #expect(series.status.notices.contains { $0.hasPrefix("It is a guess that \(letters) in 'time'") })
        let told = try TableFile.read("time,v\n2024-06-01 01:00 CET,1\n2024-06-01 02:00 CET,2\n")
        #expect(told.status.notices.allSatisfy { !$0.contains("guess") })
    }

    @Test func daysOfSpreadsheetsAreDates() throws {
        let text = "Date,v\n45292,1\n45293.5,2\n45295.25,3\n"
        let series = try TableFile.read(text)
        #expect(series.xKind == .time && series.allX == [1_704_067_200, 1_704_196_800, 1_704_348_000])
        #expect(series.status.notices.contains { $0.hasPrefix("It is a guess that the numbers in 'Date' are days") })
        #expect(try read(text, TableNotation(kinds: ["Date": .number])).xKind == .number)
        #expect(try TableFile.read("InvoiceDate,v\n45295,1\n45292,2\n45293,3\n").xKind == .time)
        // Other names say nothing, also those of which a date is a part, or which mean dates in some languages alone.
        for (name, kind) in [("depth", SeriesXKind.number), ("update", .number), ("data", .time)] {
            #expect(try TableFile.read("\(name),v\n45292,1\n45293,2\n45295,3\n").xKind == kind, "\(name)")
        }
        #expect(try TableFile.read("data,v\n45295,1\n45292,2\n45293,3\n").xKind != .time)
    }

    @Test func aBlankDateIsTheOneAbove() throws {
        let days = (1...6).map { "0\($0).03.2024;North;\($0),5\n;South;\($0)\n;West;7\n" }
        let series = try TableFile.read("Tag;Region;Wert\n" + days.joined())
        #expect(series.lines == ["North", "South", "West"] && series.status.badRowCount == 0)
        #expect(series.values(1).compactMap { $0 } == [1, 2, 3, 4, 5, 6])
        #expect(Set(series.allX).count == 6)
        #expect(series.status.notices.contains { $0.contains("that of the row above") })
        // A gap among dates is no pivot table.
        let gaps = try TableFile.read("day,place,v\n2024-01-01,a,1\n,b,2\n2024-01-03,c,3\n2024-01-04,d,4\n")
        #expect(gaps.status.badRowCount == 1)
    }

    @Test func aColumnSuggestsItsForm() throws {
        let days = (1...20).map { "2024-01-\($0 < 10 ? "0" : "")\($0)" }
        let rows = days.enumerated().map { row, day in
            "\(day),\(row * row % 7),\(row / 5 % 3),\(row % 3 == 0 ? "true" : "false"),\(row * 17 % 9).5,\(row % 5 - 2)"
        }
        let text = "day,Rain (mm),state,open,temp,Volume\n" + rows.joined(separator: "\n") + "\n"
        // What falls below zero is no sum, and what changes with each row no state.
        #expect(try TableFile.read(text).view.forms == [.bars, .steps, .steps, .straight, .straight])
        #expect(try TableFile.read("x,rain\n1,2\n2,5\n3,4\n").view.forms.isEmpty)
    }

    @Test func aReaderSaysWhatAColumnHolds() throws {
        let text = "id,v,w\n20240101,1,2\n20240103,3,4\n20240102,5,6\n"
        let times = try read(text, TableNotation(kinds: ["id": .time]))
        #expect(times.view.xKind == .time && times.lines == ["v", "w"])
        #expect(try read(text, TableNotation(kinds: ["id": .number])).lines == ["id", "v", "w"])
        let without = try read(text, TableNotation(kinds: ["w": .text]))
        #expect(!without.lines.contains("w") && without.status.notices.isEmpty, "\(without.status.notices)")
        #expect(throws: SeriesError.noSuchColumn("q", ["id", "v", "w"])) {
            try read(text, TableNotation(kinds: ["q": .time]))
        }
    }
}

extension String {
    fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
