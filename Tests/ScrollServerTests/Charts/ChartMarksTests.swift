// Marks of a second table on charts.

import Foundation
import Testing

@testable import Catalog
@testable import Charts
@testable import ScrollServer

@Suite struct ChartMarksTests {
    private func table(_ text: String, name: String = "marks.csv") throws -> MarkTable {
        try MarkTable.read(Array(text.utf8), name: name, TableOptions())
    }

    @Test func tablesAsPeopleWriteThem() throws {
        let plain = try table("date,event\n2024-03-02,Release\n2024-03-01,\"Start, again\"\n")
        #expect(plain.kind == .time && plain.marks.map(\.label) == ["Start, again", "Release"])
        #expect(plain.marks.map(\.x) == [1_709_251_200, 1_709_337_600])
        let german = try table("Datum;Anlass\n13.02.2024;Größe\n01.02.2024;Zweite\n")
        #expect(german.marks.map(\.label) == ["Zweite", "Größe"])
        let lines = try table("{\"t\":1700000000,\"what\":\"a\"}\n{\"t\":1700000060,\"what\":\"b\"}\n", name: "m.jsonl")
        #expect(
            lines.kind == .time
                && lines.marks == [.init(x: 1_700_000_000, label: "a"), .init(x: 1_700_000_060, label: "b")])
        let numbers = try table("x,label\n3,c\n1.5,a\n")
        #expect(numbers.kind == .number && numbers.marks.map(\.x) == [1.5, 3])
        let days = (1...20).map { "2024-03-\($0 + 9),day \($0)\n" }.joined()
        let without = try table(days + "no date,lost\n")
        #expect(without.marks.count == 20 && without.notices == ["1 mark has no x that can be read."])
        for bad in ["", "a,b\nx,y\n", "date\n2024-03-01\n2024-03-02\n"] {
            #expect(throws: SeriesError.self) { try table(bad) }
        }
    }

    private final class World {
        let file: TableFile
        let marks: TableFile
        let sources: CollectionSources
        let client: APIClient
        let id: String

        init(_ text: String, marks: String) throws {
            (file, self.marks) = (try TableFile(text), try TableFile(marks))
            sources = try CollectionSources(try Options(["--marks=\(self.marks.path)", "--cache-limit=0", file.path]))
            let series = try #require(sources.collections[0].series)
            #expect(series.comesTrue { series.status.isComplete })
            client = try APIClient(sources.collections)
            id = sources.collections[0].id
        }

        deinit { sources.cancel() }

        func chart(_ query: String) throws -> [String: Any] {
            let reply = try client.get("/api/collections/\(id)/plan?height=400&\(query)")
            let object = try reply.object()
            return try #require(object["chart"] as? [String: Any], "\(reply.text)")
        }

        func flags(_ query: String) throws -> [[String: Any]] {
            let chart = try chart(query)
            return try #require(chart["marks"] as? [[String: Any]])
        }
    }

    private static let days: String = {
        var text = "date,value\n"
        for day in 0..<28 { text += "2024-02-\(day < 9 ? "0" : "")\(day + 1),\(day)\n" }
        return text
    }()

    @Test func flagsLieAtTheirTimes() throws {
        let world = try World(
            Self.days,
            marks:
                "when,what\n2024-02-11,Eleventh\n2024-02-11 00:01,Again\n2024-02-21T12:00,Noon\n1999-01-01,Long ago\n")
        let flags = try world.flags("lineGap=50&x=0&width=1000&paddings=0,0,0,0")
        #expect(flags.compactMap { $0["label"] as? String } == ["Eleventh +1", "Noon"])
        #expect(flags.compactMap { $0["x"] as? Double } == [500, 1025])
        #expect(flags[0]["count"] as? Int == 2 && flags[0]["room"] as? Double == 525)
        let places = (flags[0]["labels"] as? [[String: Any]])?.compactMap { $0["place"] as? String }
        #expect(places == ["11 Feb 2024", "11 Feb 2024 00:01"])
        // By the points' order, at the first point at or behind.
        let even = try world.flags("axis=even&lineGap=50&x=0&width=1000&paddings=0,0,0,0&overscan=0")
        #expect(even.first { $0["label"] as? String == "Noon" }?["x"] as? Double == 1050)
        let picture = try world.client.get("/api/collections/\(world.id)/picture?width=900&height=300&zoomTo=item")
        #expect(picture.text.contains(">Noon</text>") && picture.text.contains("stroke-dasharray=\"2 3\""))
    }

    @Test func theLastFlagHasRoomToTheEndOfTheContent() throws {
        let world = try World(Self.days, marks: "when,what\n2024-02-11,Eleventh\n2024-02-21,Last\n")
        let reply = try world.client.get("/api/collections/\(world.id)/plan?height=400&lineGap=50&x=300&width=1000")
        let flags = try #require((try reply.object()["chart"] as? [String: Any])?["marks"] as? [[String: Any]])
        let (x, room) = (try #require(flags.last?["x"] as? Double), try #require(flags.last?["room"] as? Double))
        let plan = try reply.plan()
        #expect(flags.last?["label"] as? String == "Last")
        #expect(abs(plan.contentOffset.x + x + room - plan.contentSize.width) < 0.01)
    }

    @Test func theFileIsFollowed() throws {
        let world = try World(Self.days, marks: "when,what\n2024-02-11,One\n")
        let collection = world.sources.collections[0]
        let before = collection.status.revision
        try Data("when,what\n2024-02-11,One\n2024-02-21,Two\n".utf8).write(to: URL(fileURLWithPath: world.marks.path))
        #expect(eventually { collection.status.revision > before })
        #expect(try world.flags("width=800&zoomTo=item").count == 2)
        // What cannot be read leaves the marks as they are.
        try Data([0, 1, 2]).write(to: URL(fileURLWithPath: world.marks.path))
        #expect(try world.flags("width=800&zoomTo=item").count == 2)
    }

    @Test func otherKindsAreSaidAndNotShown() throws {
        let world = try World("x,y\n1,2\n2,3\n3,5\n", marks: "when,what\n2024-02-11,One\n2024-02-12,Two\n")
        let chart = try world.chart("width=800&zoomTo=item")
        #expect((chart["marks"] as? [Any])?.isEmpty == true)
        let notices = try #require(chart["notices"] as? [String])
        #expect(notices.contains("The marks have times, and this chart has no such x: they are not shown."))
        let pictures = try World("x,y\n1,2\n2,3\n3,5\n", marks: "x,label\n2.5,Half\n")
        #expect(try pictures.flags("width=800&zoomTo=item").compactMap { $0["label"] as? String } == ["Half"])
    }

    @Test func aFileThatCannotBeReadIsNamed() throws {
        let table = try TableFile(Self.days)
        for path in ["/nowhere/marks.csv", table.path + ".gone"] {
            #expect(throws: StartFailure.self) { try CollectionSources(try Options(["--marks", path, table.path])) }
        }
    }
}
