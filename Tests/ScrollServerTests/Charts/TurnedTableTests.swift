// Tables with years or dates as columns: each row is a line.

import Foundation
import Testing

@testable import Charts

@Suite struct TurnedTableTests {
    private static let worldBank = #"""
        "Data Source","World Development Indicators",

        "Last Updated Date","2024-06-28",

        "Country Name","Country Code","Indicator Name","Indicator Code","1960","1961","1962","1963",
        "Aruba","ABW","Population, total","SP.POP.TOTL","54922","55578","56320","57002",
        "Africa, East","AFE","Population, total","SP.POP.TOTL","130072080","","137614644","141202036",
        "Say ""Angola""","AGO","Population, total","SP.POP.TOTL","5231654","5301583","5354310","5408320",

        """#
    private static let cases = """
        Province/State,Country/Region,Lat,Long,1/22/20,1/23/20,1/24/20
        ,Afghanistan,33.9,67.7,0,1,2
        Hubei,China,30.9,112.2,444,444,549
        Beijing,China,40.1,116.4,14,22,36
        ,"Korea, South",35.9,127.7,1,1,2

        """

    private func read(_ text: String, _ choice: SeriesChoice = SeriesChoice(), as name: String = "t.csv") throws
        -> Series
    {
        var options = TableFile.options
        options.choice = choice
        return try TableFile(text, as: name).read(options)
    }

    private func values(_ series: Series, _ line: Int) -> [Double] { series.all(line).filter { !$0.isNaN } }

    @Test func yearsAreX() throws {
        let series = try read(Self.worldBank)
        #expect(series.lines == ["Aruba", "Africa, East", "Say \"Angola\""])
        #expect(series.xKind == .number && series.view.xName == "year")
        #expect(Set(series.allX) == [1960, 1961, 1962, 1963])
        #expect(values(series, 0) == [54_922, 55_578, 56_320, 57_002])
        #expect(values(series, 1) == [130_072_080, 137_614_644, 141_202_036])
        let status = series.status
        let finding = try #require(status.findings.first { $0.value == "turned: 4" })
        #expect(finding.isNotice && finding.override == .init(.keyColumn, [""]) && finding.because.contains("'1963'"))
        // The first lines are those of the file.
        let lines = TableBeginning(status).lines
        #expect(lines.first { $0.use == .header }?.text.hasPrefix("\"Country Name\"") == true, "\(lines)")
        #expect(
            status.findings.first { $0.what == .header }?.value == "\(lines.first { $0.use == .header }?.number ?? 0)")
        #expect(status.badRowCount == 0)
    }

    @Test func datesAreX() throws {
        let series = try read(Self.cases)
        #expect(series.lines == ["Afghanistan", "Hubei · China", "Beijing · China", "Korea, South"])
        #expect(series.xKind == .time && series.view.xName == "date")
        #expect(Set(series.allX) == [1_579_651_200, 1_579_737_600, 1_579_824_000])
        #expect(values(series, 2) == [14, 22, 36])
        #expect(series.status.notices.contains { $0.contains("'Lat', 'Long'") })
    }

    /// Semicolons, decimal commas, a year behind the World Bank's fashion, and newest first.
    @Test func otherForms() throws {
        let databank = try read("Land;2010 [YR2010];2009 [YR2009];2008 [YR2008]\nUlm;1,5;..;3,25\nBonn;2;1;0,5\n")
        #expect(databank.lines == ["Ulm", "Bonn"] && Set(databank.allX) == [2008, 2009, 2010])
        #expect(values(databank, 0) == [3.25, 1.5] && values(databank, 1) == [0.5, 1, 2])
        let quarters = try read("city,2019Q1,2019Q2,2019Q3,2019Q4\nUlm,1,2,4,3\nUlm,5,6,7,9\n")
        #expect(
            quarters.lines == ["Ulm", "Ulm (2)"] && quarters.xKind == .time && values(quarters, 1) == [5, 6, 7, 9])
    }

    /// What has an x of its own, or few years, stays as it stands; so does what the reader wants so.
    @Test(arguments: [
        "month,2019,2020,2021\n2000-01,1,2,3\n2000-02,2,3,4\n2000-03,3,4,5\n",
        "age,1990,2000,2010\n1,5,6,7\n2,6,7,8\n3,7,8,9\n",
        "name,2019,2020\na,1,2\nb,3,4\nc,5,6\n", "name,2019,2018,2020\na,1,2,3\nb,3,4,5\n",
        "name,10,20,30\na,1,2,3\nb,3,4,5\n",
        "x,1960,1961,1962\n1,2,3,4\n2,3,4,5\n",
    ]) func othersStay(text: String) throws {
        let series = try read(text)
        #expect(!series.status.findings.contains { $0.value.hasPrefix("turned") })
        #expect(series.lines.count >= 2)
    }

    @Test func theReaderDecides() throws {
        let plain = try read(Self.cases, SeriesChoice(key: .none))
        #expect(plain.lines == ["Lat", "Long", "1/22/20", "1/23/20", "1/24/20"] && plain.xKind == .index)
        let some = try read(Self.worldBank, SeriesChoice(keys: ["Aruba"]))
        #expect(some.lines == ["Aruba"])
        let codes = try read(Self.worldBank, SeriesChoice(key: .column("Country Code")))
        #expect(codes.lines == ["ABW", "AFE", "AGO"])
        #expect(try read(Self.cases, SeriesChoice(columns: ["1/23/20"])).lines == ["1/23/20"])
    }

    /// Another row, and another column, come with the file; many rows are read in pieces.
    @Test func aFileThatChanges() throws {
        var options = TableFile.options
        options.isFollowed = true
        options.checkInterval = 10
        let long = String(repeating: "long ", count: 80)
        func row(_ number: Int) -> String { "\"Land \(number), \(long)\",0,\(number),\(2 * number),7\n" }
        let file = try TableFile("place,1996,1997,1998,1999\n" + (1...1500).map(row).joined())
        #expect(file.byteCount > 1 << 19)
        let series = try Series.open(path: file.path, options: options)
        #expect(series.comesTrue { series.status.isComplete })
        #expect(series.status.keyCounts.count == 1500 && series.status.keyCounts.allSatisfy { $0.count == 4 })
        #expect(values(series, 2) == [0, 3, 6, 7])
        try file.append(row(1501))
        #expect(series.comesTrue { series.status.isComplete && series.status.keyCounts.count == 1501 })
        series.stop()
    }
}
