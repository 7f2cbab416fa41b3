// From a question's wishes to one layout, zoom scale and offset.

import Tiling

/// Where a plan is to look: what is left of a question once its anchor, its target and its zoom are carried out.
struct PlanPlace {
    /// What is left of a zoom that was asked for.
    struct ZoomRest {
        /// The wished scale over the one that the limits, or a grid's columns, allow.
        var remainder = 1.0
        /// Whether the reader has zoomed out of the picture.
        var leaves = false
    }

    var wish: LayoutIndex.Wish
    var request: Planner.Request
    /// nil where no zoom was asked for.
    var zoom: ZoomRest?
    /// Only for charts: asks for the same drawing.
    private(set) var chart: ChartParameters?
    /// What a zoom that leads to other rows is to keep under its focus.
    private var held: Held?

    /// An item, how far down its cell a point lies, and where that point is in the viewport, in points from its top.
    private struct Held {
        var index: Int
        var fraction: Double
        var y: Double
    }

    /// nil where the layout is in use and is not waited for.
    ///
    /// - Throws: a 404 that names an item which does not exist.
    init?(
        _ parameters: PlanParameters, _ view: CatalogView, _ collection: String, revision: Int,
        _ access: LayoutIndex.Access
    ) throws(Problem) {
        (wish, request) = (parameters.wish, parameters.request)
        let items = view.items
        for item in [wish.item, parameters.target?.item] {
            guard let item else { continue }
            guard items.index(ofItem: item) != nil else {
                throw .notFound("collection '\(collection)' has no item '\(item)'")
            }
        }
        if let grouping = wish.grouping, grouping != items.grouping {
            throw .badParameter(
                "group",
                "'\(grouping.rawValue)' needs order=\(grouping.order.rawValue), of a collection that has such groups")
        }
        guard parameters.anchor != nil || parameters.target != nil || parameters.zoom != nil else { return }
        var place = self
        let isFree: Void? = view.layouts.withLayout(wish, access) { layout in
            let planner = Planner(layout: layout)
            if let anchor = parameters.anchor { place.hold(anchor, planner, items, revision) }
            if let target = parameters.target, layout.count > 0 {
                let index = target.item.flatMap { items.index(ofItem: $0) } ?? target.index ?? 0
                place.show(min(index, layout.count - 1), target.alignment, planner)
            }
            if let zoom = parameters.zoom { place.apply(zoom, planner, items) }
        }
        guard isFree != nil else { return nil }
        self = place
        guard let held else { return }
        // A layout of its own, asked for when the other one has been let go.
        let isSecondFree: Void? = view.layouts.withLayout(wish, access) { layout in
            guard held.index < layout.count else { return }
            let frame = layout.frame(of: held.index).scaled(by: request.zoomScale)
            place.request.offset.y = frame.minY + held.fraction * frame.height - held.y
        }
        guard isSecondFree != nil else { return nil }
        self = place
    }

    /// Where a chart's plan has led.
    init(_ parameters: PlanParameters, _ chart: ChartPlan) {
        (wish, request, self.chart) = (parameters.wish, chart.request, chart.again)
        zoom = chart.zoomRemainder.map { ZoomRest(remainder: $0) }
    }

    // MARK: Where

    /// Goes to where the anchor's item lies where it lay on the asker's screen.
    private mutating func hold(
        _ anchor: PlanParameters.Anchor, _ planner: Planner, _ items: any CollectionView, _ revision: Int
    ) {
        guard let index = items.index(ofItem: anchor.item), index < planner.layout.count else { return }
        let frame = Planner.snapped(
            planner.layout.frame(of: index).scaled(by: request.zoomScale), scale: request.scale)
        switch anchor.place {
        case .position(let position, let old):
            guard old != revision else { return }
            request.offset = Point(x: frame.minX - position.x, y: frame.minY - position.y)
            // Its page has been turned already.
            if old < 0 { rest(planner) }
        case .fraction(let fraction):
            request.offset = Point(
                x: frame.minX + fraction.x * frame.width - request.inset.left,
                y: frame.minY + fraction.y * frame.height - request.inset.top)
            if case .pages(let pages) = planner.layout {
                request.offset = Point(x: Double(index) * pages.pitch * request.zoomScale, y: 0)
            }
        }
    }

    /// The same place where paging and deceleration have come to rest; the velocity is left to say which tiles come first.
    private mutating func rest(_ planner: Planner) {
        var resting = request
        resting.velocity = .zero
        request.offset = planner.offset(for: resting)
        (request.paging, request.deceleration) = (false, nil)
    }

    private mutating func show(_ index: Int, _ alignment: Alignment, _ planner: Planner) {
        if case .pages(let pages) = planner.layout {
            request.offset = Point(x: Double(index) * pages.pitch, y: 0)
            return
        }
        let frame = planner.layout.frame(of: index).scaled(by: request.zoomScale)
        request.offset = planner.geometry(for: request).offset(showing: frame, alignment, from: request.offset)
    }

    // MARK: Zoom

    private mutating func apply(_ zoom: PlanParameters.Zoom, _ planner: Planner, _ items: any CollectionView) {
        // Not clamped before it is zoomed: fingers may have drawn it past an end.
        if request.paging || request.deceleration != nil { rest(planner) }
        let viewport = request.viewport
        let focus = request.focus ?? Point(x: viewport.width / 2, y: viewport.height / 2)
        switch planner.layout {
        case .grid(let grid):
            guard case .scale(let scale) = zoom else {
                let index = nearest(to: focus, planner)
                return enter(index, zoom, factor: 1, focus, planner, items)
            }
            let factor = scale / request.zoomScale
            switch DensityZoom.zoom(grid, offset: request.offset, focus: focus, factor: factor) {
            case .grid(let columns, let lead, let offset, let remainder):
                (wish.columns, wish.lead, request.offset) = (columns, lead, offset)
                self.zoom = ZoomRest(remainder: remainder)
            case .picture(let index): enter(index, zoom, factor: factor, focus, planner, items)
            }
        case .linear: zoomLinear(zoom, focus, planner, items)
        case .justified, .periodicRows, .grouped: zoomRows(zoom, focus, planner, items)
        case .pages:
            let index = nearest(to: focus, planner)
            guard case .scale(let scale) = zoom else {
                return enter(index, zoom, factor: 1, focus, planner, items)
            }
            let factor = scale / request.zoomScale
            if factor > 1 { return enter(index, zoom, factor: factor, focus, planner, items) }
            self.zoom = ZoomRest(remainder: factor, leaves: factor < PictureZoom.leavingFactor)
        case .picture(let picture): zoomPicture(picture, zoom, focus, planner)
        // A chart zooms by its line gap.
        case .slides: break
        }
    }

    /// The item seen at a point of the viewport, else the one nearest to it of those seen.
    private func nearest(to focus: Point, _ planner: Planner) -> Int {
        switch planner.layout {
        case .grid(let grid):
            return DensityZoom.item(
                of: grid, at: Point(x: request.offset.x + focus.x, y: request.offset.y + focus.y)
            ).index
        case .pages(let pages): return pages.page(at: request.offset.x + focus.x - request.viewport.width / 2)
        case .justified, .periodicRows, .grouped: return spot(at: focus, planner).index
        case .linear, .picture, .slides:
            let geometry = planner.geometry(for: request)
            let visible = planner.windows(for: request, at: geometry.clamp(request.offset)).visible
            return visible.first { index in
                let axis = planner.layout.axis
                return planner.layout.frame(of: index).end(axis) * request.zoomScale - request.offset[axis]
                    > focus[axis]
            } ?? max(0, visible.upperBound - 1)
        }
    }

    /// The item at a point of the viewport, or nearest to it.
    private func spot(at focus: Point, _ planner: Planner) -> (index: Int, fraction: Double) {
        let unzoomed = 1 / request.zoomScale
        let point = Point(x: (request.offset.x + focus.x) * unzoomed, y: (request.offset.y + focus.y) * unzoomed)
        return planner.layout.item(nearest: point) ?? (0, 0)
    }

    /// Rows become higher or lower, cells below headings wider or narrower; the item under the focus stays under it
    /// vertically, wherever in its new row it stands.
    private mutating func zoomRows(
        _ zoom: PlanParameters.Zoom, _ focus: Point, _ planner: Planner, _ items: any CollectionView
    ) {
        let spot = spot(at: focus, planner)
        guard case .scale(let scale) = zoom else { return enter(spot.index, zoom, factor: 1, focus, planner, items) }
        let factor = scale / request.zoomScale
        guard let (wish, remainder) = wish.zoomed(by: factor) else {
            return enter(spot.index, zoom, factor: factor, focus, planner, items)
        }
        self.zoom = ZoomRest(remainder: remainder)
        guard wish != self.wish else { return }
        self.wish = wish
        held = Held(index: spot.index, fraction: spot.fraction, y: focus.y)
    }

    /// The picture's size, and its limits in this viewport.
    private func limits(of index: Int, _ items: any CollectionView) -> (size: PixelSize, limits: ZoomLimits) {
        let size = items.summary(at: index)?.size ?? LayoutIndex.sizeOfUnknown
        return (size, ZoomLimits.picture(size, in: wish.viewport, scale: request.scale))
    }

    /// Goes over from a cell or a page into its picture.
    private mutating func enter(
        _ index: Int, _ zoom: PlanParameters.Zoom, factor: Double, _ focus: Point, _ planner: Planner,
        _ items: any CollectionView
    ) {
        guard let item = items.summary(at: index)?.id else { return }
        let (size, limits) = limits(of: index, items)
        let cell = planner.layout.frame(of: index).scaled(by: request.zoomScale).relative(to: request.offset)
        let seen = Planner.frame(of: size, in: cell, request.fit)
        let shown = seen.width / Double(size.width)
        let wished = scale(for: zoom, size, limits).map { $0 / shown } ?? factor
        let place = PictureZoom.entering(size, seenAt: seen, focus: focus, factor: wished, limits: limits)
        if place.zoomScale <= limits.minimum * 1.000_001 {
            turn(to: index, planner.layout.count, remainder: place.remainder)
        } else {
            (wish.kind, wish.item) = (.item, item)
            (request.zoomScale, request.offset) = (place.zoomScale, place.offset)
            self.zoom = ZoomRest(remainder: place.remainder)
        }
    }

    /// Shows all of one picture: its page.
    private mutating func turn(to index: Int, _ count: Int, remainder: Double) {
        let page = PagesLayout(count: count, page: request.viewport, inset: wish.inset)
        (wish.kind, wish.item) = (.pages, nil)
        request.fit = .inside
        (request.zoomScale, request.offset) = (1, Point(x: Double(index) * page.pitch, y: 0))
        self.zoom = ZoomRest(remainder: remainder, leaves: remainder < PictureZoom.leavingFactor)
    }

    private mutating func zoomPicture(
        _ picture: PictureLayout, _ zoom: PlanParameters.Zoom, _ focus: Point, _ planner: Planner
    ) {
        let limits = ZoomLimits.picture(picture.size, in: wish.viewport, scale: request.scale)
        guard let wished = scale(for: zoom, picture.size, limits) else { return }
        let place = PictureZoom.zooming(
            from: request.zoomScale, to: wished, offset: request.offset, focus: focus, limits: limits)
        if wished <= limits.minimum * 1.000_001 {
            return turn(to: picture.index, picture.count, remainder: wished / limits.minimum)
        }
        request.offset = pinned(picture.index, to: focus, planner, zoomScale: place.zoomScale)
        request.zoomScale = place.zoomScale
        self.zoom = ZoomRest(remainder: place.remainder)
    }

    /// The offset at another zoom scale that leaves an item's point under the focus where it is, as it is painted: its
    /// frame's edges are moved to whole device pixels at either scale.
    private func pinned(_ index: Int, to focus: Point, _ planner: Planner, zoomScale: Double) -> Point {
        let frame = planner.layout.frame(of: index)
        let before = Planner.snapped(frame.scaled(by: request.zoomScale), scale: request.scale)
        let after = Planner.snapped(frame.scaled(by: zoomScale), scale: request.scale)
        return Point(
            x: after.minX + (request.offset.x + focus.x - before.minX) / before.width * after.width - focus.x,
            y: after.minY + (request.offset.y + focus.y - before.minY) / before.height * after.height - focus.y)
    }

    /// Points per pixel that a zoom asks for.
    private func scale(for zoom: PlanParameters.Zoom, _ size: PixelSize, _ limits: ZoomLimits) -> Double? {
        let pixels = 1 / request.scale
        return switch zoom {
        // In a grid and in pages the scale is none of the picture's.
        case .scale(let scale): wish.kind == .item ? scale : nil
        case .item: limits.minimum
        case .width: limits.clamp(ZoomLimits.fitWidth(size, in: wish.viewport))
        case .pixels: limits.clamp(pixels)
        case .detail: limits.clamp(max(pixels, limits.minimum * 2.5))
        }
    }

    /// In a column or a row everything is magnified alike, from as wide as the viewport to the pixels of what is at the
    /// focus.
    private mutating func zoomLinear(
        _ zoom: PlanParameters.Zoom, _ focus: Point, _ planner: Planner, _ items: any CollectionView
    ) {
        guard planner.layout.count > 0 else { return }
        let index = nearest(to: focus, planner)
        let frame = planner.layout.frame(of: index)
        let (size, _) = limits(of: index, items)
        // Points that the item's pixel has at zoom scale 1.
        let pixel = frame.width / Double(size.width)
        let limits = ZoomLimits(
            minimum: min(1, request.zoomScale), maximum: PictureLayout.largestPixel / request.scale / pixel)
        let room = wish.viewport
        let wished =
            switch zoom {
            case .scale(let scale): scale
            case .item: min(1, room.width / frame.width, room.height / frame.height)
            case .width: room.width / frame.width
            case .pixels: limits.clamp(1 / request.scale / pixel)
            case .detail: limits.clamp(max(1 / request.scale / pixel, 2.5))
            }
        let floor = zoom == .item || zoom == .width ? min(limits.minimum, wished) : limits.minimum
        let place = PictureZoom.zooming(
            from: request.zoomScale, to: wished, offset: request.offset, focus: focus,
            limits: ZoomLimits(minimum: floor, maximum: limits.maximum))
        request.offset = pinned(index, to: focus, planner, zoomScale: place.zoomScale)
        request.zoomScale = place.zoomScale
        if zoom == .item || zoom == .width { show(index, .center, planner) }
        self.zoom = ZoomRest(remainder: place.remainder)
    }
}
