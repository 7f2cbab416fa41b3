// Ways to draw many points in one pixel column.

import Foundation
import Testing
import Tiling

@testable import Charts
@testable import Pixels

@Suite struct ChartBandTests {
    private func series(_ count: Int = 6000) throws -> StagedSeries {
        let values = (0..<count).map { $0 % 97 == 5 ? Double.nan : Double($0 * 7919 % 1000) }
        return try StagedSeries((0..<count).map { Double($0) * 86_400 }, [values])
    }

    @Test func meansAreThoseOfTheirPoints() throws {
        let view = try series().series.view
        let boundaries = [0, 1, 5, 6, 6, 300, 4097, 5999, 6000]
        let means = view.means(line: 0, boundaries: boundaries)
        for place in 1..<boundaries.count {
            let values = (boundaries[place - 1]..<boundaries[place]).map { view.value(line: 0, at: $0) }
                .filter { !$0.isNaN }
            let mean = values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
            switch (mean, means[place - 1]) {
            case (nil, nil): break
            case (let one?, let other?): #expect(abs(one - other) < 1e-9, "\(boundaries[place - 1])")
            default: Issue.record("\(boundaries[place - 1]): \(String(describing: means[place - 1]))")
            }
        }
    }

    @Test func eachWayIsDrawn() throws {
        let staged = try series()
        let client = try APIClient([staged.collection])
        func drawing(_ query: String) throws -> (SlideDrawing, SlideKey) {
            let plan = try client.get("/api/collections/c/plan?width=600&height=300&\(query)").plan()
            let tile = try #require(plan.tiles.first)
            let key = try #require(SlideKey(tile.item))
            #expect(try client.get(tile.url).status == 200)
            let painter = try #require(SlidePainter(key, staged.series.view))
            return (painter.drawing(of: PixelRect(x: 0, y: 0, width: 512, height: 300)), key)
        }
        func spans(_ line: DrawnLine) -> [Double] {
            guard case .columns(_, let columns) = line.geometry else { return [] }
            return columns.compactMap { $0.map { $0.maxY - $0.minY } }
        }
        let (extremes, key) = try drawing("lineGap=0.1")
        #expect(key.isDense && key.band == .extremes && extremes.lines.count == 1)
        #expect(spans(extremes.lines[0]).contains { $0 > 50 })
        let (mean, meanKey) = try drawing("lineGap=0.1&band=mean")
        #expect(meanKey.band == .mean && mean.lines.map(\.opacity) == [0.25, 1])
        #expect(spans(mean.lines[0]).contains { $0 > 50 } && !spans(mean.lines[1]).contains { $0 > 50 })
        let (line, lineKey) = try drawing("lineGap=0.1&band=line")
        #expect(lineKey.band == .line && line.lines.count == 1 && line.lines[0] == mean.lines[1])
        // Where each point has a place of its own there is nothing to choose but the key's letter.
        let (curve, curveKey) = try drawing("lineGap=4")
        let (other, otherKey) = try drawing("lineGap=4&band=mean")
        #expect(curve == other && curveKey.band == .extremes && otherKey.band == .line)
        // Points alone are seen as long as few share a pixel.
        let (few, fewKey) = try drawing("lineGap=0.5&line=points")
        let (many, _) = try drawing("lineGap=0.1&line=points")
        #expect(fewKey.isDense && spans(few.lines[0]).isEmpty && few.lines[0].width == 0)
        #expect(spans(many.lines[0]).contains { $0 > 50 })
        for key in [key, meanKey, lineKey, curveKey, otherKey] { #expect(SlideKey(key.text) == key) }
    }

    @Test func tilesFitTogether() throws {
        let staged = try series()
        for band in ChartBand.allCases {
            let client = try APIClient([staged.collection])
            let plan = try client.get("/api/collections/c/plan?width=600&height=100&lineGap=0.1&band=\(band)").plan()
            let tile = try #require(plan.tiles.first)
            let key = try #require(SlideKey(tile.item))
            let painter = try #require(SlidePainter(key, staged.series.view))
            func draw(_ x: Int, _ width: Int) -> PixelBuffer {
                let region = PixelRect(x: x, y: 0, width: width, height: 100)
                return painter.drawing(of: region).draw(region)
            }
            let whole = draw(0, 400)
            for cut in [1, 63, 200, 399] {
                #expect(
                    DrawnShapes.firstDifference(DrawnShapes.joined(draw(0, cut), draw(cut, 400 - cut)), whole) == nil,
                    "\(band) at \(cut)")
            }
        }
    }

    @Test func unitsAreGiven() throws {
        let staged = try StagedSeries([0, 86_400, 172_800], [[1, 2, 3], [2000, 3000, 2500]])
        let client = try APIClient([staged.collection])
        func units(_ query: String) throws -> [[String]] {
            let object = try client.get("/api/collections/c/plan?width=600&height=300&\(query)").object()
            let chart = try #require(object["chart"] as? [String: Any])
            return ["lines", "panes"].map { name in
                (chart[name] as? [[String: Any]] ?? []).compactMap { $0["unit"] as? String }
            }
        }
        #expect(try units("") == [["", ""], ["", ""]])
        #expect(try units("units=Line%201:%25C2%25B0C") == [["°C", ""], ["°C", ""]])
        // Lines of one unit belong together, whatever their ranges.
        #expect(try units("units=Line%201:m,Line%202:m") == [["m", "m"], ["m"]])
        let bad = try client.get("/api/collections/c/plan?width=600&height=300&units=a")
        #expect(bad.status == 400 && bad.text.contains("\"parameter\":\"units\""))
        #expect(try client.get("/api/collections/c/plan?width=600&height=300&band=all").status == 400)
    }
}
