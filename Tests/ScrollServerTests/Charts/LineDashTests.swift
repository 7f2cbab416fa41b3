// Dashed lines do not depend on where they are cut, and hide nothing.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Charts
@testable import Imaging
@testable import ScrollServer

@Suite struct LineDashTests {
    private func lines(_ seed: UInt64) -> [DrawnLine] {
        var noise = RepeatableNoise(seed: seed)
        var lines: [DrawnLine] = []
        for number in [8, 17, 26, 35, 130] {
            let points = (0..<14).map { index in
                Point(x: Double(index * 9) - 10, y: Double.random(in: -10...70, using: &noise))
            }
            lines.append(DrawnLine(number: number, width: 2, geometry: .polyline([points])))
        }
        return lines
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func tilesFitTogether(seed: UInt64) {
        for line in lines(seed) {
            let drawing = SlideDrawing(style: .light, lines: [line])
            let whole = drawing.draw(PixelRect(x: 0, y: 0, width: 96, height: 64))
            for cut in [1, 17, 48, 95] {
                let left = drawing.draw(PixelRect(x: 0, y: 0, width: cut, height: 64))
                let right = drawing.draw(PixelRect(x: cut, y: 0, width: 96 - cut, height: 64))
                #expect(
                    DrawnShapes.firstDifference(DrawnShapes.joined(left, right), whole) == nil,
                    "\(line.number) at \(cut)")
            }
            for cut in [1, 31] {
                let upper = drawing.draw(PixelRect(x: 0, y: 0, width: 96, height: cut))
                #expect(upper.bytes[...] == whole.bytes[..<(96 * 3 * cut)], "\(line.number) above \(cut)")
            }
        }
    }

    /// Whatever its direction, a long line is drawn in parts, with gaps between them.
    @Test func noDirectionFallsIntoAGap() {
        for number in [8, 16, 24, 40, 64, 120] {
            for (dx, dy) in [(90.0, 0.0), (90, 30), (90, 60), (60, 60), (60, -60), (30, 60), (0, 60), (90, -20)] {
                let start = Point(x: 3, y: dy < 0 ? 62 : 2)
                let line = DrawnLine(
                    number: number, width: 2,
                    geometry: .polyline([[start, Point(x: start.x + dx, y: start.y + dy)]]))
                let solid = DrawnLine(number: 0, width: 2, geometry: line.geometry)
                func ink(_ line: DrawnLine) -> Int {
                    let picture = SlideDrawing(style: .light, lines: [line])
                        .draw(PixelRect(x: 0, y: 0, width: 96, height: 64))
                    return stride(from: 0, to: picture.bytes.count, by: 3).count { picture.bytes[$0] != 0xFA }
                }
                let share = Double(ink(line)) / Double(ink(solid))
                // Dots of two pixels, six columns apart, are a tenth of a diagonal line's pixels.
                #expect(share > 0.08 && share < 0.97, "\(number) towards \(dx), \(dy): \(share)")
            }
        }
    }

    /// Where many values share a column, or stand closer than a dash is long, a dash would make stripes of their noise.
    @Test func closeValuesAreDrawnWithoutGaps() throws {
        var noise = RepeatableNoise(seed: 5)
        let names = (0..<12).map { "line \($0)" }.joined(separator: ",")
        let rows = (0..<2000).map { row in
            "\(row)," + (0..<12).map { "\($0 * 10 + Int.random(in: 0...9, using: &noise))" }.joined(separator: ",")
        }
        let file = try TableFile("x,\(names)\n" + rows.joined(separator: "\n") + "\n")
        let sources = try CollectionSources(try Options(["--cache-limit=0", file.path]))
        defer { sources.cancel() }
        let series = try #require(sources.collections[0].series)
        #expect(series.comesTrue { series.status.isComplete })
        let client = try APIClient(sources.collections)
        let collection = "/api/collections/\(sources.collections[0].id)"
        for (gap, isDashed) in [(0.1, false), (1, false), (3.9, false), (4, true), (8, true)] {
            let reply = try client.get("\(collection)/plan?width=600&height=300&lineGap=\(gap)")
            let chart = try #require(try reply.object()["chart"] as? [String: Any])
            let lines = try #require(chart["lines"] as? [[String: Any]])
            let dashes = lines.map { ($0["dashes"] as? [Any])?.isEmpty == false }
            #expect(dashes == (0..<12).map { $0 >= 8 && isDashed }, "\(gap)")
            let key = try #require(try reply.plan().tiles.first.flatMap { SlideKey($0.item) })
            #expect(key.isSolid == !isDashed && SlideKey(key.text) == key, "\(gap)")
            let picture = try client.get("\(collection)/picture?width=600&height=300&lineGap=\(gap)")
            #expect(picture.text.contains("stroke-dasharray") == isDashed, "\(gap)")
        }
    }

    /// A value that stands out is seen in whatever column it is.
    @Test func peaksAreSeen() {
        for place in 20..<60 {
            let columns = (0..<96).map { index in
                ColumnExtremes(first: 50, minY: index == place ? 5 : 49, maxY: 51, last: 50)
            }
            let drawing = SlideDrawing(
                style: .light, lines: [DrawnLine(number: 9, width: 1, geometry: .columns(first: 0, columns))])
            let picture = drawing.draw(PixelRect(x: 0, y: 0, width: 96, height: 64))
            let rows = (5..<40).count { picture.bytes[($0 * 96 + place) * 3] != 0xFA }
            #expect(rows > 10, "column \(place): \(rows)")
        }
    }
}
