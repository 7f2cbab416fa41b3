// A chart wider than the viewport: slides of equal width, side by side.

/// `slides`: a chart's content cut into slides of `slideWidth` points; the last one may be narrower.
///
/// Every query is O(1).
public struct SlidesLayout: Sendable, Equatable {
    /// The width of the content in points.
    public let drawWidth: Double
    /// The width of a slide in points, at least 1.
    public let slideWidth: Double
    /// The height of the content, and of each slide, in points.
    public let height: Double
    /// The number of slides: the specification's totalSlideNum.
    public let count: Int

    public init(_ calculator: LayoutCalculator) {
        drawWidth = calculator.drawWidth
        slideWidth = calculator.slideWidth
        height = calculator.viewport.height
        count = calculator.totalSlideNum
    }

    /// The content's size at zoom scale 1, in points.
    public var contentSize: Size { Size(width: drawWidth, height: height) }

    /// Where slide `index` lies in the content, at zoom scale 1.
    public func frame(of index: Int) -> Rect {
        Rect(
            minX: Double(index) * slideWidth, minY: 0,
            maxX: index >= count - 1 ? drawWidth : Double(index + 1) * slideWidth, maxY: height)
    }

    /// The size in which slide `index` is drawn, in device pixels, with `scale` device pixels per point.
    public func pixelSize(of index: Int, scale: Double) -> PixelSize {
        let frame = Planner.snapped(frame(of: index), scale: scale)
        func pixels(_ length: Double) -> Int { Int(clamping: min(max((length * scale).rounded(), 1), 1_048_576)) }
        return PixelSize(width: pixels(frame.width), height: pixels(frame.height))
    }

    /// The slides that share an area with `rect`, in content points at zoom scale 1.
    public func items(in rect: Rect) -> Range<Int> {
        guard rect.minX < rect.maxX, rect.maxX > 0, rect.minX < drawWidth else { return 0..<0 }
        let last = Double(count - 1)
        var first = Int(clamping: min(max(0, (rect.minX / slideWidth).rounded(.down)), last))
        var end = Int(clamping: min(max(0, (rect.maxX / slideWidth).rounded(.up)), last + 1))
        // Rounding may move the quotients across an edge; the edges themselves decide.
        if first < count - 1, frame(of: first).maxX <= rect.minX { first += 1 }
        if first > 0, frame(of: first).minX > rect.minX { first -= 1 }
        if end > first + 1, frame(of: end - 1).minX >= rect.maxX { end -= 1 }
        if end < count, frame(of: end).minX < rect.maxX { end += 1 }
        return first..<max(end, first)
    }

    /// The number of live slides for a viewport of `width` points (slideViewNum): those that cover the viewport and one
    /// on each side, so three where the viewport is no wider than a slide; at most `count`.
    public func slideViewNum(viewportWidth width: Double) -> Int {
        let needed = max(1, (width / slideWidth).rounded(.up))
        return Int(clamping: min(needed.isFinite ? needed + 2 : .infinity, Double(count)))
    }

    /// The slides that are visible at `offset` (points), and the live ones: `slideViewNum` slides around the middle of
    /// the viewport.
    ///
    /// The live slides include the visible ones.
    public func windows(offset: Double, viewportWidth width: Double) -> (visible: Range<Int>, live: Range<Int>) {
        let visible = items(in: Rect(x: offset, y: 0, width: width, height: height))
        let number = slideViewNum(viewportWidth: width)
        let middle = (offset + width / 2) / slideWidth - Double(number) / 2
        let first = Int(clamping: min(max(0, middle.rounded()), Double(count - number)))
        return (visible, first..<first + number)
    }
}
