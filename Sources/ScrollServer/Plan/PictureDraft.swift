// The parts of a plan of pictures.

import Catalog
import HTTP
import Platform
import Tiles
import Tiling

/// What a plan of pictures is made from while its layout's lock is held.
///
/// A class, since every part of a plan is made from it: as a value of 2 KB it was copied for each.
final class PictureDraft {
    let asked: PlanRequest
    let resolved: ResolvedRequest
    let footer: CollectionFooter?
    let status: CollectionStatus
    let collection: any ItemCollection
    let view: CatalogView
    let plans: Plans
    let layout: Layout
    let groups: ItemGroups

    private init(
        asked: PlanRequest, resolved: ResolvedRequest, footer: CollectionFooter?, status: CollectionStatus,
        collection: any ItemCollection, view: CatalogView, plans: Plans, layout: Layout, groups: ItemGroups
    ) {
        (self.asked, self.resolved, self.footer, self.status) = (asked, resolved, footer, status)
        (self.collection, self.view, self.plans) = (collection, view, plans)
        (self.layout, self.groups) = (layout, groups)
    }

    /// The same with another request.
    private convenience init(_ draft: PictureDraft, _ request: Planner.Request) {
        var resolved = draft.resolved
        resolved.request = request
        self.init(
            asked: draft.asked, resolved: resolved, footer: draft.footer, status: draft.status,
            collection: draft.collection, view: draft.view, plans: draft.plans, layout: draft.layout,
            groups: draft.groups)
    }

    /// The most items in a plan's window.
    ///
    /// A larger plan is refused: its pictures would be too small to see, and its JSON would take megabytes.
    private static let largestWindow = 20_000
    /// The most items in the window of a plan that an event loop makes: some 2 ms.
    ///
    /// Larger ones are left to a worker, so that they do not hold up the plans of others.
    private static let quickWindow = 2000

    /// Makes a plan with its names and colours from `view`; nil where the layout is in use and is not waited for.
    ///
    /// Throws a 400 where more items would be shown than a plan may have.
    static func result(
        _ asked: PlanRequest, _ collection: any ItemCollection, _ view: CatalogView, _ plans: Plans,
        _ access: LayoutIndex.Access
    ) throws(Problem) -> PlanResult? {
        let status = view.items.status
        let footer = asked.footer(of: collection)
        var parameters = asked
        parameters.request.hasFooter = footer != nil
        guard var resolved = try ResolvedRequest(parameters, view, collection.id, revision: status.revision, access)
        else { return nil }
        resolved.request.pace = plans.pipeline.pace(of: collection.id)
        let made = view.layouts.withGroups(resolved.layoutRequest, access) { layout, groups in
            let draft = PictureDraft(
                asked: asked, resolved: resolved, footer: footer, status: status, collection: collection, view: view,
                plans: plans, layout: layout, groups: groups)
            return draft.result(atMost: access == .ifFree ? quickWindow : largestWindow)
        }
        guard let made else { return nil }
        if made == nil, access == .waiting { throw refusal(asked.layoutRequest) }
        return made
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

    var request: Planner.Request { resolved.request }
    var planner: Planner { Planner(layout: layout) }
    var shown: any CollectionView { view.items }

    /// Makes the plan; nil where more than `limit` items would be in the window.
    private func result(atMost limit: Int) -> PlanResult? {
        guard let window = window(atMost: limit) else { return nil }
        let limits = limits(window)
        guard let clamped = clamped(to: limits) else { return result(window, limits) }
        let draft = PictureDraft(self, clamped)
        return draft.window(atMost: limit).map { draft.result($0, draft.limits($0)) }
    }

    private func window(atMost limit: Int) -> Window? {
        if case .plane = layout { return planeWindow(atMost: limit) }
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
            // By index: `map` over the items would copy each.
            return items.indices.map { Planner.Picture(items[$0]) }
        }
        if isTooLarge { return nil }
        // A plan of a mosaic needs the details of only its top item.
        if plan.mosaic != nil, let anchor = plan.anchor, let item = shown.summary(at: anchor.index) {
            return Window(plan: plan, first: anchor.index, items: [item])
        }
        return Window(plan: plan, first: first, items: items)
    }

    private func result(_ window: Window, _ limits: ZoomLimits) -> PlanResult {
        let plan = window.plan
        var scene = scene(window, limits)
        addFacts(window, to: &scene)
        scene.bands = bands(window, isKnown: scene.colours.contains { $0 != nil })
        scene.seen =
            plan.mosaic == nil ? SeenRows(plan, window.items, of: self) : SeenRows(mosaic: plan, of: self)
        if asked.page != nil, plan.mosaic == nil, window.bins == nil {
            scene.ahead = PlanAhead(plan, of: self, isFleeting: scene.bands?.isFleeting == true)
        }
        scene.unmeasured = unmeasured(window)
        if !scene.unmeasured.isEmpty { scene.top = top(window) }
        return PlanResult(scene)
    }

    private func scene(_ window: Window, _ limits: ZoomLimits) -> PlanScene {
        let plan = window.plan
        let headings = PlanHeading.headings(
            of: layout, groups, request, at: planner.layoutPoint(plan.contentOffset, for: request), in: shown)
        return PlanScene(
            asked: asked, plan: plan, collection: collection, prefix: PlanJSON.prefix(plans.addresses, collection.id),
            status: status,
            resolved: resolved, layout: closedLayout, headings: headings.near, sticky: headings.sticky,
            limits: limits, first: window.first, items: window.items, thumbnails: slow(window),
            colours: plans.pipeline.atlas.colours(of: window.items, source: collection.source),
            names: asked.hasNames ? names(window) : [],
            anchorDetails: asked.hasNames && asked.order.key != .name
                ? plan.anchor.flatMap { shown.details(at: $0.index) } : nil,
            footer: footer, changes: asked.since.map { changes(since: $0, window) })
    }

    /// Adds what only some plans have.
    ///
    /// In place, since a scene has 2 KB.
    private func addFacts(_ window: Window, to scene: inout PlanScene) {
        let plan = window.plan
        if layout.fillsView { scene.display = asked.display }
        if let bins = window.bins {
            scene.positions = window.positions
            scene.plane = PlanPlane(bins, plan, of: self)
            scene.plane?.raster = window.raster.flatMap { PlanRaster($0, plan, of: self) }
        }
        if asked.hasBadges {
            scene.badges = badges(window)
            scene.sortValues = sortValues(window)
        }
        scene.selection = collection.selection
        if let selection = scene.selection, selection.count > 0 {
            addSelected(window, to: &scene)
            PlanHeading.countSelected(
                below: &scene.headings, &scene.sticky, in: shown, selection, of: collection.status.count)
        }
        scene.picture = plan.anchor.flatMap { PlanPicture(plan, window.item($0.index), at: $0.index, of: self) }
        scene.mosaic = plan.mosaic.map { PlanMosaic($0, zoomScale: plan.zoomScale, of: self) }
        if let arrangement = asked.order.arrangement, arrangement.query != .everything {
            // The collection's status is newer than the view's: items may have come since.
            scene.total = max(collection.status.count, status.count)
            scene.understood = arrangement.written.text
            scene.conditions = ConditionWords.conditions(
                of: arrangement.written.text, fields: collection.factFields,
                nameOf: { [collection] in collection.details(ofItem: $0)?.name })
            scene.folder = FolderQuery.path(in: arrangement.written.text)
        }
    }

    /// Marks the selected items, and in a mosaic their cells.
    private func addSelected(_ window: Window, to scene: inout PlanScene) {
        let plan = window.plan
        guard plan.mosaic == nil else {
            guard let visible = plan.visible else { return }
            scene.selectedCells = selectedCells(in: visible, at: plan.contentOffset)
            return
        }
        let selected = collection.selected(among: window.items.map(\.id))
        (scene.selection, scene.selected) = (selected?.status, selected?.flags ?? [])
    }

    /// The bands that the page paints; `isKnown` is whether any colour of the window is known.
    private func bands(_ window: Window, isKnown: Bool) -> PlanBands? {
        let plan = window.plan
        guard let painted = asked.page?.painted, var bands = PlanBands(plan, of: self, painted: painted) else {
            return nil
        }
        // Where only colours are known, or nothing, sheets would show no more than patches.
        if asked.page?.hasSheets == true, let visible = plan.visible,
            isKnown || bands.new.contains(where: { $0.colours.contains { $0 != nil } }),
            case let grid = ContactSheets.Grid(patch: bands.itemSide * request.scale, count: bands.items.count),
            shown.computedColour == nil
                || shown.computedPicture != nil && Double(grid.side) >= MosaicPainter.drawnSide
        {
            bands.sheets = ContactSheets(
                grid, items: bands.items, visible: visible, order: asked.order, on: asked.ground, of: view,
                in: collection, plans.mosaics)
        }
        return bands
    }

    /// The item at the viewport's top, as an anchor.
    private func top(_ window: Window) -> PlanRequest.Anchor? {
        guard let index = window.plan.visible?.lowerBound, let item = window.item(index) else { return nil }
        let frame = planner.paintedFrame(of: index, for: request).relative(to: window.plan.contentOffset)
        return PlanRequest.Anchor(
            item: item.id,
            position: .corner(
                Point(x: frame.minX, y: frame.minY), .atRest,
                rounding: planner.rounding(of: layout.frame(of: index), for: request)))
    }

    /// Indices of items whose embedded thumbnail is worth showing until their tile comes.
    private func slow(_ window: Window) -> Set<Int> {
        var slow: Set<Int> = []
        for tile in window.plan.tiles {
            let position = window.position(of: tile.index)
            guard window.items.indices.contains(position) else { continue }
            // Passes the array, since the two strings of a copied summary would be counted for each tile.
            if isSlow(tile, window.items, position) { slow.insert(tile.index) }
        }
        return slow
    }

    /// Ids of the tiles' items whose size is not known and may still become known.
    private func unmeasured(_ window: Window) -> [String] {
        guard window.items.contains(where: { $0.size == nil }) else { return [] }
        return window.plan.tiles.compactMap { tile in
            guard let item = window.item(tile.index) else { return nil }
            return item.size == nil && item.error == nil ? item.id : nil
        }
    }

    /// The names of the items, from the view that they belong to.
    private func names(_ window: Window) -> [String] {
        window.items.enumerated().map { offset, item in
            // If another item has this index by now, look the item up by its id.
            if let details = shown.details(at: window.index(at: offset)), details.id == item.id { return details.name }
            return collection.details(ofItem: item.id)?.name ?? ""
        }
    }

    /// What cells say about their items, by index, for items with a tile that has room for words.
    private func badges(_ window: Window) -> [Int: ItemBadge] {
        var badges: [Int: ItemBadge] = [:]
        for tile in window.plan.tiles where badges[tile.index] == nil && Self.hasRoom(tile) {
            guard let item = window.item(tile.index), case let badge = collection.badge(of: item), !badge.isEmpty else {
                continue
            }
            badges[tile.index] = badge
        }
        return badges
    }

    /// The values by which these items are sorted, by index.
    private func sortValues(_ window: Window) -> [Int: SortValue] {
        let fields = asked.order.toldFields
        var values: [Int: SortValue] = [:]
        guard !fields.isEmpty else { return values }
        for tile in window.plan.tiles where values[tile.index] == nil && Self.hasRoom(tile) {
            guard let item = window.item(tile.index) else { continue }
            values[tile.index] = SortValue(fields, ofItem: item.id, in: collection)
        }
        return values
    }

    /// Whether the visible part of a tile has room for words.
    private static func hasRoom(_ tile: PlannedTile) -> Bool {
        let clip = tile.clip ?? .zero
        return min(tile.frame.width - clip.left - clip.right, tile.frame.height - clip.top - clip.bottom)
            >= PlanRequest.minimumBadgeSide
    }

    /// The changes in the window, as the JSON of the plan's member `changes`.
    private func changes(since revision: Int, _ window: Window) -> [UInt8] {
        // A revision from the future is another server run's: the changes since then are not known.
        let difference = revision > status.revision ? nil : shown.difference(since: revision)?.difference
        var writer = JSONWriter(capacity: 512)
        let run = window.first..<window.first + (window.bins == nil ? window.items.count : 0)
        WindowChanges(since: revision, difference, window: run, ids: window.items.prefix(run.count).map(\.id))
            .write(into: &writer)
        return writer.bytes
    }

    /// The layout if it is in closed form, and so may be kept after the lock is released; else nil.
    private var closedLayout: Layout? {
        switch layout {
        case .grid, .pages, .picture, .slides: layout
        case .linear, .justified, .periodicRows, .grouped, .plane: nil
        }
    }

    /// The request moved within the zoom limits, with the same content point in its corner; nil where it is within
    /// them.
    ///
    /// Columns and rows may be smaller than their minimum, so that one picture can be shown whole.
    private func clamped(to limits: ZoomLimits) -> Planner.Request? {
        // A mosaic zooms out by more columns: scaling its cells would give a tile any number of rows.
        let kind = resolved.layoutRequest.kind
        let lowest = kind == .item || kind == .plane ? limits.minimum : layout.isMosaic ? 1 : 0
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
    private func limits(_ window: Window) -> ZoomLimits {
        let (plan, scale) = (window.plan, request.scale)
        if case .picture(let picture) = layout {
            return ZoomLimits.picture(picture.size, in: resolved.layoutRequest.viewport, scale: scale)
        }
        if case .plane(let plane) = layout { return ResolvedRequest.limits(of: plane) }
        var maximum = PictureLayout.largestPixel
        if let index = plan.tiles.first?.index ?? plan.visible?.first, let size = window.item(index)?.size {
            var unzoomed = request
            unzoomed.zoomScale = 1
            let frame = unzoomed.frame(of: size, in: layout.frame(of: index))
            maximum = PictureLayout.largestPixel / scale * Double(size.width) / max(frame.width, 0.001)
        }
        let layoutRequest = resolved.layoutRequest
        let minimum =
            switch layoutRequest.kind {
            case .grid:
                Self.smallestCell(of: layoutRequest, count: layout.count, groups: groups.numbers.count)
                    / layoutRequest.grid(count: 0).cell
            case .justified:
                RowZoom.range(width: layoutRequest.viewport.width).lowerBound / layoutRequest.rowMetrics.rowHeight
            case .stack, .strip, .pages, .slides, .plane, .item: 1.0
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
    /// True for a visible tile that is not in memory and shows a HEIC, or a whole JPEG of at least 2 megapixels: making
    /// it takes long enough for the thumbnail to be seen. True too for visible, readable videos that may have a poster.
    private func isSlow(_ tile: PlannedTile, _ items: [ItemSummary], _ position: Int) -> Bool {
        guard tile.isVisible, let format = items[position].format else { return false }
        if format.isOriginalOnly, format.mayHavePoster { return items[position].error == nil }
        switch format {
        case .heic:
            // A plan with backdrops has the smaller copy as a tile.
            guard items[position].error == nil, items[position].isTiled,
                items[position].copySide == nil || !request.hasBackdrop && tile.level != Pyramid.copyLevel
            else { return false }
        case .jpeg:
            guard let size = items[position].size, size.width * size.height >= 2_000_000,
                Pyramid(size).tileCounts(of: tile.level) == (1, 1)
            else { return false }
        default: return false
        }
        return !plans.pipeline.contains(
            TileKey(
                collection: collection.id, item: items[position].id, version: items[position].version,
                level: tile.level, column: tile.column, row: tile.row))
    }
}
