// What a chart's plan says, asked for like any program would.

import Foundation
import Testing
import Tiling

@testable import HTTP

@Suite struct ChartPlanTests {
    private static let day = 86_400.0

    /// A plan and its chart.
    private struct Answer {
        var plan: PlanDocument
        var chart: ChartDocument.Chart

        /// Where a unit of the x axis lies in the viewport, in points.
        func x(ofUnit unit: Double, left: Double = 64) -> Double {
            left + chart.lineGap * unit - plan.contentOffset.x
        }
    }

    private func ask(_ client: APIClient, _ query: String, viewport: String = "width=800&height=600") throws -> Answer {
        let reply = try client.get("/api/collections/c/plan?\(viewport)&\(query)")
        return Answer(plan: try reply.plan(), chart: try reply.decoded(ChartDocument.self).chart)
    }

    private func daily(_ count: Int) throws -> StagedSeries {
        try StagedSeries(
            (0..<count).map { Double($0) * Self.day },
            [(0..<count).map { Double($0 % 50) }, (0..<count).map { -Double($0 % 7) }])
    }

    @Test func theNewestIsShownFirst() throws {
        let client = try APIClient([try daily(10_000).collection])
        let answer = try ask(client, "start=end")
        #expect(answer.plan.layout == "slides" && answer.plan.edges.right && !answer.plan.edges.left)
        #expect(answer.chart.visiblePoints?.last == 9999)
        #expect(answer.chart.points == 10_000 && answer.chart.axis == "date")
        // The last point, and the room behind it.
        #expect(abs(answer.x(ofUnit: 9999) - (800 - 24)) < 0.01)
        // Who asks for nothing in particular sees the beginning.
        #expect(try ask(client, "").chart.visiblePoints?.first == 0)
    }

    /// A label near the left edge begins beside its tick, and one at the right edge ends there.
    ///
    /// Left of the view it is out of view with its tick. All others lie below theirs.
    @Test func labelsAreNotCutOff() throws {
        let client = try APIClient([try daily(10_000).collection])
        var aligned: [String: Int] = [:]
        for x in stride(from: 0.0, to: 400, by: 7) {
            let reply = try client.get(
                "/api/collections/c/plan?width=800&height=600&lineGap=10&x=\(x)&paddings=48,0,52,0")
            let chart = try #require(try reply.object()["chart"] as? [String: Any])
            for tick in try #require(chart["xTicks"] as? [[String: Any]]) {
                let place = try #require(tick["x"] as? Double)
                switch tick["align"] as? String {
                case "start":
                    #expect(place >= 0 && place < 34)
                    #expect(abs(try #require(tick["labelX"] as? Double) - place - 2) < 0.001)
                    aligned["start", default: 0] += 1
                case "end" where place < 0:
                    #expect(place > -34)
                    #expect(try #require(tick["labelX"] as? Double) <= 0)
                    aligned["away", default: 0] += 1
                case "end":
                    #expect(place > 800 - 34 && place <= 800 && tick["labelX"] as? Double == 796)
                    aligned["end", default: 0] += 1
                default:
                    #expect(tick["labelX"] == nil && tick["align"] == nil)
                    #expect(place <= -34 || (place >= 34 && place <= 800 - 34) || place > 800)
                }
            }
        }
        #expect(Set(aligned.keys) == ["start", "away", "end"], "\(aligned)")
    }

    /// As many slides as the viewport needs and one on each side; three where it is narrower than a slide.
    @Test func noMoreSlidesThanNeeded() throws {
        let client = try APIClient([try daily(100_000).collection])
        var noise = RepeatableNoise(seed: 7)
        for _ in 0..<40 {
            let x = Double.random(in: 0...99_000, using: &noise)
            let wide = try ask(client, "x=\(x)&lineGap=1", viewport: "width=1300&height=500")
            let window = try #require(wide.plan.window)
            #expect(window.last - window.first + 1 <= 3 + 2)
            #expect(Set(wide.plan.tiles.map(\.index)).count <= 5)
            let narrow = try ask(client, "x=\(x)&lineGap=1", viewport: "width=360&height=500")
            let run = try #require(narrow.plan.window)
            #expect(run.last - run.first + 1 <= 3)
            let visible = try #require(narrow.plan.visible)
            #expect(run.first <= visible.first && visible.last <= run.last)
        }
    }

    /// Over any pinch within the limits the target moves less than half a pixel, however long the chart is.
    @Test(arguments: [100, 10_000, 300_000]) func theTargetStaysUnderTheFingers(count: Int) throws {
        let client = try APIClient([try daily(count).collection])
        var noise = RepeatableNoise(seed: UInt64(count))
        for _ in 0..<30 {
            var answer = try ask(client, "lineGap=2&x=\(Double.random(in: 0...Double(2 * count), using: &noise))")
            let focus = Double.random(in: 100...700, using: &noise)
            let unit = (focus + answer.plan.contentOffset.x - 64) / answer.chart.lineGap
            for _ in 0..<12 {
                let factor = Double.random(in: 0.8...1.3, using: &noise)
                let next = try ask(
                    client,
                    "lineGap=\(answer.chart.lineGap)&x=\(answer.plan.contentOffset.x)&toZoom=\(factor)&focusX=\(focus)")
                let isInside =
                    next.plan.offsetRange.minX < next.plan.contentOffset.x
                    && next.plan.contentOffset.x < next.plan.offsetRange.maxX
                // At an end of the content the end is what stays.
                guard isInside else { break }
                answer = next
                #expect(abs(answer.x(ofUnit: unit) - focus) < 0.5)
            }
        }
    }

    @Test func zoomingEndsAtItsLimits() throws {
        let client = try APIClient([try daily(5000).collection])
        let all = try ask(client, "zoomTo=item")
        #expect(all.chart.visiblePoints == .init(first: 0, last: 4999))
        #expect(all.chart.lineGap == all.chart.minimumLineGap && all.plan.contentSize.width == 800)
        let closest = try ask(client, "lineGap=1&toZoom=1000&focusX=400")
        #expect(closest.chart.lineGap == closest.chart.maximumLineGap)
        let given = try ask(client, "lineGap=50&minLineGap=2&maxLineGap=8")
        #expect(given.chart.lineGap == 8 && given.chart.maximumLineGap == 8 && given.chart.minimumLineGap == 2)
    }

    @Test func unevenDatesStandWhereTheyAre() throws {
        let days = [0.0, 1, 2, 10, 11, 40]
        let staged = try StagedSeries(days.map { $0 * Self.day }, [[1, 2, 3, 4, 5, 6]])
        let client = try APIClient([staged.collection])
        for (index, day) in days.enumerated() {
            let answer = try ask(client, "lineGap=18&point=\(index)")
            let pointer = try #require(answer.chart.pointer)
            #expect(pointer.index == index && abs(pointer.x - answer.x(ofUnit: day)) < 0.01)
            let even = try ask(client, "axis=even&lineGap=100&point=\(index)")
            #expect(abs(try #require(even.chart.pointer).x - even.x(ofUnit: Double(index))) < 0.01)
        }
    }

    @Test func valuesUnderThePointer() throws {
        let staged = try StagedSeries(
            [0, 1, 2, 3].map { $0 * Self.day }, [[1.5, 2, .nan, 4], [10, 20, 30, 40]])
        let client = try APIClient([staged.collection])
        let answer = try ask(client, "pointerX=310")
        let pointer = try #require(answer.chart.pointer)
        #expect(pointer.index == 1 && pointer.label == "2 Jan 1970")
        #expect(pointer.values.map(\.value) == ["2", "20"])
        let section = answer.chart.section
        for value in pointer.values {
            let number = try #require(value.value.flatMap(Double.init))
            let y =
                section.bottom
                - (number - section.minValue) / (section.maxValue - section.minValue) * (section.bottom - section.top)
            #expect(abs(try #require(value.y) - y) < 0.01)
        }
        #expect(try #require(ask(client, "point=2").chart.pointer).values.map(\.value) == [nil, "30"])
        #expect(try #require(ask(client, "point=0&hide=0").chart.pointer).values.map(\.line) == [1])
        #expect(try ask(client, "").chart.pointer == nil)
    }

    /// A point asked for by its index comes into view, and one that is seen leaves the place as it is.
    @Test func aPointIsBroughtIntoView() throws {
        let client = try APIClient([try daily(20_000).collection])
        for index in [0, 1, 777, 10_000, 19_998, 19_999, 50_000] {
            let answer = try ask(client, "lineGap=5&x=30000&point=\(index)")
            let pointer = try #require(answer.chart.pointer)
            #expect(pointer.index == min(index, 19_999) && pointer.x >= 0 && pointer.x <= 800)
        }
        #expect(try ask(client, "lineGap=5&x=30000&point=6060").plan.contentOffset.x == 30_000)
    }

    @Test func theRangeOfWhatIsSeen() throws {
        let count = 10_000
        let staged = try StagedSeries(
            (0..<count).map { Double($0) * Self.day }, [(0..<count).map { Double($0) / 10 }])
        let client = try APIClient([staged.collection])
        let all = try ask(client, "lineGap=1&x=2000").chart.section
        #expect(all.minValue <= 0 && all.maxValue >= 999.9)
        let seen = try ask(client, "lineGap=1&x=2000&range=visible").chart.section
        #expect(seen.minValue <= 193.6 && seen.maxValue >= 273.6 && seen.maxValue - seen.minValue <= 200)
        let fixed = try ask(client, "lineGap=1&x=2000&minValue=-5&maxValue=5").chart.section
        #expect(fixed.minValue == -5 && fixed.maxValue == 5)
        // A step of a scroll changes nothing; what does not fit any more does.
        let painted = "paintedLineGap=1&paintedMinValue=\(seen.minValue)&paintedMaxValue=\(seen.maxValue)"
        let next = try ask(client, "lineGap=1&x=2005&range=visible&\(painted)").chart
        #expect(next.section.minValue == seen.minValue && next.section.maxValue == seen.maxValue)
        let far = try ask(client, "lineGap=1&x=6000&range=visible&\(painted)").chart
        #expect(far.section.minValue > seen.maxValue)
        // Where what was painted belongs in the new range: its ends lie where the old values are.
        let carry = try #require(far.carry)
        #expect(carry.scale == 1 && carry.x == 0)
        let height = far.section.bottom - far.section.top
        let share = (far.section.maxValue - seen.maxValue) / (far.section.maxValue - far.section.minValue)
        #expect(abs(far.section.top * carry.scaleY + carry.y - (far.section.top + share * height)) < 0.01)
    }

    @Test func ticksAreWhereTheirValuesAre() throws {
        let client = try APIClient([try daily(4000).collection])
        for query in ["lineGap=0.3", "lineGap=1&x=500", "lineGap=37.5&x=9000", "zoomTo=item"] {
            let answer = try ask(client, query)
            #expect(answer.chart.xTicks.count > 2 && answer.chart.xTicks.count < 30)
            for tick in answer.chart.xTicks {
                #expect(abs(try #require(tick.x) - answer.x(ofUnit: tick.value / Self.day)) < 0.01)
            }
            for (one, next) in zip(answer.chart.xTicks, answer.chart.xTicks.dropFirst()) {
                #expect(try #require(next.x) - #require(one.x) >= 95.9)
            }
            #expect(answer.chart.yTicks.first?.value == answer.chart.section.minValue)
            #expect(answer.chart.yTicks.last?.value == answer.chart.section.maxValue)
        }
    }

    /// Who is at the end follows it; who is elsewhere stays, and the slides before the new points stay what they are.
    @Test func aTailAppears() throws {
        let staged = try daily(5000)
        let client = try APIClient([staged.collection])
        let (end, elsewhere) = (try ask(client, "lineGap=2&start=end"), try ask(client, "lineGap=2&x=3000"))
        try staged.append(
            (5000..<5100).map { Double($0) * Self.day }, [(0..<100).map { Double($0 % 50) }, (0..<100).map { _ in -1 }])
        let grown = try ask(client, "lineGap=2&start=end")
        #expect(grown.chart.points == 5100 && grown.plan.revision > end.plan.revision)
        #expect(grown.plan.contentOffset.x == end.plan.contentOffset.x + 200)
        let after = try ask(client, "lineGap=2&x=3000")
        #expect(after.plan.contentOffset == elsewhere.plan.contentOffset)
        #expect(after.plan.tiles == elsewhere.plan.tiles)
        // The slide that ended with the last point is another one now.
        let last = try #require(end.plan.tiles.map(\.index).max())
        let old = Set(end.plan.tiles.filter { $0.index == last }.map(\.url))
        #expect(old.isDisjoint(with: grown.plan.tiles.map(\.url)))
    }

    @Test(arguments: [0, 1, 2]) func fewPoints(count: Int) throws {
        let staged = try StagedSeries((0..<count).map { Double($0) * Self.day }, [(0..<count).map { Double($0) }])
        let client = try APIClient([staged.collection])
        let answer = try ask(client, "start=end")
        #expect(answer.chart.points == count && answer.plan.contentSize.width == 800)
        for tile in answer.plan.tiles { #expect(try client.get(tile.url).status == 200) }
        if count == 0 { #expect(answer.chart.notice != nil && answer.chart.visiblePoints == nil) }
        if count == 1 { #expect(abs(try #require(ask(client, "point=0").chart.pointer).x - 420) < 0.5) }
    }

    /// The view comes back from what the address bar holds: a slide's id and how much of it lies to the left.
    @Test func aSlideIsAnAnchor() throws {
        let client = try APIClient([try daily(30_000).collection])
        let before = try ask(client, "lineGap=3.7&x=54321.5")
        let anchor = try #require(before.plan.anchor)
        let after = try ask(client, "anchor=\(anchor.item)&fractionX=\(anchor.fractionX)&fractionY=0")
        #expect(after.chart.lineGap == 3.7)
        #expect(abs(after.plan.contentOffset.x - 54321.5) < 0.01)
        // Elsewhere in another viewport and at another zoom, but at the same date.
        let other = try ask(
            client, "lineGap=7.4&anchor=\(anchor.item)&fractionX=\(anchor.fractionX)&fractionY=0",
            viewport: "width=400&height=300")
        #expect(abs(other.plan.contentOffset.x - (64 + (54321.5 - 64) * 2)) < 0.05)
    }

    @Test(arguments: [
        ("lineGap=0", "lineGap"), ("lineGap=x", "lineGap"), ("minLineGap=5&maxLineGap=2", "minLineGap"),
        ("paddings=1,2", "paddings"), ("pointSize=-1", "pointSize"), ("range=some", "range"),
        ("minValue=3", "maxValue"), ("minValue=3&maxValue=3", "maxValue"), ("range=all&minValue=1&maxValue=2", "range"),
        ("valueAxes=three", "valueAxes"), ("timeZone=Mars/Base", "timeZone"), ("ranges=a:3:2", "ranges"),
        ("dragTop=3&dragBottom=2", "dragBottom"), ("valueScale=cubic", "valueScale"), ("scheme=pink", "scheme"),
        ("point=1&pointerX=3", "point"),
        ("layout=grid", "layout"), ("slideWidth=1", "slideWidth"), ("range=fixed", "minValue"),
        ("paintedLineGap=1", "paintedMinValue"), ("scale=10&slideWidth=2048", "height"),
    ]) func mistakesAreNamed(query: String, name: String) throws {
        let client = try APIClient([try daily(100).collection])
        let reply = try client.get("/api/collections/c/plan?width=800&height=600&\(query)")
        #expect(reply.status == 400)
        #expect(try reply.object()["parameter"] as? String == name, "\(reply.text)")
    }

    @Test func whatIsNoSlideIsNotFound() throws {
        let client = try APIClient([try daily(100).collection])
        let id = try #require(ask(client, "").plan.tiles.first).item
        #expect(try client.get("/api/collections/c/tiles/\(id)/0/0/0").status == 200)
        for other in [
            "x", id + "0", String(id.dropLast()) + "zz", id.replacingOccurrences(of: "-", with: "--"), id.uppercased(),
        ] {
            #expect(try client.get("/api/collections/c/tiles/\(other)/0/0/0").status == 404, "\(other)")
        }
        #expect(try client.get("/api/collections/c/tiles/\(id)/1/0/0").status == 404 || id.isEmpty)
    }

    /// The collection's own items, as everywhere.
    @Test func slidesAreItems() throws {
        let client = try APIClient([try daily(3000).collection])
        let page = try client.get("/api/collections/c/items?limit=3").decoded(ItemPage.self)
        #expect(page.items.map(\.index) == [0, 1, 2] && page.items.allSatisfy { $0.width == 512 && $0.height == 512 })
        #expect(page.items[0].name.hasPrefix("1 Jan 1970 – "))
        let original = try client.get("/api/collections/c/items/\(page.items[1].id)/original")
        #expect(original.status == 200 && original.headers["Content-Type"] == "image/png")
        let next = try #require(page.nextCursor)
        #expect(
            try client.get("/api/collections/c/items?limit=3&after=\(next)").decoded(ItemPage.self).items[0].index == 3)
    }
}
