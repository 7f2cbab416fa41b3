// Draws pixels from a series and a slide's key.

import Pixels
import Tiling

/// Draws parts of one drawing of a chart.
///
/// The cost of a part grows with its pixels, or with the points in it where these are fewer.
package struct SlidePainter: Sendable {
    /// The opacity of the area below a single line, 0 … 1.
    private static let areaOpacity = 0.12
    /// The opacity of the band from the least to the greatest value behind a line of means.
    private static let bandOpacity = 0.25

    private let geometry: SlideGeometry
    private let style: ChartStyle

    /// Whether everything drawn so far is correct; see `SeriesView.isSound`.
    package var isSound: Bool { geometry.data.view.isSound }

    package init?(_ key: SlideKey, _ view: SeriesView) {
        guard let geometry = SlideGeometry(key, view) else { return nil }
        self.geometry = geometry
        style = .style(isDark: key.isDark)
    }

    private var key: SlideKey { geometry.key }
    private var scale: Double { geometry.key.scale }

    /// Everything that shows in `region` (device pixels of the whole drawing).
    package func drawing(of region: PixelRect) -> SlideDrawing {
        let shown = geometry.data.view.lines.indices.filter { !key.hidden.contains($0) }
        // Only a single line has an area below it: several areas would hide one another.
        let lines = shown.map { line(number: $0, hasArea: shown.count == 1, key.band, in: region) }
        guard key.isDense, key.band == .mean else {
            return SlideDrawing(style: style, gridlines: gridlines(in: region), lines: lines)
        }
        let bands = shown.map { number in
            var band = line(number: number, hasArea: false, .extremes, in: region)
            band.opacity = Self.bandOpacity
            return band
        }
        return SlideDrawing(style: style, gridlines: gridlines(in: region), lines: bands + lines)
    }

    /// One tile of a slide, encoded.
    ///
    /// `region` is in device pixels of the slide and lies within it.
    package func tile(_ region: PixelRect, ofSlide number: Int) -> EncodedTile {
        let region = drawingRegion(region, ofSlide: number)
        return drawing(of: region).encode(region)
    }

    /// The whole slide; `size` is in device pixels.
    package func picture(of number: Int, size: PixelSize) -> PixelBuffer {
        let region = drawingRegion(PixelRect(x: 0, y: 0, width: size.width, height: size.height), ofSlide: number)
        return drawing(of: region).draw(region)
    }

    /// A region of a slide, in device pixels of the whole drawing.
    private func drawingRegion(_ region: PixelRect, ofSlide number: Int) -> PixelRect {
        let start = Int(clamping: (geometry.calculator.start(ofSlide: number) * scale).rounded())
        return PixelRect(x: start + region.x, y: region.y, width: region.width, height: region.height)
    }

    private func line(number: Int, hasArea: Bool, _ band: ChartBand, in region: PixelRect) -> DrawnLine {
        var line = DrawnLine(
            number: number, width: key.lineSize * scale * style.widthFactor(ofLine: number),
            pointSize: key.pointSize * scale,
            geometry: .columns(first: 0, []))
        line.isDashed = !key.isSolid
        let values = geometry.valueScale(ofLine: number)
        let form = geometry.form(ofLine: number)
        if form == .bars, !key.isDense || key.band == .extremes {
            // Where zero is not on the axis, bars begin at its nearer end.
            let zero = min(max(values.y(ofValue: 0), values.top), values.bottom)
            line.area = .init(baseline: (zero.isFinite ? zero : values.bottom) * scale, opacity: 1)
        } else if hasArea, !key.isDense, form != .points, let zero = zero(of: values) {
            line.area = .init(baseline: zero * scale, opacity: Self.areaOpacity)
        }
        if geometry.scales.count > 1, key.panes.isStacked {
            // Halfway to the next pane.
            let margin = ValuePanes.gap / 2 - 1
            line.rows =
                Int(clamping: (values.top - margin) * scale)..<Int(clamping: (values.bottom + margin) * scale) + 1
        }
        let reach = line.reach + 1 + geometry.barReach
        let columns = region.x - reach..<region.x + region.width + reach
        if key.isDense, !(form == .points && areApart) {
            let found =
                band == .extremes ? geometry.columns(line: number, columns) : geometry.means(line: number, columns)
            let extremes = found.map { column in
                column.map { ColumnExtremes(first: $0.first, minY: $0.min, maxY: $0.max, last: $0.last) }
            }
            line.geometry = .columns(first: columns.lowerBound, extremes)
        } else {
            line.geometry = geometry(of: form, number, through: geometry.points(line: number, columns))
            if form == .points {
                line.pointSize = max(line.pointSize, 2 * line.width)
                line.width = 0
            }
        }
        return line
    }

    /// Whether so few points share a column of pixels that each may be seen.
    private var areApart: Bool { key.band == .extremes && key.lineGap * geometry.data.step * scale >= 0.25 }

    /// y of zero; nil where it is not on the axis, or where values are not measured from zero.
    private func zero(of values: ValueScale) -> Double? {
        guard key.panes.measure == .linear, values.values.contains(0) else { return nil }
        return values.y(ofValue: 0)
    }

    private func geometry(of form: LineForm, _ number: Int, through points: [Point?]) -> DrawnLine.Geometry {
        switch form {
        case .straight, .points: return .polyline(DrawnLine.runs(of: points))
        case .steps: return .steps(DrawnLine.runs(of: points))
        case .bars:
            return .bars(
                points.compactMap { point in
                    point.map { point in
                        let edges = geometry.bar(ofLine: number, at: point.x)
                        return DrawnBar(left: edges.left, right: edges.right, y: point.y)
                    }
                })
        case .curve:
            return .curve(
                MonotoneCubic.paths(through: points).map { path in
                    CurvePath(
                        start: path.start,
                        segments: path.curves.map {
                            CubicSegment(control1: $0.control1, control2: $0.control2, end: $0.end)
                        })
                })
        }
    }

    private func gridlines(in region: PixelRect) -> [Gridline] {
        let calculator = geometry.calculator
        let (start, end) = (Double(region.x) / scale, Double(region.x + region.width) / scale)
        let margin = ChartDefaults.labelSpacing.x
        let vertical = calculator.xTicks(
            from: start - margin, to: end + margin, minimumSpacing: ChartDefaults.labelSpacing.x,
            offset: key.zone.offset(at:)
        ).map { Gridline(axis: .vertical, position: $0.x * scale) }
        // Where ranges share the height, the first one has the gridlines.
        let scales = key.panes.isStacked ? geometry.scales : Array(geometry.scales.prefix(1))
        let horizontal = scales.flatMap { values in
            values.ticks(minimumSpacing: ChartDefaults.labelSpacing.y).map {
                Gridline(
                    axis: .horizontal, position: values.y(ofValue: $0.value) * scale, isStrong: $0.value == 0)
            }
        }
        return vertical + horizontal
    }
}
