// Justified rows in closed form, and zooming them.

import Testing

@testable import Tiling

@Suite struct PeriodicJustifiedTests {
    private static let pattern: [Float] = [1.5, 0.667, 1.778, 1, 1.333, 0.5625, 3, 0.8, 1.25]

    /// Each row begins where the one before ends, fills the width, and keeps proportions: seen from the frames alone.
    @Test(arguments: [0, 1, 5, 9, 250, 251, 252, 253, 504, 505, 1000])
    func rowsFollowOneAnother(count: Int) {
        let metrics = JustifiedMetrics(width: 1000, rowHeight: 150, spacing: 6)
        let layout = PeriodicJustifiedLayout(pattern: Self.pattern, count: count, metrics: metrics)
        let frames = (0..<count).map { layout.frame(of: $0) }
        #expect(layout.count == count)
        #expect(layout.contentSize == Size(width: 1000, height: frames.last?.maxY ?? 0))
        for (index, frame) in frames.enumerated() {
            let proportion = Double(Self.pattern[index % Self.pattern.count])
            #expect(RowBreakerTests.keeps(proportion, frame))
            guard index > 0 else {
                #expect(frame.x == 0 && frame.y == 0)
                continue
            }
            let previous = frames[index - 1]
            if frame.minY == previous.minY {
                #expect(frame.minX == previous.maxX + 6 && frame.height == previous.height)
            } else {
                #expect(frame.minX == 0 && frame.minY == previous.maxY + 6 && previous.maxX == 1000)
            }
        }
        for top in stride(from: -50, to: layout.contentSize.height + 50, by: 37) {
            let rect = Rect(x: 0, y: top, width: 1000, height: 90)
            let expected = frames.indices.filter { frames[$0].intersects(rect) }
            let found = layout.items(in: rect)
            if let first = expected.first, let last = expected.last {
                #expect(found == first..<last + 1)
            } else {
                #expect(found.isEmpty)
            }
        }
    }

    @Test func aThousandMillion() {
        let metrics = JustifiedMetrics(width: 1280, spacing: 4)
        let layout = PeriodicJustifiedLayout(pattern: Self.pattern, count: 1_000_000_000, metrics: metrics)
        let last = layout.frame(of: 999_999_999)
        #expect(layout.contentSize.height == last.maxY && last.maxY > 1e10)
        for index in [0, 251, 252, 500_000_000, 999_999_998] {
            let (frame, next) = (layout.frame(of: index), layout.frame(of: index + 1))
            #expect(next.minX == frame.maxX + 4 || next.minX == 0 && next.minY == frame.maxY + 4)
            #expect(layout.items(in: frame).contains(index))
        }
        let below = Rect(x: 0, y: last.maxY + 1, width: 1280, height: 10)
        #expect(layout.items(in: below) == 1_000_000_000..<1_000_000_000)
    }

    /// The item at a point is the one whose cell holds it, else the nearest one.
    @Test func nearestItems() throws {
        let metrics = JustifiedMetrics(width: 1000, rowHeight: 150, spacing: 6)
        let rows = PeriodicJustifiedLayout(pattern: Self.pattern, count: 300, metrics: metrics)
        let layout = Layout.periodicRows(rows)
        for index in stride(from: 0, to: 300, by: 7) {
            let frame = rows.frame(of: index)
            let point = Point(x: frame.minX + frame.width / 3, y: frame.minY + frame.height / 4)
            let found = try #require(layout.item(nearest: point))
            #expect(found.index == index && abs(found.fraction - 0.25) < 1e-9)
        }
        #expect(layout.item(nearest: Point(x: 0, y: -5000))?.index == 0)
        #expect(layout.item(nearest: Point(x: 0, y: 1e9))?.index == 299)
        let gap = Point(x: 1, y: rows.frame(of: 0).maxY + 1)
        #expect(layout.item(nearest: gap)?.index == 0)
        let none = PeriodicJustifiedLayout(pattern: [], count: 0, metrics: metrics)
        #expect(Layout.periodicRows(none).item(nearest: .zero) == nil)
    }

    // MARK: Zoom

    private func rows(_ height: Double, _ factor: Double, width: Double = 1000) -> (height: Double, remainder: Double)?
    {
        let metrics = JustifiedMetrics(width: width, rowHeight: height, spacing: 4)
        guard case .rows(let height, let remainder) = RowZoom.zoom(metrics, factor: factor) else { return nil }
        return (height, remainder)
    }

    /// Whatever is asked for, the step taken and the remainder make it up; steps are a fourth of a doubling apart.
    @Test func stepsAndRemaindersMakeUpTheFactor() throws {
        var seen: Set<Double> = []
        for height in [24.0, 57, 119, 200, 333.5, 1000] {
            for factor in stride(from: 0.02, to: 6, by: 0.011) {
                guard let (target, remainder) = rows(height, factor) else {
                    #expect(height == 1000 && factor > DensityZoom.enteringFactor)
                    continue
                }
                #expect((24...1000).contains(target))
                if target > 24 { #expect(abs(target * remainder - height * factor) < 1e-9) }
                if target != height { seen.insert(target) }
                if target > 24, target < 1000 { #expect((0.88...1.13).contains(remainder)) }
            }
        }
        let steps = seen.sorted()
        #expect(steps.first == 24 && steps.last == 1000 && steps.contains(200))
        #expect(steps.count < 26)
        // There and back.
        let up = try #require(rows(200, 2))
        #expect(up.height == 400 && up.remainder == 1)
        #expect(try #require(rows(400, 0.5)).height == 200)
        // What is small is left to the remainder, and lower than lowest nothing goes.
        #expect(try #require(rows(200, 1.05)).height == 200)
        #expect(try #require(rows(24, 0.5)) == (24, 1))
    }

    @Test func narrowViewports() throws {
        #expect(RowZoom.range(width: 10) == 10...10)
        #expect(try #require(rows(10, 0.5, width: 10)).height == 10)
        #expect(rows(10, 3, width: 10) == nil)
        #expect(try #require(rows(100, 1.3, width: 320)).height > 110)
    }
}
