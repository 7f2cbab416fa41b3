// Dashed lines do not depend on where they are cut, and hide nothing.

import Foundation
import Testing
import Tiling

@testable import Charts
@testable import Imaging

@Suite struct LineDashTests {
    private func lines(_ seed: UInt64) -> [DrawnLine] {
        var noise = RepeatableNoise(seed: seed)
        var lines: [DrawnLine] = []
        for number in [8, 17, 26, 35, 130] {
            let points = (0..<14).map { index in
                Point(x: Double(index * 9) - 10, y: Double.random(in: -10...70, using: &noise))
            }
            lines.append(DrawnLine(number: number, width: 2, geometry: .polyline([points])))
            let columns = (0..<140).map { index -> ColumnExtremes? in
                let low = Double.random(in: 5...30, using: &noise)
                let high = index % 5 == 0 ? low + 30 : low + 1
                return ColumnExtremes(first: low, minY: low, maxY: high, last: high)
            }
            lines.append(DrawnLine(number: number + 1, width: 2, geometry: .columns(first: -20, columns)))
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

    /// The columns beside a run's end are painted by a part of the line's width only.
    @Test(arguments: [1.2, 1.5, 2, 2.5, 3, 4.5]) func gapsBesideRunsAreDrawn(width: Double) {
        let columns = (0..<96).map { index in
            index % 7 < 3 ? ColumnExtremes(first: 20, minY: 18, maxY: 44, last: 40) : nil
        }
        func ink(_ number: Int) -> [Bool] {
            let line = DrawnLine(number: number, width: width, geometry: .columns(first: 0, columns))
            let picture = SlideDrawing(style: .light, lines: [line])
                .draw(PixelRect(x: 0, y: 0, width: 96, height: 64))
            return stride(from: 0, to: picture.bytes.count, by: 3).map { picture.bytes[$0] != 0xFA }
        }
        let (dashed, solid) = (ink(9), ink(0))
        #expect(dashed.contains(true) && zip(dashed, solid).allSatisfy { !$0 || $1 })
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
