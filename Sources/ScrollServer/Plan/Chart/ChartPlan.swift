// A plan of a chart: its slides, how they are drawn, and its axes.

import Catalog
import Charts
import HTTP
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
    /// The requested line gap divided by the one that the limits allow; nil where the request has no zoom.
    private(set) var zoomRemainder: Double?
    /// Indices of the points that are visible.
    let visible: Range<Int>
    /// Index of the point whose values are listed.
    let pointer: Int?
    /// The strip that shows all of the chart; nil where none is asked for.
    let overview: ChartOverview?
    /// Whether the next plan may begin with another part of the chart, because more of it is still being read.
    let isOpening: Bool
    /// The ranges of values and their panes.
    let values: ValuePlan
    /// The unit of each line; empty where it has none.
    let units: [String]
    /// The zone in which times are shown.
    let zone: ChartZone
    /// The height of the pictures below the chart, in points; 0 without them.
    let picturesHeight: Double
    /// Names of lines to hide or to show that no line has.
    let unknownLines: [String]
    private let parameters: ChartParameters

    /// Makes the plan; `isComplete` says whether all of the table has been read.
    ///
    /// Throws a 400 where slides of that size cannot be drawn, or the limits of the line gap contradict each other.
    init(
        _ asked: PlanRequest, _ parameters: ChartParameters, _ view: SeriesView, isComplete: Bool = true
    ) throws(Problem) {
        self.parameters = parameters
        isOpening = parameters.isOpening && !isComplete
        data = ChartData(view, isSpaced: !parameters.isEven)
        var request = asked.request
        let scale = request.scale
        // Pictures lie below the chart.
        let strip = parameters.pictures == nil ? 0 : ChartPictures.height(in: asked.layoutRequest.viewport.height)
        picturesHeight = strip
        if strip > 0 { request.inset.bottom = asked.layoutRequest.inset.bottom + strip }
        let height = ((asked.layoutRequest.viewport.height - strip) * scale).rounded(.down) / scale
        // The height is that inside the insets; the width is the whole viewport's.
        let viewport = Size(width: request.viewport.width, height: max(height, 1 / scale))
        let anchor = Self.anchor(asked.anchor)
        // Keep allowing a line gap that has been shown, whatever is in view now.
        let shown = max(parameters.painted?.lineGap ?? 0, anchor?.key.lineGap ?? 0)
        let requested = parameters.lineGap ?? anchor?.key.lineGap
        let config = try Self.config(parameters, data, atLeast: max(shown, requested ?? 0))
        var calculator = LayoutCalculator(
            config: config, viewport: viewport,
            slideWidth: LayoutCalculator.slideWidth(near: parameters.slideWidth, scale: scale),
            lineGapSize: requested ?? 0, axis: data.axis, values: 0...1)
        // If the request sets no line gap, data points are one point of the screen apart.
        let (hidden, unknown) = parameters.values.hidden(among: view.lines)
        let lines = view.lines.indices.filter { !hidden.contains($0) }
        if requested == nil, !(parameters.isOpening && isComplete && Self.isSeenWhole(data, viewport, lines)) {
            calculator = calculator.calculateForRedraw(newLineGap: 1 / data.step)
        }
        if let anchor { request.offset.x = anchor.offset(in: calculator) }
        if parameters.startsAtEnd || parameters.isOpening { request.offset.x = calculator.maximumOffset }
        if asked.zoom == nil { request.offset.x = min(max(request.offset.x, 0), calculator.maximumOffset) }
        (calculator, request.offset.x, zoomRemainder) = try Self.zoomed(
            asked, parameters, calculator, data, request, shown)
        if parameters.startsAtEnd { request.offset.x = calculator.maximumOffset }
        request.offset.x = min(max(request.offset.x, 0), calculator.maximumOffset)
        let pointed = Self.pointer(parameters.pointer, data, calculator, &request)
        pointer = pointed
        visible = Self.visible(data, calculator, at: request.offset.x)

        unknownLines = unknown
        units = parameters.values.units(of: view)
        values = ValuePlan(
            parameters, data, hidden: hidden, visible: visible, top: calculator.sectionMinY,
            bottom: calculator.sectionMaxY, left: calculator.unit(atX: request.offset.x), offset: -request.inset.top,
            units: units, anchor: anchor?.key)
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
        key.isSolid = spacing < LineDash.leastSpacing
        if parameters.band != .extremes { key.band = key.isDense ? parameters.band : .line }
        (key.panes, key.zone, key.choice) = (values.panes, zone, parameters.choice.token)
        key.forms = values.forms
        while key.forms.last == .straight { key.forms.removeLast() }
        overview = parameters.overview.flatMap { [data] in ChartOverview($0, scale: scale, data) }
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

    /// The configuration of the chart, with limits that allow the line gap `gap`.
    private static func config(
        _ parameters: ChartParameters, _ data: ChartData, atLeast gap: Double
    ) throws(Problem) -> GraphConfig {
        do throws(GraphConfigError) {
            let standard = GraphConfig.standard
            // The request's limits are per unit of x; the standard limits are per step between neighbouring points.
            let spaced = standard.spaced(by: data.step)
            let largest =
                parameters.maximumLineGap ?? max(spaced.maxLineGapSize, parameters.minimumLineGap ?? 0, gap)
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

        /// The x in the content, in points, of the old slide's anchored point.
        func offset(in calculator: LayoutCalculator) -> Double {
            let x = (Double(key.number) + fraction) * key.slideWidth
            // The padding before the first point does not grow with the line gap.
            guard x > key.paddings.left else { return x }
            return calculator.x(ofUnit: (x - key.paddings.left) / key.lineGap)
        }
    }

    /// The anchor, if it names a slide of this chart, in whatever drawing, and how much of it lies left of the
    /// viewport.
    private static func anchor(_ anchor: PlanRequest.Anchor?) -> Anchor? {
        guard let anchor, case .fraction(let fraction) = anchor.position, let key = SlideKey(anchor.item) else {
            return nil
        }
        return Anchor(key: key, fraction: fraction.x)
    }

    /// The chart and its offset after the request's zoom or range of x, and the remainder of the zoom.
    ///
    /// The nearest two points in view before the zoom, or in the range, set the largest line gap. `shown` is a line gap
    /// that the client shows, which stays within the limits; 0 for none.
    private static func zoomed(
        _ asked: PlanRequest, _ parameters: ChartParameters, _ calculator: LayoutCalculator, _ data: ChartData,
        _ request: Planner.Request, _ shown: Double
    ) throws(Problem) -> (LayoutCalculator, offset: Double, remainder: Double?) {
        var units =
            calculator.unit(atX: request.offset.x)...calculator.unit(atX: request.offset.x + request.viewport.width)
        if let span = parameters.span {
            let overview = parameters.overview.flatMap { ChartOverview($0, scale: request.scale, data) }
            units = span.units(data, calculator, offset: request.offset.x, overview: overview)
        }
        let config = GraphConfig.standard
        let limit = data.nearestGap(around: data.indices(in: units)).map { config.maxLineGapSize / $0 } ?? 0
        let limited = LayoutCalculator(
            config: try Self.config(parameters, data, atLeast: max(shown, limit)), viewport: calculator.viewport,
            slideWidth: calculator.slideWidth, lineGapSize: calculator.lineGapSize, axis: calculator.axis,
            values: calculator.values)
        if case .about = parameters.span {
            // The range was moved along the overview: the line gap stays exactly the same.
            return (
                limited, limited.x(ofUnit: (units.lowerBound + units.upperBound) / 2) - request.viewport.width / 2, nil
            )
        }
        if parameters.span != nil {
            let zoomed = RangeZoom.zoom(limited, to: units)
            return (zoomed.calculator, zoomed.offset, nil)
        }
        guard let zoom = asked.zoom else {
            // A line gap beyond the limit is lowered about the viewport's middle.
            let isLower = limited.lineGapSize < calculator.lineGapSize
            guard isLower else { return (limited, request.offset.x, nil) }
            let middle = units.lowerBound / 2 + units.upperBound / 2
            return (limited, limited.x(ofUnit: middle) - request.viewport.width / 2, nil)
        }
        let factor =
            switch zoom {
            case .scale(let scale): scale / request.zoomScale
            case .item, .width: limited.lineGapRange.lowerBound / limited.lineGapSize
            case .pixels: 1 / data.step / limited.lineGapSize
            case .detail: 4.0
            }
        let focus = request.focus?.x ?? request.viewport.width / 2
        let zoomed = PinchZoom.zoom(limited, by: factor, focus: focus, offset: request.offset.x)
        return (zoomed.calculator, zoomed.offset, zoomed.remainder)
    }

    /// Data points per screen point up to which a line's course can be told from its extremes.
    private static let mostPointsSeen = 4.0
    /// The width of a part of the chart, in points, within which a line's course cannot be told.
    private static let partWidth = 4.0

    /// Whether a chart opens with all of it in view rather than its newest points: the course of one of `lines` can be
    /// told.
    private static func isSeenWhole(_ data: ChartData, _ viewport: Size, _ lines: [Int]) -> Bool {
        Double(data.view.count) <= mostPointsSeen * viewport.width
            || data.isCourseSeen(ofLines: lines, partCount: max(1, Int(clamping: viewport.width / partWidth)))
    }

    /// The index of the point under the pointer.
    ///
    /// Scrolls a point that is given by its index into view, by changing the request's offset.
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
        data.indices(in: calculator.unit(atX: offset)...calculator.unit(atX: offset + calculator.viewport.width))
    }

    /// The parameters that give the same drawing again, which the client shows by then.
    ///
    /// A client at the chart's end stays at the end when the chart grows.
    var replanParameters: ChartParameters {
        var replan = parameters
        replan.span = nil
        if isOpening { return replan }
        replan.isOpening = false
        // A chart without points has no line gap or range worth keeping.
        guard data.view.count > 1 else { return replan }
        replan.values = values.requested
        replan.lineGap = key.lineGap
        replan.startsAtEnd = plan.edges.right
        replan.painted = ChartParameters.Painted(
            lineGap: key.lineGap, minimumValue: key.minimumValue, maximumValue: key.maximumValue)
        return replan
    }

    var slideCount: Int { calculator.totalSlideNum }

    /// The zoom scales that can be reached, relative to the current line gap.
    var limits: ZoomLimits {
        let (gap, range) = (calculator.lineGapSize, calculator.lineGapRange)
        return ZoomLimits(minimum: range.lowerBound / gap, maximum: range.upperBound / gap)
    }

    /// Whether a line is drawn.
    func isShown(_ line: Int) -> Bool { !key.hidden.contains(line) }

    /// The scales of the panes, from the top down.
    var scales: [ValueScale] {
        values.panes.scales(
            first: values.first, top: calculator.sectionMinY, bottom: calculator.sectionMaxY,
            kinds: values.panes.kinds(data.view, hidden: key.hidden))
    }

    // MARK: Words

    /// Whether points in view share a pixel at the greatest zoom: longer content would have inexact positions
    /// (`LayoutCalculator.widest`).
    var isTooWide: Bool {
        guard parameters.maximumLineGap == nil, visible.count < Self.mostPointsSeenAlone,
            calculator.lineGapSize >= calculator.lineGapRange.upperBound,
            calculator.drawWidth > LayoutCalculator.widest / 2,
            let gap = data.nearestGap(around: visible)
        else { return false }
        return gap * calculator.lineGapSize * key.scale < 1
    }

    /// With more points in view, `isTooWide` is false: a reader does not look for a single one among so many.
    private static let mostPointsSeenAlone = 1000

    /// How to stretch and move the client's old drawing so that it matches the new one; nil where the client shows
    /// none.
    ///
    /// New x = `scaleX` × old x + `x`, in points from the content's start, and likewise for y.
    var carry: (scaleX: Double, scaleY: Double, x: Double, y: Double)? {
        guard let painted = parameters.painted, painted.minimumValue < painted.maximumValue else { return nil }
        let scaleX = calculator.lineGapSize / painted.lineGap
        let scales = scales
        let (new, range) = (scales[0], painted.minimumValue...painted.maximumValue)
        let old = ValueScale(
            values: range, top: new.top, bottom: new.bottom, isLogarithmic: values.panes.measure == .logarithmic)
        // Each of several panes has a transformation of its own, and one between kinds of axes is not linear.
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
