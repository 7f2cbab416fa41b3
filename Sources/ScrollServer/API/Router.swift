// Finds the route for a request.

import Catalog
import HTTP
import Platform
import Tiles
import Tiling

/// Answers requests: the API under `/api`, `/healthz`, `/metrics`, and the page's files.
///
/// The event loop calls `answer(_:)`, so it never blocks. Tests call it without a socket.
struct Router: Sendable {
    /// Every address except those of the page's files.
    let routes: [Route]
    private let page: PageFiles
    private let base: BasePath
    private let missing: MissingPage

    /// What depends on how the program was started.
    struct Setting: Sendable {
        var base = BasePath()
        var isReadOnly = false
        /// Paths that are not shown, with the reason.
        var unshown: [UnshownPath] = []
        /// Whether clients may learn where files lie on this machine.
        var tellsPaths = false
        var about = AboutRoute.Setting()
        /// The most bytes that images of regions under way take together.
        var regionByteLimit = 192 << 20
    }

    /// Builds all routes, which share the pipeline, the pool and the painter of mosaics of `plans`.
    init(
        catalog: Catalog, page: PageFiles, states: StateStore, hub: SessionHub, saved: SavedContents, plans: Plans,
        _ setting: Setting
    ) {
        self.page = page
        base = setting.base
        missing = MissingPage(home: setting.base.address("/"))
        let collections = CollectionRoutes(
            catalog: catalog, pipeline: plans.pipeline, addresses: plans.addresses, isReadOnly: setting.isReadOnly,
            states: states, unshown: setting.unshown, tellsPaths: setting.tellsPaths, mosaics: plans.mosaics)
        let edits = EditRoutes(
            catalog: catalog, lists: saved.lists, pool: plans.pool, collections: collections,
            selections: saved.selections)
        let selections = SelectionRoute(plans: plans, saver: saved.selections)
        let about = AboutRoute(
            setting: setting.about, isReadOnly: setting.isReadOnly, tellsPaths: setting.tellsPaths)
        let metrics = MetricsRoute(sessions: hub.metrics, pipeline: plans.pipeline, catalog: catalog)
        routes =
            [
                Route("/healthz", checksItself: true) { _ in .now(Response(text: "ok\n")) },
                Route("/metrics", checksItself: true) { _ in .now(metrics.answer()) },
                Route("/api/about") { _ in .now(about.answer()) },
                Self.states(StateRoute(states: states, pool: plans.pool)),
                Route("/api/collections", [.get, .post], parameters: ["id"], checksItself: true) {
                    (request) throws(Problem) in
                    if request.method == .post { return try edits.makeCollection(request) }
                    let id = try Parameters(request.query, known: ["id"]).text("id")
                    return .now(try id.map(collections.collection) ?? collections.collections())
                },
            ] + Self.reading(catalog, collections, plans, hub, setting) + Self.pictures(catalog, plans, setting)
            + Self.editing(catalog, collections, edits, selections) + Self.annotating(catalog, saved.annotations)
    }

    /// What clients make and the state folder keeps.
    struct SavedContents: Sendable {
        let lists: ListStore
        let selections: SelectionSaver
        let annotations: AnnotationRoutes
    }

    private static func states(_ states: StateRoute) -> Route {
        Route("/api/state/{restorationIdentifier}", [.get, .put]) { (request) throws(Problem) in
            try states.answer(request, identifier: request.pathSegments[2])
        }
    }

    /// The routes that read from one collection.
    private static func reading(
        _ catalog: Catalog, _ collections: CollectionRoutes, _ plans: Plans, _ hub: SessionHub, _ setting: Setting
    ) -> [Route] {
        let pool = plans.pool
        let tiles = TileRoute(pipeline: plans.pipeline, pool: pool)
        let companions = CompanionRoutes(addresses: plans.addresses, pool: pool)
        let exports = ExportRoute(pool: pool, tellsPaths: setting.tellsPaths)
        let sessions = SessionRoute(catalog: catalog, plans: plans, hub: hub)
        let route = CollectionRoute(catalog: catalog, pool: pool)
        return [
            // The most frequent first.
            route("tiles/{item}/{level}/{column}/{row}", parameters: TileRoute.names) {
                (request, entry) throws(Problem) in
                try tiles.answer(
                    request, ofItem: request.pathSegments[4], position: request.pathSegments[5...], of: entry)
            },
            // A plan checks its parameters itself, after searching the plans made last.
            route("plan", parameters: PlanRequest.names, checksItself: true, PlanRoute(plans: plans).answer),
            route("mosaic/{column}/{row}", parameters: MosaicRoute.names) { (request, entry) throws(Problem) in
                try MosaicRoute(plans: plans).answer(request, position: request.pathSegments[4...], of: entry)
            },
            route(
                "cell", parameters: PlanRequest.names + CellRoute.names, checksItself: true,
                CellRoute(plans: plans).answer),
            route(
                "marks", parameters: PlanRequest.names + MarksRoute.names, checksItself: true,
                MarksRoute(plans: plans).answer),
            route("folders", parameters: FoldersRoute.names, checksItself: true, FoldersRoute(pool: pool).answer),
            route("facets", parameters: FacetsRoute.names, checksItself: true, FacetsRoute(pool: pool).answer),
            route("export", parameters: ExportRoute.names, checksItself: true, exports.answer),
            route("points", parameters: PointsRoute.names, checksItself: true, PointsRoute(pool: pool).answer),
            route(
                "statistics", parameters: StatisticsRoute.names, checksItself: true,
                StatisticsRoute(pool: pool).answer),
            route("picture", parameters: PictureRoute.names, checksItself: true, PictureRoute(pool: pool).answer),
            route("table", parameters: TableRoute.names, checksItself: true, TableRoute(pool: pool).answer),
            route("session") { (_, entry) throws(Problem) in sessions.answer(for: entry) },
            route("items/{item}/original", parameters: ["v"]) { (request, entry) throws(Problem) in
                try tiles.original(request, ofItem: request.pathSegments[4], of: entry)
            },
            route.item("companions", companions.list),
            route("items/{item}/companions/{name}") { (request, entry) throws(Problem) in
                try companions.file(
                    request.pathSegments[6], of: entry.collection.existing(request.pathSegments[4]),
                    in: entry.collection)
            },
            route.item("film", companions.film),
            route.item("regions", companions.regions),
            route.item("histogram", HistogramRoute(pipeline: plans.pipeline, pool: pool).answer),
            route.item("samples", SamplesRoute(counter: SampleCounter(pool: pool)).answer),
            route("items/{item}/thumbnail", parameters: ["v"]) { (request, entry) throws(Problem) in
                try tiles.thumbnail(request, ofItem: request.pathSegments[4], of: entry)
            },
        ]
    }

    /// The routes of pictures for viewers of other programs.
    private static func pictures(_ catalog: Catalog, _ plans: Plans, _ setting: Setting) -> [Route] {
        let lookup = PictureLookup(catalog: catalog, tiles: TileRoute(pipeline: plans.pipeline, pool: plans.pool))
        let maker = RegionMaker(pipeline: plans.pipeline, pool: plans.pool, byteLimit: setting.regionByteLimit)
        let zoom = DeepZoomRoute(lookup: lookup, maker: maker, base: setting.base)
        let images = ImageAPIVersion.allCases.reversed().flatMap { version in
            let route = ImageAPIRoute(version: version, lookup: lookup, maker: maker)
            let start = "/iiif/\(version.rawValue)/{collection}~{item}"
            return [
                Route("\(start)/{region}/{size}/{rotation}/{quality}.{format}", [.get], route.image),
                Route("\(start)/info.json", [.get], route.information), Route(start, [.get], route.redirection),
            ]
        }
        return images + [
            Route("/dzi/{collection}~{item}_files/{level}/{column}_{row}.jpg", parameters: ["v"], zoom.tile),
            Route("/dzi/{collection}~{item}.dzi", parameters: ["v"], zoom.xml),
            Route("/dzi/{collection}~{item}.json", parameters: ["v"], zoom.json),
        ]
    }

    /// The routes that read and edit at the same address.
    private static func editing(
        _ catalog: Catalog, _ collections: CollectionRoutes, _ edits: EditRoutes, _ selections: SelectionRoute
    ) -> [Route] {
        let route = CollectionRoute(catalog: catalog, pool: edits.pool)
        return [
            route("", [.get, .patch, .delete]) { (request, entry) throws(Problem) in
                switch request.method {
                case .patch: try edits.rename(request, entry)
                case .delete: try edits.delete(request, entry)
                default: .now(collections.answer(entry))
                }
            },
            route("selection", [.get, .patch, .put], checksItself: true, selections.answer),
            route("undo", [.post], edits.undo),
            route("redo", [.post], edits.redo),
            route("items", [.get, .post, .patch, .delete], parameters: CollectionRoutes.itemNames, checksItself: true) {
                (request, entry) throws(Problem) in
                switch request.method {
                case .post: try edits.insert(request, into: entry)
                case .patch: try edits.change(request, in: entry)
                case .delete: try edits.removeAll(request, from: entry)
                default: try collections.items(request, of: entry, pool: edits.pool)
                }
            },
            route("item", parameters: ["id", "path"]) { (request, entry) throws(Problem) in
                try collections.item(request, of: entry, pool: edits.pool)
            },
            route("items/{item}", [.get, .delete, .patch], parameters: ["path"]) { (request, entry) throws(Problem) in
                let item = request.pathSegments[4]
                return switch request.method {
                case .delete: try edits.remove(item, request, from: entry)
                case .patch: try edits.resize(item, request, in: entry)
                default: try collections.item(item, request, of: entry, pool: edits.pool)
                }
            },
            route("retry", [.post]) { (_, entry) throws(Problem) in .now(collections.retry(entry)) },
        ]
    }

    private static func annotating(_ catalog: Catalog, _ annotations: AnnotationRoutes) -> [Route] {
        let route = CollectionRoute(catalog: catalog, pool: annotations.pool)
        return [
            route(
                "annotations", [.patch], parameters: Parameters.ofArrangement, checksItself: true, annotations.change),
            route("annotations/undo", [.post]) { (_, entry) throws(Problem) in try annotations.undo(in: entry) },
            route("annotations/redo", [.post]) { (_, entry) throws(Problem) in try annotations.redo(in: entry) },
        ]
    }

    /// The answer to any request; a problem becomes a response with its status code.
    ///
    /// A 404 is a page where a browser asks for one.
    func answer(_ request: Request) -> Answer { missing.readable(answer(fully: request), to: request) }

    private func answer(fully request: Request) -> Answer {
        if base.isEmpty { return answer(inside: request) }
        guard let path = base.inside(request.pathSegments) else {
            return .now(base.redirection(of: request) ?? nothing(at: request.path).response)
        }
        var inside = request
        inside.pathSegments = path
        return answer(inside: inside)
    }

    /// The answer to a request whose base path has been removed.
    private func answer(inside request: Request) -> Answer {
        do throws(Problem) {
            for route in routes where route.matches(request.pathSegments) { return try route.respond(to: request) }
            guard request.pathSegments.first != "api" else { throw nothing(at: base.address(request.path)) }
            guard request.method == .get || request.method == .head else {
                throw .methodNotAllowed(request.method, allowed: [.get, .head])
            }
            guard let answer = page.answer(request) else { throw nothing(at: base.address(request.path)) }
            return answer
        } catch {
            return .now(error.response)
        }
    }

    private func nothing(at path: String) -> Problem {
        .notFound("there is nothing at \(path); the API begins at \(base.address("/api/collections"))")
    }
}

/// Makes routes below that of a collection: the collection is found first, then the parameters are checked.
private struct CollectionRoute {
    let catalog: Catalog
    let pool: WorkerPool

    /// Makes a route at `path`, relative to `/api/collections/{collection}/`.
    ///
    /// `parameters` are the names of all parameters; they are not checked where `checksItself`.
    func callAsFunction(
        _ path: String, _ methods: [Method] = [.get], parameters: [String] = [], checksItself: Bool = false,
        _ answer: @escaping @Sendable (Request, CatalogEntry) throws(Problem) -> Answer
    ) -> Route {
        Route("/api/collections/{collection}/\(path)", methods, parameters: parameters, checksItself: true) {
            [catalog, pool] (request) throws(Problem) in
            let id = request.pathSegments[2]
            guard let entry = catalog[id] else {
                throw .notFound("there is no collection '\(id)'; /api/collections lists them")
            }
            if !checksItself, !request.query.parameters.isEmpty {
                _ = try Parameters(request.query, known: parameters)
            }
            // Sessions are notified of items that come later.
            guard entry.collection.isOpening, request.pathSegments.last != "session" else {
                return try answer(request, entry)
            }
            return .later(
                .answer(on: pool) { () throws(Problem) in
                    entry.collection.waitForOpening()
                    return try answer(request, entry)
                })
        }
    }

    /// Makes a route at `path`, relative to an item's address, about an item that exists.
    func item(
        _ path: String,
        _ answer: @escaping @Sendable (ItemSummary, any ItemCollection) throws(Problem) -> Answer
    ) -> Route {
        self("items/{item}/\(path)") { (request, entry) throws(Problem) in
            try answer(entry.collection.existing(request.pathSegments[4]), entry.collection)
        }
    }
}
