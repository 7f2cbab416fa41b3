// Pinches a chart: its units become wider or narrower around the unit under the fingers.

/// A pinch, from its beginning to its end.
///
/// During the pinch the chart does not scroll. The target keeps its position on screen (to rounding), even where the
/// content would then end inside the viewport. The offset is clamped only at the end.
public struct PinchZoom: Sendable, Equatable {
    /// The unit under the fingers when the pinch began.
    ///
    /// For values at equal distances it is the index of the nearest value (targetIndex); otherwise it is not rounded.
    public let target: Double
    /// The target's position when the pinch began, in points from the viewport's left edge.
    public let prevXOfTargetIndex: Double
    /// The line gap when the pinch began, in points.
    public let lineGapBegan: Double
    /// The chart as zoomed so far.
    public private(set) var calculator: LayoutCalculator
    /// Points from the content's start to the viewport's start; not clamped before `end()`.
    public private(set) var contentOffset: Double
    /// Whether the fingers are still down.
    ///
    /// The chart does not scroll while they are.
    public private(set) var isPinching = true

    /// Begins a pinch at `focus` (points from the viewport's left edge) in a chart scrolled to `contentOffset`
    /// (points).
    public init(began calculator: LayoutCalculator, contentOffset: Double, focus: Double) {
        let x = contentOffset + focus
        let index = calculator.index(nearestX: x).map { Double($0) }
        self.init(
            began: calculator, contentOffset: contentOffset,
            target: index ?? min(max(0, calculator.unit(atX: x)), calculator.axis.span))
    }

    /// Begins a pinch around the unit `target`.
    public init(began calculator: LayoutCalculator, contentOffset: Double, target: Double) {
        self.calculator = calculator
        self.contentOffset = contentOffset
        self.target = target
        prevXOfTargetIndex = calculator.x(ofUnit: target) - contentOffset
        lineGapBegan = calculator.lineGapSize
    }

    /// The target as an index, for values at equal distances; nil for other axes.
    public var targetIndex: Int? { calculator.index(nearestX: calculator.x(ofUnit: target)) }

    /// Zooms to fingers that are `scale` times as far apart as at the beginning.
    ///
    /// Changes up to the sensitivity since the last applied one are ignored, except those that reach a limit.
    ///
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

    /// Ends the pinch and clamps the offset; the chart may scroll again.
    ///
    /// - Returns: the offset in points.
    @discardableResult
    public mutating func end() -> Double {
        isPinching = false
        contentOffset = min(max(0, contentOffset), calculator.maximumOffset)
        return contentOffset
    }

    /// The live slides: the target's slide is in the middle, unless it is one of the first or last slides, or the
    /// slides would not cover the viewport.
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

    /// The result of a zoom.
    public struct Outcome: Sendable, Equatable {
        /// The chart as zoomed.
        public var calculator: LayoutCalculator
        /// In points, not clamped.
        public var offset: Double
        /// The requested line gap divided by that of `calculator`: 1 where the limits allowed it.
        public var remainder: Double

        /// In points.
        public var lineGapSize: Double { calculator.lineGapSize }
    }

    /// Zooms so that units become `factor` times as wide, or as near to that as the limits allow.
    ///
    /// The content at `focus` (points from the viewport's left edge) stays there. `offset` is in points. A factor that
    /// is not positive counts as 1.
    public static func zoom(
        _ calculator: LayoutCalculator, by factor: Double, focus: Double, offset: Double
    ) -> Outcome {
        let wanted = calculator.lineGapSize * (factor > 0 ? factor : 1)
        let zoomed = calculator.calculateForRedraw(newLineGap: wanted)
        let unit = calculator.unit(atX: offset + focus)
        return Outcome(
            calculator: zoomed, offset: zoomed.x(ofUnit: unit) - focus, remainder: wanted / zoomed.lineGapSize)
    }
}
