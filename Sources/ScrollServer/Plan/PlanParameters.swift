// The parameters of a plan, checked.

import Tiling

/// What a plan is asked for.
struct PlanParameters {
    /// Offsets beyond this many points are refused rather than rounded: up to here positions are exact to 1/256 point. A
    /// billion pictures in one column, magnified to their pixels, are some 10¹³ points long.
    static let farthest = 2e13

    /// Viewports that a plan reaches ahead at most.
    static let greatestLead = 3.0

    var wish: LayoutIndex.Wish
    var request: Planner.Request
    var order: ItemOrder
    /// The revision that the asker has, who wants to know what has changed since.
    var since: Int?
    /// The revision the asker's offset belongs to, and an item to hold on to where that revision has passed.
    var anchor: Anchor?

    /// The zoom scale to go to, about the request's focus.
    var zoom: Zoom?
    /// An item to scroll to, and where in the viewport it is to be.
    var target: Target?
    /// Whether tiles come with the names of their items.
    var hasNames = false
    /// Whether a live session asks, which also fetches what comes next.
    var isLive = false
    /// The bands that the page of a live session has; nil where it paints none.
    var painted: PlanBands.Painted?
    /// Only for charts.
    var chart: ChartParameters?

    /// An item that is to stay where it was.
    struct Anchor: Sendable, Equatable {
        enum Place: Sendable, Equatable {
            /// Where its top-left corner was on the asker's screen, in points from the viewport's corner; it holds where the
            /// revision is another one.
            case position(Point, revision: Int)
            /// How much of it lies before the corner of what nothing covers; it holds always.
            case fraction(Point)
        }

        var item: String
        var place: Place
    }

    /// An item by its id or by its index.
    struct Target: Sendable, Equatable {
        var item: String?
        var index: Int?
        var alignment: Alignment
    }

    /// What a zoom is to lead to.
    enum Zoom: Sendable, Equatable {
        case scale(Double)
        /// All of the item under the focus is seen.
        case item
        /// That item is as wide as the viewport.
        case width
        /// A pixel of that item is a pixel of the screen.
        case pixels
        /// The next thing that a double tap shows: pixels, where that is a step closer, else a step of its own.
        case detail
    }

    /// The names of all parameters, of pictures and of charts.
    static let names = [
        "align", "anchor", "anchorX", "anchorY", "axis", "backdrop", "bounce", "columns", "deceleration",
        "fit", "focusX", "focusY", "fractionX", "fractionY", "group", "height", "hide", "index", "inset",
        "item", "lag", "layout", "lead", "lineGap", "lineSize", "maxLineGap", "maxValue", "minLineGap",
        "minValue", "names", "order", "overscan", "paddings", "paging", "paintedLineGap", "paintedMaxValue",
        "paintedMinValue", "point", "pointSize", "pointerX", "range", "revision", "rowHeight", "scale",
        "scheme", "since", "slideWidth", "spacing", "start", "toZoom", "velocityX", "velocityY", "width", "x",
        "y", "zoom", "zoomTo",
    ]

    /// Reads the question for a collection.
    ///
    /// - Throws: a 400 that names the parameter.
    init(_ query: Query, for collection: any ItemCollection) throws(Problem) {
        let parameters = try Parameters(query, known: Self.names)
        let viewport = Size(
            width: try parameters.required("width", in: 1...100_000),
            height: try parameters.required("height", in: 1...100_000))
        request = Planner.Request(viewport: viewport)
        let range = -Self.farthest...Self.farthest
        request.offset = Point(
            x: try parameters.number("x", in: range, default: 0), y: try parameters.number("y", in: range, default: 0))
        request.zoomScale = try parameters.number("zoom", in: 0.001...1000, default: 1)
        request.scale = try parameters.number("scale", in: 0.1...10, default: 1)
        request.overscan = try parameters.number("overscan", in: 0...10_000, default: 100)
        if let inset = try parameters.numbers("inset", count: 4, in: 0...100_000) {
            request.inset = EdgeInsets(top: inset[0], left: inset[1], bottom: inset[2], right: inset[3])
        }
        request.velocity = Point(
            x: try parameters.number("velocityX", in: -1e9...1e9, default: 0),
            y: try parameters.number("velocityY", in: -1e9...1e9, default: 0))
        let lag = try parameters.number("lag", in: 0...10, default: 0)
        request.paging = try parameters.flag("paging")
        order = try parameters.order()
        since = try parameters.integer("since", in: 0...Int.max)
        let isChart = collection.series != nil
        let layouts = collection.layouts + (isChart ? [] : [.item])
        let layout = try parameters.choice("layout", of: layouts.map(\.rawValue)).flatMap(LayoutKind.init) ?? layouts[0]
        wish = LayoutIndex.Wish(
            kind: layout, viewport: Self.uncovered(viewport, request.inset),
            inset: request.inset, columns: try parameters.integer("columns", in: 1...1000),
            lead: try parameters.integer("lead", in: 0...999) ?? 0,
            rowHeight: try parameters.number("rowHeight", in: 1...100_000),
            spacing: try parameters.number("spacing", in: 0...1000, default: 4))
        // Pages and single pictures are gone through one by one.
        if [.grid, .justified, .strip].contains(wish.kind) { request.lead = Self.lead(request, seconds: lag) }
        let fit = try parameters.choice("fit", of: ["contain", "cover", "inside"])
        request.fit = fit.flatMap(Planner.Fit.init) ?? (wish.kind == .pages ? .inside : .cover)
        switch try parameters.choice("deceleration", of: ["normal", "fast"]) {
        case "normal": request.deceleration = .normal
        case "fast": request.deceleration = .fast
        default: break
        }
        request.isBouncing = try parameters.flag("bounce")
        request.hasBackdrop = try parameters.flag("backdrop")
        hasNames = try parameters.flag("names")
        let grouping = try parameters.choice("group", of: ItemGrouping.allCases.map(\.rawValue))
        if wish.kind == .grid || wish.kind == .justified { wish.grouping = grouping.flatMap(ItemGrouping.init) }
        if isChart { chart = try ChartParameters(parameters) } else { try readItem(parameters) }
        try readAnchor(parameters)
        try readZoom(parameters)
    }

    /// How far the viewport moves until the plan is seen, but no more than so many of its sides: at worst that many more
    /// tiles are planned.
    private static func lead(_ request: Planner.Request, seconds: Double) -> Point {
        func bounded(_ velocity: Double, _ side: Double) -> Double {
            min(max(velocity * seconds, -greatestLead * side), greatestLead * side)
        }
        return Point(
            x: bounded(request.velocity.x, request.viewport.width),
            y: bounded(request.velocity.y, request.viewport.height))
    }

    /// The layouts that are looked at: the wished one, and the one that zooming leads to.
    var wishes: [LayoutIndex.Wish] {
        guard case .scale(let scale) = zoom, wish.kind == .justified || wish.grouping != nil,
            let zoomed = wish.zoomed(by: scale / request.zoomScale)
        else { return [wish] }
        return [wish, zoomed.wish]
    }

    /// `item`: whose view is wanted, or, with `align`, which one to scroll to.
    private mutating func readItem(_ parameters: Parameters) throws(Problem) {
        let item = try parameters.text("item")
        if let name = try parameters.choice("align", of: Alignment.allCases.map(\.rawValue)) {
            let index = try parameters.integer("index", in: 0...Int.max)
            guard item != nil || index != nil else {
                throw .badParameter("item", "is missing; align needs an item, or an index, to scroll to")
            }
            target = Alignment(rawValue: name).map { Target(item: item, index: index, alignment: $0) }
        }
        if wish.kind == .item {
            guard let item else { throw .badParameter("item", "is missing; this layout shows one item") }
            wish.item = item
        }
    }

    /// The room that content has where nothing lies over it: what a row or column fits into.
    private static func uncovered(_ viewport: Size, _ inset: EdgeInsets) -> Size {
        Size(
            width: max(1, viewport.width - inset.left - inset.right),
            height: max(1, viewport.height - inset.top - inset.bottom))
    }

    /// `focusX`, `focusY` with `toZoom` or `zoomTo`: zooms about a point of the viewport.
    private mutating func readZoom(_ parameters: Parameters) throws(Problem) {
        let focus = (
            try parameters.number("focusX", in: -100_000...100_000),
            try parameters.number("focusY", in: -100_000...100_000)
        )
        if focus.0 != nil || focus.1 != nil {
            request.focus = Point(
                x: focus.0 ?? request.viewport.width / 2, y: focus.1 ?? request.viewport.height / 2)
        }
        if let scale = try parameters.number("toZoom", in: 0.001...1000) { zoom = .scale(scale) }
        guard let name = try parameters.choice("zoomTo", of: ["item", "width", "pixels", "detail"]) else { return }
        guard zoom == nil else { throw .badParameter("zoomTo", "and toZoom exclude each other; give one of them") }
        zoom =
            switch name {
            case "item": .item
            case "width": .width
            case "pixels": .pixels
            default: .detail
            }
    }

    private mutating func readAnchor(_ parameters: Parameters) throws(Problem) {
        let revision = try parameters.integer("revision", in: 0...Int.max)
        let x = try parameters.number("anchorX", in: -1e9...1e9, default: 0)
        let y = try parameters.number("anchorY", in: -1e9...1e9, default: 0)
        let fraction = (
            try parameters.number("fractionX", in: -1e9...1e9), try parameters.number("fractionY", in: -1e9...1e9)
        )
        guard let item = try parameters.text("anchor") else { return }
        if fraction.0 != nil || fraction.1 != nil {
            anchor = Anchor(item: item, place: .fraction(Point(x: fraction.0 ?? 0, y: fraction.1 ?? 0)))
            return
        }
        guard let revision else {
            throw .badParameter("revision", "is missing; an anchor needs the revision its position belongs to")
        }
        anchor = Anchor(item: item, place: .position(Point(x: x, y: y), revision: revision))
    }
}
