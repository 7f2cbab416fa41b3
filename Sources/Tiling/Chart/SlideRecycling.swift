// A few slides that move from one end to the other while a chart is scrolled.

/// The live slides of a chart, in a row, and how far the viewport stands in it.
///
/// As in a scroll view that holds three slides: when the viewport's start has gone beyond two of them, the left one goes
/// to the right; when its end has come back into the first, the right one goes to the left; and the offset is taken back
/// by a slide's width, so that nothing on screen moves. Between the two thresholds nothing happens, so that a reader who
/// goes to and fro at an edge does not have slides drawn over and over.
///
/// Offsets that are multiples of 1/1024 point, as are the slides' width and the viewport's, are summed exactly: any split
/// of a drag in one direction ends with the same slides.
public struct SlideRecycling: Sendable, Equatable {
    /// How many slides the chart has.
    public let totalSlideNum: Int
    /// How many are live.
    public let slideViewNum: Int
    /// In points.
    public let slideWidth: Double
    public let viewportWidth: Double
    /// The width of the whole content in points.
    public let drawWidth: Double
    /// The number of the first live slide.
    public private(set) var first = 0
    /// From the start of the first live slide to that of the viewport, in points.
    public private(set) var x = 0.0

    /// At the start of the content.
    public init(_ layout: SlidesLayout, viewportWidth: Double) {
        totalSlideNum = layout.count
        slideViewNum = layout.slideViewNum(viewportWidth: viewportWidth)
        slideWidth = layout.slideWidth
        drawWidth = layout.drawWidth
        self.viewportWidth = viewportWidth
    }

    /// The slides that are live.
    public var slides: Range<Int> { first..<first + slideViewNum }
    /// From the start of the content to that of the viewport, in points.
    public var offset: Double { Double(first) * slideWidth + x }
    /// Below this `x` the right slide goes to the left. For a viewport wider than a slide it is 0: there the first slide
    /// must go on covering its start.
    public var leftThreshold: Double { max(0, slideWidth - viewportWidth) }
    /// Above this `x` the left slide goes to the right.
    public var rightThreshold: Double { 2 * slideWidth }

    /// Scrolls by `delta` points, rightwards where positive, and not beyond the ends. O(1), however far.
    ///
    /// - Returns: which slides leave and which take their place.
    @discardableResult
    public mutating func scroll(by delta: Double) -> WindowDifference {
        let old = slides
        guard !delta.isNaN else { return WindowDifference(from: old, to: old) }
        let start = -Double(first) * slideWidth
        x = min(max(x + delta, start), start + max(0, drawWidth - viewportWidth))
        if x > rightThreshold {
            shift(by: ((x - rightThreshold) / slideWidth).rounded(.up))
        } else if x < leftThreshold {
            shift(by: -((leftThreshold - x) / slideWidth).rounded(.up))
        }
        return WindowDifference(from: old, to: slides)
    }

    /// Puts the viewport at `offset` in the content, within its ends, with `slides` live. Both are taken as `PinchZoom`
    /// says them: the slides cover the viewport.
    public mutating func arrange(_ slides: Range<Int>, offset: Double) {
        first = min(max(0, slides.lowerBound), totalSlideNum - slideViewNum)
        x = min(max(0, offset), max(0, drawWidth - viewportWidth)) - Double(first) * slideWidth
    }

    /// Moves as many slides from end to end, as far as there are any.
    private mutating func shift(by number: Double) {
        let target = min(max(Double(first) + number, 0), Double(totalSlideNum - slideViewNum))
        x -= (target - Double(first)) * slideWidth
        first = Int(target)
    }
}
