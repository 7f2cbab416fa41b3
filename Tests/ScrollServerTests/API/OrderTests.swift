// Collections in other orders, as the API shows them.

import Foundation
import Testing

@testable import Catalog
@testable import Metadata
@testable import Pixels
@testable import Platform

@Suite struct OrderTests {
    /// A JPEG that says when it was taken; `padding` keeps its size out of the first bytes.
    private func photograph(taken: String?, padding: Int = 0) -> [UInt8] {
        guard let taken else { return TinyImage.jpeg(padding: padding) }
        let text = [UInt8](taken.utf8) + [0]
        let big = TinyImage.big
        // IFD0 with its pointer to the EXIF directory at 26, whose text stands at 44.
        let first: [UInt8] = [0x4D, 0x4D] + big(42, 2) + big(8, 4) + big(1, 2) + big(0x8769, 2) + big(4, 2) + big(1, 4)
        let second: [UInt8] = big(26, 4) + big(0, 4) + big(1, 2) + big(0x9003, 2) + big(2, 2) + big(text.count, 4)
        let block = [UInt8]("Exif\0\0".utf8) + first + second + big(44, 4) + big(0, 4) + text
        let jpeg = TinyImage.jpeg(padding: padding)
        return Array(jpeg[..<2]) + [0xFF, 0xE1] + big(block.count + 2, 2) + block + jpeg[2...]
    }

    private func write(_ name: String, _ bytes: [UInt8], day: Int, to folder: TemporaryFolder) throws {
        let path = try folder.write(name, bytes)
        let date = Date(timeIntervalSince1970: 1_577_836_800 + Double(day) * 86_400)  // 2020-01-01
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }

    private func names(_ client: APIClient, _ query: String) throws -> [String] {
        let page: ItemPage = try client.get("/api/collections/f/items?\(query)").decoded()
        return page.items.map(\.name)
    }

    @Test func captureTimes() throws {
        let header = try ImageHeader.read(from: ByteSource(photograph(taken: "2019:02:28 23:59:58")))
        #expect(header.taken?.iso8601 == "2019-02-28T23:59:58" && header.width == 40)
        for offset in stride(from: 0, to: 60, by: 1) {
            var damaged = photograph(taken: "2019:02:28 23:59:58")
            damaged[12 + offset] ^= 0xFF
            #expect((try? ImageHeader.read(from: ByteSource(damaged)))?.width ?? 40 == 40)
        }
    }

    @Test func everyOrderAndItsReverse() throws {
        let folder = try TemporaryFolder()
        try write("a.jpg", photograph(taken: "2020:03:01 10:00:00"), day: 300, to: folder)
        try write("b.jpg", photograph(taken: nil, padding: 300), day: 10, to: folder)
        try write("c.jpg", photograph(taken: "2019:03:01 10:00:00"), day: 200, to: folder)
        try write("d/e.jpg", photograph(taken: nil), day: 5, to: folder)
        try write("d/f.jpg", photograph(taken: nil), day: 5, to: folder)
        let collection = try folder.scanned()
        collection.measure([0, 1, 2, 3, 4])
        let client = try APIClient([collection])
        let byName = ["a.jpg", "b.jpg", "c.jpg", "d/e.jpg", "d/f.jpg"]
        let byDate = ["c.jpg", "d/e.jpg", "d/f.jpg", "b.jpg", "a.jpg"]
        let bySize = ["d/e.jpg", "d/f.jpg", "a.jpg", "c.jpg", "b.jpg"]
        for (order, expected) in [("name", byName), ("date", byDate), ("size", bySize)] {
            #expect(try names(client, "order=\(order)") == expected)
            #expect(try names(client, "order=-\(order)") == expected.reversed())
            // Plans show the same.
            for (order, expected) in [(order, expected), ("-\(order)", expected.reversed())] {
                for layout in ["grid", "stack"] {
                    let plan = try client.get(
                        "/api/collections/f/plan?width=1000&height=9000&layout=\(layout)&order=\(order)"
                    ).plan()
                    let shown = try plan.tiles.sorted { $0.index < $1.index }.map { tile in
                        try #require(collection.details(ofItem: tile.item)).name
                    }
                    #expect(shown == expected)
                }
            }
        }
        // Pictures without a date come last in both directions of a field.
        #expect(try names(client, "order=taken") == ["c.jpg", "a.jpg", "b.jpg", "d/e.jpg", "d/f.jpg"])
        #expect(try names(client, "order=-taken") == ["a.jpg", "c.jpg", "b.jpg", "d/e.jpg", "d/f.jpg"])
        // Pages follow each other in the order asked for.
        let page: ItemPage = try client.get("/api/collections/f/items?order=-size&limit=2").decoded()
        let next = try names(client, "order=-size&limit=2&after=\(#require(page.nextCursor))")
        #expect(page.items.map(\.name) + next == Array(bySize.reversed().prefix(4)))
        #expect(page.items.map(\.index) == [0, 1])
        #expect(try client.get("/api/collections/f/items?order=colour").problem(400).parameter == "order")
        #expect(try APIClient(demo: 5).get("/api/collections/demo/items?order=date").problem(400).parameter == "order")
    }

    /// A year alone sorts before the first second of that year; pictures of a burst sort by fractions of a second.
    @Test func yearsAndFractions() throws {
        let folder = try TemporaryFolder()
        let second = "2022:02:02 02:02:02"
        let photographs = [
            ("e.jpg", "0033:04:03 12:00:00"), ("d.jpg", "1850:00:00 00:00:00"), ("c.jpg", "1943"),
            ("b.jpg", "1943:01:01 00:00:00"), ("a.jpg", "1943:05:00 00:00:00"), ("f.jpg", "1943:05:01"),
            ("9.jpg", second + ".055"), ("8.jpg", second + ".100"), ("7.jpg", second + ".12"),
            ("6.jpg", second + ".40"), ("5.jpg", second + ".5"), ("4.jpg", second + ".9"),
            ("g.jpg", "9999:12:31 23:59:59"),
        ]
        for (name, taken) in photographs { try write(name, photograph(taken: taken), day: 0, to: folder) }
        let collection = try folder.scanned()
        collection.measure(Array(photographs.indices))
        let client = try APIClient([collection])
        let expected = photographs.map(\.0)
        for order in ["date", "taken"] {
            #expect(try names(client, "order=\(order)") == expected, "\(order)")
            #expect(try names(client, "order=-\(order)") == expected.reversed(), "\(order)")
        }
        for (query, found) in [
            ("taken:1943", 2..<6), ("taken:0033", 0..<1), ("taken:..1850", 0..<2), ("taken:1943-05", 4..<6),
            ("taken:>9998", 12..<13), ("taken:2022-02-02T02:02:02", 6..<12),
        ] {
            let q = try #require(query.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            #expect(try names(client, "order=date&q=\(q)") == Array(expected[found]), "\(query)")
            #expect(try names(client, "order=taken&q=\(q)") == Array(expected[found]), "\(query)")
        }
        let items = try JSONReader.value(of: client.get("/api/collections/f/items?order=date").body)["items"]?.elements
        #expect(
            items?.map { $0["taken"]?.text } == [
                "0033-04-03T12:00:00", "1850", "1943", "1943-01-01T00:00:00", "1943-05", "1943-05-01",
            ] + Array(repeating: "2022-02-02T02:02:02", count: 6) + ["9999-12-31T23:59:59"])
        let year = try #require(items?[2]["id"]?.text)
        let item = try JSONReader.value(of: client.get("/api/collections/f/items/\(year)").body)
        let fact = try #require(item["facts"]?.elements.first { $0["name"]?.text == "taken" })
        #expect(fact["text"]?.text == "1943" && fact["query"]?.text == "taken:1943")
        let groups = try [
            "order=date&group=month", "group=taken:month", "group=taken:day", "group=taken:year",
            "order=-taken&group=taken:month", "order=-bytes&group=taken:month",
        ].map {
            let plan = "/api/collections/f/plan?width=1000&height=9000&layout=grid&\($0)"
            let headings = try JSONReader.value(of: client.get(plan).body)["headings"]
            return headings?.elements.compactMap { $0["date"]?.text }
        }
        let months = ["0033-04", "1850", "1943", "1943-01", "1943-05", "2022-02", "9999-12"]
        #expect(groups[0] == months && groups[1] == months)
        #expect(
            groups[2] == [
                "0033-04-03", "1850", "1943", "1943-01-01", "1943-05", "1943-05-01", "2022-02-02", "9999-12-31",
            ])
        #expect(groups[3] == ["0033", "1850", "1943", "2022", "9999"])
        // Groups follow the direction of pictures that are sorted by the same field.
        #expect(groups[4] == months.reversed() && groups[5] == months)
        let facets = try JSONReader.value(of: client.get("/api/collections/f/facets").body)["fields"]?.elements
        let bars = facets?.first { $0["name"]?.text == "taken" }?["bars"]?.elements ?? []
        #expect(bars.compactMap { $0["count"]?.integer }.reduce(0, +) == photographs.count)
    }

    /// A date that is learnt late moves the item; one that is changed does, too.
    @Test func datesLearntLate() throws {
        let folder = try TemporaryFolder()
        try write("a.jpg", photograph(taken: "2021:01:01 00:00:00", padding: 3000), day: 0, to: folder)
        try write("b.jpg", photograph(taken: nil, padding: 3000), day: 10, to: folder)
        let collection = try folder.scanned()
        let client = try APIClient([collection])
        #expect(try names(client, "order=date") == ["a.jpg", "b.jpg"])
        let revision = collection.status.revision
        collection.measure([0, 1])
        #expect(try names(client, "order=date") == ["b.jpg", "a.jpg"])
        let difference = try #require(collection.ordered(by: .date)?.difference(since: revision)?.difference)
        #expect(difference.removed == [0..<1] && difference.inserted == [1..<2])
        #expect(difference.reversed(count: 2).removed == [1..<2])
    }

    /// The order of the demo is in closed form backwards as well.
    @Test func demoBackwards() throws {
        let client = try APIClient(demo: 1_000_003)
        let plan = try client.get(
            "/api/collections/demo/plan?width=1000&height=3000&layout=stack&order=-name&y=123456"
        ).plan()
        let first = try plan.tile(of: #require(plan.visible).first)
        let index = 1_000_002 - first.index
        let size = DemoCollection.size(at: index)
        #expect(first.item == Base36.encode(index))
        let whole = plan.tiles.filter { $0.index == first.index }
        let height = (whole.map { $0.y + $0.height }.max() ?? 0) - (whole.map(\.y).min() ?? 0)
        #expect(abs(height - 1000 * Double(size.height) / Double(size.width)) < 1)
    }
}
