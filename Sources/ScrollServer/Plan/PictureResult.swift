// Computes a plan of pictures.

import Catalog
import HTTP
import Imaging
import Platform
import Tiles
import Tiling

/// A plan of pictures, and the items in it that have not been measured.
struct PictureResult: Sendable {
    /// The most items in a plan's window.
    ///
    /// A larger plan is refused: its pictures would be too small to see, and its JSON would take megabytes.
    static let largestWindow = 20_000
    /// The most items in the window of a plan that an event loop makes: some 2 ms.
    ///
    /// Larger ones are left to a worker, so that they do not hold up the plans of others.
    private static let quickWindow = 2000

    let result: PlanResult
    /// Ids of items in the window whose size is not known, the most needed first.
    let unmeasured: [String]
    /// The item at the viewport's top, as an anchor; nil where all items are measured.
    private let top: PlanRequest.Anchor?

    /// The request for planning again once more items are measured.
    ///
    /// The item at the viewport's top keeps its place. A request with a zoom or a target needs no such anchor: its
    /// focus or its target fixes the place again.
    var held: PlanRequest {
        var held = result.request
        if held.zoom == nil, held.target == nil { held.anchor = held.anchor ?? top }
        return held
    }

    /// Makes the plan, its names and its colours from `view`; nil where the layout is in use and is not waited for.
    ///
    /// Throws a 400 where more items would be shown than a plan may have.
    init?(
        _ asked: PlanRequest, _ collection: any ItemCollection, _ view: CatalogView, _ plans: Plans,
        _ access: LayoutIndex.Access
    ) throws(Problem) {
        let shown = view.items
        let status = shown.status
        let footer = asked.footer(of: collection)
        var parameters = asked
        parameters.request.hasFooter = footer != nil
        guard let resolved = try ResolvedRequest(parameters, view, collection.id, revision: status.revision, access)
        else {
            return nil
        }
        var request = resolved.request
        request.pace = plans.pipeline.pace(of: collection.id)
        let made = view.layouts.withGroups(resolved.layoutRequest, access) { layout, groups in
            Self.make(
                asked, request, resolved, status, footer, collection, view, layout, groups,
                atMost: access == .ifFree ? Self.quickWindow : Self.largestWindow, plans)
        }
        guard let made else { return nil }
        if made == nil, access == .ifFree { return nil }
        guard let planned = made else { throw Self.refusal(asked.layoutRequest) }
        self = planned
    }

    /// Makes the plan while the layout's lock is held; nil where more than `limit` items would be in the
    /// window.
    private static func make(
        _ asked: PlanRequest, _ request: Planner.Request, _ resolved: ResolvedRequest, _ status: CollectionStatus,
        _ footer: CollectionFooter?, _ collection: any ItemCollection, _ view: CatalogView, _ layout: Layout,
        _ groups: ItemGroups, atMost limit: Int, _ plans: Plans, isWithinLimits: Bool = false
    ) -> PictureResult? {
        let (planner, pipeline, shown) = (Planner(layout: layout), plans.pipeline, view.items)
        var isTooLarge = false
        var items: [ItemSummary] = []
        var first = 0
        let plan = planner.plan(for: request) { window in
            isTooLarge = window.count > limit
            if isTooLarge { return [] }
            items = shown.summaries(in: window)
            if layout.fillsView { items = items.map(\.played) }
            if asked.decodesHEIC { items = items.map(\.decodedByBrowser) }
            first = window.lowerBound
            return items.map { Planner.Picture(size: $0.size, isTiled: $0.isTiled) }
        }
        if isTooLarge { return nil }
        // A plan of a mosaic needs the details of only its top item.
        if plan.mosaic != nil, let anchor = plan.anchor, let item = shown.summary(at: anchor.index) {
            (first, items) = (anchor.index, [item])
        }
        let limits = limits(plan, layout, groups.numbers.count, resolved) {
            items.indices.contains($0 - first) ? items[$0 - first].size : nil
        }
        if !isWithinLimits, let clamped = clamped(request, to: limits, layout, resolved.layoutRequest.kind) {
            var again = resolved
            again.request = clamped
            return make(
                asked, clamped, again, status, footer, collection, view, layout, groups, atMost: limit, plans,
                isWithinLimits: true)
        }
        let headings = PlanHeading.headings(
            of: layout, groups, request, at: planner.layoutPoint(plan.contentOffset, for: request), in: shown)
        var scene = PlanJSON.Scene(
            collection: collection, prefix: PlanJSON.prefix(plans.addresses, collection.id), status: status,
            resolved: resolved, layout: closed(layout), headings: headings.near, sticky: headings.sticky,
            limits: limits, first: first, items: items,
            thumbnails: slow(plan.tiles, of: items, from: first, collection, pipeline),
            colours: pipeline.atlas.colours(of: items, source: collection.source),
            names: asked.hasNames ? names(of: items, from: first, in: shown, collection) : [],
            anchorDetails: asked.hasNames && asked.order.key != .name
                ? plan.anchor.flatMap { shown.details(at: $0.index) } : nil,
            footer: footer,
            changes: asked.since.map { since in
                changes(
                    since: since, status, in: shown, window: first..<first + items.count, ids: items.map(\.id))
            })
        scene.mosaic = plan.mosaic.map { mosaic in
            PlanMosaic(
                mosaic, resolved, zoomScale: plan.zoomScale, order: asked.order, ground: asked.ground, layout,
                groups.numbers.count, view, collection, plans.mosaics)
        }
        if let selection = asked.order.selection, selection.query != .everything {
            // The collection's status is newer than the view's: items may have come since.
            scene.total = max(collection.status.count, status.count)
            scene.folder = FolderQuery.path(in: selection.written.text)
        }
        var bands: PlanBands?
        if let painted = asked.painted {
            let geometry = PlanBands.Geometry(
                layoutRequest: resolved.layoutRequest, order: asked.order, revision: status.revision,
                zoomScale: plan.zoomScale,
                viewport: request.viewport, scale: request.scale, fit: request.fit,
                greatestMagnification: request.greatestMagnification, phase: request.phase)
            bands = PlanBands(plan, request, planner, geometry, painted: painted, shown) {
                pipeline.atlas.colours(of: $0, source: collection.source)
            }
            // Where only colours are known, or nothing, sheets would show no more than patches.
            let isKnown =
                scene.colours.contains { $0 != nil }
                || bands?.new.contains { $0.colours.contains { $0 != nil } } == true
            if asked.hasSheets, isKnown, let found = bands, let visible = plan.visible,
                case let grid = ContactSheets.Grid(patch: found.itemSide * request.scale, count: found.items.count),
                shown.computedColour == nil
                    || shown.computedPicture != nil && Double(grid.side) >= MosaicPainter.drawnSide
            {
                bands?.sheets = ContactSheets(
                    grid, items: found.items, visible: visible, order: asked.order, on: asked.ground, of: view,
                    in: collection,
                    plans.mosaics)
            }
        }
        let seen =
            plan.mosaic == nil
            ? SeenRows(plan, asked, resolved.layoutRequest, planner, request, items, in: shown)
            : SeenRows(mosaic: plan, asked, resolved.layoutRequest, planner, request, in: shown)
        let ahead =
            asked.isLive && plan.mosaic == nil
            ? PlanAhead(plan, request, planner, shown, isFleeting: bands?.isFleeting == true) : PlanAhead()
        let unmeasured = unmeasured(plan.tiles, of: items, from: first)
        var top: PlanRequest.Anchor?
        if !unmeasured.isEmpty, let index = plan.visible?.lowerBound, items.indices.contains(index - first) {
            let frame = planner.paintedFrame(of: index, for: request).relative(to: plan.contentOffset)
            // No revision equals −1, so this anchor always applies.
            top = PlanRequest.Anchor(
                item: items[index - first].id,
                hold: .position(
                    Point(x: frame.minX, y: frame.minY), revision: -1,
                    rounding: planner.rounding(of: layout.frame(of: index), for: request)))
        }
        return PictureResult(
            result: PlanResult(request: asked, plan: plan, scene: scene, ahead: ahead, bands: bands, seen: seen),
            unmeasured: unmeasured, top: top)
    }

    private init(result: PlanResult, unmeasured: [String], top: PlanRequest.Anchor?) {
        (self.result, self.unmeasured, self.top) = (result, unmeasured, top)
    }

    /// Indices of items whose embedded thumbnail is worth showing until their tile comes.
    private static func slow(
        _ tiles: [PlannedTile], of items: [ItemSummary], from first: Int, _ collection: any ItemCollection,
        _ pipeline: TilePipeline
    ) -> Set<Int> {
        var slow: Set<Int> = []
        for tile in tiles where items.indices.contains(tile.index - first) {
            // Passes the array, since the two strings of a copied summary would be counted for each tile.
            if isSlow(tile, items, tile.index - first, collection, pipeline) { slow.insert(tile.index) }
        }
        return slow
    }

    /// Ids of the tiles' items whose size is not known and may still become known.
    private static func unmeasured(_ tiles: [PlannedTile], of items: [ItemSummary], from first: Int) -> [String] {
        guard items.contains(where: { $0.size == nil }) else { return [] }
        return tiles.compactMap { tile in
            guard items.indices.contains(tile.index - first) else { return nil }
            let item = items[tile.index - first]
            return item.size == nil && item.error == nil ? item.id : nil
        }
    }

    /// The names of the items, from the view that they belong to.
    private static func names(
        of items: [ItemSummary], from first: Int, in view: any CollectionView, _ collection: any ItemCollection
    ) -> [String] {
        items.enumerated().map { offset, item in
            // If another item has this index by now, look the item up by its id.
            if let details = view.details(at: first + offset), details.id == item.id { return details.name }
            return collection.details(ofItem: item.id)?.name ?? ""
        }
    }

    /// The changes in the window, as the JSON of the plan's member `changes`.
    private static func changes(
        since revision: Int, _ status: CollectionStatus, in items: any CollectionView, window: Range<Int>,
        ids: [String]
    ) -> [UInt8] {
        // A revision from the future is another server run's: the changes since then are not known.
        let difference = revision > status.revision ? nil : items.difference(since: revision)?.difference
        var writer = JSONWriter(capacity: 512)
        WindowChanges(since: revision, difference, window: window, ids: ids).write(into: &writer)
        return writer.bytes
    }

    /// A 400 for a plan with too many items, which names the parameter to change.
    private static func refusal(_ layoutRequest: LayoutRequest) -> Problem {
        let name =
            switch layoutRequest.kind {
            case .grid where layoutRequest.columns != nil: "columns"
            case .justified where layoutRequest.rowHeight != nil: "rowHeight"
            default: "zoom"
            }
        return .badParameter(
            name, "more than \(largestWindow) pictures would be seen at once; show fewer, larger ones")
    }

    /// The layout if it is in closed form, and so may be kept after the lock is released; else nil.
    private static func closed(_ layout: Layout) -> Layout? {
        switch layout {
        case .grid, .pages, .picture, .slides: layout
        case .linear, .justified, .periodicRows, .grouped: nil
        }
    }

    /// The request moved within the zoom limits, with the same content point in its corner; nil where it is within
    /// them.
    ///
    /// Columns and rows may be smaller than their minimum, so that one picture can be shown whole.
    private static func clamped(
        _ request: Planner.Request, to limits: ZoomLimits, _ layout: Layout, _ kind: LayoutKind
    ) -> Planner.Request? {
        // A mosaic zooms out by more columns: scaling its cells would give a tile any number of rows.
        let lowest = kind == .item ? limits.minimum : layout.isMosaic ? 1 : 0
        let scale = min(max(request.zoomScale, lowest), limits.maximum)
        // A client's number may have been rounded.
        guard abs(scale / request.zoomScale - 1) > 1e-6 else { return nil }
        var clamped = request
        clamped.offset = Point(
            x: request.offset.x * scale / request.zoomScale, y: request.offset.y * scale / request.zoomScale)
        clamped.zoomScale = scale
        return clamped
    }

    /// The zoom scales that can be reached from here; at the maximum, an image pixel is as wide as
    /// `PictureLayout.largestPixel` device pixels.
    private static func limits(
        _ plan: Plan, _ layout: Layout, _ groups: Int, _ resolved: ResolvedRequest, size: (Int) -> PixelSize?
    ) -> ZoomLimits {
        let scale = resolved.request.scale
        if case .picture(let picture) = layout {
            return ZoomLimits.picture(picture.size, in: resolved.layoutRequest.viewport, scale: scale)
        }
        var maximum = PictureLayout.largestPixel
        if let index = plan.tiles.first?.index ?? plan.visible?.first, let size = size(index) {
            var unzoomed = resolved.request
            unzoomed.zoomScale = 1
            let frame = unzoomed.frame(of: size, in: layout.frame(of: index))
            maximum = PictureLayout.largestPixel / scale * Double(size.width) / max(frame.width, 0.001)
        }
        let layoutRequest = resolved.layoutRequest
        let minimum =
            switch layoutRequest.kind {
            case .grid:
                smallestCell(of: layoutRequest, count: layout.count, groups: groups)
                    / layoutRequest.grid(count: 0).cell
            case .justified:
                RowZoom.range(width: layoutRequest.viewport.width).lowerBound / layoutRequest.rowMetrics.rowHeight
            case .stack, .strip, .pages, .slides, .item: 1.0
            }
        let all = PlanRequest.zoomScales
        return ZoomLimits(
            minimum: max(all.lowerBound, min(1, minimum, plan.zoomScale)), maximum: min(all.upperBound, max(1, maximum))
        )
    }

    /// The width of the smallest cells that zooming reaches, in points.
    private static func smallestCell(of layoutRequest: LayoutRequest, count: Int, groups: Int) -> Double {
        let grid = layoutRequest.grid(count: count)
        let most = DensityZoom.mostColumns(of: grid, groups: groups, height: layoutRequest.viewport.height)
        var smallest = layoutRequest
        smallest.columns = most
        let found = smallest.grid(count: count)
        return found.isMosaic ? found.cell : DensityZoom.smallestCell
    }

    /// Whether to offer the embedded thumbnail of `items[position]` until the tile comes.
    ///
    /// True for a visible tile that shows a whole JPEG of at least 2 megapixels and is not in memory: making it takes
    /// long enough for the thumbnail to be seen. True too for visible, readable items whose format may have a poster.
    private static func isSlow(
        _ tile: PlannedTile, _ items: [ItemSummary], _ position: Int, _ collection: any ItemCollection,
        _ pipeline: TilePipeline
    ) -> Bool {
        if tile.isVisible, items[position].format?.mayHavePoster == true { return items[position].error == nil }
        guard tile.isVisible, items[position].format == .jpeg, let size = items[position].size,
            size.width * size.height >= 2_000_000, Pyramid(size).tileCounts(of: tile.level) == (1, 1)
        else { return false }
        return !pipeline.holds(
            TileKey(
                collection: collection.id, item: items[position].id, version: items[position].version,
                level: tile.level, column: tile.column, row: tile.row))
    }
}
