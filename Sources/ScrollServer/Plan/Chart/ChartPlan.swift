// A plan of a chart: its slides, how they are drawn, and its axes.

import Tiling

/// The plan that answers a request about a chart.
struct ChartPlan {
    /// Points of a line are marked when they are at least this many point sizes apart.
    private static let markedSpacing = 3.0

    /// How the slides are drawn, as the key of the first slide (number 0).
    private(set) var key: SlideKey
    private(set) var plan: Plan
    let data: ChartData
    let calculator: LayoutCalculator
    /// The request with its offset after anchor, zoom and pointer have been applied.
    private(set) var request: Planner.Request
    /// The wished line gap divided by the one that the limits allow; nil where the request has no zoom.
    private(set) var zoomRemainder: Double?
    /// Indices of the points that are visible.
    let visible: Range<Int>
    /// Index of the point whose values are listed.
    let pointer: Int?
    /// Which values lie where.
    let values: ValuePlan
    /// The zone by whose clocks times are shown.
    let zone: ChartZone
    /// Names of lines to hide or to show that no line has.
    let unknownLines: [String]
    private let parameters: ChartParameters

    /// - Throws: a 400 where slides of that size cannot be drawn, or the limits of the line gap contradict each other.
    init(_ asked: PlanRequest, _ parameters: ChartParameters, _ view: SeriesView) throws(Problem) {
        self.parameters = parameters
        data = ChartData(view, isSpaced: !parameters.isEven)
        var request = asked.request
        let scale = request.scale
        let height = (asked.layoutRequest.viewport.height * scale).rounded(.down) / scale
        let config = try Self.config(parameters, data)
        // The height is that inside the insets; the width is the whole viewport's.
        let viewport = Size(width: request.viewport.width, height: max(height, 1 / scale))
        let anchor = Self.anchor(asked.anchor)
        var calculator = LayoutCalculator(
            config: config, viewport: viewport,
            slideWidth: LayoutCalculator.slideWidth(near: parameters.slideWidth, scale: scale),
            lineGapSize: parameters.lineGap ?? anchor?.key.lineGap ?? 0, axis: data.axis, values: 0...1)
        // If the request sets no line gap, data points are one point of the screen apart.
        if parameters.lineGap == nil, anchor == nil {
            calculator = calculator.calculateForRedraw(newLineGap: 1 / data.step)
        }
        if let anchor { request.offset.x = anchor.place(in: calculator) }
        if let zoom = asked.zoom {
            let place = Self.zoomed(zoom, calculator, data, request)
            (calculator, request.offset.x, zoomRemainder) = (place.calculator, place.offset, place.remainder)
        }
        if parameters.startsAtEnd { request.offset.x = calculator.maximumOffset }
        request.offset.x = min(max(request.offset.x, 0), calculator.maximumOffset)
        let pointed = Self.pointer(parameters.pointer, data, calculator, &request)
        pointer = pointed
        visible = Self.visible(data, calculator, at: request.offset.x)

        let (hidden, unknown) = parameters.values.hidden(among: view.lines)
        unknownLines = unknown
        values = ValuePlan(
            parameters, data, hidden: hidden, visible: visible, top: calculator.sectionMinY,
            bottom: calculator.sectionMaxY, left: calculator.unit(atX: request.offset.x), offset: -request.inset.top)
        zone = ChartZone.shown(parameters.values.zone, view)
        calculator = calculator.calculateForRedraw(values: values.first)
        self.calculator = calculator
        let spacing = calculator.lineGapSize * data.step
        key = SlideKey(
            lineGap: calculator.lineGapSize, slideWidth: calculator.slideWidth, height: viewport.height, scale: scale,
            minimumValue: values.first.lowerBound, maximumValue: values.first.upperBound, viewportWidth: viewport.width,
            pointSize: spacing < config.pointSize * Self.markedSpacing ? 0 : config.pointSize,
            lineSize: config.lineSize, paddings: config.paddings, isSpaced: data.isSpaced, isDark: parameters.isDark,
            isDense: spacing * scale < 1, hidden: hidden, number: 0)
        (key.panes, key.zone, key.choice) = (values.panes, zone, parameters.choice.token)
        guard SlideKey(key.text) == key else {
            throw .badParameter(
                "height", "slides of this height, width and scale cannot be drawn; ask for smaller ones")
        }
        (request.fit, request.greatestMagnification) = (.cover, .infinity)
        // Overscan by at least one slide's width, and cover the whole of each slide.
        request.overscan = max(request.overscan, calculator.slideWidth)
        request.hasBackdrop = false
        self.request = request
        let layout = SlidesLayout(calculator)
        plan = Planner(layout: .slides(layout)).plan(for: request) { window in
            window.map { Planner.Picture(size: layout.pixelSize(of: $0, scale: scale), isTiled: true) }
        }
    }

    // MARK: Steps

    private static func config(_ parameters: ChartParameters, _ data: ChartData) throws(Problem) -> GraphConfig {
        do throws(GraphConfigError) {
            let standard = GraphConfig.standard
            // The request's limits are per unit of x; the standard limits are per step between neighbouring points.
            let spaced = standard.spaced(by: data.step)
            let largest = parameters.maximumLineGap ?? max(spaced.maxLineGapSize, parameters.minimumLineGap ?? 0)
            return try GraphConfig(
                pointSize: parameters.pointSize, lineSize: parameters.lineSize, paddings: parameters.paddings,
                minLineGapSize: min(parameters.minimumLineGap ?? 0, largest), maxLineGapSize: largest)
        } catch {
            throw .badParameter("lineGap", "\(error)")
        }
    }

    private struct Anchor {
        var key: SlideKey
        var fraction: Double

        /// The x in the content, in points, where the anchored point of the old slide lies now.
        func place(in calculator: LayoutCalculator) -> Double {
            let x = (Double(key.number) + fraction) * key.slideWidth
            // The padding before the first point does not grow with the line gap.
            guard x > key.paddings.left else { return x }
            return calculator.x(ofUnit: (x - key.paddings.left) / key.lineGap)
        }
    }

    /// The anchor, if it names a slide of this chart, in whatever drawing, and how much of it lies left of the
    /// viewport.
    private static func anchor(_ anchor: PlanRequest.Anchor?) -> Anchor? {
        guard let anchor, case .fraction(let fraction) = anchor.hold, let key = SlideKey(anchor.item) else {
            return nil
        }
        return Anchor(key: key, fraction: fraction.x)
    }

    private static func zoomed(
        _ zoom: PlanRequest.Zoom, _ calculator: LayoutCalculator, _ data: ChartData, _ request: Planner.Request
    ) -> PinchZoom.Outcome {
        let factor =
            switch zoom {
            case .scale(let scale): scale / request.zoomScale
            case .item, .width: calculator.lineGapRange.lowerBound / calculator.lineGapSize
            case .pixels: 1 / data.step / calculator.lineGapSize
            case .detail: 4.0
            }
        let focus = request.focus?.x ?? request.viewport.width / 2
        return PinchZoom.zoom(calculator, by: factor, focus: focus, offset: request.offset.x)
    }

    /// The index of the point under the pointer. A point given by its index is scrolled into view, by changing the
    /// request's offset.
    private static func pointer(
        _ pointer: ChartParameters.Pointer?, _ data: ChartData, _ calculator: LayoutCalculator,
        _ request: inout Planner.Request
    ) -> Int? {
        switch pointer {
        case nil: return nil
        case .x(let x): return data.index(nearest: calculator.unit(atX: request.offset.x + x))
        case .point(let index):
            guard data.view.count > 0 else { return nil }
            let index = min(index, data.view.count - 1)
            let x = calculator.x(ofUnit: data.unit(at: index))
            let margin = min(calculator.config.paddings.left, request.viewport.width / 4)
            let (least, most) = (x - request.viewport.width + margin, x - margin)
            request.offset.x = min(max(request.offset.x, least), most)
            request.offset.x = min(max(request.offset.x, 0), calculator.maximumOffset)
            return index
        }
    }

    private static func visible(_ data: ChartData, _ calculator: LayoutCalculator, at offset: Double) -> Range<Int> {
        let first = data.firstIndex(atOrAfter: calculator.unit(atX: offset))
        let end = data.firstIndex(atOrAfter: calculator.unit(atX: offset + calculator.viewport.width).nextUp)
        return first..<max(first, end)
    }

    /// The parameters that give the same drawing again; by then the client shows it. A client at the chart's end stays
    /// at the end when the chart grows.
    var again: ChartParameters {
        var again = parameters
        // A chart without points has no line gap or range worth keeping.
        guard data.view.count > 1 else { return again }
        again.values = values.wishes
        again.lineGap = key.lineGap
        again.startsAtEnd = plan.edges.right
        again.painted = ChartParameters.Painted(
            lineGap: key.lineGap, minimumValue: key.minimumValue, maximumValue: key.maximumValue)
        return again
    }

    var slideCount: Int { calculator.totalSlideNum }

    /// The zoom scales that the reader may go to, relative to the current line gap.
    var limits: ZoomLimits {
        let (gap, range) = (calculator.lineGapSize, calculator.lineGapRange)
        return ZoomLimits(minimum: range.lowerBound / gap, maximum: range.upperBound / gap)
    }

    /// Whether a line is drawn.
    func isShown(_ line: Int) -> Bool { !key.hidden.contains(line) }

    /// The scales of the panes, from the top down.
    var scales: [ValueScale] {
        values.panes.scales(first: values.first, top: calculator.sectionMinY, bottom: calculator.sectionMaxY)
    }

    // MARK: Words

    /// How to stretch and move the old drawing that the client shows so that it matches the new one: new x = `scaleX` ×
    /// old x + `x`, in points from the content's start, and likewise for y. nil where the client shows none.
    var carry: (scaleX: Double, scaleY: Double, x: Double, y: Double)? {
        guard let painted = parameters.painted, painted.minimumValue < painted.maximumValue else { return nil }
        let scaleX = calculator.lineGapSize / painted.lineGap
        let scales = scales
        let (new, range) = (scales[0], painted.minimumValue...painted.maximumValue)
        let old = ValueScale(
            values: range, top: new.top, bottom: new.bottom, isLogarithmic: values.panes.measure == .logarithmic)
        // Of several panes each has its own way; and an axis of another kind has no place for the old picture.
        guard scales.count == 1, old.isLogarithmic == new.isLogarithmic else {
            return (scaleX, 1, calculator.xOfFirst * (1 - scaleX), 0)
        }
        let (newTop, newBottom) = (new.y(ofValue: range.upperBound), new.y(ofValue: range.lowerBound))
        let scaleY = (newBottom - newTop) / max(old.height, 1e-6)
        return (
            scaleX, scaleY, calculator.xOfFirst * (1 - scaleX), newTop - old.top * scaleY
        )
    }
}
