// Resolves a request's anchor, target and zoom into one layout, zoom scale and offset.

import Catalog
import HTTP
import Tiling

/// The place that a plan shows: the layout, zoom scale and offset after a request's anchor, target and zoom have been
/// applied.
struct ResolvedRequest {
    /// The part of the requested zoom that the limits did not allow.
    struct ZoomRemainder {
        /// The requested scale divided by the scale that the limits, or a grid's whole number of columns, allow.
        var remainder = 1.0
        /// Whether the zoom went so far out that the page should leave the picture for the layout it was opened from.
        var leaves = false
    }

    var layoutRequest: LayoutRequest
    var request: Planner.Request
    /// nil where the request has no zoom.
    var zoom: ZoomRemainder?
    /// The factor that the request's steps amount to; nil without steps.
    private(set) var zoomFactor: Double?
    /// The place that the zoom kept at the height of its focus; nil where it does not lay rows out anew.
    private(set) var focusItem: PlanRequest.FocusItem?
    /// Where the item lies in a comparison; nil where none is asked for.
    var comparison: PlacedComparison?
    /// Only for charts: the parameters that give the same drawing again.
    private(set) var chart: ChartParameters?
    /// The point to keep under the focus when a zoom rearranges the rows.
    private var zoomedPoint: ZoomedPoint?

    /// A point of an item, its vertical position `fraction` in it (0 top, 1 bottom), and its `y` in points from the
    /// viewport's top.
    private struct ZoomedPoint {
        var index: Int
        var fraction: Double
        var y: Double
    }

    /// Applies anchor, target and zoom; nil where the layout is in use and is not waited for.
    ///
    /// Throws a 404 that names an item which does not exist.
    init?(
        _ parameters: PlanRequest, _ view: CatalogView, _ collection: String, revision: Int,
        _ access: LayoutIndex.Access
    ) throws(Problem) {
        (layoutRequest, request) = (parameters.layoutRequest, parameters.request)
        zoomFactor = parameters.steps?.factor
        let items = view.items
        for item in [layoutRequest.item, parameters.target?.item] {
            guard let item else { continue }
            guard items.index(ofItem: item) != nil else {
                throw .notFound("collection '\(collection)' has no item '\(item)'")
            }
        }
        if let count = parameters.pageTurn { turnPage(by: count, items) }
        if let comparison = parameters.comparison { place(comparison, items) }
        try Self.check(layoutRequest.grouping, items)
        if layoutRequest.showsAll {
            // The groups' number does not depend on how their cells are laid out.
            let groups = view.layouts.withGroups(layoutRequest, access) { _, groups in groups.numbers.count }
            guard let groups else { return nil }
            layoutRequest.columns = DensityZoom.columnsShowingAll(
                of: layoutRequest.grid(count: items.status.count), groups: groups, height: layoutRequest.viewport.height
            )
            layoutRequest.showsAll = false
            guard Self.isReady(layoutRequest, view, access) else { return nil }
        }
        guard parameters.anchor != nil || parameters.target != nil || parameters.zoom != nil else { return }
        let anchor = pinRows(parameters, items, revision)
        var resolved = self
        let isFree: Void? = view.layouts.withLayout(layoutRequest, access) { layout in
            let planner = Planner(layout: layout)
            if let anchor { resolved.apply(anchor, planner, items, revision) }
            if let target = parameters.target, layout.count > 0 {
                let index = target.item.flatMap { items.index(ofItem: $0) } ?? target.index ?? 0
                resolved.show(min(index, layout.count - 1), target.alignment, planner)
            }
            if let zoom = parameters.zoom {
                resolved.apply(zoom, keeping: parameters.focusItem, planner, items)
                // Everything is painted anew; only the point under the focus keeps its place.
                resolved.request.phase = 0
            }
        }
        guard isFree != nil else { return nil }
        self = resolved
        guard let zoomedPoint else { return }
        guard bringBack(zoomedPoint, view, access) else { return nil }
        guard isAtStart, !layoutRequest.pinnedRows.isEmpty else { return }
        // The rows begin as in a view that has just been opened.
        layoutRequest.pinnedRows = []
        guard bringBack(zoomedPoint, view, access) else { return nil }
        stopAtStart()
    }

    /// Whether a zoom has led to the start, where nothing lies above the view.
    ///
    /// What is kept under the focus is told to clients in thousandths, so the way back may end a little below.
    private var isAtStart: Bool { request.offset.y < 1 - request.inset.top }

    private mutating func stopAtStart() {
        if isAtStart { request.offset.y = min(request.offset.y, -request.inset.top) }
    }

    /// Moves a point of the rows that a zoom has laid out anew back to where it was.
    ///
    /// - Returns: whether the layout is free.
    private mutating func bringBack(
        _ point: ZoomedPoint, _ view: CatalogView, _ access: LayoutIndex.Access
    ) -> Bool {
        guard Self.isReady(layoutRequest, view, access) else { return false }
        var offset = request.offset
        // The layouts' locks are taken one after the other, never two at a time.
        let isFree: Void? = view.layouts.withLayout(layoutRequest, access) { layout in
            guard point.index < layout.count else { return }
            let frame = layout.frame(of: point.index).scaled(by: request.zoomScale)
            offset.y = frame.minY + point.fraction * frame.height - point.y
        }
        request.offset = offset
        return isFree != nil
    }

    /// - Throws: a 400 where the items are not in an order with these groups.
    static func check(_ grouping: ItemGrouping?, _ items: any CollectionView) throws(Problem) {
        guard let grouping, grouping != items.grouping else { return }
        throw .badParameter(
            "group",
            "'\(grouping.rawValue)' needs order=\(grouping.order.rawValue), of a collection that has such groups")
    }

    /// Whether the layout of a resolved request is ready, or is waited for.
    private static func isReady(
        _ layoutRequest: LayoutRequest, _ view: CatalogView, _ access: LayoutIndex.Access
    ) -> Bool {
        switch access {
        case .waiting: true
        case .ifFree: view.layouts.isNear([layoutRequest], count: view.items.status.count)
        }
    }

    /// The place that a chart's plan shows.
    init(_ parameters: PlanRequest, _ chart: ChartPlan) {
        (layoutRequest, request, self.chart) = (parameters.layoutRequest, chart.request, chart.replanParameters)
        zoom = chart.zoomRemainder.map { ZoomRemainder(remainder: $0) }
        zoomFactor = parameters.steps?.factor
    }

    // MARK: Where

    /// Keeps the first items of the rows that the client sees, where the anchor applies and such a row is still in
    /// view.
    ///
    /// - Returns: the anchor, or its replacement where its item has gone.
    private mutating func pinRows(
        _ parameters: PlanRequest, _ items: any CollectionView, _ revision: Int
    ) -> PlanRequest.Anchor? {
        guard let anchor = parameters.anchor, parameters.target == nil, let seen = parameters.seen,
            seen.isOf(parameters)
        else { return parameters.anchor }
        let viewport = request.viewport
        switch anchor.position {
        case .corner(let corner, let condition, _):
            guard condition != .unlessRevision(revision) || seen.hasPinnedRows, abs(corner.x) < viewport.width,
                abs(corner.y) < viewport.height
            else { return anchor }
        // The viewport's height changed, as when a phone's browser hides its bar.
        case .fraction: guard seen.ids.contains(anchor.item) else { return anchor }
        }
        let remaining = seen.remaining(in: items)
        if layoutRequest.kind == .justified || layoutRequest.grouping != nil {
            layoutRequest.pinnedRows = remaining.rows
        } else if layoutRequest.kind == .grid {
            let grid = layoutRequest.grid(count: items.status.count)
            if let first = remaining.rows.first {
                layoutRequest.lead = grid.lead(placing: first.start, at: first.column)
            }
        }
        guard case .corner(let corner, _, let rounding) = anchor.position else { return anchor }
        if seen.isGone(anchor.item, remaining) {
            return seen.replacement(for: anchor.item, at: corner, remaining) ?? anchor
        }
        // Its rows may begin with other items than in a first plan, so its place counts at the same revision too.
        guard seen.hasPinnedRows else { return anchor }
        return .init(item: anchor.item, position: .corner(corner, .always, rounding: rounding))
    }

    /// Sets the offset so that the anchor's item is where it was on the client's screen.
    private mutating func apply(
        _ anchor: PlanRequest.Anchor, _ planner: Planner, _ items: any CollectionView, _ revision: Int
    ) {
        guard let index = items.index(ofItem: anchor.item), index < planner.layout.count else { return }
        if case .corner(_, _, let rounding?) = anchor.position {
            request.phase = planner.phase(rounding: rounding, of: index, for: request)
        }
        var frame = planner.paintedFrame(of: index, for: request)
        if case .plane(let plane) = planner.layout {
            guard let bin = plane.bin(of: index, zoomScale: request.zoomScale) else { return }
            frame = planner.painted(bin.frame.scaled(by: request.zoomScale), for: request)
        }
        switch anchor.position {
        case .corner(let corner, let condition, _):
            // The axes of a plane stay where they are, so its items do.
            if case .plane = planner.layout { return }
            guard condition != .unlessRevision(revision) else { return }
            request.offset = Point(x: frame.minX - corner.x, y: frame.minY - corner.y)
            if condition == .atRest { rest(planner) }
        case .fraction(let fraction):
            request.offset = Point(
                x: frame.minX + fraction.x * frame.width - request.inset.left,
                y: frame.minY + fraction.y * frame.height - request.inset.top)
            if case .pages(let pages) = planner.layout {
                request.offset = Point(x: Double(index) * pages.pitch * request.zoomScale, y: 0)
            }
            // Bars stand at the lower edge.
            if case .plane(let plane) = planner.layout, plane.bars != nil { request.offset.y = -request.inset.top }
            if let top = anchor.top, layoutRequest.kind == .grid || layoutRequest.kind == .justified {
                request.offset.y = frame.minY - top
                // Of a row that is mostly out of view, the lower edge stays, where the next row begins.
                if fraction.y > 0.5 {
                    request.offset.y = frame.maxY - top - (request.inset.top - top) / fraction.y
                }
            }
        }
    }

    /// Moves the offset to where paging and deceleration will come to rest; keeps the velocity, which decides tiles'
    /// order.
    private mutating func rest(_ planner: Planner) {
        var resting = request
        resting.velocity = .zero
        request.offset = planner.offset(for: resting)
        (request.paging, request.deceleration, request.time) = (false, nil, nil)
    }

    mutating func show(_ index: Int, _ alignment: Alignment, _ planner: Planner) {
        if case .pages(let pages) = planner.layout {
            request.offset = Point(x: Double(index) * pages.pitch, y: 0)
            return
        }
        let (frame, geometry) = (placed(index, planner), planner.geometry(for: request))
        // The sticky heading must not cover it.
        var below = geometry
        below.inset.top += planner.layout.headingHeight * request.zoomScale
        request.offset = geometry.clamp(below.offset(showing: frame, alignment, from: request.offset))
    }

    /// The item's frame in content points as zoomed, not rounded.
    func placed(_ index: Int, _ planner: Planner) -> Rect {
        var frame = planner.layout.frame(of: index)
        if case .plane(let plane) = planner.layout { frame = plane.frame(of: index, zoomScale: request.zoomScale) }
        return frame.scaled(by: request.zoomScale).relative(to: planner.layoutPoint(.zero, for: request))
    }

    // MARK: Zoom

    private mutating func apply(
        _ zoom: PlanRequest.Zoom, keeping kept: PlanRequest.FocusItem?, _ planner: Planner, _ items: any CollectionView
    ) {
        // The offset is not clamped before the zoom: during a pinch it may lie past an end.
        if request.paging || request.deceleration != nil { rest(planner) }
        let viewport = request.viewport
        let focus = request.focus ?? Point(x: viewport.width / 2, y: viewport.height / 2)
        switch planner.layout {
        case .grid(let grid):
            guard case .scale(let scale) = zoom else {
                let index = nearest(to: focus, planner)
                return enter(index, zoom, factor: 1, focus, planner, items)
            }
            zoomGrid(grid, factor: scale / request.zoomScale, zoom, focus, keeping: kept, planner, items)
        case .linear: zoomLinear(zoom, focus, planner, items)
        case .justified, .periodicRows, .grouped: zoomRows(zoom, focus, keeping: kept, planner, items)
        case .pages:
            let index = nearest(to: focus, planner)
            guard case .scale(let scale) = zoom else {
                return enter(index, zoom, factor: 1, focus, planner, items)
            }
            let factor = scale / request.zoomScale
            if factor > 1 { return enter(index, zoom, factor: factor, focus, planner, items) }
            self.zoom = ZoomRemainder(remainder: factor, leaves: factor < PictureZoom.leavingFactor)
        case .picture(let picture): zoomPicture(picture, zoom, focus, planner)
        case .plane(let plane): zoomPlane(plane, zoom, focus, planner, items)
        // A chart zooms by its line gap, in `ChartPlan`.
        case .slides: break
        }
    }

    /// Zooms a grid by its number of columns.
    ///
    /// The item under the focus at the gesture's start stays there; with small cells, each step would bring another.
    private mutating func zoomGrid(
        _ grid: GridLayout, factor: Double, _ zoom: PlanRequest.Zoom, _ focus: Point,
        keeping kept: PlanRequest.FocusItem?, _ planner: Planner, _ items: any CollectionView
    ) {
        let offset = planner.layoutPoint(request.offset, for: request)
        var spot = DensityZoom.item(of: grid, at: Point(x: offset.x + focus.x, y: offset.y + focus.y))
        if let kept, let index = items.index(ofItem: kept.id), index < grid.count { spot = (index, kept.fraction) }
        let most = DensityZoom.mostColumns(of: grid, height: layoutRequest.viewport.height)
        switch DensityZoom.zoom(grid, offset: offset, focus: focus, factor: factor, most: most, keeping: spot) {
        case .grid(let columns, let lead, let offset, let remainder):
            (layoutRequest.columns, layoutRequest.lead, request.offset) = (columns, lead, offset)
            // The first item is at the edge, as in a view that has just been opened.
            if isAtStart, columns != grid.columns { layoutRequest.lead = 0 }
            stopAtStart()
            self.zoom = ZoomRemainder(remainder: remainder)
            focusItem = items.summary(at: spot.index).map { .init(id: $0.id, fraction: spot.fraction) }
        case .picture(let index): enter(index, zoom, factor: factor, focus, planner, items)
        }
    }

    /// The item at a point of the viewport, or the visible item nearest to that point.
    func nearest(to focus: Point, _ planner: Planner) -> Int {
        switch planner.layout {
        case .grid(let grid):
            let corner = planner.layoutPoint(request.offset, for: request)
            return DensityZoom.item(of: grid, at: Point(x: corner.x + focus.x, y: corner.y + focus.y)).index
        case .pages(let pages): return pages.page(at: request.offset.x + focus.x - request.viewport.width / 2)
        case .justified, .periodicRows, .grouped: return spot(at: focus, planner).index
        case .plane(let plane): return bin(of: plane, at: focus)?.first ?? 0
        case .linear, .picture, .slides:
            let geometry = planner.geometry(for: request)
            let visible = planner.windows(for: request, at: geometry.clamp(request.offset)).visible
            return visible.first { index in
                let axis = planner.layout.axis
                return placed(index, planner).end(axis) - request.offset[axis] > focus[axis]
            } ?? max(0, visible.upperBound - 1)
        }
    }

    /// The item at or nearest to a point of the viewport, and the point's vertical position in its frame, from 0 to 1.
    private func spot(at focus: Point, _ planner: Planner) -> (index: Int, fraction: Double) {
        let unzoomed = 1 / request.zoomScale
        let corner = planner.layoutPoint(request.offset, for: request)
        let point = Point(x: (corner.x + focus.x) * unzoomed, y: (corner.y + focus.y) * unzoomed)
        return planner.layout.item(nearest: point) ?? (0, 0)
    }

    /// Zooms rows by their height, and cells below headings by their width.
    ///
    /// The item under the focus keeps its vertical place; horizontally it may move, since its row is laid out anew.
    private mutating func zoomRows(
        _ zoom: PlanRequest.Zoom, _ focus: Point, keeping kept: PlanRequest.FocusItem?, _ planner: Planner,
        _ items: any CollectionView
    ) {
        var spot = spot(at: focus, planner)
        if let kept, let index = items.index(ofItem: kept.id), index < planner.layout.count {
            spot = (index, kept.fraction)
        }
        guard case .scale(let scale) = zoom else { return enter(spot.index, zoom, factor: 1, focus, planner, items) }
        let factor = scale / request.zoomScale
        var groups = 0
        if case .grouped(let layout) = planner.layout { groups = layout.groups.groupCount }
        guard
            let (layoutRequest, remainder) = layoutRequest.zoomed(
                by: factor, count: planner.layout.count, groups: groups)
        else {
            return enter(spot.index, zoom, factor: factor, focus, planner, items)
        }
        self.zoom = ZoomRemainder(remainder: remainder)
        focusItem = items.summary(at: spot.index).map { .init(id: $0.id, fraction: spot.fraction) }
        guard layoutRequest != self.layoutRequest else { return }
        self.layoutRequest = layoutRequest
        // The picture also stays under the focus horizontally, where rows can begin elsewhere for that.
        let grid = layoutRequest.grid(count: 1)
        self.layoutRequest.pinnedRows = planner.layout.rows(
            placing: spot.index, at: request.offset.x + focus.x, metrics: layoutRequest.rowMetrics, grid: grid)
        zoomedPoint = ZoomedPoint(index: spot.index, fraction: spot.fraction, y: focus.y)
    }
}
