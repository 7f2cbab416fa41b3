// From a request to its route.

/// Answers requests: the API under `/api`, liveness, metrics, and the page for everything else.
///
/// `answer(_:)` is called on an event loop and never blocks; a test calls it without a socket.
struct Router: Sendable {
    /// Every address but those of the page's files.
    let routes: [Route]
    private let page: PageFiles

    /// - Parameter patience: how long a plan waits for the headers of what it shows.
    init(
        catalog: Catalog, page: PageFiles, pipeline: TilePipeline, pool: WorkerPool,
        patience: Duration = .milliseconds(80),
        states: StateStore = StateStore(folder: nil), hub: SessionHub = SessionHub(),
        lists: ListStore = ListStore(folder: nil)
    ) {
        self.page = page
        let plans = Plans(pool: pool, pipeline: pipeline, patience: patience)
        let collections = CollectionRoutes(catalog: catalog, pipeline: pipeline)
        let edits = EditRoutes(catalog: catalog, lists: lists, pool: pool)
        let metrics = MetricsRoute(sessions: hub.metrics, pipeline: pipeline)
        routes =
            [
                Route("/healthz", parameters: nil) { _ in .now(Response(text: "ok\n")) },
                Route("/metrics", parameters: nil) { _ in .now(metrics.answer()) },
                Self.states(StateRoute(states: states, pool: pool)),
                Route("/api/collections", [.get, .post]) { (request) throws(Problem) in
                    request.method == .post ? try edits.makeCollection(request) : .now(collections.collections())
                },
            ] + Self.reading(catalog, collections, plans, hub) + Self.editing(catalog, collections, edits)
    }

    private static func states(_ states: StateRoute) -> Route {
        Route("/api/state/{restorationIdentifier}", [.get, .put]) { (request) throws(Problem) in
            try states.answer(request, identifier: request.pathSegments[2])
        }
    }

    /// What is read of one collection.
    private static func reading(
        _ catalog: Catalog, _ collections: CollectionRoutes, _ plans: Plans, _ hub: SessionHub
    ) -> [Route] {
        let plan = PlanRoute(plans: plans)
        let tiles = TileRoute(pipeline: plans.pipeline, pool: plans.pool)
        let sessions = SessionRoute(plans: plans, hub: hub)
        let base = "/api/collections/{collection}"
        return [
            // The most frequent first.
            Route("\(base)/tiles/{item}/{level}/{column}/{row}", parameters: ["v"]) { (request) throws(Problem) in
                try tiles.answer(
                    request, ofItem: request.pathSegments[4], position: request.pathSegments[5...],
                    of: try entry(of: request, catalog))
            },
            Route("\(base)/plan", parameters: nil) { (request) throws(Problem) in
                try plan.answer(request, for: try entry(of: request, catalog))
            },
            Route("\(base)/session") { (request) throws(Problem) in
                sessions.answer(for: try entry(of: request, catalog))
            },
            Route("\(base)/items/{item}/original", parameters: ["v"]) { (request) throws(Problem) in
                let (entry, item) = try item(of: request, catalog)
                return tiles.original(ofItem: item, of: entry)
            },
            Route("\(base)/items/{item}/thumbnail", parameters: ["v"]) { (request) throws(Problem) in
                let (entry, item) = try item(of: request, catalog)
                return try tiles.thumbnail(request, ofItem: item, of: entry)
            },
            Route(base) { (request) throws(Problem) in .now(collections.collection(try entry(of: request, catalog))) },
        ]
    }

    /// What is read and edited at the same address.
    private static func editing(
        _ catalog: Catalog, _ collections: CollectionRoutes, _ edits: EditRoutes
    ) -> [Route] {
        let base = "/api/collections/{collection}"
        return [
            Route("\(base)/items", [.get, .post, .delete], parameters: nil) { (request) throws(Problem) in
                let entry = try entry(of: request, catalog)
                switch request.method {
                case .post: return try edits.insert(request, into: entry)
                case .delete: return try edits.removeAll(request, from: entry)
                default: return try collections.items(request, of: entry, pool: edits.pool)
                }
            },
            Route("\(base)/items/{item}", [.get, .delete, .patch]) { (request) throws(Problem) in
                let entry = try entry(of: request, catalog)
                let item = request.pathSegments[4]
                switch request.method {
                case .delete: return try edits.remove(item, request, from: entry)
                case .patch: return try edits.resize(item, request, in: entry)
                default: return try collections.item(item, of: entry, pool: edits.pool)
                }
            },
            Route("\(base)/retry", [.post]) { (request) throws(Problem) in
                .now(collections.retry(try entry(of: request, catalog)))
            },
        ]
    }

    /// The answer to any request.
    func answer(_ request: Request) -> Answer {
        do throws(Problem) {
            for route in routes where route.matches(request.pathSegments) { return try route.respond(to: request) }
            guard request.pathSegments.first != "api" else { throw Self.nothing(at: request) }
            guard request.method == .get || request.method == .head else {
                throw .methodNotAllowed(request.method, allowed: [.get, .head])
            }
            guard let answer = page.answer(request) else { throw Self.nothing(at: request) }
            return answer
        } catch {
            return .now(error.response)
        }
    }

    private static func nothing(at request: Request) -> Problem {
        .notFound("there is nothing at \(request.path); the API begins at /api/collections")
    }

    /// The collection that the path of a request names.
    private static func entry(of request: Request, _ catalog: Catalog) throws(Problem) -> CatalogEntry {
        let id = request.pathSegments[2]
        guard let entry = catalog[id] else {
            throw .notFound("there is no collection '\(id)'; /api/collections lists them")
        }
        return entry
    }

    /// The item that the path of a request names, with its collection.
    private static func item(
        of request: Request, _ catalog: Catalog
    ) throws(Problem) -> (entry: CatalogEntry, id: String) {
        let entry = try entry(of: request, catalog)
        let id = request.pathSegments[4]
        guard entry.collection.summary(ofItem: id) != nil else {
            throw .notFound("collection '\(entry.collection.id)' has no item '\(id)'")
        }
        return (entry, id)
    }
}
