// Pinching a chart: its units become wider or narrower about the one under the fingers.

/// A pinch from its beginning to its end.
///
/// While it lasts the chart does not scroll, and the target stays at its place on screen to the last digits of a double,
/// also where the content would end before the viewport does: only at the end is the offset brought within its limits.
public struct PinchZoom: Sendable, Equatable {
    /// The unit under the fingers when the pinch began: of the value nearest to them, where values lie at equal distances
    /// (targetIndex); else the very place.
    public let target: Double
    /// Where the target was on screen when the pinch began, in points from the viewport's left edge.
    public let prevXOfTargetIndex: Double
    /// The line gap when the pinch began.
    public let lineGapBegan: Double
    /// The chart as zoomed so far.
    public private(set) var calculator: LayoutCalculator
    /// From the start of the content to that of the viewport, in points; not clamped before `end()`.
    public private(set) var contentOffset: Double
    /// Whether the fingers are still down. Scrolling is off meanwhile.
    public private(set) var isPinching = true

    /// A pinch begins at `focus` (points from the viewport's left edge) in a chart scrolled to `contentOffset`.
    public init(began calculator: LayoutCalculator, contentOffset: Double, focus: Double) {
        let x = contentOffset + focus
        let index = calculator.index(nearestX: x).map { Double($0) }
        self.init(
            began: calculator, contentOffset: contentOffset,
            target: index ?? min(max(0, calculator.unit(atX: x)), calculator.axis.span))
    }

    /// A pinch begins about a unit of the chart.
    public init(began calculator: LayoutCalculator, contentOffset: Double, target: Double) {
        self.calculator = calculator
        self.contentOffset = contentOffset
        self.target = target
        prevXOfTargetIndex = calculator.x(ofUnit: target) - contentOffset
        lineGapBegan = calculator.lineGapSize
    }

    /// The target as an index, for values at equal distances.
    public var targetIndex: Int? { calculator.index(nearestX: calculator.x(ofUnit: target)) }

    /// The fingers are `scale` times as far apart as at the beginning.
    ///
    /// A change that is not larger than the sensitivity, against what was last applied, is ignored, except that it leads
    /// to a limit: else the limits could never be reached quite.
    /// - Returns: whether anything changed.
    @discardableResult
    public mutating func change(scale: Double) -> Bool {
        guard isPinching, scale > 0 else { return false }
        let (limits, current) = (calculator.lineGapRange, calculator.lineGapSize)
        let gap = min(max(lineGapBegan * scale, limits.lowerBound), limits.upperBound)
        let isLimit = gap == limits.lowerBound || gap == limits.upperBound
        let threshold = calculator.config.pinchSensitivity * min(1, current)
        guard gap != current, isLimit || (gap - current).magnitude > threshold else { return false }
        calculator = calculator.calculateForRedraw(newLineGap: gap)
        contentOffset = calculator.x(ofUnit: target) - prevXOfTargetIndex
        return true
    }

    /// The fingers are gone: the offset is brought within its limits, and scrolling is on again.
    ///
    /// - Returns: the offset in points.
    @discardableResult
    public mutating func end() -> Double {
        isPinching = false
        contentOffset = min(max(0, contentOffset), calculator.maximumOffset)
        return contentOffset
    }

    /// The slides that are live: the target's in the middle, unless it is among the first or the last ones, or the
    /// viewport is so wide that it would not be covered.
    public var slides: Range<Int> {
        let layout = SlidesLayout(calculator)
        let width = calculator.viewport.width
        let number = layout.slideViewNum(viewportWidth: width)
        let slide = calculator.slide(containing: calculator.x(ofUnit: target))
        let offset = min(max(0, contentOffset), calculator.maximumOffset)
        let visible = layout.windows(offset: offset, viewportWidth: width).visible
        var first = slide - number / 2
        if !visible.isEmpty { first = min(max(first, visible.upperBound - number), visible.lowerBound) }
        first = min(max(0, first), layout.count - number)
        return first..<first + number
    }

    /// What a zoom leads to.
    public struct Place: Sendable, Equatable {
        /// The chart as zoomed.
        public var calculator: LayoutCalculator
        /// In points, not clamped.
        public var offset: Double
        /// The wished line gap over that of `calculator`: what the limits refused.
        public var remainder: Double

        /// In points.
        public var lineGapSize: Double { calculator.lineGapSize }
    }

    /// Zooms so that units are `factor` times as wide, as nearly as the limits allow; what lies `focus` points from the
    /// viewport's left edge stays there. `factor` is positive; any other counts as 1.
    public static func zoom(
        _ calculator: LayoutCalculator, by factor: Double, focus: Double, offset: Double
    ) -> Place {
        let wish = calculator.lineGapSize * (factor > 0 ? factor : 1)
        let zoomed = calculator.calculateForRedraw(newLineGap: wish)
        let unit = calculator.unit(atX: offset + focus)
        return Place(
            calculator: zoomed, offset: zoomed.x(ofUnit: unit) - focus, remainder: wish / zoomed.lineGapSize)
    }
}
