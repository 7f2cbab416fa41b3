// A plane: where items lie, which bins a part of it has, and what they hold.

import Testing

@testable import Tiling

@Suite struct PlaneTests {
    /// Ways in which points may lie; each has shares of the plane.
    enum Spread: CaseIterable {
        case random, clustered, equal, extreme, onLines, none

        func point(_ generator: inout SeededGenerator) -> (x: Double, y: Double)? {
            let (a, b) = (Double.random(in: 0...1, using: &generator), Double.random(in: 0...1, using: &generator))
            switch self {
            case .random: return a < 0.1 ? nil : (a, b)
            case .clustered:
                let (x, y) = ((a * 4).rounded(.down) / 4, (b * 4).rounded(.down) / 4)
                return (x + a * a * a * 1e-6, y + b * b * b * 1e-6)
            case .equal: return (0.3, 0.7)
            case .extreme:
                return ([0, 1, 1e-300, 0.5, 1 - 1e-16][Int(clamping: a * 4.99)], [0, 1, 0.5][Int(clamping: b * 2.99)])
            case .onLines: return ((a * 5).rounded(.down) / 5, b)
            case .none: return nil
            }
        }
    }

    private static func plane(_ spread: Spread, count: Int, _ generator: inout SeededGenerator)
        -> (layout: PlaneLayout, points: [(x: Double, y: Double)?])
    {
        let points = (0..<count).map { _ in spread.point(&generator) }
        let width = Double.random(in: 300...2000, using: &generator)
        let size = Size(width: width, height: width * Double.random(in: 0.4...2.5, using: &generator))
        let index = PlaneIndex(count: count, isTall: size.height > size.width) { item in
            points[item].map { PlaneIndex.Place(x: $0.x, y: $0.y) }
        }
        let axis = PlaneAxis(.linear, spanning: 0...1)
        return (PlaneLayout(index, x: axis, y: axis, size: size), points)
    }

    /// Bins are found, counted and represented as by looking at each point.
    @Test(arguments: Spread.allCases, 0..<12) func binsHoldWhatLiesInThem(spread: Spread, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let count = [0, 1, 2, 40, 3000][Int.random(in: 0..<5, using: &generator)]
        let (layout, points) = Self.plane(spread, count: count, &generator)
        #expect(layout.unplacedCount == points.count { $0 == nil })
        let zoomScale = pow2(Double.random(in: 0...14, using: &generator))
        let size = layout.contentSize
        let side = size.width * Double.random(in: 0.1...1, using: &generator)
        let corner = Point(
            x: Double.random(in: -0.2...0.9, using: &generator) * size.width,
            y: Double.random(in: -0.2...0.9, using: &generator) * size.height)
        let rect = Rect(x: corner.x, y: corner.y, width: side, height: side)
        let bins = layout.bins(in: rect, zoomScale: zoomScale)
        for bin in bins {
            #expect(bin.frame.intersects(rect))
            let inside = points.indices.filter { index in points[index].map { Self.isIn(bin.area, $0, size) } ?? false }
            let longest = max(bin.frame.width, bin.frame.height) * zoomScale
            #expect(bin.isPoint || longest <= 72 && longest >= 30, "\(spread) \(seed): \(longest)")
            guard bin.frame == bin.area else {
                // One of several in a square.
                #expect(inside.contains(bin.first) && bin.count < inside.count, "\(spread) \(seed)")
                continue
            }
            #expect(inside.first == bin.first && inside.count == bin.count, "\(spread) \(seed)")
        }
        for point in points.compactMap({ $0 }) where rect.contains(point, size) {
            let areas = bins.filter { Self.isIn($0.area, point, size) }.map(\.area)
            #expect(!areas.isEmpty && areas.allSatisfy { $0 == areas[0] }, "\(spread) \(seed): \(point)")
        }
        // All of it holds everything.
        let all = layout.bins(in: Rect(x: 0, y: 0, width: size.width, height: size.height), zoomScale: zoomScale)
        #expect(all.reduce(0) { $0 + $1.count } == points.count { $0 != nil })
    }

    /// Whether a share of the plane lies in a frame of it; the last bins hold its far edges.
    private static func isIn(_ frame: Rect, _ point: (x: Double, y: Double), _ size: Size) -> Bool {
        func isIn(_ start: Double, _ length: Double, _ share: Double, _ whole: Double) -> Bool {
            let unit = 1 / 4_294_967_296.0
            let snapped = (min(share, 1 - unit) / unit).rounded(.down) * unit
            return snapped >= start / whole - unit / 4 && snapped < (start + length) / whole - unit / 4
        }
        return isIn(frame.x, frame.width, point.x, size.width) && isIn(frame.y, frame.height, point.y, size.height)
    }

    /// Each item is in a bin of its own, or with others at its place, once one has zoomed in far enough.
    @Test(arguments: [Spread.random, .clustered, .extreme, .onLines], 0..<4)
    func eachItemIsReached(spread: Spread, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (layout, points) = Self.plane(spread, count: 2000, &generator)
        for item in stride(from: 0, to: 2000, by: 37) where points[item] != nil {
            let frame = layout.frame(of: item)
            #expect(frame.width > 0)
            let middle = Point(x: frame.midX, y: frame.midY)
            let zoomScale = 128 / max(frame.width, frame.height)
            // Farther than plans zoom.
            if zoomScale > 1e5 { continue }
            let bin = try #require(layout.bin(nearest: middle, zoomScale: max(1, zoomScale)))
            #expect(bin.area == frame && bin.isPoint || bin.count == 1, "\(spread) \(seed): \(item)")
        }
    }

    /// Zooming keeps the point under the focus, however often.
    @Test(arguments: 0..<8) func theFocusStays(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let limits = ZoomLimits(minimum: 1, maximum: 1e5)
        let focus = Point(x: 400, y: 300)
        var (scale, offset) = (1.0, Point(x: 0, y: 0))
        let point = Point(x: focus.x, y: focus.y)
        for _ in 0..<10_000 {
            let next = scale * Double.random(in: 0.7...1.45, using: &generator)
            let zoomed = PictureZoom.zooming(from: scale, to: next, offset: offset, focus: focus, limits: limits)
            (scale, offset) = (zoomed.zoomScale, zoomed.offset)
            let now = Point(x: point.x * scale - offset.x, y: point.y * scale - offset.y)
            #expect(abs(now.x - focus.x) < 0.5 && abs(now.y - focus.y) < 0.5)
        }
    }

    /// The same number of halvings divides the same content at each power of two, and panning moves no bin.
    @Test func binsAreFixedToTheContent() {
        var generator = SeededGenerator(seed: 3)
        let (layout, _) = Self.plane(.random, count: 5000, &generator)
        let all = Rect(x: 0, y: 0, width: layout.contentSize.width, height: layout.contentSize.height)
        let part = Rect(x: 30, y: 40, width: 50, height: 20)
        var (before, changes) = (layout.bins(in: all, zoomScale: 1), 0)
        for step in 1...40 {
            let zoomScale = pow2(Double(step) / 10)
            let bins = layout.bins(in: all, zoomScale: zoomScale)
            #expect(layout.bins(in: part, zoomScale: zoomScale) == bins.filter { $0.frame.intersects(part) })
            if bins == before { continue }
            changes += 1
            #expect(
                bins.allSatisfy { bin in
                    before.contains { $0.frame.contains(Point(x: bin.frame.midX, y: bin.frame.midY)) }
                })
            before = bins
        }
        #expect(changes == 4)
    }

    // MARK: Axes

    @Test(arguments: [PlaneAxis.Kind.linear, .logarithmic, .time], 0..<20)
    func axesPlaceValues(kind: PlaneAxis.Kind, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let low = kind == .time ? 1.2e9 : pow2(Double.random(in: -20...20, using: &generator))
        let high = low * pow2(Double.random(in: 0...20, using: &generator))
        let axis = PlaneAxis(kind, spanning: low...high)
        #expect(axis.kind == kind)
        var before = -1.0
        for part in 0...20 {
            let value = low + (high - low) * Double(part) / 20
            guard let share = axis.share(of: value) else { Issue.record("\(value) has no place"); return }
            #expect(share >= before && share >= 0 && share <= 1)
            #expect(abs(axis.value(at: share) - value) <= 1e-9 * high)
            before = share
        }
        #expect(axis.share(of: .nan) == nil && axis.share(of: .infinity) == nil)
        let ticks = axis.ticks(in: 0...1, length: 900, minimumSpacing: 80)
        for (one, next) in zip(ticks, ticks.dropFirst()) { #expect((next.place - one.place) * 900 >= 79) }
        for tick in ticks { #expect(axis.share(of: tick.tick.value) == tick.place) }
    }

    @Test func oddAxes() {
        #expect(PlaneAxis(.linear, spanning: 5...5).share(of: 5) == 0.5)
        #expect(PlaneAxis(.logarithmic, spanning: -1...5).kind == .linear)
        let widest = PlaneAxis(.linear, spanning: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
        #expect(widest.share(of: 0) == 0.5)
        let names = PlaneAxis(names: ["a", "b", "c", "d"])
        #expect((0..<4).map { names.share(of: Double($0)) } == [0.125, 0.375, 0.625, 0.875])
        #expect(names.ticks(in: 0...1, length: 400, minimumSpacing: 90).map(\.tick.label) == ["a", "b", "c", "d"])
        #expect(names.ticks(in: 0...1, length: 200, minimumSpacing: 90).map(\.tick.label) == ["a", "c"])
        #expect(names.ticks(in: 0.4...0.9, length: 400, minimumSpacing: 90).map(\.tick.label) == ["b", "c", "d"])
        #expect(PlaneAxis(names: []).ticks(in: 0...1, length: 400, minimumSpacing: 90).isEmpty)
    }

    private func pow2(_ exponent: Double) -> Double { Deceleration.exponential(exponent * 0.693_147_180_559_945_3) }
}

extension Rect {
    fileprivate func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Whether a share of a plane lies well inside.
    fileprivate func contains(_ point: (x: Double, y: Double), _ size: Size) -> Bool {
        let (x, y) = (point.x * size.width, point.y * size.height)
        return x > minX + 1e-3 && x < maxX - 1e-3 && y > minY + 1e-3 && y < maxY - 1e-3
    }
}
