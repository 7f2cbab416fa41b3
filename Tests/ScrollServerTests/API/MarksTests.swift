// The labels beside a scrubber: what they say, and that they lie where a reader then comes to.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP

@Suite struct MarksTests {
    private struct Mark: Decodable, Equatable {
        var index: Int
        var title: String
        var date: String?
        var major: Bool
        var position: Double
    }
    private struct Marks: Decodable {
        var marks: [Mark]
        var revision: Int
    }

    private func marks(_ client: APIClient, _ query: String, length: Int = 500) throws -> [Mark] {
        try client.get("/api/collections/f/marks?width=900&height=600&length=\(length)&\(query)").decoded(Marks.self)
            .marks
    }

    /// `count` pictures a folder, each a month older than the one before and ten times as long as every tenth before.
    private func folder(_ counts: [(String, Int)]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        var number = 0
        for (name, count) in counts {
            for _ in 0..<count {
                let path = try folder.write(
                    "\(name)\(number).png",
                    TinyImage.png(width: 30 + number * 7 % 40, height: 40) + [UInt8](repeating: 0, count: number * 100))
                let date = try #require(
                    Calendar(identifier: .gregorian).date(
                        from: DateComponents(year: 2020, month: 1 + number / 4, day: 15)))
                try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
                number += 1
            }
        }
        return folder
    }

    @Test func folders() throws {
        let folder = try folder([("a/", 30), ("b/x/", 30), ("b/y/", 10), ("ö/", 30)])
        let client = try APIClient([try folder.scanned()])
        #expect(try marks(client, "layout=grid").map(\.title) == ["a", "b", "ö"])
        #expect(try marks(client, "layout=grid").map(\.index) == [0, 30, 70])
        #expect(try marks(client, "layout=grid&order=-name").map(\.title) == ["ö", "b", "a"])
    }

    @Test func lettersBelowOneFolder() throws {
        let folder = try TemporaryFolder()
        for name in ["Äpfel", "apfel", "Birne", "9", "10", "zwetschge", "ß"] {
            for number in 0..<6 {
                try folder.write("only/one/\(name) \(number).png", TinyImage.png(width: 300, height: 200))
            }
        }
        let client = try APIClient([try folder.scanned()])
        let titles = try marks(client, "layout=stack").map(\.title)
        #expect(titles.first == "0–9")
        #expect(titles.contains("B") && titles.contains("Z"))
    }

    @Test func yearsAndMonths() throws {
        let folder = try folder([("", 120)])
        let collection = try folder.scanned()
        let client = try APIClient([collection])
        for order in ["date", "-date"] {
            let found = try marks(client, "layout=grid&order=\(order)", length: 5000)
            #expect(
                found.filter(\.major).map(\.title)
                    == (order == "date" ? ["2020", "2021", "2022"] : ["2022", "2021", "2020"]))
            #expect(found.filter { !$0.major }.count > 10)
            #expect(found.filter { !$0.major }.allSatisfy { ($0.date?.count, $0.title.count) == (7, 3) })
        }
        #expect(try marks(client, "layout=grid&order=date", length: 60).filter { !$0.major }.isEmpty)
    }

    @Test func sizes() throws {
        let folder = try folder([("", 120)])
        let client = try APIClient([try folder.scanned()])
        let found = try marks(client, "layout=strip&order=size")
        #expect(found.map(\.title) == ["0 bytes", "1 kB", "2 kB", "5 kB", "10 kB"])
    }

    @Test("Names that have nothing in common are shown at even distances")
    func names() throws {
        let client = try APIClient(demo: 1_000_000)
        let found = try client.get("/api/collections/demo/marks?layout=grid&width=900&height=600&length=500")
            .decoded(Marks.self).marks
        #expect(found.count == 6 && found.first?.title == "1" && found.last?.title == "1000000")
    }

    /// A label is asked for again as an item to be brought to the top: the offset is the label's.
    @Test(
        "A label lies where its item is at the top", arguments: ["grid", "justified", "stack", "strip", "pages"],
        ["", "&group=folder", "&inset=44,0,20,0"])
    func positions(layout: String, more: String) throws {
        let folder = try folder([("a/", 40), ("b/", 25), ("c/", 60), ("d/e/", 50)])
        let collection = try folder.scanned()
        collection.measure(Array(0..<175))
        let client = try APIClient([collection])
        let found = try marks(client, "layout=\(layout)\(more)")
        #expect(found.map(\.title) == ["a", "b", "c", "d"])
        for mark in found {
            let plan = try client.get(
                "/api/collections/f/plan?width=900&height=600&layout=\(layout)\(more)&align=start&index=\(mark.index)"
            ).plan()
            let isAcross = layout == "strip" || layout == "pages"
            let range = plan.offsetRange
            let (offset, least, most) =
                isAcross
                ? (plan.contentOffset.x, range.minX, range.maxX) : (plan.contentOffset.y, range.minY, range.maxY)
            #expect(abs(least + mark.position * (most - least) - offset) < 1, "\(mark)")
        }
    }

    @Test("Rubbish is answered", arguments: ["length=0", "length=x", "least=-1", "layout=x", "width=0", "foo=1"])
    func rubbish(query: String) throws {
        let client = try APIClient(demo: 10)
        let base = query.hasPrefix("width") ? "height=600" : "width=900&height=600"
        #expect(try client.get("/api/collections/demo/marks?\(base)&\(query)").status == 400)
        #expect(try client.get("/api/collections/none/marks?width=900&height=600").status == 404)
        #expect(try client.ask(.post, "/api/collections/demo/marks?width=900&height=600").status == 405)
    }

    @Test("Where nothing scrolls from picture to picture there are none")
    func none() throws {
        let empty = try TemporaryFolder()
        #expect(try marks(APIClient([try empty.scanned()]), "layout=grid").isEmpty)
        let small = try folder([("a/", 2), ("b/", 2)])
        let collection = try small.scanned()
        let client = try APIClient([collection])
        #expect(try marks(client, "layout=grid").isEmpty)
        let item = try #require(collection.summary(at: 0)?.id)
        #expect(try marks(client, "layout=item&item=\(item)&zoom=100").isEmpty)
    }
}
