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
        let most = Int((viewport / 1024).rounded(.up)) + 2
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
        var generator = SeededGenerator(seed: UInt64(slideWidth))
        for _ in 0..<3000 {
            let first = Int.random(in: 0..<layout.count - 9, using: &generator)
            let end = Int.random(in: first + 1..<first + 9, using: &generator)
            let (low, high) = (layout.frame(of: first).minX, layout.frame(of: end).minX)
            func items(_ low: Double, _ high: Double) -> Range<Int> {
                layout.items(in: Rect(x: low, y: 0, width: high - low, height: 1))
            }
            let exact = Rect(x: low, y: 0, width: high - low, height: 1)
            for index in max(0, first - 1)...end {
                #expect(items(low, high).contains(index) == layout.frame(of: index).intersects(exact))
            }
            #expect(items(low + 1, high - 1) == first..<end)
        }
    }

    // MARK: Recycling

    @Test func thresholdsOfTheDocument() {
        // Slides of 1024 points, a viewport of 800.
        let layout = Self.layout(count: 1000, slideWidth: 1024, viewport: 800)
        var views = SlideRecycling(layout, viewportWidth: 800)
        #expect(views.slides == 0..<3)
        #expect(views.leftThreshold == 224)
        #expect(views.rightThreshold == 2048)
        views.scroll(by: 2048)
        #expect(views.slides == 0..<3)
        let right = views.scroll(by: 1)
        #expect(right.removed == [0..<1] && right.inserted == [3..<4])
        // The offset has been taken back by a slide; what is seen has not moved.
        #expect(views.x == 1025 && views.offset == 2049)
        views.scroll(by: -801)
        #expect(views.x == 224 && views.slides == 1..<4)
        let left = views.scroll(by: -1)
        #expect(left.removed == [3..<4] && left.inserted == [0..<1])
        #expect(views.x == 1247 && views.offset == 1247)
        // To the ends, which stop it.
        views.scroll(by: -1e15)
        #expect(views.offset == 0 && views.slides == 0..<3)
        views.scroll(by: 1e15)
        #expect(views.offset == layout.drawWidth - 800)
        #expect(views.slides == layout.count - 3..<layout.count)
        views.scroll(by: .nan)
        #expect(views.offset == layout.drawWidth - 800)
    }

    /// What the thresholds mean for the first live slide, said without moving one: kept where it may be kept, else the
    /// nearest that may be.
    static func pure(_ first: Int, _ views: SlideRecycling) -> Int {
        let lowest = ((views.offset - views.rightThreshold) / views.slideWidth).rounded(.up)
        let highest = ((views.offset - views.leftThreshold) / views.slideWidth).rounded(.down)
        let last = Double(views.totalSlideNum - views.slideViewNum)
        return Int(min(max(min(max(Double(first), lowest), highest), 0), last))
    }

    @Test(arguments: 0..<80) func anySplitOfADragEndsWithTheSameSlides(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let slideWidth = [256.0, 1000, 512.25][Int.random(in: 0..<3, using: &generator)]
        let viewport = [100, 255.5, 512.25, 1000, 3000][Int.random(in: 0..<5, using: &generator)]
        let layout = Self.layout(
            count: [2, 9, 500, 400_000_000][Int.random(in: 0..<4, using: &generator)], slideWidth: slideWidth,
            viewport: viewport)
        var whole = SlideRecycling(layout, viewportWidth: viewport)
        var parts = whole
        for _ in 0..<40 {
            let before = whole.first
            let far = Bool.random(using: &generator) ? 3 * slideWidth : layout.drawWidth
            let delta = (Double.random(in: -far...far, using: &generator) * 1024).rounded() / 1024
            whole.scroll(by: delta)
            // The same way in up to thirty steps, many of them of nothing or across several slides.
            var rest = delta
            for step in (1...30).reversed() {
                let part =
                    step == 1 ? rest : (rest * Double.random(in: 0...0.4, using: &generator) * 1024).rounded() / 1024
                parts.scroll(by: part)
                rest -= part
            }
            #expect(whole == parts)
            #expect(whole.first == Self.pure(before, whole))
            // Whatever the way, what is seen is live.
            let visible = layout.windows(offset: whole.offset, viewportWidth: viewport).visible
            #expect(whole.slides.clamped(to: visible) == visible)
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
