// Pinching a chart: the target stays under the fingers.

import Testing

@testable import Tiling

@Suite struct PinchZoomTests {
    static let axes: [SlideAxis] = [
        .even(count: 2), .even(count: 300), .even(count: 10_000_000), .even(count: 1_000_000_000),
        .dated(first: 1_000_000_000, last: 1_700_000_000), .numbered(first: -3.5, last: 12_345.75),
    ]

    @Test(arguments: 0..<120) func theTargetStaysOnScreen(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let width = Double.random(in: 320...2560, using: &generator)
        let start = LayoutCalculatorTests.calculator(
            Self.axes[Int(seed) % Self.axes.count], width: width, slideWidth: 1024)
        let limits = start.lineGapRange
        let ratio = limits.upperBound / limits.lowerBound
        // Anywhere between the limits, as a power of their ratio.
        var gap = limits.lowerBound
        for _ in 0..<Int.random(in: 0...20, using: &generator) { gap *= max(1, ratio.squareRoot().squareRoot() / 3) }
        let chart = start.calculateForRedraw(newLineGap: min(gap, limits.upperBound))
        let offset = Double.random(in: 0...chart.maximumOffset, using: &generator)
        let focus = Double.random(in: 0...width, using: &generator)
        var pinch = PinchZoom(began: chart, contentOffset: offset, focus: focus)
        let began = chart.x(ofUnit: pinch.target) - offset
        #expect(pinch.prevXOfTargetIndex == began)
        #expect(pinch.lineGapBegan == chart.lineGapSize)
        #expect(pinch.isPinching)
        // What is under the fingers, where values lie that close.
        if case .even(let count) = chart.axis, (1..<count - 1).contains(Int(clamping: pinch.target)) {
            #expect(abs(began - focus) <= chart.lineGapSize / 2 + 1e-3)
        }
        for _ in 0..<60 {
            let scale =
                [0.1, 0.5, 0.97, 1, 1.02, 2, 30, 1e4, 1e9][Int.random(in: 0..<9, using: &generator)]
                * Double.random(in: 0.9...1.1, using: &generator)
            let before = pinch.calculator.lineGapSize
            let changed = pinch.change(scale: scale)
            let wanted = min(max(chart.lineGapSize * scale, limits.lowerBound), limits.upperBound)
            #expect(limits.contains(pinch.calculator.lineGapSize))
            if changed {
                #expect(pinch.calculator.lineGapSize == wanted)
            } else {
                #expect(pinch.calculator.lineGapSize == before)
                #expect(abs(wanted - before) <= 0.02 * min(1, before))
            }
            let x = pinch.calculator.x(ofUnit: pinch.target) - pinch.contentOffset
            #expect(abs(x - began) < 0.01)
            checkSlides(pinch)
        }
        let index: Int? = if case .even = chart.axis { Int(clamping: pinch.target) } else { nil }
        #expect(pinch.targetIndex == index)
        let last = pinch.contentOffset
        let end = pinch.end()
        #expect(!pinch.isPinching)
        #expect(end == min(max(0, last), pinch.calculator.maximumOffset))
        let late = pinch.change(scale: 2)
        #expect(!late)
    }

    private func checkSlides(_ pinch: PinchZoom) {
        let chart = pinch.calculator
        let number = SlidesLayout(chart).slideViewNum(viewportWidth: chart.viewport.width)
        let slide = chart.slide(containing: chart.x(ofUnit: pinch.target))
        #expect(pinch.slides.count == number)
        #expect(pinch.slides.contains(slide))
        #expect(0 <= pinch.slides.lowerBound && pinch.slides.upperBound <= chart.totalSlideNum)
        // In the middle of three, unless it is the first or the last.
        let last = chart.totalSlideNum - 1
        if number == 3, slide > 0, slide < last { #expect(pinch.slides == slide - 1..<slide + 2) }
        let offset = min(max(0, pinch.contentOffset), chart.maximumOffset)
        let visible = SlidesLayout(chart).windows(offset: offset, viewportWidth: chart.viewport.width).visible
        #expect(pinch.slides.clamped(to: visible) == visible)
    }

    @Test func smallChangesAreIgnoredUntilTheyAddUp() {
        let chart = LayoutCalculatorTests.calculator(.even(count: 100_000), gap: 10)
        var pinch = PinchZoom(began: chart, contentOffset: 50_000, focus: 400)
        let small = pinch.change(scale: 1.0019)
        #expect(!small && pinch.calculator == chart && pinch.contentOffset == 50_000)
        // Against what was applied last, not against the beginning.
        let applied = [1.0021, 1.004, 1, 0, -1, .nan].map { pinch.change(scale: $0) }
        #expect(applied == [true, false, true, false, false, false])
        #expect(pinch.calculator.lineGapSize == 10)
        // The limits are reached to the last digit, however near one is.
        let toLimits = [6.399, .infinity, 1e-12].map { scale in
            let changed = pinch.change(scale: scale)
            return changed ? pinch.calculator.lineGapSize : nil
        }
        #expect(toLimits == [63.99, 64, chart.lineGapRange.lowerBound])
        #expect(pinch.calculator.drawWidth == 800)
        let end = pinch.end()
        #expect(end == 0)
    }

    /// The slides that are live when a pinch ends are those of a plan there, or lie a slide beside them: the target's slide
    /// is their middle one.
    @Test func scrollingGoesOnFromAPinch() {
        let chart = LayoutCalculatorTests.calculator(.even(count: 100_000), gap: 10)
        var pinch = PinchZoom(began: chart, contentOffset: 500_000, focus: 400)
        pinch.change(scale: 0.5)
        let offset = pinch.end()
        let windows = SlidesLayout(pinch.calculator).windows(offset: offset, viewportWidth: 800)
        #expect(pinch.slides.clamped(to: windows.visible) == windows.visible)
        #expect(abs(pinch.slides.lowerBound - windows.live.lowerBound) <= 1)
    }

    /// The document ignores changes under a sensitivity, so that it does not draw for what cannot be seen.
    ///
    /// A program that zooms by each change has a line gap that differs from the document's by no more than that, at
    /// every moment of a pinch, and the same target under the fingers.
    @Test(arguments: 0..<60) func theSensitivityOfTheDocumentFollows(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let gap = [0.05, 0.8, 3, 12][Int(seed) % 4]
        let chart = LayoutCalculatorTests.calculator(.even(count: 10_000_000), gap: gap)
        let focus = Double.random(in: 0...800, using: &generator)
        let offset = Double.random(in: chart.maximumOffset / 4...chart.maximumOffset / 2, using: &generator)
        let target = chart.unit(atX: offset + focus)
        var pinch = PinchZoom(began: chart, contentOffset: offset, target: target)
        var (running, place, scale, ignored) = (chart, offset, 1.0, 0)
        for _ in 0..<200 {
            // Fingers that hardly move, as most frames of a pinch have them.
            let factor = Double.random(in: 0.992...1.008, using: &generator)
            scale *= factor
            if !pinch.change(scale: scale) { ignored += 1 }
            let next = PinchZoom.zoom(running, by: factor, focus: focus, offset: place)
            (running, place) = (next.calculator, next.offset)
            let shown = pinch.calculator.lineGapSize
            #expect(abs(running.lineGapSize - shown) <= 0.02 * min(1, shown) + 1e-9)
            #expect(abs(running.x(ofUnit: target) - place - focus) < 0.5)
            #expect(abs(pinch.calculator.x(ofUnit: target) - pinch.contentOffset - focus) < 0.5)
        }
        #expect(ignored > 0)
    }

    @Test(arguments: 0..<60) func zoomingByAFactor(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let chart = LayoutCalculatorTests.calculator(.even(count: 1_000_000_000), gap: 5)
        let offset = Double.random(in: 0...chart.maximumOffset, using: &generator)
        let focus = Double.random(in: 0...800, using: &generator)
        let factor = Double.random(in: 0.001...12, using: &generator)
        let place = PinchZoom.zoom(chart, by: factor, focus: focus, offset: offset)
        #expect(abs(place.lineGapSize - 5 * factor) < 1e-9)
        #expect(place.remainder == 1)
        let unit = chart.unit(atX: offset + focus)
        #expect(abs(place.calculator.x(ofUnit: unit) - place.offset - focus) < 0.01)
        let far = PinchZoom.zoom(chart, by: 64, focus: focus, offset: offset)
        #expect(far.lineGapSize == 64 && far.remainder == 5)
        for bad in [0, -1, Double.nan] {
            #expect(PinchZoom.zoom(chart, by: bad, focus: focus, offset: offset).lineGapSize == 5)
        }
    }
}
