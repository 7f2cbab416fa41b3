// The strip that shows all of a chart and marks the part in view.

import Charts
import HTTP
import Tiling

/// A drawing of the whole chart in one slide of the strip's size.
///
/// It has an address like any other slide, so it is drawn and cached in the same way.
struct ChartOverview {
    /// In points.
    struct Size: Sendable, Equatable {
        var width: Double
        var height: Double
    }

    /// Room above and below the lines, in points.
    private static let padding = 3.0

    /// In points; whole numbers of device pixels.
    let size: Size
    private let data: ChartData
    private let scale: Double

    /// nil where the chart has no points.
    init?(_ size: Size, scale: Double, _ data: ChartData) {
        guard data.view.count > 0 else { return nil }
        let width = LayoutCalculator.slideWidth(near: size.width, scale: scale)
        self.size = Size(width: width, height: max(1, (size.height * scale).rounded()) / scale)
        (self.data, self.scale) = (data, scale)
    }

    /// Points per unit; a single x lies in the middle of one unit.
    private var lineGap: Double { data.axis.span > 0 ? size.width / data.axis.span : size.width }

    /// The unit at an x of the strip, in points.
    func unit(at x: Double) -> Double { x / lineGap }

    /// The start and end of the units in view, in points from the strip's left edge, clamped to the strip.
    func marks(of units: ClosedRange<Double>) -> (start: Double, end: Double) {
        func x(_ unit: Double) -> Double { min(max(unit * lineGap, 0), size.width) }
        return (x(units.lowerBound), x(units.upperBound))
    }

    /// The drawing, in the colours and with the lines of `key`; nil where a strip of that size cannot be drawn.
    ///
    /// O(log n) for each line.
    func slide(like key: SlideKey) -> Slide? {
        var key = key
        (key.slideWidth, key.viewportWidth, key.height, key.number) = (size.width, size.width, size.height, 0)
        key.paddings = EdgeInsets(top: Self.padding, left: 0, bottom: Self.padding, right: 0)
        (key.pointSize, key.lineSize, key.lineGap) = (0, 1, lineGap)
        key.panes.isStacked = false
        if key.panes.measure == .linear {
            // All values of each pane's lines, from the top of the strip to its bottom.
            let ranges = (0..<key.panes.count).map { pane in
                let lines = data.view.lines.indices.filter {
                    key.panes.pane(of: $0) == pane && !key.hidden.contains($0)
                }
                var extremes = data.extremes(in: 0..<data.view.count, lines: lines)
                if let range = extremes,
                    lines.contains(where: { key.forms.indices.contains($0) && key.forms[$0] == .bars })
                {
                    extremes = min(range.lowerBound, 0)...max(range.upperBound, 0)
                }
                guard let extremes, extremes.lowerBound < extremes.upperBound else {
                    return ValueRange.padded(
                        extremes, height: size.height, minimumSpacing: ChartDefaults.labelSpacing.y)
                }
                return extremes
            }
            (key.minimumValue, key.maximumValue) = (ranges[0].lowerBound, ranges[0].upperBound)
            key.panes.others = Array(ranges.dropFirst())
        }
        // Noisy lines would fill the strip: where several points share a pixel, their mean is drawn over a pale band.
        key.isDense = lineGap * data.step * scale < 1
        key.isSolid = lineGap * data.step < LineDash.leastSpacing
        key.band = key.isDense ? .mean : .extremes
        guard SlideKey(key.text) == key else { return nil }
        return SlideGeometry(key, data.view)?.slide(0)
    }
}

extension ChartOverview.Size {
    /// Reads `overview`, a width and a height; nil where it is not given.
    init?(_ parameters: Parameters) throws(Problem) {
        guard let sides = try parameters.read(ChartOverview.sizeParameter) else { return nil }
        (width, height) = (sides[0], sides[1])
    }
}
