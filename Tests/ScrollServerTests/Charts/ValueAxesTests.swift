// Value axes, hidden lines and zones, asked for like any program would.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Charts
@testable import Imaging
@testable import Pixels
@testable import ScrollServer

@Suite struct ValueAxesTests {
    /// However many values of its key there are, a long table has a pane for each measure.
    @Test func measuresOfALongTableAreTwoPanes() throws {
        var text = "country,year,deaths,rate\n"
        for country in 0..<12 {
            for year in 1950..<1990 { text += "C\(country),\(year),\(100_000 + year * country),\(year % 9).5\n" }
        }
        let file = try TableFile(text)
        let sources = try CollectionSources(try Options([file.path, "--cache-limit=0"]))
        defer { sources.cancel() }
        let series = try #require(sources.collections[0].series)
        #expect(series.comesTrue { series.status.isComplete })
        let client = try APIClient(sources.collections)
        let path = "/api/collections/\(sources.collections[0].id)/plan?width=800&height=400&zoomTo=item"
        let chart = try #require(try client.get(path).object()["chart"] as? [String: Any])
        let panes = try #require(chart["panes"] as? [[String: Any]])
        #expect(panes.compactMap { ($0["lines"] as? [Int])?.count } == [12, 12])
    }

    /// Durations have an axis of their own, with labels of their own, and so are they read out.
    @Test func durationsHaveAnAxisOfTheirOwn() throws {
        let file = try TableFile("run,walk,rest,km\n1,1:02:03,0:10:00,5\n2,0:45:00,0:20:00,6\n3,0:59:30,0:15:00,7\n")
        let client = try APIClient([ChartCollection(try file.read(), id: "c", name: "C", source: "t")])
        defer { withExtendedLifetime(file) {} }
        let formulas = "formulas=F:walk-rest%3BG:walk/rest"
        // Points are answered when all of them are computed.
        #expect(try client.get("/api/collections/c/points?\(formulas)").status == 200)
        let own = try chart(client, "point=0&\(formulas)")
        #expect(own.panes.map(\.lines) == [[0, 1, 3], [2, 4]] && own.panes[0].unit.isEmpty)
        #expect(own.panes[0].ticks.contains { $0.label == "0:30:00" }, "\(own.panes[0].ticks)")
        #expect(own.panes[0].ticks.map(\.value).allSatisfy { $0.truncatingRemainder(dividingBy: 60) == 0 })
        #expect(try #require(own.pointer).values.map(\.value) == ["1:02:03", "10:00", "5", "52:03", "6.205"])
        let text = try client.get("/api/collections/c/statistics").text
        #expect(text.components(separatedBy: "\"kind\":\"duration\"").count == 3 && text.contains("\"unit\":\"s\""))
        #expect(try chart(client, "valueAxes=one").panes[0].ticks.allSatisfy { !$0.label.contains(":") })
    }

    /// Different units do not share an axis, and the unit of one line is not that of an axis of several.
    @Test func unitsHaveAxesOfTheirOwn() throws {
        let rows = (0..<20).map { "\($0),\($0 % 7),\(5 + $0 % 9),\($0 % 5)\n" }.joined()
        func panes(_ header: String) throws -> [ChartDocument.Pane] {
            let series = try TableFile.read(header + "\n" + rows)
            return try chart(try APIClient([ChartCollection(series, id: "c", name: "C", source: "t")]), "").panes
        }
        let units = try panes("t,Wind (km/h),Temp (°C),n")
        #expect(units.map(\.lines) == [[0], [1], [2]] && units.map(\.unit) == ["km/h", "°C", ""])
        let one = try panes("t,Wind (km/h),a,n")
        #expect(one.map(\.lines) == [[0, 1, 2]] && one[0].unit.isEmpty)
    }

    private static let day = 86_400.0

    private func chart(
        _ client: APIClient, _ query: String, collection: String = "c"
    ) throws -> ChartDocument.Chart {
        let reply = try client.get("/api/collections/\(collection)/plan?width=800&height=600&\(query)")
        try #require(reply.status == 200, "\(query): \(reply.text)")
        return try reply.decoded(ChartDocument.self).chart
    }

    /// Prices about 100, and volumes of millions.
    private func stock(_ count: Int = 400) throws -> StagedSeries {
        let days = (0..<count).map(Double.init)
        return try StagedSeries(
            days.map { $0 * Self.day },
            [days.map { 100 + sin($0 / 9) * 20 }, days.map { 101 + sin($0 / 9) * 20 }, days.map { 2e6 + $0 * 1e4 }])
    }

    @Test func priceAboveAndVolumeBelowByThemselves() throws {
        let client = try APIClient([try stock().collection])
        let own = try chart(client, "")
        #expect(own.valueAxes == "panes" && own.panes.map(\.lines) == [[0, 1], [2]])
        #expect(own.panes[0].bottom < own.panes[1].top && own.panes[0].maxValue < 200)
        #expect(own.panes[1].minValue > 1e5)
        // More height for more lines.
        #expect(own.panes[0].bottom - own.panes[0].top > own.panes[1].bottom - own.panes[1].top)
        for pane in own.panes {
            for tick in pane.ticks {
                let share = (pane.maxValue - tick.value) / (pane.maxValue - pane.minValue)
                #expect(abs(try #require(tick.y) - (pane.top + share * (pane.bottom - pane.top))) < 0.01)
            }
        }
        let one = try chart(client, "valueAxes=one")
        #expect(one.panes.count == 1 && one.panes[0].lines == [0, 1, 2])
        let second = try chart(client, "valueAxes=second")
        #expect(second.valueAxes == "second" && second.panes.map(\.isRight) == [false, true])
        #expect(second.panes[0].top == second.panes[1].top && second.panes[0].bottom == second.panes[1].bottom)
        // What is hidden needs no pane.
        #expect(try chart(client, "hide=2").panes.count == 1)
        // A range for all lines is one of one axis.
        #expect(try chart(client, "minValue=0&maxValue=10").panes.count == 1)
    }

    @Test func valuesUnderThePointerLieInTheirPanes() throws {
        let client = try APIClient([try stock().collection])
        let answer = try chart(client, "point=7")
        let values = try #require(answer.pointer).values
        for (line, pane) in [(0, 0), (1, 0), (2, 1)] {
            let y = try #require(values[line].y)
            #expect(y >= answer.panes[pane].top && y <= answer.panes[pane].bottom)
        }
    }

    @Test func linesLikeOneAnotherShareAnAxis() throws {
        typealias Member = ValueGroups.Member
        func groups(_ ranges: [ClosedRange<Double>], most: Int = 4) -> [[Int]] {
            ValueGroups.groups(of: ranges.enumerated().map { Member(lines: [$0], range: $1) }, most: most)
        }
        #expect(groups([0...10, 0...199]) == [[0, 1]])
        #expect(groups([0...10, 0...201]) == [[0], [1]])
        // Temperature beside pressure: far from each other.
        #expect(groups([-5...30, 980...1040]) == [[0], [1]])
        // A single value joins what it does not spread.
        #expect(groups([-5...30, 20...20, 1013...1013]) == [[0, 1], [2]])
        #expect(groups([0...1, 0...100, 0...10_000, 0...1e6, 0...1e9]) == [[0], [1], [2], [3, 4]])
        #expect(groups([-1.7e308...1.7e308, -1e308...1e308]) == [[0, 1]])
    }

    @Test func logarithmsLeaveOutWhatHasNone() throws {
        let values = [0.001, 0.1, 10, 1000, 0, -5, 100_000]
        let staged = try StagedSeries(values.indices.map { Double($0) * Self.day }, [values])
        let client = try APIClient([staged.collection])
        let answer = try chart(client, "valueScale=log&lineGap=80&point=1")
        #expect(answer.valueScale == "log" && answer.panes[0].minValue == 0.001 && answer.panes[0].maxValue == 100_000)
        #expect(answer.panes[0].ticks.map(\.value).contains(10))
        // Equal ratios are equal distances.
        func y(_ point: Int) throws -> Double? {
            try chart(client, "valueScale=log&lineGap=80&point=\(point)").pointer?.values.first?.y
        }
        let heights = try (0..<4).map { try #require(try y($0)) }
        for (one, next) in zip(heights, heights.dropFirst()) {
            #expect(abs(one - next - (heights[0] - heights[1])) < 0.01)
        }
        #expect(try y(4) == nil && y(5) == nil)
        #expect(answer.notices.contains { $0.contains("'Line 1'") && $0.contains("0 or less") })
        // Two decades have more ticks than their ends.
        let two = LogarithmicTicks.ticks(in: 1...100, height: 400, minimumSpacing: 44).map(\.value)
        #expect(two == [1, 2, 5, 10, 20, 50, 100])
        #expect(LogarithmicTicks.rounded(3...70) == 2...100 && LogarithmicTicks.rounded(5...5) == 2...10)
        #expect(LogarithmicTicks.ticks(in: 1e-300...1e300, height: 400, minimumSpacing: 44).count > 4)
    }

    @Test func aHundredAtTheLeftEdge() throws {
        let days = (0..<300).map(Double.init)
        let staged = try StagedSeries(days.map { $0 * Self.day }, [days.map { 50 + $0 }, days.map { 2000 - 2 * $0 }])
        let client = try APIClient([staged.collection])
        let answer = try chart(client, "valueScale=index&lineGap=10&x=564&pointerX=0")
        let pointer = try #require(answer.pointer)
        #expect(pointer.index == 50 && answer.panes.count == 1)
        // Both lines begin at 100.
        let pane = answer.panes[0]
        let hundred = pane.bottom - (100 - pane.minValue) / (pane.maxValue - pane.minValue) * (pane.bottom - pane.top)
        for value in pointer.values { #expect(abs(try #require(value.y) - hundred) < 0.5) }
        #expect(pointer.values.map(\.value) == ["100", "1900"])
        // With a base the lines stay where they are while the view moves.
        let base = try #require(answer.base)
        let moved = try chart(client, "valueScale=index&lineGap=10&x=700&base=\(base)")
        #expect(moved.base == base && moved.panes[0].minValue == pane.minValue)
    }

    @Test func aRangeIsDrawnOverAnAxis() throws {
        let client = try APIClient([try stock().collection])
        let before = try chart(client, "")
        let pane = before.panes[1]
        let (top, bottom) = (pane.top + 20, pane.top + 60)
        let drawn = try chart(client, "dragTop=\(top)&dragBottom=\(bottom)&dragPane=1")
        #expect(drawn.panes.map(\.isFixed) == [false, true])
        let slope = (pane.maxValue - pane.minValue) / (pane.bottom - pane.top)
        #expect(abs(drawn.panes[1].maxValue - (pane.maxValue - 20 * slope)) < slope / 100)
        #expect(abs(drawn.panes[1].minValue - (pane.maxValue - 60 * slope)) < slope / 100)
        // The same as said in words, by a line of the pane.
        let range = "Line%203:\(drawn.panes[1].minValue):\(drawn.panes[1].maxValue)"
        let said = try chart(client, "ranges=\(range)")
        #expect(said.panes[1].minValue == drawn.panes[1].minValue && said.panes[0].minValue == before.panes[0].minValue)
    }

    @Test func allOfManyLinesCanBeHiddenByName() throws {
        let x = (0..<20).map { Double($0) * Self.day }
        let staged = try StagedSeries(x, (0..<256).map { line in x.indices.map { Double(line + $0) } })
        let client = try APIClient([staged.collection])
        let some = try chart(client, "hide=Line%20200,255,Line%201")
        #expect(some.lines.enumerated().filter { !$0.element.isShown }.map(\.offset) == [0, 199, 255])
        let few = try chart(client, "show=Line%20200,3")
        #expect(few.lines.enumerated().filter(\.element.isShown).map(\.offset) == [3, 199])
        #expect(try chart(client, "show=").lines.allSatisfy { !$0.isShown })
        #expect(try chart(client, "hide=nobody").notices.contains { $0.contains("'nobody'") })
        // The slides of all that can be drawn.
        for query in ["", "hide=\((0..<250).map(String.init).joined(separator: ","))", "show="] {
            let plan = try client.get("/api/collections/c/plan?width=300&height=100&\(query)").plan()
            for tile in plan.tiles.prefix(1) { #expect(try client.get(tile.url).status == 200) }
            let item = try #require(plan.tiles.first).item
            #expect(SlideKey(item)?.text == item)
        }
    }

    @Test func aKeySaysAllOfADrawing() throws {
        let client = try APIClient([try stock().collection])
        for query in [
            "", "hide=1", "valueAxes=second", "valueAxes=one&valueScale=log", "valueScale=index", "scheme=dark",
            "timeZone=Europe/Berlin", "valueAxes=panes",
        ] {
            let plan = try client.get("/api/collections/c/plan?width=800&height=600&lineGap=3&\(query)").plan()
            let item = try #require(plan.tiles.first).item
            let key = try #require(SlideKey(item), "\(query): \(item)")
            #expect(key.text == item)
            #expect(SlideKey(item + "-0") == nil && SlideKey(String(item.dropLast())) == nil || item.last == "-")
            #expect(try client.get("/api/collections/c/items/\(item)").status == 200)
        }
    }

    @Test(arguments: ["", "valueAxes=second", "valueScale=log", "valueScale=index"])
    func whatIsDrawnFitsTogether(query: String) throws {
        // One tile of two slides, and the slide twice as wide.
        let client = try APIClient([try stock(300).collection])
        func picture(_ key: SlideKey) throws -> PixelBuffer {
            let reply = try client.get("/api/collections/c/items/\(key.text)/original")
            try #require(reply.status == 200, "\(reply.text)")
            var decoder = try PNGDecoder(source: ByteSource(reply.body))
            return try decoder.readAll()
        }
        for gap in [0.5, 4] {
            let target = "width=300&height=90&paddings=5,20,10,20&slideWidth=128&lineGap=\(gap)&\(query)"
            let plan = try client.get("/api/collections/c/plan?\(target)").plan()
            let first = try #require(plan.tiles.first)
            var key = try #require(SlideKey(first.item))
            key.number = 0
            var half = key
            half.slideWidth = 64
            let joined = DrawnShapes.joined(try picture(half), try picture(half.slide(1)))
            #expect(DrawnShapes.firstDifference(joined, try picture(key)) == nil, "\(query) \(gap)")
        }
    }

    @Test func theLargestAndTheSmallestValues() throws {
        for values in [[-1e308, 1e308, 0.0], [-1.7e308, 1.7e308, 3], [1e-300, 3e-300, 2e-300]] {
            let staged = try StagedSeries(values.indices.map { Double($0) * Self.day }, [values])
            let client = try APIClient([staged.collection])
            let answer = try chart(
                client, "lineGap=50&point=1&paintedLineGap=50&paintedMinValue=-1e308&paintedMaxValue=1e308")
            let section = answer.section
            let y = try #require(answer.pointer?.values.first?.y)
            #expect(y >= section.top - 0.01 && y <= section.bottom + 0.01, "\(values)")
            #expect(answer.panes[0].ticks.count >= 2, "\(values)")
            let plan = try client.get("/api/collections/c/plan?width=300&height=100&lineGap=50").plan()
            #expect(try client.get(try #require(plan.tiles.first).url).status == 200, "\(values)")
        }
    }
}
