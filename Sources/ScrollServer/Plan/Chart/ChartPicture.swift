// The view of a chart's plan as one picture.

import Charts
import Pixels
import Tiling

/// A plan's view as one drawing: pixels without text, or SVG with axis labels and line names.
struct ChartPicture {
    private let chart: ChartPlan
    private let drawing: SlideDrawing
    private let region: PixelRect
    private let scale: Double
    private let flags: [ChartFlag]

    /// nil where the plan's size cannot be drawn.
    init?(_ chart: ChartPlan, _ marks: MarkTable? = nil) {
        self.chart = chart
        flags = marks.map { ChartFlag.flags($0, chart) } ?? []
        scale = chart.key.scale
        let offset = chart.plan.contentOffset
        region = PixelRect(
            x: Int(clamping: (offset.x * scale).rounded()), y: 0,
            width: Int(clamping: (chart.calculator.viewport.width * scale).rounded()),
            height: Int(clamping: (chart.key.height * scale).rounded()))
        guard let painter = SlidePainter(chart.key, chart.data.view) else { return nil }
        drawing = painter.drawing(of: region)
    }

    /// The picture as a PNG without text; O(pixels).
    var png: [UInt8] { PNGEncoder.encode(drawing.draw(region)) }

    /// The picture as SVG; O(width in pixels), or O(points) where those are fewer.
    var svg: String {
        let (width, height) = (chart.calculator.viewport.width, chart.key.height)
        let style = drawing.style
        let (ink, ground) = (chart.key.isDark ? "#c8c8c8" : "#505050", SVGText.colour(style.ground))
        let offset = chart.plan.contentOffset
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(SVGText.number(width))" height="\(SVGText.number(height))" \
            viewBox="0 0 \(SVGText.number(width)) \(SVGText.number(height))">
            <rect width="100%" height="100%" fill="\(ground)"/>
            \(drawing.svg(region, scale: scale))
            """
        text += "<g font-family=\"sans-serif\" font-size=\"12\" fill=\"\(ink)\">\n"
        func write(_ label: String, x: Double, y: Double, _ anchor: String, fill: String? = nil) {
            let colour = fill.map { " fill=\"\($0)\"" } ?? ""
            text +=
                "<text x=\"\(SVGText.number(x))\" y=\"\(SVGText.number(y))\" text-anchor=\"\(anchor)\"\(colour)>"
                + "\(SVGText.escaped(label))</text>\n"
        }
        let bottom = chart.calculator.sectionMaxY
        for flag in flags where (0...width).contains(flag.x - offset.x) {
            let (x, top) = (SVGText.number(flag.x - offset.x), chart.calculator.sectionMinY)
            text +=
                "<path d=\"M\(x) \(SVGText.number(top))V\(SVGText.number(bottom))\" stroke=\"\(ink)\" "
                + "stroke-dasharray=\"2 3\"/>\n"
            // As wide as most letters are.
            let most = max(1, Int(clamping: (flag.room - 8) / 7))
            let label = flag.label.count > most ? "\(flag.label.prefix(most - 1))…" : flag.label
            write(label, x: flag.x - offset.x + 4, y: top + 10, "start")
        }
        for mark in chart.xTicks.ticks where (0...width).contains(mark.x - offset.x) {
            write(mark.tick.label, x: mark.x - offset.x, y: bottom + 16, "middle")
            if let context = mark.tick.context { write(context, x: mark.x - offset.x, y: bottom + 31, "middle") }
        }
        for (number, scale) in chart.scales.enumerated() {
            let isRight = !chart.values.panes.isStacked && number % 2 == 1
            for tick in scale.ticks(minimumSpacing: ChartDefaults.labelSpacing.y) {
                let y = scale.y(ofValue: tick.value)
                guard y.isFinite else { continue }
                write(tick.label, x: isRight ? width - 8 : 8, y: y + 4, isRight ? "end" : "start")
            }
        }
        var x = chart.key.paddings.left
        for line in chart.data.view.lines.indices where chart.isShown(line) && x < width {
            let colour = SVGText.colour(style.colour(ofLine: line))
            text += "<path d=\"M\(SVGText.number(x)) 20h14\" stroke=\"\(colour)\" stroke-width=\"3\"/>\n"
            write(chart.data.view.lines[line], x: x + 20, y: 24, "start", fill: colour)
            // As wide as most letters are.
            x += 36 + 7 * Double(chart.data.view.lines[line].count)
        }
        return text + "</g>\n</svg>\n"
    }
}
