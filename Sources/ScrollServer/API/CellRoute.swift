// GET /api/collections/{collection}/cell

import Catalog
import HTTP
import Platform
import Tiling

/// Answers which item is at a point of a plan, or where an item is in it, such as a mosaic's cell.
struct CellRoute: Sendable {
    static let parameters = PlanRequest.parameters + own
    /// The parameters in addition to those of a plan.
    private static let own: [any Parameter] = [pointX, pointY, at, on, below, beside, MosaicRoute.held]
    private static let names = own.map(\.name)

    static let pointX = RequiredNumberParameter(
        "pointX", in: -100_000...100_000, isRequired: false, "a point of the viewport; must be given without `at`")
    static let pointY = RequiredNumberParameter(
        "pointY", in: -100_000...100_000, isRequired: false, "a point of the viewport; must be given without `at`")
    static let at = OptionalWholeParameter("at", in: 0...Int.max, "in place of a point: the index of an item")
    static let on = TextParameter("on", "with `at`: the item's id, which counts even if its index has changed")
    static let below = WholeParameter(
        "below", in: -1000...1000, default: 0, "with `at`: the item this number of rows below")
    static let beside = WholeParameter(
        "beside", in: -1000...1000, default: 0, "with `at`, in a plane: the item this number of steps to the right")

    let plans: Plans

    /// Takes a plan's parameters, and `pointX` and `pointY`, a point of the viewport, or `at`, the index of an item.
    ///
    /// `on` is the item's id: it finds the item at its present index, or where it has gone, the one at index `at`.
    /// `below` is a number of rows: it finds the item that many rows further down, or up if negative. `held` lists the
    /// rows of a painted mosaic that begin with empty cells, as in its tiles' addresses. A pool thread reads the item's
    /// header where necessary.
    ///
    /// - Throws: a 400 that names a bad parameter.
    func answer(_ request: Request, for entry: CatalogEntry) throws(Problem) -> Answer {
        let all = request.query.parameters
        let own = Parameters(request.query)
        let plan = try PlanRequest(Query(all.filter { !Self.names.contains($0.name) }), for: entry.collection)
        try entry.collection.check(plan.order)
        guard entry.collection.series == nil else { throw .notFound("a chart has no cells") }
        let index = try own.read(Self.at)
        let location: Location
        let pinnedRows = try MosaicRoute.pinnedRows(own)
        if let index {
            location = .item(
                index, id: try own.read(Self.on), below: try own.read(Self.below), beside: try own.read(Self.beside))
        } else {
            location = .point(
                Point(x: try own.read(Self.pointX), y: try own.read(Self.pointY)))
        }
        return .work(on: plans.pool) { () throws(Problem) in try answer(plan, pinnedRows, location, entry) }
    }

    private enum Location: Sendable {
        case point(Point)
        case item(Int, id: String?, below: Int, beside: Int)
    }

    private func answer(
        _ plan: PlanRequest, _ pinnedRows: [PinnedRow], _ location: Location, _ entry: CatalogEntry
    ) throws(Problem) -> Response {
        let view = try entry.makeView(plan.order)
        let revision = view.items.status.revision
        guard var resolved = try ResolvedRequest(plan, view, entry.collection.id, revision: revision, .waiting) else {
            throw .unavailable("the layout is not ready")
        }
        if !pinnedRows.isEmpty { resolved.layoutRequest.pinnedRows = pinnedRows }
        let request = resolved.request
        let found = view.layouts.withLayout(resolved.layoutRequest) { layout -> (index: Int, frame: Rect)? in
            let planner = Planner(layout: layout)
            let offset = planner.offset(for: request)
            if case .plane(let plane) = layout {
                return Self.bin(of: plane, location, request, at: offset, view.items)
            }
            let index: Int
            switch location {
            case .item(let item, let id, let rows, _):
                let from = id.flatMap { view.items.index(ofItem: $0) } ?? item
                guard from < layout.count else { return nil }
                index = rows == 0 ? from : layout.item(rows, rowsBelow: from)
            case .point(let point):
                let inside = planner.layoutPoint(Point(x: offset.x + point.x, y: offset.y + point.y), for: request)
                let zoomed = Point(x: inside.x / request.zoomScale, y: inside.y / request.zoomScale)
                guard let nearest = layout.item(nearest: zoomed),
                    // A gap belongs to the nearest cell, and so does a partial pixel.
                    layout.frame(of: nearest.index).expanded(by: max(4 / request.scale, layout.gap)).intersects(
                        Rect(x: zoomed.x, y: zoomed.y, width: 1.0 / 1024, height: 1.0 / 1024))
                else { return nil }
                index = nearest.index
            }
            guard index < layout.count else { return nil }
            let frame = layout.frame(of: index).scaled(by: request.zoomScale).relative(
                to: planner.layoutPoint(offset, for: request))
            return (index, frame)
        }
        return .json { json in
            json.member("revision", revision)
            if let (index, frame) = found ?? nil, let item = view.items.summary(at: index) {
                json.object("cell") {
                    write(item, index, frame, view, entry, decodesHEIC: plan.decodesHEIC, &$0)
                }
            } else {
                json.null("cell")
            }
        }
    }

    /// The bin of a plane at a location, by its first item, and where it is in the viewport.
    private static func bin(
        of plane: PlaneLayout, _ location: Location, _ request: Planner.Request, at offset: Point,
        _ items: any CollectionView
    ) -> (index: Int, frame: Rect)? {
        let scale = request.zoomScale
        var bin: PlaneLayout.Bin?
        switch location {
        case .point(let point):
            let inside = Point(x: (offset.x + point.x) / scale, y: (offset.y + point.y) / scale)
            bin = plane.bin(nearest: inside, zoomScale: scale)
            guard let frame = bin?.frame,
                frame.expanded(by: 4 / scale).intersects(
                    Rect(x: inside.x, y: inside.y, width: 1.0 / 1024 / scale, height: 1.0 / 1024 / scale))
            else { return nil }
        case .item(let item, let id, let below, let beside):
            bin = plane.bin(of: id.flatMap { items.index(ofItem: $0) } ?? item, zoomScale: scale)
            for step in 0..<max(abs(below), abs(beside)) {
                guard let from = bin else { break }
                let next =
                    step < abs(below)
                    ? plane.bin(beside: from, across: 0, down: below.signum(), zoomScale: scale) : nil
                let last = next ?? from
                bin =
                    step < abs(beside)
                    ? plane.bin(beside: last, across: beside.signum(), down: 0, zoomScale: scale) ?? last : last
            }
        }
        return bin.map { ($0.first, $0.frame.scaled(by: scale).relative(to: offset)) }
    }

    private func write(
        _ item: ItemSummary, _ index: Int, _ frame: Rect, _ view: CatalogView, _ entry: CatalogEntry,
        decodesHEIC hasHEIC: Bool, _ json: inout JSONWriter
    ) {
        var item = item
        if item.size == nil, item.error == nil {
            entry.collection.measure(item: item.id)
            item = entry.collection.summary(ofItem: item.id) ?? item
        }
        json.member("index", index)
        json.member("item", item.id)
        let details = view.items.details(at: index).flatMap { $0.id == item.id ? $0 : nil }
        json.member("name", details?.name ?? entry.collection.details(ofItem: item.id)?.name)
        json.write(frame)
        if hasHEIC { item = item.decodedByBrowser }
        if let preview = plans.addresses.preview(item, of: entry.collection.id) { json.member("preview", preview) }
    }
}
