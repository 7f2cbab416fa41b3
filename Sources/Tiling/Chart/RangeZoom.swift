// Bringing a range of units into view.

/// Scrolls and zooms a chart so that a range of units fills the viewport.
public enum RangeZoom {
    /// The chart and the offset in points at which `range` spans the viewport from edge to edge, or as nearly as the
    /// limits of the line gap allow; the range's middle is then in the viewport's middle.
    ///
    /// The offset is not clamped.
    public static func zoom(
        _ calculator: LayoutCalculator, to range: ClosedRange<Double>
    ) -> (calculator: LayoutCalculator, offset: Double) {
        let width = calculator.viewport.width
        // Halves, because the difference of the two largest doubles overflows.
        let half = range.upperBound / 2 - range.lowerBound / 2
        let wanted = half > 0 ? width / 2 / half : Double.greatestFiniteMagnitude
        let zoomed = calculator.calculateForRedraw(newLineGap: wanted)
        let middle = range.lowerBound + half
        return (zoomed, zoomed.x(ofUnit: middle) - width / 2)
    }
}
