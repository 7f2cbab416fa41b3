// How far a chart can be zoomed in: until two points that are in view stand well apart, however they lie in the whole.

import Foundation
import Testing
import Tiling

@testable import Charts

@Suite struct ChartReachTests {
    /// Fifty years, and three points at their end, so many seconds apart.
    @Test(arguments: [(0.001, false), (0.0001, false), (0.000_01, true)])
    func whatCannotBeZoomedToIsSaid(gap: Double, isTold: Bool) throws {
        let end = 50 * 365.25 * 86_400
        let staged = try StagedSeries([0, end, end + gap, end + 2 * gap], [[1, 2, 1, 2]])
        let client = try APIClient([staged.collection])
        let object = try client.get("/api/collections/c/plan?width=800&height=400&lineGap=1e15&start=end").object()
        let chart = try #require(object["chart"] as? [String: Any])
        let notices = try #require(chart["notices"] as? [String])
        #expect(notices.contains { $0.hasPrefix("Points here are nearer") } == isTold, "\(notices)")
        let whole = try client.get("/api/collections/c/plan?width=800&height=400&zoomTo=item").text
        #expect(!whole.contains("Points here are nearer"))
    }

    private struct Answer {
        var plan: PlanDocument
        var chart: ChartDocument.Chart
    }

    private static let width = 800.0

    private func ask(_ client: APIClient, _ query: String) throws -> Answer {
        let reply = try client.get("/api/collections/c/plan?width=800&height=600&\(query)")
        return Answer(plan: try reply.plan(), chart: try reply.decoded(ChartDocument.self).chart)
    }

    /// Zooms in by steps about a point, as the page does: each step is asked with what the one before has shown.
    private func zoomIn(_ client: APIClient, to index: Int, steps: Int = 40) throws -> Answer {
        var answer = try ask(client, "zoomTo=item")
        for _ in 0..<steps {
            let chart = answer.chart
            let painted =
                "lineGap=\(chart.lineGap)&paintedLineGap=\(chart.lineGap)&paintedMinValue=\(chart.section.minValue)"
                + "&paintedMaxValue=\(chart.section.maxValue)&x=\(answer.plan.contentOffset.x)"
            let x = try #require(try ask(client, "\(painted)&point=\(index)").chart.pointer).x
            let pointed = try ask(client, "\(painted)&point=\(index)").plan.contentOffset.x
            answer = try ask(
                client,
                painted.replacing("x=\(answer.plan.contentOffset.x)", with: "x=\(pointed)")
                    + "&toZoom=8&focusX=\(x)&point=\(index)")
        }
        return answer
    }

    /// One row of 1970 and ten thousand seconds of today.
    @Test func aStrayRowHidesNothing() throws {
        let today = 1_750_000_000.0
        let x = [0] + (0..<10_000).map { today + Double($0) }
        let client = try APIClient([try StagedSeries(x, [x.indices.map { Double($0 % 7) }]).collection])
        let answer = try zoomIn(client, to: 5000)
        // Seconds stand 64 points apart, and the one that was zoomed to is in view.
        #expect(abs(answer.chart.lineGap / 86_400 - 64) < 0.01)
        let visible = try #require(answer.chart.visiblePoints)
        #expect(visible.first <= 5000 && 5000 <= visible.last && visible.last - visible.first < 20)
        #expect(try zoomIn(client, to: 0).chart.visiblePoints?.first == 0)
    }

    /// Fifty years with points that are a millisecond apart somewhere in them: two can be told apart, and the plan's
    /// numbers stay exact.
    @Test(arguments: 0..<8) func anyTwoPointsCanBeToldApart(seed: UInt64) throws {
        var noise = RepeatableNoise(seed: seed)
        let years = 50 * 365.25 * 86_400
        var x = (0..<300).map { _ in (Double.random(in: 0...years, using: &noise) * 1000).rounded() / 1000 }
        let crowd = Int.random(in: 0..<300, using: &noise)
        let gap = [0.001, 0.01, 1, 60][Int.random(in: 0..<4, using: &noise)]
        let start = x[crowd]
        x += (1...200).map { start + Double($0) * gap }
        x.sort()
        let index = try #require(x.firstIndex { $0 >= start + 100 * gap - gap / 2 })
        let client = try APIClient([try StagedSeries(x, [x.indices.map { Double($0) }]).collection])
        let answer = try zoomIn(client, to: index)
        let chart = answer.chart
        let apart = chart.lineGap * (x[index + 1] - x[index]) / 86_400
        #expect(apart >= 8, "seed \(seed), gap \(gap): \(apart) points apart")
        // The pointer stands where the unit says, beside the offset.
        let pointer = try #require(chart.pointer)
        #expect(pointer.index == index)
        let place = 64 + chart.lineGap * ((x[index] - x[0]) / 86_400) - answer.plan.contentOffset.x
        #expect(abs(pointer.x - place) < 0.02, "seed \(seed)")
        // A little to the right is the next point.
        let next = try ask(
            client, "lineGap=\(chart.lineGap)&x=\(answer.plan.contentOffset.x)&pointerX=\(pointer.x + apart)")
        #expect(next.chart.pointer?.index == index + 1, "seed \(seed)")
    }

    /// While it is scrolled to where points are sparse, the scale stays.
    @Test func scrollingChangesNoScale() throws {
        let x = (0..<1000).map { Double($0) } + (0..<10).map { 1e6 + Double($0) * 1e6 }
        let client = try APIClient([try StagedSeries(x, [x.indices.map { Double($0) }], kind: .number).collection])
        let near = try zoomIn(client, to: 500, steps: 12)
        #expect(near.chart.lineGap == 64)
        let shown = "lineGap=64&paintedLineGap=64&paintedMinValue=0&paintedMaxValue=1000"
        for offset in [0.0, 1e6, 64e6, 640e6] {
            #expect(try ask(client, "\(shown)&x=\(offset)").chart.lineGap == 64)
        }
        // Who asks for it without having seen it gets what is needed there: two points a million apart.
        #expect(try ask(client, "lineGap=64&x=320000000").chart.lineGap < 1)
    }
}
