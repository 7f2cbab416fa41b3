// One computation of a plan of pictures.

import Tiling

/// A plan of pictures, and what is still to be learnt of them.
struct PictureResult: Sendable {
    /// Items near the viewport beyond which a plan is refused: nobody can look at them, and its JSON would be megabytes.
    static let largestWindow = 20_000

    var result: PlanResult
    /// Ids of items in the window whose size is not known, most needed first.
    var unmeasured: [String] = []
    /// The item at the viewport's top, as an anchor; nil where everything is measured.
    private var top: PlanParameters.Anchor?

    /// The request for when more has been learnt: whatever that is, what is seen stays, by the item at its top. A zoom is
    /// held by its focus, and a target by itself; those are worked out anew.
    var held: PlanParameters {
        var held = result.request
        if held.zoom == nil, held.target == nil { held.anchor = held.anchor ?? top }
        return held
    }

    /// Everything is taken from `view`: what is planned, what it is called, and in what colour it is. nil where the layout is
    /// in use and is not waited for.
    ///
    /// - Throws: a 400 where more would be shown than can be.
    init?(
        _ asked: PlanParameters, _ collection: any ItemCollection, _ view: CatalogView, _ pipeline: TilePipeline,
        _ access: LayoutIndex.Access
    ) throws(Problem) {
        let shown = view.items
        let status = shown.status
        let footer = asked.order.isDescending ? nil : collection.footer
        var parameters = asked
        parameters.request.hasFooter = footer != nil
        guard let place = try PlanPlace(parameters, view, collection.id, revision: status.revision, access) else {
            return nil
        }
        var request = place.request
        request.pace = pipeline.pace(of: collection.id)
        let made = view.layouts.withGroups(place.wish, access) { layout, groups in
            Self.make(asked, request, place, status, footer, collection, shown, layout, groups, pipeline)
        }
        guard let made else { return nil }
        guard let planned = made else { throw Self.refusal(asked.wish) }
        self = planned
    }

    private init(_ result: PlanResult) { self.result = result }

    /// nil where more would be shown than can be. Called with the layout's lock held.
    private static func make(
        _ asked: PlanParameters, _ request: Planner.Request, _ place: PlanPlace, _ status: CollectionStatus,
        _ footer: CollectionFooter?, _ collection: any ItemCollection, _ shown: any CollectionView, _ layout: Layout,
        _ groups: ItemGroups, _ pipeline: TilePipeline
    ) -> PictureResult? {
        let planner = Planner(layout: layout)
        var isTooLarge = false
        var items: [ItemSummary] = []
        var first = 0
        let plan = planner.plan(for: request) { window in
            isTooLarge = window.count > largestWindow
            if isTooLarge { return [] }
            items = shown.summaries(in: window)
            first = window.lowerBound
            return items.map { Planner.Picture(size: $0.size, isTiled: $0.isTiled) }
        }
        if isTooLarge { return nil }
        func item(_ index: Int) -> ItemSummary? {
            items.indices.contains(index - first) ? items[index - first] : nil
        }
        let waiting = Set(
            plan.tiles.lazy.filter { tile in
                item(tile.index).map { isLong(tile, $0, collection, pipeline) } ?? false
            }.map(\.index))
        let headings = PlanHeading.headings(of: layout, groups, request, at: plan.contentOffset, in: shown)
        let scene = PlanJSON.Scene(
            collection: collection, status: status, place: place, layout: closed(layout), headings: headings.near,
            sticky: headings.sticky, limits: limits(plan, layout, place) { item($0)?.size }, first: first, items: items,
            thumbnails: waiting, colours: pipeline.colours.colours(of: items, source: collection.source),
            names: asked.hasNames ? names(of: items, from: first, in: shown, collection) : [], footer: footer)
        var result = PlanResult(request: asked, plan: plan, scene: scene)
        if let painted = asked.painted {
            let geometry = PlanBands.Geometry(
                wish: place.wish, order: asked.order, revision: status.revision, zoomScale: plan.zoomScale,
                viewport: request.viewport, scale: request.scale, fit: request.fit)
            result.bands = PlanBands(plan, request, planner, geometry, painted: painted, shown) {
                pipeline.colours.colours(of: $0, source: collection.source)
            }
        }
        if asked.isLive {
            result.ahead = PlanAhead(plan, request, planner, shown, isFleeting: result.bands?.isFleeting == true)
        }
        if let since = asked.since {
            result.scene.changes = changes(
                since: since, status, in: shown, window: first..<first + items.count, ids: items.map(\.id))
        }
        var made = PictureResult(result)
        for tile in plan.tiles {
            if let item = item(tile.index), item.size == nil, item.error == nil { made.unmeasured.append(item.id) }
        }
        if !made.unmeasured.isEmpty, let index = plan.visible?.lowerBound, let item = item(index) {
            let frame = Planner.snapped(
                layout.frame(of: index).scaled(by: plan.zoomScale), scale: request.scale
            ).relative(to: plan.contentOffset)
            // No revision is −1: this anchor holds whatever happens meanwhile.
            made.top = PlanParameters.Anchor(
                item: item.id, place: .position(Point(x: frame.minX, y: frame.minY), revision: -1))
        }
        return made
    }

    /// What the items are called, in the view that they are of.
    private static func names(
        of items: [ItemSummary], from first: Int, in view: any CollectionView, _ collection: any ItemCollection
    ) -> [String] {
        items.enumerated().map { offset, item in
            // Where the index is another item's by now, the item is found wherever it has gone.
            if let details = view.details(at: first + offset), details.id == item.id { return details.name }
            return collection.details(ofItem: item.id)?.name ?? ""
        }
    }

    /// What has changed in the window, as the field `changes`.
    private static func changes(
        since revision: Int, _ status: CollectionStatus, in items: any CollectionView, window: Range<Int>,
        ids: [String]
    ) -> [UInt8] {
        // A revision that is yet to come is another server's: nothing can be told about it.
        let difference = revision > status.revision ? nil : items.difference(since: revision)?.difference
        var writer = JSONWriter(capacity: 512)
        WindowChanges(since: revision, difference, window: window, ids: ids).write(into: &writer)
        return writer.bytes
    }

    /// A 400 for a plan that shows too much, which names what makes it so.
    private static func refusal(_ wish: LayoutIndex.Wish) -> Problem {
        let name =
            switch wish.kind {
            case .grid where wish.columns != nil: "columns"
            case .justified where wish.rowHeight != nil: "rowHeight"
            default: "zoom"
            }
        return .badParameter(
            name, "more than \(largestWindow) pictures would be seen at once; show fewer, larger ones")
    }

    /// A layout that costs nothing to keep.
    private static func closed(_ layout: Layout) -> Layout? {
        switch layout {
        case .grid, .pages, .picture, .slides: layout
        case .linear, .justified, .periodicRows, .grouped: nil
        }
    }

    /// The zoom scales that the reader may go on to from here: up to one image pixel per `largestPixel` device pixels.
    private static func limits(
        _ plan: Plan, _ layout: Layout, _ place: PlanPlace, size: (Int) -> PixelSize?
    ) -> ZoomLimits {
        let scale = place.request.scale
        if case .picture(let picture) = layout {
            return ZoomLimits.picture(picture.size, in: place.wish.viewport, scale: scale)
        }
        var maximum = PictureLayout.largestPixel
        if let index = plan.tiles.first?.index ?? plan.visible?.first, let size = size(index) {
            let frame = Planner.frame(of: size, in: layout.frame(of: index), place.request.fit)
            maximum = PictureLayout.largestPixel / scale * Double(size.width) / max(frame.width, 0.001)
        }
        let wish = place.wish
        let minimum =
            switch wish.kind {
            case .grid:
                DensityZoom.smallestCell
                    / GridLayout(
                        count: 0, width: wish.viewport.width, columns: wish.columnCount, spacing: wish.spacing
                    ).cell
            case .justified:
                RowZoom.range(width: wish.viewport.width).lowerBound / wish.rowMetrics.rowHeight
            case .stack, .strip, .pages, .slides, .item: 1.0
            }
        return ZoomLimits(minimum: min(1, minimum), maximum: maximum)
    }

    /// Whether a tile that shows the whole picture will take long enough to make for a thumbnail to be seen before it: a
    /// camera's photograph whose tile is not in memory.
    private static func isLong(
        _ tile: PlannedTile, _ item: ItemSummary, _ collection: any ItemCollection, _ pipeline: TilePipeline
    ) -> Bool {
        guard item.format == .jpeg, let size = item.size, size.width * size.height >= 2_000_000,
            tile.isVisible, Pyramid(size).tileCounts(of: tile.level) == (1, 1)
        else { return false }
        return !pipeline.holds(
            TileKey(
                collection: collection.id, item: item.id, version: item.version, level: tile.level,
                column: tile.column, row: tile.row))
    }
}
