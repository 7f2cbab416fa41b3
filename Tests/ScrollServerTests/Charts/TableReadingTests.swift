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
