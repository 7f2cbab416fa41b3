// Other columns of a chart's table, asked for like any program would.

import Foundation
import Testing

@testable import Catalog
@testable import Charts
@testable import HTTP
@testable import ScrollServer

@Suite struct ChartChoiceTests {
    /// A long table of thirty values of its key: the higher the number, the more rows it has.
    private static let long: String = {
        var text = "country,year,deaths,born\n"
        for country in 0..<30 {
            for year in 0..<(10 + country) { text += "C\(country),\(1950 + year),\(country * 100 + year),\(year)\n" }
        }
        return text
    }()

    private final class World {
        let sources: CollectionSources
        let client: APIClient
        let id: String

        convenience init(_ text: String, cache: String? = nil) throws { try self.init(TableFile(text), cache: cache) }

        /// `file`: another start of the program reads it, too.
        init(_ file: TableFile, cache: String? = nil) throws {
            self.file = file
            let arguments = [file.path] + (cache.map { ["--cache=\($0)"] } ?? ["--cache-limit=0"])
            sources = try CollectionSources(try Options(arguments))
            let series = try #require(sources.collections[0].series)
            #expect(series.comesTrue { series.status.isComplete })
            client = try APIClient(sources.collections)
            id = sources.collections[0].id
        }

        deinit { sources.cancel() }

        let file: TableFile

        func reply(_ query: String) throws -> APIClient.Reply {
            try client.get("/api/collections/\(id)/plan?width=800&height=400&\(query)")
        }

        /// The chart when all of its table has been read.
        func chart(_ query: String) throws -> ChartDocument.Chart {
            var reply = try reply(query)
            try #require(reply.status == 200, "\(query): \(reply.text)")
            var tries = 0
            while try reply.decoded(ChartDocument.self).chart.progress != nil, tries < 100_000 {
                reply = try self.reply(query)
                tries += 1
            }
            return try reply.decoded(ChartDocument.self).chart
        }
    }

    /// A key may have 200,000 values: no event loop decodes and sorts them, though the table has been read.
    @Test func theTableIsDescribedOutsideOfEventLoops() throws {
        let world = try World(Self.long)
        _ = try world.chart("")
        let request = try Request(.get, "/api/collections/\(world.id)/table?q=c2")
        guard case .later = world.client.router.answer(request) else {
            Issue.record("an event loop answered")
            return
        }
    }

    @Test func theRestOfALongTableIsChosen() throws {
        let world = try World(Self.long)
        let own = try world.chart("")
        #expect(own.lines.count == 24 && own.lines[0].name == "C18 · deaths")
        let chosen = try world.chart("keys=C3,C7,C29&keyColumn=country")
        #expect(
            chosen.lines.map(\.name).filter { $0.hasSuffix("deaths") } == [
                "C3 · deaths", "C7 · deaths", "C29 · deaths",
            ])
        let one = try world.chart("keys=C3&lines=deaths&point=4")
        #expect(one.lines.map(\.name) == ["C3"] && one.pointer?.values.map(\.value) == ["304"])
        // The chart as it is without a choice is still there.
        #expect(try world.chart("").lines == own.lines)
        let table = try world.client.get("/api/collections/\(world.id)/table").object()
        let keys = try #require(table["keys"] as? [String: Any])
        let values = try #require(keys["values"] as? [[String: Any]])
        #expect(values.count == 30 && values[0]["name"] as? String == "C29" && values[0]["rows"] as? Int == 39)
        #expect(values.count { $0["isShown"] as? Bool == true } == 12)
        let found = try world.client.get("/api/collections/\(world.id)/table?q=c2&limit=3").object()
        let some = try #require((found["keys"] as? [String: Any])?["values"] as? [[String: Any]])
        #expect(some.compactMap { $0["name"] as? String } == ["C29", "C28", "C27"])
    }

    @Test func anotherXAndAnotherKey() throws {
        var text = "a,b,kind,value\n"
        for row in 0..<40 { text += "\(row),\(40 - row),\(row % 2 == 0 ? "even" : "odd"),\(row * row)\n" }
        let world = try World(text)
        let own = try world.chart("point=0")
        #expect(own.lines.map(\.name).contains("value"))
        let turned = try world.chart("xColumn=b&point=0")
        #expect(turned.pointer?.label == "1" && turned.lines.map(\.name).contains("a"))
        #expect(turned.pointer?.values.first { $0.name == "value" }?.value == "1521")
        let split = try world.chart("keyColumn=kind&lines=value")
        #expect(split.lines.map(\.name) == ["even", "odd"])
        #expect(try world.chart("lines=value,b").lines.map(\.name) == ["value", "b"])
        // Tiles of a choice are its own.
        let plan = try world.reply("xColumn=b&lines=value").plan()
        let tile = try #require(plan.tiles.first)
        #expect(try world.client.get(tile.url).status == 200)
        #expect(try world.reply("lines=value").plan().tiles.first?.url != tile.url)
    }

    @Test(arguments: [
        ("xColumn=nobody", "xColumn"), ("keyColumn=nobody", "keyColumn"), ("lines=nobody", "lines"),
        ("xColumn=kind", "xColumn"), ("columnKinds=nobody:text", "columnKinds"), ("columnKinds=a:word", "columnKinds"),
        ("headerLine=1999", "headerLine"), ("separator=bar", "separator"), ("dateOrder=dym", "dateOrder"),
    ]) func mistakesAreNamed(query: String, name: String) throws {
        var text = "a,kind,value\n"
        for row in 0..<40 { text += "\(row),\(row % 2 == 0 ? "even" : "odd"),\(row * row)\n" }
        let world = try World(text)
        let reply = try world.reply(query)
        #expect(reply.status == 400)
        #expect(try reply.object()["parameter"] as? String == name, "\(reply.text)")
        #expect(try world.reply("").status == 200)
    }

    /// Each choice is kept in the cache, as the table itself is; only some are open.
    @Test func choicesAreBounded() throws {
        let cache = try TemporaryFolder()
        let world = try World(Self.long, cache: cache.path)
        for round in 0..<2 {
            for country in 0..<8 {
                let chart = try world.chart("keys=C\(country)&lines=deaths&point=0")
                #expect(chart.pointer?.values.map(\.value) == ["\(country * 100)"], "round \(round)")
            }
        }
        #expect(ChartChoices.limit == 4)
        // The address of a slide opens one that was closed.
        let first = try #require(try world.reply("keys=C0&lines=deaths").plan().tiles.first)
        for country in 1..<8 { _ = try world.chart("keys=C\(country)&lines=deaths") }
        #expect(try world.client.get(first.url).status == 200)
        // And so it does after another start, whether the table has to be read anew or not.
        let bytes = try world.client.get(first.url).body
        for folder in [cache.path, nil] {
            let again = try World(world.file, cache: folder)
            let reply = try again.client.get(first.url)
            #expect(reply.status == 200 && reply.body == bytes, "\(reply.status)")
            #expect(try again.client.get("/api/collections/\(again.id)/items/\(first.item)").status == 200)
        }
    }

    @Test(arguments: [
        SeriesChoice(), SeriesChoice(xColumn: "Größe, ü"), SeriesChoice(key: .none), SeriesChoice(key: .column("-")),
        SeriesChoice(keys: ["", "a", "="], columns: ["b-c", "日"]), SeriesChoice(columns: [""]),
        SeriesChoice(xColumn: "1", key: .column(""), keys: ["x"]),
        SeriesChoice(notation: TableNotation(separator: .tab, headerLine: 0)),
        SeriesChoice(
            keys: ["a"], columns: ["b"],
            notation: TableNotation(dateOrder: .monthFirst, decimalMark: .comma, kinds: ["t": .time, "n:,": .text])),
    ]) func aTokenIsReadAgain(choice: SeriesChoice) throws {
        #expect(choice.token.utf8.allSatisfy { $0 != UInt8(ascii: "-") && $0 < 0x80 })
        if !choice.isEmpty { #expect(SeriesChoice(token: choice.token) == choice) }
        #expect(SeriesChoice(token: choice.token + "-") == nil)
    }

    @Test func aChoiceTooLongForAnAddressHasAShortToken() {
        let long = SeriesChoice(keys: (0..<256).map { "a name that is long \($0)" })
        #expect(long.token.hasPrefix(".") && long.token.utf8.count < 20 && SeriesChoice(token: long.token) == nil)
        #expect(SeriesChoice(keys: (0..<256).map { "name \($0)" }).token.utf8.count <= SeriesChoice.longestText)
    }

    @Test func aDemoHasNoOtherColumns() throws {
        let staged = try StagedSeries([0, 1, 2], [[1, 2, 3]])
        let client = try APIClient([staged.collection])
        #expect(try client.get("/api/collections/c/plan?width=80&height=60&xColumn=a").status == 400)
        #expect(try client.get("/api/collections/c/table").status == 200)
        #expect(try APIClient(demo: 3).get("/api/collections/demo/table").status == 404)
    }
}
