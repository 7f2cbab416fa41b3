// Pictures of another collection below charts.

import Foundation
import Testing

@testable import Catalog
@testable import Charts
@testable import HTTP
@testable import Platform
@testable import ScrollServer

@Suite struct ChartPicturesTests {
    /// 1 March 2024, 00:00.
    private static let start = 1_709_251_200
    private static let day = 86_400
    /// The hours of the table.
    private static let hours = 60 * 24

    private static func written(_ seconds: Int) -> String {
        let rest = (seconds % day + day) % day
        let date = Date(timeIntervalSince1970: Double(seconds - rest))
        let parts = date.ISO8601Format().prefix(10)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts)T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
    }

    /// A list with times as `--with` shows it below a chart, and a chart of numbers.
    private final class World {
        let folder: TemporaryFolder
        let sources: CollectionSources
        let client: APIClient
        /// The times of the list's pictures, in their order; nil for none.
        let times: [Int?]

        init(zone: String = "", times: [Int?], arguments: [String] = []) throws {
            self.times = times
            folder = try TemporaryFolder()
            var rows = ["path,when,kind"]
            for (number, time) in times.enumerated() {
                try folder.write("\(number).png", TinyImage.png(width: 4 + number % 9, height: 3))
                rows.append("\(number).png,\(time.map(written) ?? ""),\(number % 2 == 0 ? "a" : "b")")
            }
            let list = try folder.write("shots.csv", Array((rows + [""]).joined(separator: "\n").utf8))
            let values = (0..<hours).map { "\(written(start + 3600 * $0))\(zone),\($0 % 31)" }
            let chart = try folder.write("w.csv", Array((["time,value"] + values + [""]).joined(separator: "\n").utf8))
            let numbers = try folder.write("n.csv", Array("x,y\n1,2\n2,3\n4,5\n".utf8))
            sources = try CollectionSources(
                try Options(arguments + ["--cache-limit=0", "--with=\(chart)", list, numbers]))
            for series in sources.collections.compactMap(\.series) {
                try #require(series.comesTrue { series.status.isComplete })
            }
            _ = sources.start()
            let collections = sources.collections
            let isRead = eventually { collections.allSatisfy { $0.status.isComplete } }
            try #require(isRead)
            client = try APIClient(sources.collections)
        }

        deinit { sources.cancel() }

        func chart(_ query: String, height: Int = 500) throws -> JSONValue {
            let reply = try client.get("/api/collections/w/plan?height=\(height)&\(query)")
            try #require(reply.status == 200, "\(query): \(reply.text)")
            return try #require(try JSONReader.value(of: reply.body)["chart"])
        }

        /// The indices of pictures with times from one on, before another, in the order of time.
        func found(from: Int, to: Int) -> [Int] {
            times.indices.filter { times[$0].map { (from..<to).contains($0) } ?? false }
                .sorted { (times[$0] ?? 0, $0) < (times[$1] ?? 0, $1) }
        }
    }

    /// 300 pictures within the table's range, many at one moment, some before it, and some without a time.
    private static let times: [Int?] = {
        var (state, times): (UInt64, [Int?]) = (7, [])
        for number in 0..<300 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let place = Int(state >> 33) % (hours * 3600)
            times.append(number % 30 == 0 ? nil : number % 10 == 1 ? start + 20 * day + 43_200 : start + place)
        }
        return times + [start - 400 * day]
    }()

    @Test func countsAreThoseOfTheTimes() throws {
        let world = try World(times: Self.times)
        #expect(world.sources.collections.map(\.id) == ["w", "shots", "n"])
        let timed = Self.times.compactMap(\.self).count
        for (query, round) in [
            ("width=900&zoomTo=item", 60), ("width=390&zoomTo=item", 60),
            ("width=1280&from=2024-03-10T05:00&to=2024-03-25T07:00", 60),
            ("width=700&from=2024-03-21T00:07&to=2024-03-22T00:03", 1), ("width=800&lineGap=2000&x=5000", 1),
            ("width=900&lineGap=60&x=1200&overscan=0", 60),
        ] {
            let chart = try world.chart("\(query)&with=shots")
            let pictures = try #require(chart["pictures"], "\(query)")
            let bins = pictures["bins"]?.elements ?? []
            #expect(!bins.isEmpty, "\(query)")
            #expect(pictures["total"]?.integer == timed && pictures["untimed"]?.integer == 10)
            #expect(pictures["field"]?.text == "when" && pictures["collection"]?.text == "shots")
            let range = try #require(chart["range"])
            let (from, to) = (try #require(range["from"]?.number), try #require(range["to"]?.number))
            let width = try #require(Double(query.dropFirst(6).prefix { $0 != "&" }))
            /// The round time at an x.
            func time(_ x: Double) -> Int {
                Int(((from + (to - from) * x / width) / Double(round)).rounded()) * round
            }
            let (top, height) = (pictures["top"]?.number ?? 0, pictures["height"]?.number ?? 0)
            #expect(abs(top + height - 500) < 1 && height == 96, "\(query)")
            #expect((chart["section"]?["bottom"]?.number ?? 500) < top)
            var (seen, last) = (0, -Double.infinity)
            for bin in bins {
                let (x, span) = (bin["x"]?.number ?? 0, bin["width"]?.number ?? 0)
                let expected = world.found(from: time(x), to: time(x + span))
                #expect(bin["count"]?.integer == expected.count, "\(query) at \(x)")
                #expect(span >= 47.9 && x >= last - 0.01)
                last = x + span
                if x < width, x + span > 0 { seen += bin["count"]?.integer ?? 0 }
                let shown = bin["pictures"]?.elements ?? []
                #expect(shown.count == min(expected.count, 2 * max(1, Int(span / 48 + 0.001))), "\(query) at \(x)")
                #expect(shown.compactMap { $0["index"]?.integer } == Array(expected.prefix(shown.count)))
                for picture in shown {
                    let frame = ["x", "y", "width", "height"].compactMap { picture[$0]?.number }
                    try #require(frame.count == 4)
                    #expect(frame[0] >= x && frame[0] + frame[2] <= x + max(span, 48) + 0.01 && frame[1] >= top)
                    #expect(frame[1] + frame[3] <= top + height && max(frame[2], frame[3]) > 45)
                    let taken = Self.times[picture["index"]?.integer ?? 0] ?? 0
                    let at = (Double(taken) - from) / (to - from) * width
                    #expect(abs((picture["at"]?.number ?? -1e9) - at) < 0.1)
                }
            }
            #expect(pictures["seen"]?.integer == seen)
            #expect(seen >= world.found(from: Int(from.rounded(.up)), to: Int(to.rounded(.down))).count)
        }
    }

    @Test func binsStayWhereTheyAreAndTheNearestIsFound() throws {
        let world = try World(times: Self.times)
        func bins(_ x: Double) throws -> [String: Double] {
            let bins = try world.chart("width=800&lineGap=60&x=\(x)&with=shots")["pictures"]?["bins"]?.elements ?? []
            return Dictionary(
                bins.map { ($0["from"]?.text ?? "", (($0["x"]?.number ?? 0) + x)) }, uniquingKeysWith: { $1 })
        }
        let (one, two) = (try bins(900), try bins(1033))
        let both = one.keys.filter { two[$0] != nil }
        #expect(both.count > 5 && both.allSatisfy { abs((one[$0] ?? 0) - (two[$0] ?? 0)) < 0.01 })
        for hour in [0, 17, 500, 1011, Self.hours - 1] {
            let chart = try world.chart("width=800&with=shots&point=\(hour)")
            let time = Self.start + 3600 * hour
            let nearest = Self.times.indices.filter { Self.times[$0] != nil }.min {
                let (one, two) = (Self.times[$0] ?? 0, Self.times[$1] ?? 0)
                return (abs(one - time), one, $0) < (abs(two - time), two, $1)
            }
            #expect(chart["pictures"]?["nearest"]?["index"]?.integer == nearest, "\(hour)")
            #expect((chart["pictures"]?["nearest"]?["width"]?.number ?? 0) > 100)
        }
        #expect(try world.chart("width=800&with=shots")["pictures"]?["nearest"] == nil)
        // A low view has one row of them.
        #expect(try world.chart("width=800&with=shots", height: 200)["pictures"]?["height"]?.number == 48)
        // Points at equal distances are as good, since these are every hour.
        let even = try world.chart("width=800&zoomTo=item&axis=even&with=shots")["pictures"]
        let inside = world.found(from: Self.start, to: Self.start + 3600 * (Self.hours - 1) + 1).count
        #expect(even?["seen"]?.integer == inside)
    }

    /// A picture's time has no zone: it lies where the axis shows it.
    @Test(arguments: [
        ("", "", 12), ("+01:00", "", 12), ("+01:00", "&timeZone=UTC%2B03:00", 10), ("Z", "&timeZone=UTC", 12),
    ])
    func timesAreThoseOfTheAxis(zone: String, query: String, hour: Int) throws {
        let world = try World(zone: zone, times: [Self.start + 12 * 3600])
        let chart = try world.chart("width=800&lineGap=200&with=shots&point=\(hour)\(query)")
        let (pointer, nearest) = (chart["pointer"], chart["pictures"]?["nearest"])
        #expect(pointer?["label"]?.text == "1 Mar 2024 12:00" && nearest?["time"]?.text == "1 Mar 2024 12:00")
        #expect(abs((pointer?["x"]?.number ?? 0) - (nearest?["at"]?.number ?? 1e9)) < 0.01)
    }

    @Test func whatCannotBeShownIsRefused() throws {
        let world = try World(times: Self.times)
        for (path, query, parameter, word) in [
            ("w", "with=nobody", "with", "shots"), ("w", "with=n", "with", "no times"),
            ("w", "with=shots&withField=kind", "withField", "when"), ("w", "with=shots&withField=", "withField", ""),
            ("n", "with=shots", "with", "along time"), ("w", "withField=when", "withField", "needs with"),
            ("w", "withfield=when", "withfield", "withField"),
        ] {
            let reply = try world.client.get("/api/collections/\(path)/plan?width=800&height=400&\(query)")
            let problem = try JSONReader.value(of: reply.body)
            #expect(reply.status == 400 && problem["parameter"]?.text == parameter, "\(query): \(reply.text)")
            #expect(problem["detail"]?.text?.contains(word) == true || word.isEmpty, "\(query): \(reply.text)")
        }
        // None are asked for, by name and by field, and by a picture of the chart.
        #expect(try world.chart("width=800&with=")["pictures"] == nil)
        #expect(try world.chart("width=800&with=shots.csv&withField=when")["pictures"]?["seen"]?.integer != 0)
        let changed = try world.chart("width=800&with=shots&withField=modified")["pictures"]
        #expect(changed?["field"]?.text == "modified" && changed?["seen"]?.integer == 0)
        let picture = "/api/collections/w/picture?width=300&height=200&format=png"
        let (one, two) = (try world.client.get(picture), try world.client.get("\(picture)&with=shots"))
        #expect(one.status == 200 && one.body == two.body)
    }

    /// Whoever looks at the chart learns of pictures that come.
    @Test func sessionsFollowThePictures() throws {
        let world = try World(times: [Self.start + 3600])
        var configuration = HTTPConfiguration()
        (configuration.port, configuration.loops) = (0, 1)
        let server = HTTPServer(configuration: configuration) { [router = world.client.router] in router.answer($0) }
        let port = try server.start().port
        defer { server.shutdown(within: 0) }
        let socket = try WebSocketClient(port: port, path: "/api/collections/w/session")
        defer { socket.raw.close() }
        var page = SessionPage()
        /// Waits for a plan with so many pictures.
        func receive(_ count: Int) throws -> JSONValue? {
            while true {
                let frame = try #require(socket.receive())
                if frame.opcode == 2 {
                    page.take(binary: frame.payload)
                    socket.send(.text(#"{"acknowledged":\#(page.lastMessage)}"#))
                    continue
                }
                page.take(text: frame.payload)
                let pictures = try JSONReader.value(of: frame.payload)["place"]?["chart"]?["pictures"]
                if pictures?["total"]?.integer == count { return pictures }
            }
        }
        let query = "width=800&height=500&zoomTo=item&with=shots"
        socket.send(.text(#"{"report":1,"plan":"\#(query)"}"#))
        let first = try receive(1)
        #expect(first?["seen"]?.integer == 1 && first?["bins"] != nil)
        try world.folder.write("new.png")
        let rows = ["0.png,\(Self.written(Self.start)),a", "new.png,\(Self.written(Self.start + 7200)),b", ""]
        try world.folder.write("shots.csv", Array((["path,when,kind"] + rows).joined(separator: "\n").utf8))
        let second = try receive(2)
        #expect(second?["seen"]?.integer == 2 && page.wrongs.isEmpty, "\(page.wrongs)")
    }

    /// The first collection is the chart, which says whose pictures are below it.
    @Test func theOptionOpensBoth() throws {
        let world = try World(times: [Self.start, nil])
        let listed = try JSONReader.value(of: try world.client.get("/api/collections").body)["collections"]?.elements
        #expect(listed?.map { $0["with"]?.text } == ["shots", nil, nil])
        let table = try TableFile("time,value\n2024-03-01,1\n2024-03-02,2\n")
        for arguments in [["--with=\(table.path)"], ["--with=/nowhere.csv", world.folder.path]] {
            #expect(throws: StartFailure.self) { try CollectionSources(try Options(arguments)) }
        }
    }
}
