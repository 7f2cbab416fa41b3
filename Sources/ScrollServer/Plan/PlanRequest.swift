// Reads and checks the parameters of a plan.

import Catalog
import HTTP
import Pixels
import Tiling

/// The checked parameters of a request for a plan.
struct PlanRequest {
    /// The largest offset, in points.
    ///
    /// At larger ones, positions would be less exact than 1/256 point. For comparison: a column of a billion pictures
    /// at one image pixel per device pixel is about 10¹³ points long.
    static let farthest = 2e13

    /// The zoom scales that a request may name; the limits of all plans lie within them.
    static let zoomScales = 0.0001...100_000

    /// The heights of rows that a request may name, in points.
    static let rowHeights = 1.0...100_000

    /// The shorter side, in points, from which on a tile has room for words.
    static let minimumBadgeSide = 72.0

    /// The farthest that a plan looks ahead, in viewport widths or heights.
    static let greatestLookahead = 3.0

    var layoutRequest: LayoutRequest
    var request: Planner.Request
    var order: ItemOrder
    /// The revision that the client has; the plan then lists the changes since.
    var since: Int?
    /// An item that keeps its place on the screen even though the collection has changed.
    var anchor: Anchor?

    /// The rows that the client sees; where the anchor applies, they begin with the same items.
    var seen: SeenRows?

    /// The zoom to carry out, about the request's focus.
    var zoom: Zoom?
    /// The steps that `zoom` includes; nil where the request has none.
    var steps: ZoomSteps?
    /// The place that a zoom keeps at the height of its focus where it lays rows out anew; nil: whatever is there now.
    var focusItem: FocusItem?
    /// An item to scroll to, and where in the viewport to put it.
    var target: Target?
    /// For the view of one item: 1 shows the next one instead, -1 the previous one, at the same zoom scale and place;
    /// nil shows the item itself.
    var pageTurn: Int?
    /// The colour that the client paints tiles on, 0xRRGGBB; nil where it is not known, or not one colour.
    var ground: UInt32?
    /// Where the one item is shown as one of several that are compared; nil elsewhere.
    var comparison: PlanComparison?
    /// Whether tiles come with the names of their items.
    var hasNames = false
    /// Whether large tiles come with what a cell says about their items.
    var hasBadges = false
    /// Whether the client decodes HEIC: it gets such originals in place of tiles.
    var decodesHEIC = false
    /// How the samples of a picture that fills the view are shown; nil for as stored.
    var display: SampleDisplay?
    /// The page of the live session that asks, whose plans also say what to fetch next; nil elsewhere.
    var page: LivePage?
    /// Only for charts.
    var chart: ChartParameters?

    /// An item that keeps its place on the screen.
    struct Anchor: Sendable, Equatable {
        enum Position: Sendable, Equatable {
            /// The item's top-left corner on the client's screen, in points from the viewport's. `rounding` is what
            /// rounding took from the item's start, in device pixels (see `Planner.rounding(of:for:)`); it keeps the
            /// items around it in place, and always applies.
            case corner(Point, Condition, rounding: Double?)
            /// The part of the item, per axis, that lies above and left of the visible area inside the insets: 0 none,
            /// 1 all. Applies always.
            case fraction(Point)
        }

        /// When a position applies.
        enum Condition: Sendable, Equatable {
            /// Unless the collection still has this revision.
            case unlessRevision(Int)
            case always
            /// Always; paging and deceleration have already been applied.
            case atRest
        }

        var item: String
        var position: Position
        /// With a fraction: the item's top edge on the client's screen, in points.
        ///
        /// Where items lie in rows, this edge stays there; if less than half of the item is in view, its lower edge
        /// does, since the items beside it may change.
        var top: Double?
    }

    /// A place in an item that stays at the height of the focus through all steps of one gesture.
    ///
    /// Each step breaks rows anew, and another item comes to lie under the fingers.
    struct FocusItem: Sendable, Equatable {
        var id: String
        /// The place's vertical position in the item: 0 at its top, 1 at its bottom; less above it, more below it.
        var fraction: Double
    }

    /// An item, named by its id or its index; the id counts if both are given.
    struct Target: Sendable, Equatable {
        var item: String?
        var index: Int?
        var alignment: Alignment
    }

    /// Where a zoom leads.
    enum Zoom: Sendable, Equatable {
        /// To this zoom scale.
        case scale(Double)
        /// All of the item under the focus is visible.
        case item
        /// That item is as wide as the viewport.
        case width
        /// One pixel of that item per device pixel.
        case pixels
        /// The next step of a double tap: to `pixels`, or to 2.5 times the scale that fits the item, whichever is
        /// larger.
        case detail
    }

    /// Reads the query of a request about a collection.
    ///
    /// - Throws: a 400 that names the parameter that is unknown, missing or out of range.
    init(_ query: Query, for collection: any ItemCollection) throws(Problem) {
        try Self.table.checkNames(query)
        let parameters = Parameters(query)
        let viewport = Size(
            width: try parameters.read(Self.width), height: try parameters.read(Self.height))
        request = Planner.Request(viewport: viewport)
        request.offset = Point(x: try parameters.read(Self.x), y: try parameters.read(Self.y))
        request.zoomScale = try parameters.read(Self.zoomScale)
        request.scale = try parameters.read(Self.scale)
        request.overscan = try parameters.read(Self.overscan)
        if let inset = try parameters.read(Self.inset) {
            request.inset = EdgeInsets(top: inset[0], left: inset[1], bottom: inset[2], right: inset[3])
        }
        request.velocity = Point(x: try parameters.read(Self.velocityX), y: try parameters.read(Self.velocityY))
        let lag = try parameters.read(Self.lag)
        request.paging = try parameters.read(Self.paging)
        order = try parameters.order(of: collection)
        since = try parameters.read(Self.changesSince)
        let isChart = collection.series != nil
        let layouts = collection.layouts + (isChart ? [] : [.item])
        let layout =
            try parameters.choice(Self.layout.name, of: layouts.map(\.rawValue)).flatMap(LayoutKind.init) ?? layouts[0]
        comparison = try PlanComparison(parameters, in: layout)
        if comparison != nil { request.inset = PlanComparison.inset(viewport) }
        layoutRequest = LayoutRequest(
            kind: layout, viewport: Self.uncovered(viewport, request.inset),
            inset: request.inset, scale: request.scale,
            lead: try parameters.read(Self.lead), rowHeight: try parameters.read(Self.rowHeight),
            spacing: try parameters.read(Self.spacing))
        if try parameters.read(Self.columns) == Self.all {
            layoutRequest.showsAll = layout == .grid
        } else {
            layoutRequest.columns = try parameters.columns()
        }
        if layout == .plane {
            layoutRequest.plane = try parameters.planeFields(of: collection)
            layoutRequest.keepsAxes = request.zoomScale != 1
            layoutRequest.planeShow = try parameters.planeShow()
        }
        // Only these layouts look ahead of the offset; pages and single pictures are turned one at a time.
        if [.grid, .justified, .strip, .plane].contains(layoutRequest.kind) {
            request.lookahead = Self.lookahead(request, seconds: lag)
        }
        let fit: String? = try parameters.read(Self.fit)
        (request.fit, request.greatestMagnification) = Self.fit(fit, in: layoutRequest.kind)
        switch try parameters.read(Self.deceleration) as String? {
        case "normal": request.deceleration = .normal
        case "fast": request.deceleration = .fast
        default: break
        }
        request.isBouncing = try parameters.read(Self.bounce)
        request.time = try parameters.read(Self.time)
        if request.isBouncing, request.paging {
            throw .badParameter("bounce", "and paging exclude each other: pages are where content comes to rest")
        }
        if request.time != nil, request.deceleration == nil || request.paging {
            throw .badParameter(
                "t",
                "needs deceleration=normal or fast, with a velocity and without paging: it is the time since the fling")
        }
        request.hasBackdrop = try parameters.read(Self.backdrop)
        hasNames = try parameters.read(Self.itemNames)
        hasBadges = try parameters.read(Self.badges)
        decodesHEIC = try parameters.read(Self.decodes) as String? != nil
        ground = try parameters.colour(Self.groundColour)
        display = try parameters.display()
        let grouping = try parameters.grouping(of: collection)
        if layoutRequest.kind == .grid || layoutRequest.kind == .justified { layoutRequest.grouping = grouping }
        if isChart { chart = try ChartParameters(parameters) } else { try readItem(parameters) }
        // Nothing is ignored, not even what is of no use here, or without another parameter.
        try Self.goingTable.check(parameters)
        try Self.planeTable.check(parameters)
        try ChartParameters.table.check(parameters)
        try readAnchor(parameters)
        try readZoom(parameters)
    }

    /// How pictures are put into their cells, and the width in points of their largest pixel.
    private static func fit(_ name: String?, in layout: LayoutKind) -> (Planner.Fit, greatestMagnification: Double) {
        switch (name, layout) {
        case ("cover", _): (.cover, .infinity)
        case ("contain", _): (.contain, .infinity)
        case ("inside", _), (_, .pages): (.contain, 1)
        // The cells have the pictures' proportions, except those of small pictures.
        case (_, .stack), (_, .strip): (.contain, Planner.greatestMagnification)
        // A picture of few pixels fills its bin, too.
        case (_, .plane): (.contain, .infinity)
        default: (.cover, Planner.greatestMagnification)
        }
    }

    /// The distance, in points, that the viewport moves until the client shows the plan.
    ///
    /// At most `greatestLookahead` viewports, which bounds the additional tiles too.
    private static func lookahead(_ request: Planner.Request, seconds: Double) -> Point {
        func bounded(_ velocity: Double, _ side: Double) -> Double {
            min(max(velocity * seconds, -greatestLookahead * side), greatestLookahead * side)
        }
        return Point(
            x: bounded(request.velocity.x, request.viewport.width),
            y: bounded(request.velocity.y, request.viewport.height))
    }

    /// The message after the last item while more may come; none in reversed order, whose last item is the
    /// collection's first.
    func footer(of collection: any ItemCollection) -> CollectionFooter? {
        order.isDescending ? nil : collection.footer
    }

    /// The layouts that the plan needs: the requested one, and the one that the zoom leads to.
    var layoutRequests: [LayoutRequest] {
        // The zoom limits of grouped cells depend on the items: `ResolvedRequest` checks whether those layouts are
        // ready.
        guard case .scale(let scale) = zoom, layoutRequest.kind == .justified,
            let zoomed = layoutRequest.zoomed(by: scale / request.zoomScale, count: 0, groups: 0)
        else { return [layoutRequest] }
        return [layoutRequest, zoomed.request]
    }

    /// Reads `item`: the item to view, or, with `align`, the item to scroll to.
    private mutating func readItem(_ parameters: Parameters) throws(Problem) {
        let item = try parameters.read(Self.item)
        if let alignment: Alignment = try parameters.read(Self.align) {
            let index = try parameters.read(Self.index)
            guard item != nil || index != nil else {
                throw .badParameter("item", "is missing; align needs an item, or an index, to scroll to")
            }
            target = Target(item: item, index: index, alignment: alignment)
        }
        let turn = try parameters.read(Self.turn)
        if layoutRequest.kind == .item {
            guard let item else { throw .badParameter("item", "is missing; this layout shows one item") }
            layoutRequest.item = item
            pageTurn = turn
        }
    }

    /// The viewport's size inside the insets, which rows and columns fit into; at least 1 × 1 point.
    private static func uncovered(_ viewport: Size, _ inset: EdgeInsets) -> Size {
        Size(
            width: max(1, viewport.width - inset.left - inset.right),
            height: max(1, viewport.height - inset.top - inset.bottom))
    }

    /// Reads `focusX` and `focusY`, in points from the viewport's corner, and `toZoom` or `zoomTo`.
    private mutating func readZoom(_ parameters: Parameters) throws(Problem) {
        let focus = (try parameters.read(Self.focusX), try parameters.read(Self.focusY))
        if focus.0 != nil || focus.1 != nil {
            request.focus = Point(
                x: focus.0 ?? request.viewport.width / 2, y: focus.1 ?? request.viewport.height / 2)
        }
        let fraction = try parameters.read(Self.focusFraction)
        if let item = try parameters.read(Self.focusItem) { focusItem = FocusItem(id: item, fraction: fraction) }
        let scale = try parameters.read(Self.toZoom)
        steps = try ZoomSteps(parameters, in: layoutRequest.kind)
        if let steps {
            zoom = .scale((scale ?? request.zoomScale) * steps.factor)
        } else {
            zoom = scale.map(Zoom.scale)
        }
        guard let name: String = try parameters.read(Self.zoomTo) else { return }
        guard zoom == nil else {
            throw .badParameter("zoomTo", "excludes toZoom and zoomSteps; give one of them")
        }
        zoom =
            switch name {
            case "item": .item
            case "width": .width
            case "pixels": .pixels
            case "pixelsOrItem": isAtPixelScale ? .item : .pixels
            default: .detail
            }
    }

    /// Whether the request comes from a view of one picture that has one pixel a device pixel.
    private var isAtPixelScale: Bool {
        layoutRequest.kind == .item && abs(request.zoomScale * request.scale - 1) < 1e-3
    }

    private mutating func readAnchor(_ parameters: Parameters) throws(Problem) {
        let revision = try parameters.read(Self.revision)
        let (x, y) = (try parameters.read(Self.anchorX), try parameters.read(Self.anchorY))
        let rounding = try parameters.read(Self.anchorRounding)
        let fraction = (try parameters.read(Self.fractionX), try parameters.read(Self.fractionY))
        if let ends = try parameters.read(Self.rows) {
            let ends = ends.split(separator: ",", maxSplits: 2 * SeenRows.most).map(String.init)
            guard ends.count <= 2 * SeenRows.most, ends.count % 2 == 0 else {
                throw .badParameter(
                    "rows", "needs the first and the last item of each row, of at most \(SeenRows.most) rows")
            }
            seen = SeenRows(ends: ends)
        }
        guard let item = try parameters.read(Self.anchorItem) else { return }
        if fraction.0 != nil || fraction.1 != nil {
            anchor = Anchor(item: item, position: .fraction(Point(x: fraction.0 ?? 0, y: fraction.1 ?? 0)), top: y)
            return
        }
        guard let revision else {
            throw .badParameter("revision", "is missing; an anchor needs the revision its position belongs to")
        }
        anchor = Anchor(
            item: item, position: .corner(Point(x: x ?? 0, y: y ?? 0), .unlessRevision(revision), rounding: rounding))
    }
}
