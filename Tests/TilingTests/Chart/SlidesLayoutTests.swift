// Which slides are seen and which are live, by a formula and by moving them from end to end.

import Testing

@testable import Tiling

@Suite struct SlidesLayoutTests {
    static func layout(count: Int, slideWidth: Double, viewport: Double) -> SlidesLayout {
        let config = GraphConfig.standard.spaced(by: 64 / (slideWidth / 2))
        return SlidesLayout(
            LayoutCalculatorTests.calculator(
                .even(count: count), width: viewport, slideWidth: slideWidth, gap: slideWidth / 2, config: config))
    }

    @Test(arguments: 0..<60) func windowsHoldTheirPromises(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let viewport = [300.0, 512, 1023, 1024, 1025, 3000][Int.random(in: 0..<6, using: &generator)]
        let layout = Self.layout(
            count: [0, 1, 5, 1000, 200_000_000][Int.random(in: 0..<5, using: &generator)], slideWidth: 1024,
            viewport: viewport)
        let most = Int(clamping: (viewport / 1024).rounded(.up)) + 2
        #expect(layout.slideViewNum(viewportWidth: viewport) == min(most, layout.count))
        if viewport <= 1024 { #expect(layout.slideViewNum(viewportWidth: viewport) <= 3) }
        for _ in 0..<50 {
            let offset = Double.random(in: 0...max(0, layout.drawWidth - viewport), using: &generator)
            let (visible, live) = layout.windows(offset: offset, viewportWidth: viewport)
            let seen = Rect(x: offset, y: 0, width: viewport, height: 1)
            #expect(live.count == layout.slideViewNum(viewportWidth: viewport))
            #expect(live.lowerBound >= 0 && live.upperBound <= layout.count)
            #expect(live.clamped(to: visible) == visible)
            // As when every slide around is asked.
            for index in max(0, visible.lowerBound - 2)..<min(layout.count, visible.upperBound + 2) {
                #expect(layout.frame(of: index).intersects(seen) == visible.contains(index))
            }
        }
        #expect(layout.items(in: Rect(x: layout.drawWidth, y: 0, width: 10, height: 10)).isEmpty)
        #expect(layout.items(in: Rect(x: -10, y: 0, width: 10, height: 10)).isEmpty)
        #expect(layout.items(in: Rect(x: -1e18, y: 0, width: 3e18, height: 10)) == 0..<layout.count)
    }

    /// Rectangles that begin and end at edges, which divide to whole numbers only but for rounding.
    @Test(arguments: [1000.0 / 3, 333.3, 1024.1, 819.2]) func edgesAreExact(slideWidth: Double) {
        let layout = Self.layout(count: 2_000_000_000, slideWidth: slideWidth, viewport: 700)
        var generator = SeededGenerator(seed: UInt64(clamping: slideWidth))
        for _ in 0..<3000 {
            let first = Int.random(in: 0..<layout.count - 9, using: &generator)
            let end = Int.random(in: first + 1..<first + 9, using: &generator)
            let (low, high) = (layout.frame(of: first).minX, layout.frame(of: end).minX)
            for (low, high) in [(low, high), (low.nextDown, high), (low, high.nextUp), (low + 1, high - 1)] {
                let rect = Rect(x: low, y: 0, width: high - low, height: 1)
                let items = layout.items(in: rect)
                for index in max(0, first - 1)...end {
                    #expect(items.contains(index) == layout.frame(of: index).intersects(rect))
                }
            }
        }
    }

    // MARK: Recycling

    /// The document moves the right slide to the left when less than a slide's width less the viewport's lies before
    /// the viewport, and the left one to the right when more than two slides do.
    ///
    /// A plan has its slides about the viewport's middle, so that neither threshold is ever passed, by whatever way the
    /// reader came.
    static func isWithinThresholds(_ live: Range<Int>, _ layout: SlidesLayout, offset: Double, viewport: Double) -> Bool
    {
        let x = offset - Double(live.lowerBound) * layout.slideWidth
        let leftThreshold = max(0, layout.slideWidth - viewport)
        let rightThreshold = 2 * layout.slideWidth
        return (x >= leftThreshold || live.lowerBound == 0) && (x <= rightThreshold || live.upperBound == layout.count)
    }

    @Test func thresholdsOfTheDocument() {
        // Slides of 1024 points, a viewport of 800: the thresholds are 224 and 2048.
        let layout = Self.layout(count: 1000, slideWidth: 1024, viewport: 800)
        func live(_ offset: Double) -> Range<Int> { layout.windows(offset: offset, viewportWidth: 800).live }
        #expect(live(0) == 0..<3)
        // One slide goes from one end to the other, and the same one back.
        #expect(live(1647) == 0..<3 && live(1648) == 1..<4 && live(1647) == 0..<3)
        #expect(Self.isWithinThresholds(0..<3, layout, offset: 2048, viewport: 800))
        #expect(!Self.isWithinThresholds(0..<3, layout, offset: 2049, viewport: 800))
        #expect(Self.isWithinThresholds(1..<4, layout, offset: 1248, viewport: 800))
        #expect(!Self.isWithinThresholds(1..<4, layout, offset: 1247, viewport: 800))
        #expect(live(layout.drawWidth - 800) == layout.count - 3..<layout.count)
    }

    @Test(arguments: 0..<80) func theLiveSlidesNeverPassAThreshold(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let slideWidth = [256.0, 1000, 512.25][Int.random(in: 0..<3, using: &generator)]
        let viewport = [100, 255.5, 512.25, 1000][Int.random(in: 0..<4, using: &generator)]
        let layout = Self.layout(
            count: [2, 9, 500, 400_000_000][Int.random(in: 0..<4, using: &generator)], slideWidth: slideWidth,
            viewport: viewport)
        for _ in 0..<400 {
            let offset = Double.random(in: 0...max(0, layout.drawWidth - viewport), using: &generator)
            let (visible, live) = layout.windows(offset: offset, viewportWidth: viewport)
            #expect(live.count == layout.slideViewNum(viewportWidth: viewport))
            #expect(live.clamped(to: visible) == visible)
            if viewport <= slideWidth {
                #expect(Self.isWithinThresholds(live, layout, offset: offset, viewport: viewport), "\(offset)")
            }
        }
    }

    // MARK: Plans

    @Test(arguments: [1.0, 1.25, 2, 3]) func plansOfCharts(scale: Double) {
        let width = LayoutCalculator.slideWidth(near: 1024, scale: scale)
        #expect((width * scale).rounded() == width * scale)
        let layout = Self.layout(count: 20_000_001, slideWidth: width, viewport: 800)
        let planner = Planner(layout: .slides(layout))
        #expect(planner.layout.axis == .horizontal)
        var request = Planner.Request(viewport: Size(width: 800, height: 400))
        request.scale = scale
        request.overscan = 5000
        for offset in [0, 3000.5, 8_589_934_592.25, 1e12] {
            request.offset = Point(x: offset, y: 0)
            let plan = planner.plan(for: request) { range in
                range.map { Planner.Picture(size: layout.pixelSize(of: $0, scale: scale), isTiled: true) }
            }
            #expect(plan.contentSize == Size(width: layout.drawWidth, height: 400))
            #expect(plan.contentOffset.x == min(offset, layout.drawWidth - 800))
            // Never more than three, however large the overscan.
            #expect(plan.window.count <= 3)
            let visible = plan.visible ?? 0..<0
            #expect(plan.window.clamped(to: visible) == visible && !visible.isEmpty)
            // The tiles that are seen leave no part of the viewport free.
            let area = plan.tiles.filter(\.isVisible).map {
                $0.frame.intersection(Rect(x: 0, y: 0, width: 800, height: 400))
            }.reduce(0) { $0 + $1.width * $1.height }
            #expect(abs(area - 800 * 400) < 1)
            #expect(plan.tiles.allSatisfy { $0.level == 0 && $0.clip == nil })
        }
    }
}
