// One slide of a drawing of a chart.

import Tiling

/// A slide: its key and the facts about it that need no drawing.
package struct Slide: Sendable {
    package let key: SlideKey
    /// Changes whenever the slide may look different.
    package let version: String
    /// The size in device pixels.
    package let size: PixelSize
    /// The first and the last point of the slide in words, for screen readers.
    package let name: String
}

extension SlideGeometry {
    /// The slide with the given number in this drawing.
    ///
    /// O(log n).
    package func slide(_ number: Int) -> Slide {
        Slide(
            key: key.slide(number), version: version(ofSlide: number),
            size: SlidesLayout(calculator).pixelSize(of: number, scale: key.scale), name: name(ofSlide: number))
    }

    private func name(ofSlide number: Int) -> String {
        let points = points(ofSlide: number)
        guard let first = points.first, let last = points.last else { return "No values" }
        let names = PointNames(data.view, zone: key.zone)
        return first == last ? names[first] : "\(names[first]) – \(names[last])"
    }

    /// The drawing used when the request does not choose one: one pixel per point, slides of 512 × 512 points, all
    /// values.
    ///
    /// nil for a series without points. O(log n) for each line.
    package static func standard(_ view: SeriesView) -> SlideGeometry? {
        guard view.count > 0 else { return nil }
        let data = ChartData(view, isSpaced: true)
        let size = Size(width: ChartDefaults.slideWidth, height: ChartDefaults.slideWidth)
        let values = ValueRange.padded(
            data.extremes(in: 0..<view.count, hidden: LineSet()), height: size.height,
            minimumSpacing: ChartDefaults.labelSpacing.y, kind: view.kind(ofLines: view.lines.indices))
        var key = SlideKey(
            lineGap: 1 / data.step, slideWidth: size.width, height: size.height, scale: 1,
            minimumValue: values.lowerBound, maximumValue: values.upperBound, viewportWidth: size.width,
            pointSize: 0, lineSize: ChartDefaults.lineSize, paddings: ChartDefaults.paddings,
            isSpaced: data.isSpaced, isDark: false, isDense: false, hidden: LineSet(), number: 0)
        key.isSolid = true
        return SlideGeometry(key, view)
    }

    /// The drawing of the slide with this id, over the points of `view`; nil where the id names no slide.
    package static func geometry(ofSlide id: String, _ view: SeriesView) -> SlideGeometry? {
        guard let key = SlideKey(id), let geometry = SlideGeometry(key, view),
            key.number < geometry.calculator.totalSlideNum
        else { return nil }
        return geometry
    }
}
