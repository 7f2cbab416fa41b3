// Numbers and dates in the columns of lists, as people and their programs write them.

import Foundation
import Testing

@testable import Catalog
@testable import Charts
@testable import Platform

@Suite struct ListColumnTests {
    private struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let table: String
        var options = TableOptions()
        /// By field, those of each row.
        let facts: [String: [FactValue?]]

        var testDescription: String { name }
    }

    private static func day(_ year: Int, _ month: Int, _ day: Int) -> FactValue {
        let parts = DateComponents(timeZone: .gmt, year: year, month: month, day: day)
        return .time(Int64(clamping: Calendar(identifier: .gregorian).date(from: parts)?.timeIntervalSince1970 ?? -1))
    }

    private static let german =
        "path;Preis;Datum\na.png;1.234,56;03.04.2024\nb.png;-7,25;13.12.2023\nc.png;10,00;31.01.2024\n"
    private static let (prices, days): ([FactValue?], [FactValue?]) = (
        [.number(1234.56), .number(-7.25), .number(10)], [day(2024, 4, 3), day(2023, 12, 13), day(2024, 1, 31)]
    )
    private static let (comma, dayFirst) = (UInt8(ascii: ","), DateOrder.dayFirst)
    private static let cases: [Case] = [
        Case(name: "a spreadsheet in German", table: german, facts: ["preis": prices, "datum": days]),
        Case(
            name: "the same, and somebody says so", table: german,
            options: TableOptions(dateOrder: dayFirst, decimalMark: comma), facts: ["preis": prices, "datum": days]),
        Case(
            name: "points that only somebody knows to be of thousands", table: "path;n\na.png;1.234\nb.png;5.678\n",
            options: TableOptions(decimalMark: comma), facts: ["n": [.number(1234), .number(5678)]]),
        Case(
            name: "points of programs", table: "path;n\na.png;1.234\nb.png;5.678\n",
            facts: ["n": [.number(1.234), .number(5.678)]]),
        Case(
            name: "dates in English", table: "path,when\na.png,12/31/2023\nb.png,03/04/2024\n",
            facts: ["when": [day(2023, 12, 31), day(2024, 3, 4)]]),
        Case(
            name: "the other order, where somebody says so", table: "path,when\na.png,03/04/2024\nb.png,05/06/2024\n",
            options: TableOptions(dateOrder: dayFirst), facts: ["when": [day(2024, 4, 3), day(2024, 6, 5)]]),
        Case(
            name: "words for no value", table: "path,score,day\na.png,0.5,2024-01-02\nb.png,NaN,NA\nc.png,n/a,null\n",
            facts: ["score": [.number(0.5), nil, nil], "day": [day(2024, 1, 2), nil, nil]]),
        Case(
            name: "words among numbers", table: "path,grade\na.png,1\nb.png,good\n",
            facts: ["grade": [.text(Array("1".utf8)), .text(Array("good".utf8))]]),
    ]

    @Test(arguments: cases) private func asTheyAreWritten(one: Case) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("l.csv", Array(one.table.utf8))
        for name in ["a.png", "b.png", "c.png"] { try folder.write(name) }
        let list = try ListFileCollection(path: path, id: "l", name: "l", options: one.options)
        _ = list.waitForFirstItem()
        for (field, expected) in one.facts {
            let values = list.summaries(in: 0..<3).map { item in
                list.facts(ofItem: item.id).first { $0.field.name == field }?.value
            }
            #expect(values == expected, "\(field)")
        }
        // The same in a table beside a folder.
        let joined = try JoinedFacts(path: path, root: folder.path, options: one.options)
        #expect(joined.fields == list.factFields)
    }

    @Test func slipsAmongNumbersAreLeftOutAndSaid() throws {
        let folder = try TemporaryFolder()
        func list(_ slips: Int) throws -> ListFileCollection {
            let rows = (0..<100).map { "a.png,\($0 < slips ? "x" : ""),\($0 < slips ? "lost" : "\($0).5")\n" }
            let path = try folder.write("\(slips).csv", Array(("path,other,score\n" + rows.joined()).utf8))
            let list = try ListFileCollection(path: path, id: "l", name: "l")
            _ = list.waitForFirstItem()
            return list
        }
        func kind(_ list: ListFileCollection) -> FactKind? { list.factFields.first { $0.name == "score" }?.kind }
        let few = try list(2)
        #expect(kind(few) == .number)
        let notice = try #require(few.notice)
        #expect(notice.contains("'score' is read as numbers") && notice.contains("'lost'"), "\(notice)")
        #expect(!notice.hasSuffix("."))
        #expect(kind(try list(11)) == .category)
        #expect(try list(0).notice == nil)
    }

    /// What a fact says of how to find its like is understood, whatever the column is called and the value has in it.
    @Test func everyFactHasAQueryThatFindsIt() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png")
        let rows = ["path,is,Near,has,words", #"a.png,y,z,w,"""quoted"" word;b""c;""""#, "none.png,n,n,n,quoted word"]
        let path = try folder.write("l.csv", Array(rows.joined(separator: "\n").utf8))
        let list = try ListFileCollection(path: path, id: "l", name: "l")
        _ = list.waitForFirstItem()
        let client = try APIClient([list])
        let item = try #require(list.summary(at: 0)?.id)
        #expect(list.facts(ofItem: item).map(\.field.name).contains("column_near"))
        let described = try JSONReader.value(of: client.get("/api/collections/l/items/\(item)").body)
        var names: [String] = []
        for fact in described["facts"]?.elements ?? [] {
            let name = fact["name"]?.text ?? ""
            guard ["column_is", "column_near", "column_has", "words"].contains(name) else { continue }
            names.append(name)
            let query = try #require(fact["query"]?.text, "\(fact)")
            let escaped = query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let found = try JSONReader.value(of: client.get("/api/collections/l/items?q=\(escaped)").body)
            #expect(found["items"]?.elements.compactMap { $0["id"]?.text } == [item], "\(query)")
        }
        #expect(names.sorted() == ["column_has", "column_is", "column_near", "words", "words", "words"])
    }
}
