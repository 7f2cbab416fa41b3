// GET /api/collections/{collection}/plan

import Synchronization
import Tiling

/// Answers what is visible for a viewport, an offset and a zoom scale.
struct PlanRoute: Sendable {
    /// Items near the viewport beyond which a plan is refused: nobody can look at them, and its JSON would be megabytes.
    static let largestWindow = 20_000

    let pool: WorkerPool
    let pipeline: TilePipeline
    /// How long a plan waits for the headers of what it shows. What is not measured by then is planned by its estimate
    /// and measured for the next plan.
    private let patience: Duration
    private let memo = PlanMemo()

    init(pool: WorkerPool, pipeline: TilePipeline, patience: Duration) {
        self.pool = pool
        self.pipeline = pipeline
        self.patience = patience
    }

    /// At once where every item in the window is measured, else as soon as their headers have been read.
    func answer(_ request: Request, for entry: CatalogEntry) throws(Problem) -> Answer {
        let status = entry.collection.status
        if let json = memo.plan(for: request.target, status: status) { return .now(Self.response(json)) }
        let parameters = try PlanParameters(request.query, for: entry.collection.kind)
        switch try begin(parameters, entry) {
        case .done(let attempt):
            let json = attempt.json
            // What a plan says of thumbnails holds until the tiles are made: such a plan is not kept. What a footer says
            // holds until the next page comes, or is asked for again.
            if !attempt.hasThumbnails, attempt.plan?.footer == nil {
                memo.keep(json, for: request.target, status: status)
            }
            return .now(Self.response(json))
        case .begun(let rest):
            return .later(.work(on: pool) { () throws(Problem) in Self.response(try rest().json) })
        }
    }

    /// A plan when an event loop has done its part.
    enum Progress {
        case done(Attempt)
        /// What is left blocks: it is for a worker thread.
        case begun(_ rest: @Sendable () throws(Problem) -> Attempt)
    }

    /// Plans at once where the order and the layout are ready and every item in the window is measured.
    ///
    /// - Throws: a 400 for an order that the collection does not have, and where more would be shown than can be.
    func begin(_ parameters: PlanParameters, _ entry: CatalogEntry) throws(Problem) -> Progress {
        var first: Attempt?
        if let view = entry.views[parameters.order] {
            // Following a collection for the first time takes too long for an event loop when there is much of it.
            if view.layouts.isNear(parameters.wishes, count: view.items.status.count) {
                let attempt = try Attempt.consistent(parameters, entry, view, pipeline)
                if attempt.unmeasured.isEmpty { return .done(attempt) }
                first = attempt
            }
        } else {
            try entry.check(parameters.order)
        }
        return .begun { [first] () throws(Problem) in try goOn(from: first, parameters, entry) }
    }

    /// On a worker thread: makes what there is to make, measures what there is to measure, and plans.
    private func goOn(
        from first: Attempt?, _ parameters: PlanParameters, _ entry: CatalogEntry
    ) throws(Problem) -> Attempt {
        let view = try entry.makeView(parameters.order)
        let attempt: Attempt
        if let first {
            attempt = first
        } else {
            for wish in parameters.wishes { view.layouts.withLayout(wish) { _ in } }
            attempt = try Attempt.consistent(parameters, entry, view, pipeline)
            if attempt.unmeasured.isEmpty { return attempt }
        }
        measure(attempt.unmeasured, view.items)
        return try Attempt.consistent(attempt.held(parameters), entry, view, pipeline)
    }

    /// Reads headers in the order of need until patience ends; the rest is read behind the answer.
    private func measure(_ indices: [Int], _ items: any CollectionView) {
        let clock = ContinuousClock()
        let end = clock.now + patience
        var rest = indices[...]
        while !rest.isEmpty, clock.now < end {
            items.measure(Array(rest.prefix(8)))
            rest = rest.dropFirst(8)
        }
        if !rest.isEmpty { pool.submit { [rest] in items.measure(Array(rest)) } }
    }

    private static func response(_ json: [UInt8]) -> Response {
        var response = Response(contentType: "application/json", json)
        response.headers["Cache-Control"] = "no-store"
        return response
    }

    /// One computation of a plan.
    struct Attempt {
        /// What was planned; nil where it is too much.
        var plan: Plan?
        var scene: PlanJSON.Scene?
        /// Items in the window whose size is not known, most needed first.
        var unmeasured: [Int] = []
        /// The item at the viewport's top, as an anchor.
        var top: PlanParameters.Anchor?

        /// Whether any tile has a thumbnail to be seen before it.
        var hasThumbnails = false

        /// What comes after the plan, for live sessions.
        var ahead = PlanAhead()
        /// What lies beneath its tiles and ahead of them, for live sessions that paint it.
        var bands: PlanBands?

        /// What has changed in the window since the revision that was asked about, as JSON.
        private var changes: [UInt8]?
        /// The collection as the plan shows it.
        private var status: CollectionStatus

        /// A plan that is of one moment: made again when the collection changed while it was made. A collection that
        /// changes all the time is planned as well as can be.
        static func consistent(
            _ parameters: PlanParameters, _ entry: CatalogEntry, _ view: CatalogView, _ pipeline: TilePipeline
        ) throws(Problem) -> Attempt {
            if let chart = entry.collection as? ChartCollection, let asked = parameters.chart {
                return try Attempt(parameters, asked, chart)
            }
            for _ in 0..<3 {
                let attempt = try Attempt(parameters, entry, view, pipeline)
                attempt.fetchPage(parameters, entry)
                if view.items.status.revision == attempt.status.revision { return attempt }
            }
            return try Attempt(parameters, entry, view, pipeline)
        }

        /// The plan of a chart: nothing in it has to be measured.
        private init(
            _ parameters: PlanParameters, _ asked: ChartParameters, _ collection: ChartCollection
        ) throws(Problem) {
            let (view, series) = collection.current
            let chart = try ChartPlan(parameters, asked, view)
            let status = CollectionStatus(
                count: chart.slideCount, isComplete: series.isComplete, revision: max(1, view.revision))
            let slides = collection.slides(chart.plan.window, of: chart.key, view)
            self.status = status
            plan = chart.plan
            scene = PlanJSON.Scene(
                collection: collection, status: status, place: PlanPlace(parameters, chart), layout: nil,
                limits: chart.limits, first: chart.plan.window.lowerBound, items: slides.items, thumbnails: [],
                colours: [], hasNames: parameters.hasNames, names: slides.names,
                chart: ChartJSON.encode(chart, series))
        }

        /// - Throws: a 400 where more would be shown than can be.
        private init(
            _ parameters: PlanParameters, _ entry: CatalogEntry, _ view: CatalogView, _ pipeline: TilePipeline
        ) throws(Problem) {
            var isTooLarge = false
            let collection = entry.collection
            let shown = view.items
            let status = shown.status
            self.status = status
            let footer = parameters.order.isDescending ? nil : collection.footer
            var parameters = parameters
            parameters.request.hasFooter = footer != nil
            let place = try PlanPlace(parameters, view, collection.id, revision: status.revision)
            var request = place.request
            request.pace = pipeline.pace(of: collection.id)
            view.layouts.withGroups(place.wish) { layout, groups in
                let planner = Planner(layout: layout)
                var items: [ItemSummary] = []
                var first = 0
                let plan = planner.plan(for: request) { window in
                    isTooLarge = window.count > PlanRoute.largestWindow
                    if isTooLarge { return [] }
                    items = shown.summaries(in: window)
                    first = window.lowerBound
                    return items.map { Planner.Picture(size: $0.size, isTiled: $0.isTiled) }
                }
                for tile in plan.tiles where tile.index - first < items.count {
                    let place = tile.index - first
                    if items[place].size == nil, items[place].error == nil { unmeasured.append(tile.index) }
                }
                if !unmeasured.isEmpty, let index = plan.visible?.lowerBound, index - first < items.count {
                    let frame = Planner.snapped(
                        layout.frame(of: index).scaled(by: plan.zoomScale), scale: request.scale
                    ).relative(to: plan.contentOffset)
                    // No revision is −1: this anchor holds whatever happens meanwhile.
                    top = PlanParameters.Anchor(
                        item: items[index - first].id,
                        place: .position(Point(x: frame.minX, y: frame.minY), revision: -1))
                }
                let waiting = Set(
                    plan.tiles.lazy.filter { tile in
                        // The format first: the rest needs a copy of the summary.
                        tile.index - first < items.count && items[tile.index - first].format == .jpeg
                            && Self.isLong(tile, items[tile.index - first], collection, pipeline)
                    }.map(\.index))
                hasThumbnails = !waiting.isEmpty
                self.plan = plan
                if let painted = parameters.painted {
                    let geometry = PlanBands.Geometry(
                        wish: place.wish, order: parameters.order, revision: status.revision,
                        zoomScale: plan.zoomScale, viewport: request.viewport, scale: request.scale, fit: request.fit)
                    bands = PlanBands(plan, request, planner, geometry, painted: painted, shown) {
                        pipeline.colours.colours(of: $0, source: collection.source)
                    }
                }
                if parameters.isLive {
                    ahead = PlanAhead(plan, request, planner, shown, isFleeting: bands?.isFleeting == true)
                }
                let headings = PlanHeading.headings(of: layout, groups, request, at: plan.contentOffset, in: shown)
                scene = PlanJSON.Scene(
                    collection: collection, status: status, place: place, layout: Self.closed(layout),
                    headings: headings.near, sticky: headings.sticky,
                    limits: Self.limits(plan, layout, place) {
                        $0 - first < items.count ? items[$0 - first].size : nil
                    },
                    first: first, items: items, thumbnails: waiting,
                    colours: pipeline.colours.colours(of: items, source: collection.source),
                    hasNames: parameters.hasNames, footer: footer)
                if let since = parameters.since {
                    let end = first + items.count
                    addChanges(since: since, in: shown, window: first..<end, ids: items.map(\.id))
                }
            }
            guard !isTooLarge else {
                let wish = parameters.wish
                let name =
                    switch wish.kind {
                    case .grid where wish.columns != nil: "columns"
                    case .justified where wish.rowHeight != nil: "rowHeight"
                    default: "zoom"
                    }
                throw .badParameter(
                    name, "more than \(PlanRoute.largestWindow) pictures would be seen at once; show fewer, larger ones"
                )
            }
        }

        /// Says to a source that is read page by page what is seen of it.
        private func fetchPage(_ parameters: PlanParameters, _ entry: CatalogEntry) {
            guard let window = plan?.window, !status.isComplete else { return }
            // Backwards what comes next comes first.
            entry.collection.willDisplay(
                parameters.order.isDescending
                    ? status.count - window.upperBound..<status.count - window.lowerBound : window)
        }

        /// Works out what goes into the field `changes`.
        private mutating func addChanges(
            since revision: Int, in items: any CollectionView, window: Range<Int>, ids: [String]
        ) {
            // A revision that is yet to come is another server's: nothing can be told about it.
            let difference = revision > status.revision ? nil : items.difference(since: revision)?.difference
            var writer = JSONWriter(capacity: 512)
            WindowChanges(since: revision, difference, window: window, ids: ids).write(into: &writer)
            changes = writer.bytes
        }

        /// The question for when more has been learnt: whatever that is, what is seen stays, by the item at its top. A
        /// zoom is held by its focus, and a target by itself; those are worked out anew.
        func held(_ parameters: PlanParameters) -> PlanParameters {
            var held = parameters
            if parameters.zoom == nil, parameters.target == nil { held.anchor = parameters.anchor ?? top }
            return held
        }

        /// The plan as JSON.
        var json: [UInt8] {
            guard let plan, let scene else { return Array("{}".utf8) }
            var json = PlanJSON.encode(plan, of: scene)
            if let changes {
                json.removeLast()
                json += Array(",\"changes\":".utf8) + changes + [UInt8(ascii: "}")]
            }
            return json
        }

        /// A layout that costs nothing to keep.
        private static func closed(_ layout: Layout) -> Layout? {
            switch layout {
            case .grid, .pages, .picture, .slides: layout
            case .linear, .justified, .periodicRows, .grouped: nil
            }
        }

        /// Between which zoom scales the reader may go on from here: as far as the pixels of what is looked at.
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

        /// Whether a tile that shows the whole picture will take long enough to make for a thumbnail to be seen before
        /// it: a camera's photograph whose tile is not in memory.
        private static func isLong(
            _ tile: PlannedTile, _ item: ItemSummary, _ collection: any Collection, _ pipeline: TilePipeline
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
}
