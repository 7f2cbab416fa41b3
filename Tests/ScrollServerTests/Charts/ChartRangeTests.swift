// A range of x that is to be seen, and the strip that shows where it lies in the whole.

import Foundation
import Testing
import Tiling

@testable import HTTP

@Suite struct ChartRangeTests {
    private struct Document: Decodable {
        struct Range: Decodable {
            var from: Double
            var to: Double
        }

        struct Overview: Decodable {
            var url: String
            var width: Double
            var height: Double
            var start: Double
            var end: Double
        }

        struct Chart: Decodable {
            var range: Range
            var overview: Overview?
            var isOpening: Bool?
            var lineGap: Double
            var visiblePoints: PlanDocument.Run?
        }

        var chart: Chart
    }

    private func ask(_ client: APIClient, _ query: String) throws -> Document.Chart {
        try client.get("/api/collections/c/plan?width=800&height=600&\(query)").decoded(Document.self).chart
    }

    private func hourly(_ count: Int) throws -> StagedSeries {
        try StagedSeries((0..<count).map { Double($0) * 3600 }, [(0..<count).map { Double($0 * 7919 % 101) }])
    }

    @Test func aRangeByItsDates() throws {
        let client = try APIClient([try hourly(100_000).collection])
        let year = try ask(client, "from=1975-01-01&to=1976-01-01")
        #expect(abs(year.range.from - 157_766_400) < 1 && abs(year.range.to - 189_302_400) < 1)
        let week = try ask(client, "from=1972-03-01T12:00:00Z&to=1972-03-08")
        #expect(abs(week.range.from - 68_299_200) < 1 && abs(week.range.to - 68_860_800) < 1)
        // The last point lies on the viewport's edge, to within rounding.
        #expect(week.visiblePoints?.first == 18_972 && (19_127...19_128).contains(week.visiblePoints?.last ?? 0))
        let numbers = try ask(client, "from=3600&to=72000")
        #expect(abs(numbers.range.from - 3600) < 1 && abs(numbers.range.to - 72_000) < 1)
        // From one end on.
        let last = try ask(client, "from=1981-05-01")
        #expect(last.visiblePoints?.last == 99_999)
    }

    /// A brush over what is seen shows it from edge to edge, wherever and at whatever scale.
    @Test(arguments: 0..<20) func aBrushShowsWhatItCovers(seed: UInt64) throws {
        var noise = RepeatableNoise(seed: seed)
        let client = try APIClient([try hourly(50_000).collection])
        let gap = pow(10, Double.random(in: 0...2.5, using: &noise))
        let at = try ask(client, "lineGap=\(gap)&x=\(Double.random(in: 0...(2000 * gap - 800), using: &noise))")
        let offset = 64 + gap * at.range.from / 86_400
        let ends = [Double.random(in: 0...800, using: &noise), Double.random(in: 0...800, using: &noise)].sorted()
        guard ends[1] - ends[0] > 20 else { return }
        let (from, to) = (at.range.from + ends[0] / gap * 86_400, at.range.from + ends[1] / gap * 86_400)
        // Near an end of the content the range cannot be in the middle.
        guard from > 86_400, to < 49_000 * 3600 else { return }
        let seen = try ask(client, "lineGap=\(gap)&x=\(offset)&brush=\(ends[1]),\(ends[0])")
        let width = to - from
        // Not nearer than two points 64 apart.
        if 800 / (width / 86_400) <= 64 * 24 {
            #expect(abs(seen.range.from - from) < width * 1e-3 + 1, "seed \(seed)")
            #expect(abs(seen.range.to - to) < width * 1e-3 + 1, "seed \(seed)")
        }
    }

    @Test func theOverviewSaysWhereTheRangeLies() throws {
        let client = try APIClient([try hourly(100_000).collection])
        let whole = try ask(client, "zoomTo=item&overview=1000,48&scale=2")
        let strip = try #require(whole.overview)
        #expect(strip.width == 1000 && strip.height == 48 && strip.start == 0 && strip.end == 1000)
        let part = try ask(client, "from=36000000&to=72000000&overview=1000,48&scale=2")
        let marks = try #require(part.overview)
        let scale = 1000 / (99_999 * 3600.0)
        #expect(abs(marks.start - 36e6 * scale) < 0.5 && abs(marks.end - 72e6 * scale) < 0.5)
        #expect(marks.url == strip.url)
        // It is a picture of that size, and not the same for hidden lines or another scheme.
        let picture = try client.get(marks.url)
        #expect(picture.status == 200 && picture.headers["Content-Type"] == "image/png")
        let png = picture.body
        #expect(Array(png[16..<24]) == [0, 0, 7, 208, 0, 0, 0, 96])
        #expect(try ask(client, "zoomTo=item&overview=1000,48&scale=2&scheme=dark").overview?.url != strip.url)
        // Drawn at: a brush over the strip shows what it covers.
        let brushed = try ask(client, "zoomTo=item&overview=1000,48&overviewBrush=250,500")
        #expect(abs(brushed.range.from - 250 / scale) < 3600 && abs(brushed.range.to - 500 / scale) < 3600)
        #expect(try ask(client, "").overview == nil)
    }

    /// All of it where its course can be told, else the newest.
    @Test(arguments: [(1, true), (700, true), (3000, true), (3200, true), (3300, false), (1_000_000, false)])
    func whatIsSeenFirst(count: Int, isWhole: Bool) throws {
        let client = try APIClient([try hourly(count).collection])
        let seen = try #require(try ask(client, "start=auto").visiblePoints)
        #expect(seen.last == count - 1)
        #expect((seen.first == 0) == isWhole)
        if !isWhole { #expect(seen.last - seen.first < 800) }
    }

    /// Of many points, noise would fill the whole, and a course is told.
    @Test func aCourseIsSeenWhole() throws {
        let x = (0..<100_000).map { Double($0) * 3600 }
        let noise = (0..<100_000).map { Double($0 * 7919 % 101) }
        let seasons = (0..<100_000).map { 200 * sin(Double($0) / 1400) + Double($0 * 7919 % 101) }
        for (lines, isWhole) in [([noise], false), ([seasons], true), ([noise, seasons], true)] {
            let client = try APIClient([try StagedSeries(x, lines).collection])
            #expect((try ask(client, "start=auto").visiblePoints?.first == 0) == isWhole)
        }
        // What is hidden shows nothing.
        let client = try APIClient([try StagedSeries(x, [noise, seasons]).collection])
        #expect(try ask(client, "start=auto&hide=1").visiblePoints?.first != 0)
    }

    @Test(arguments: [
        ("from=x", "from"), ("to=2024-13-01", "to"), ("from=5&to=5", "to"), ("from=2024-01-01&to=2023-01-01", "to"),
        ("brush=1", "brush"), ("brush=a,b", "brush"), ("from=1&brush=1,2", "brush"),
        ("overviewBrush=1,2", "overviewBrush"), ("overview=1,2", "overview"), ("overview=100000,48", "overview"),
        ("overview=100,48&overviewBrush=1,1e9", "overviewBrush"), ("start=middle", "start"), ("form=1", "form"),
    ])
    func badRanges(query: String, parameter: String) throws {
        let client = try APIClient([try hourly(100).collection])
        let reply = try client.get("/api/collections/c/plan?width=800&height=600&\(query)")
        #expect(
            reply.status == 400
                && String(decoding: reply.body, as: UTF8.self).contains("\"parameter\":\"\(parameter)\""),
            "\(String(decoding: reply.body, as: UTF8.self))")
    }

    /// Ranges that are empty, or lie outside of the table, or at the ends of all numbers, are plans like others.
    @Test(arguments: ["from=1e300&to=1.1e300", "from=-1e308", "to=-5", "brush=5,5", "from=1e9&to=1000000001"])
    func rangesBesideTheTable(query: String) throws {
        for count in [0, 1, 2, 500] {
            let client = try APIClient([try hourly(count).collection])
            let reply = try client.get("/api/collections/c/plan?width=800&height=600&overview=800,40&\(query)")
            #expect(reply.status == 200, "\(count): \(String(decoding: reply.body, as: UTF8.self))")
        }
    }
}
