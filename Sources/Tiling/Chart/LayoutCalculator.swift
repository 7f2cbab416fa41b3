// Converts the values of a chart to positions in its content, and back.

/// The geometry of a chart: where values and units lie, and how the content is cut into slides.
///
/// ```
///            sectionMinY → ┌──────────┬──────────┬────────┐ ← sectionMinValue (the largest)
///                          │  slide 0 │  slide 1 │ last   │
///            sectionMaxY → └──────────┴──────────┴────────┘ ← sectionMaxValue (the smallest)
///                          0  ↑ xOfFirst   xOfFinal ↑     drawWidth
/// ```
///
/// y grows downwards, so `sectionMinY` is the top of the drawn area, and `sectionMinValue` is the value there: the
/// largest. Every query is O(1). Positions are exact to 2⁻⁸ of a point, since the content is never wider than
/// `widest`.
public struct LayoutCalculator: Sendable, Equatable {
    /// The widest content, in points: 2⁴⁴, about 1.8 · 10¹³; fifty years with eleven points to a millisecond.
    ///
    /// Doubles of that size still differ by 2⁻⁸ of a point.
    public static let widest = 17_592_186_044_416.0

    public let config: GraphConfig
    /// The size of the viewport, in points.
    public let viewport: Size
    /// The width of a slide in points; the last slide may be narrower.
    public let slideWidth: Double
    public let axis: SlideAxis
    /// The values at the bottom and at the top of the drawn area.
    public let values: ClosedRange<Double>
    /// Points per unit.
    public let lineGapSize: Double
    /// The limits of `lineGapSize` while zooming.
    ///
    /// The lower limit shows the whole chart, or is the configuration's minimum where that is larger. The upper limit
    /// is the configuration's maximum, or the lower limit where that is larger.
    public let lineGapRange: ClosedRange<Double>
    /// Where the first value lies, in points from the start of the content.
    public let xOfFirst: Double
    /// Where the last value lies.
    public let xOfFinal: Double
    /// The width of the content in points; never less than the viewport's.
    public let drawWidth: Double
    /// The number of slides that cover `drawWidth`; at least one.
    public let totalSlideNum: Int

    /// Lays out a chart; sides of `viewport` are in points, and count as 1 where not positive.
    ///
    /// `slideWidth` is in points, at least 1; where it is not finite, the viewport's width. Slides meet without a seam
    /// where it is a whole number of device pixels: see `slideWidth(near:scale:)`. `lineGapSize` is limited to
    /// `lineGapRange`; 0 shows the whole chart. `values` is the range of the drawn area; infinite ends count as the
    /// largest finite numbers.
    public init(
        config: GraphConfig, viewport: Size, slideWidth: Double, lineGapSize: Double, axis: SlideAxis,
        values: ClosedRange<Double>
    ) {
        func positive(_ length: Double) -> Double { length > 0 ? min(length, Self.widest) : 1 }
        self.config = config
        self.axis = axis
        self.viewport = Size(width: positive(viewport.width), height: positive(viewport.height))
        let width = self.viewport.width
        self.slideWidth = max(1, slideWidth.isFinite ? slideWidth : width)
        let most = Double.greatestFiniteMagnitude
        let low = min(max(values.lowerBound, -most), most)
        self.values = low...max(low, min(values.upperBound, most))

        let paddings = config.paddings
        let span = axis.span
        let room = max(1, width - paddings.left - paddings.right)
        if span > 0, (Self.widest / span).isFinite {
            let fit = room / span
            // The content's width is limited to `widest`, and this limits the gap.
            let widest = max(Self.widest / span, fit)
            let least = min(max(fit, config.minLineGapSize), widest)
            lineGapRange = least...max(least, min(config.maxLineGapSize, widest))
            let gap = Self.clamp(lineGapSize, lineGapRange)
            self.lineGapSize = gap
            xOfFirst = paddings.left
            // At the fitting gap the last value ends exactly at the padding, without a rounding error.
            xOfFinal = paddings.left + (gap == fit ? room : gap * span)
            drawWidth = max(width, xOfFinal + paddings.right)
        } else {
            // A single value, or several at one x, is in the middle, zoomed as if it were one unit wide.
            let least = max(config.minLineGapSize, min(room, config.maxLineGapSize))
            lineGapRange = least...max(least, config.maxLineGapSize)
            self.lineGapSize = Self.clamp(lineGapSize, lineGapRange)
            xOfFirst = paddings.left + room / 2
            xOfFinal = xOfFirst
            drawWidth = max(width, paddings.left + room + paddings.right)
        }
        var number = max(1, Int(clamping: (drawWidth / self.slideWidth).rounded(.up)))
        // Rounding may move the quotient across a whole number. The last slide must begin before the content's end and
        // reach it.
        if number > 1, Double(number - 1) * self.slideWidth >= drawWidth { number -= 1 }
        if Double(number) * self.slideWidth < drawWidth { number += 1 }
        totalSlideNum = number
    }

    /// The whole number of device pixels nearest to `width` points, in points; at least one pixel.
    ///
    /// `scale` is device pixels per point.
    public static func slideWidth(near width: Double, scale: Double) -> Double {
        max(1, (width * scale).rounded()) / scale
    }

    /// `value` limited to `range`; the range's lower end for NaN.
    private static func clamp(_ value: Double, _ range: ClosedRange<Double>) -> Double {
        value.isNaN ? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
    }

    /// The same chart with another `lineGapSize`, which is limited to the zoom limits.
    public func calculateForRedraw(newLineGap: Double) -> LayoutCalculator {
        LayoutCalculator(
            config: config, viewport: viewport, slideWidth: slideWidth, lineGapSize: newLineGap, axis: axis,
            values: values)
    }

    /// The same chart with another range of values.
    public func calculateForRedraw(values: ClosedRange<Double>) -> LayoutCalculator {
        LayoutCalculator(
            config: config, viewport: viewport, slideWidth: slideWidth, lineGapSize: lineGapSize, axis: axis,
            values: values)
    }

    // MARK: Along x

    /// Points from the start of the content to `unit`.
    public func x(ofUnit unit: Double) -> Double { xOfFirst + lineGapSize * unit }

    /// The unit at `x` points from the start of the content; not rounded.
    public func unit(atX x: Double) -> Double { (x - xOfFirst) / lineGapSize }

    /// The index of the value nearest to `x` (points from the start of the content), for values at equal distances; nil
    /// for other axes, and where there are no values.
    public func index(nearestX x: Double) -> Int? {
        guard case .even = axis, axis.count > 0, !x.isNaN else { return nil }
        return Int(clamping: min(max(0, unit(atX: x).rounded()), Double(axis.count - 1)))
    }

    /// The largest offset in points.
    ///
    /// There the newest value is at the viewport's right end (setOffsetXToRight).
    public var maximumOffset: Double { drawWidth - viewport.width }

    // MARK: Along y

    /// The top of the drawn area, in points from the top of the content.
    public var sectionMinY: Double { min(config.paddings.top, viewport.height) }
    /// The bottom of the drawn area.
    public var sectionMaxY: Double { max(sectionMinY, viewport.height - config.paddings.bottom) }
    /// The value at `sectionMinY`: the largest of `values`.
    public var sectionMinValue: Double { values.upperBound }
    /// The value at `sectionMaxY`: the smallest of `values`.
    public var sectionMaxValue: Double { values.lowerBound }

    /// Points from the top of the content to `value`.
    ///
    /// Values outside the range lie outside the drawn area, at most 10⁹ points away. Where the range is a single value,
    /// the result is the middle.
    public func y(ofValue value: Double) -> Double {
        // Halves, because the difference of the two largest doubles overflows.
        let half = values.upperBound / 2 - values.lowerBound / 2
        guard half > 0, !value.isNaN else { return (sectionMinY + sectionMaxY) / 2 }
        let share = (values.upperBound / 2 - value / 2) / half
        return min(max(sectionMinY + share * (sectionMaxY - sectionMinY), -1e9), 1e9)
    }

    /// The value at `y` points from the top of the content; not limited to `values`.
    public func value(atY y: Double) -> Double {
        let height = sectionMaxY - sectionMinY
        guard height > 0 else { return values.upperBound }
        let share = (y - sectionMinY) / height
        return values.upperBound * (1 - share) + values.lowerBound * share
    }

    // MARK: Slides

    /// Where slide `number` begins, in points from the start of the content.
    public func start(ofSlide number: Int) -> Double { Double(number) * slideWidth }

    /// The slide that contains `x` (points from the start of the content).
    ///
    /// A slide contains its left edge but not its right one. The first and the last slide also contain everything
    /// before and after them.
    public func slide(containing x: Double) -> Int {
        guard !x.isNaN else { return 0 }
        let last = totalSlideNum - 1
        var number = Int(clamping: min(max(0, (x / slideWidth).rounded(.down)), Double(last)))
        // Rounding may move the quotient across an edge; the edges themselves decide.
        if number > 0, x < start(ofSlide: number) { number -= 1 }
        if number < last, x >= start(ofSlide: number + 1) { number += 1 }
        return number
    }
}
