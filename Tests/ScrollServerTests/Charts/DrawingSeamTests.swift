// Pictures do not depend on where the plane is cut.
import Testing
import Tiling

@testable import Charts
@testable import Imaging
@testable import Pixels

@Suite struct DrawingSeamTests {
    static let offsets = [0, 1 << 24, 1 << 33, 10_000_000_000]
    private static let width = 40
    private static let height = 48

    /// Anything a chart can have, about `offset`; on the grid, so that it can be moved exactly.
    private func drawing(offset: Int, noise: inout RepeatableNoise) -> SlideDrawing {
        func number(_ range: ClosedRange<Double>) -> Double {
            (Double.random(in: range, using: &noise) * 256).rounded() / 256
        }
        func place(_ point: Point) -> Point { Point(x: point.x + Double(offset), y: point.y) }
        func point() -> Point {
            switch Int.random(in: 0..<12, using: &noise) {
            case 0: Point(x: number(-4000...4000), y: number(-100_000...100_000))
            case 1: Point(x: .nan, y: 0)
            default: Point(x: number(-30...110), y: number(-20...70))
            }
        }
        var drawing = SlideDrawing(style: .light)
        drawing.gridlines = [
            Gridline(axis: .vertical, position: number(0...80) + Double(offset)),
            Gridline(axis: .horizontal, position: number(0...40), isStrong: true),
        ]
        for index in 0..<4 {
            let points = (0..<Int.random(in: 1...14, using: &noise)).map { _ in place(point()) }
            let geometry: DrawnLine.Geometry
            switch index {
            case 0: geometry = .polyline([points])
            case 1:
                // In order of x, as charts are.
                geometry = .polyline([points.filter { !$0.x.isNaN }.sorted { $0.x < $1.x }])
            case 2:
                let segments = (0..<6).map { _ in
                    CubicSegment(control1: place(point()), control2: place(point()), end: place(point()))
                }
                geometry = .curve([CurvePath(start: place(point()), segments: segments)])
            default:
                let columns = (0..<140).map { _ -> ColumnExtremes? in
                    if Int.random(in: 0..<8, using: &noise) == 0 { return nil }
                    let (low, high) = (number(10...30), number(20...60))
                    return ColumnExtremes(
                        first: number(15...25), minY: min(low, high), maxY: max(low, high), last: number(15...25))
                }
                geometry = .columns(first: offset - 30, columns)
            }
            drawing.lines.append(
                DrawnLine(
                    number: index, width: number(0.5...7), pointSize: Bool.random(using: &noise) ? number(1...9) : 0,
                    area: Bool.random(using: &noise)
                        ? DrawnLine.Area(baseline: number(0...40), opacity: 0.3) : nil,
                    geometry: geometry))
        }
        return drawing
    }

    @Test("Two regions side by side are the one twice as wide, byte for byte", arguments: offsets)
    func sideBySide(offset: Int) {
        for seed in UInt64(0)..<12 {
            var noise = RepeatableNoise(seed: seed)
            let drawing = drawing(offset: offset, noise: &noise)
            let width = Self.width + Int(seed)
            let left = drawing.draw(PixelRect(x: offset, y: 0, width: width, height: Self.height))
            let right = drawing.draw(PixelRect(x: offset + width, y: 0, width: width, height: Self.height))
            let both = drawing.draw(PixelRect(x: offset, y: 0, width: width * 2, height: Self.height))
            #expect(DrawnShapes.firstDifference(DrawnShapes.joined(left, right), both) == nil, "seed \(seed)")
        }
    }

    @Test("Two regions one above the other are the one twice as high, byte for byte", arguments: offsets)
    func oneAboveTheOther(offset: Int) {
        for seed in UInt64(20)..<28 {
            var noise = RepeatableNoise(seed: seed)
            let drawing = drawing(offset: offset, noise: &noise)
            let upper = drawing.draw(PixelRect(x: offset, y: 3, width: Self.width, height: 20))
            let lower = drawing.draw(PixelRect(x: offset, y: 23, width: Self.width, height: 20))
            let both = drawing.draw(PixelRect(x: offset, y: 3, width: Self.width, height: 40))
            let joined = PixelBuffer(
                width: Self.width, height: 40, format: .rgb, bytes: upper.bytes + lower.bytes)
            #expect(DrawnShapes.firstDifference(joined, both) == nil, "seed \(seed)")
        }
    }

    @Test("A drawing looks the same wherever in the plane it lies")
    func elsewhere() {
        for seed in UInt64(40)..<46 {
            let pictures = Self.offsets.map { offset in
                var noise = RepeatableNoise(seed: seed)
                return drawing(offset: offset, noise: &noise)
                    .draw(PixelRect(x: offset, y: 0, width: Self.width * 2, height: Self.height))
            }
            for picture in pictures.dropFirst() {
                #expect(DrawnShapes.firstDifference(picture, pictures[0]) == nil, "seed \(seed)")
            }
        }
    }

    @Test("What is left out of a line beyond its reach is not missed")
    func reach() {
        var noise = RepeatableNoise(seed: 3)
        let region = PixelRect(x: 1000, y: 0, width: Self.width, height: Self.height)
        let points = (0..<300).map { Point(x: Double($0) * 7.3, y: .random(in: -20...70, using: &noise)) }
        for width in [1, 2, 5.5] {
            var line = DrawnLine(number: 0, width: width, pointSize: 9, geometry: .polyline([points]))
            line.area = DrawnLine.Area(baseline: 30, opacity: 0.5)
            let reach = Double(line.reach)
            let first = points.lastIndex { $0.x < 1000 - reach } ?? 0
            let last = points.firstIndex { $0.x > 1040 + reach } ?? 0
            var short = line
            short.geometry = .polyline([Array(points[first - 1...last + 1])])
            let whole = SlideDrawing(style: .dark, lines: [line]).draw(region)
            let part = SlideDrawing(style: .dark, lines: [short]).draw(region)
            #expect(DrawnShapes.firstDifference(whole, part) == nil)
        }
    }

    @Test("A PNG holds the pixels that are drawn, with few colours and with many")
    func encoding() throws {
        var noise = RepeatableNoise(seed: 11)
        let region = PixelRect(x: 0, y: 0, width: 80, height: 60)
        let crowded = drawing(offset: 0, noise: &noise)
        for drawing in [SlideDrawing(style: .dark), crowded, SlideDrawing(style: .light, lines: [crowded.lines[1]])] {
            let tile = drawing.encode(region)
            #expect(tile.mediaType == "image/png")
            var decoder = try PNGDecoder(source: ByteSource(tile.bytes))
            let decoded = try decoder.readAll()
            let expected = drawing.draw(region)
            #expect(decoded.format == .rgb)
            #expect(DrawnShapes.firstDifference(decoded, expected) == nil)
        }
    }
}
