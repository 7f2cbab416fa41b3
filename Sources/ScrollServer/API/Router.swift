// Finds the route for a request.

/// Answers requests: the API under `/api`, `/healthz`, `/metrics`, and the page's files.
///
/// The event loop calls `answer(_:)`, so it never blocks. Tests call it without a socket.
struct Router: Sendable {
    private let catalog: Catalog
    private let page: PageFiles
    private let pool: WorkerPool
    private let collections: CollectionRoutes
    private let plans: PlanRoute
    private let tiles: TileRoute
    private let states: StateRoute
    private let sessions: SessionRoute
    private let metrics: MetricsRoute
    private let edits: EditRoutes

    /// - Parameter patience: how long a plan waits for the headers of the files it shows.
    init(
        catalog: Catalog, page: PageFiles, pipeline: TilePipeline, pool: WorkerPool,
        patience: Duration = .milliseconds(80),
        states: StateStore = StateStore(folder: nil), hub: SessionHub = SessionHub(),
        lists: ListStore = ListStore(folder: nil)
    ) {
        self.catalog = catalog
        self.page = page
        self.pool = pool
        collections = CollectionRoutes(catalog: catalog, pipeline: pipeline)
        let plans = Plans(pool: pool, pipeline: pipeline, patience: patience)
        self.plans = PlanRoute(plans: plans)
        tiles = TileRoute(pipeline: pipeline, pool: pool)
        self.states = StateRoute(states: states, pool: pool)
        sessions = SessionRoute(plans: plans, hub: hub)
        metrics = MetricsRoute(sessions: hub.metrics, pipeline: pipeline)
        edits = EditRoutes(catalog: catalog, lists: lists, pool: pool)
    }

    /// The answer to any request; a problem becomes a response with its status code.
    func answer(_ request: Request) -> Answer {
        do throws(Problem) {
            return try route(request)
        } catch {
            return .now(error.response)
        }
    }

    private func route(_ request: Request) throws(Problem) -> Answer {
        let path = request.pathSegments
        switch path.first {
        case "api" where path.count == 3 && path[1] == "state":
            return try states.answer(request, identifier: path[2])
        case "api":
            guard path.count > 1, path[1] == "collections" else { break }
            return try api(request, Array(path.dropFirst(2)))
        case "healthz" where path.count == 1:
            try Self.readOnly(request)
            return .now(Response(text: "ok\n"))
        case "metrics" where path.count == 1:
            try Self.readOnly(request)
            return .now(metrics.answer())
        default:
            try Self.readOnly(request)
            if let answer = page.answer(request) { return answer }
        }
        throw .notFound("there is nothing at \(request.path); the API begins at /api/collections")
    }

    private func api(_ request: Request, _ path: [String]) throws(Problem) -> Answer {
        guard let id = path.first else {
            try Self.check(request, allowed: [.post])
            return request.method == .post ? try edits.makeCollection(request) : .now(collections.collections())
        }
        let allowed: [Method] =
            switch (path.count, path.count > 1 ? path[1] : "") {
            case (2, "items"): [.post, .delete]
            case (3, "items"): [.delete, .patch]
            default: []
            }
        let isRetry = path.count == 2 && path[1] == "retry"
        if !isRetry { try Self.check(request, allowed: allowed) }
        guard let entry = catalog[id] else {
            throw .notFound("there is no collection '\(id)'; /api/collections lists them")
        }
        if isRetry {
            guard request.method == .post else { throw .methodNotAllowed(request.method, allowed: [.post]) }
            return .now(collections.retry(entry))
        }
        switch request.method {
        case .post: return try edits.insert(request, into: entry)
        case .patch: return try edits.resize(path[2], request, in: entry)
        case .delete where path.count == 2: return try edits.removeAll(request, from: entry)
        case .delete: return try edits.remove(path[2], request, from: entry)
        default: return try read(request, path, entry)
        }
    }

    private func read(_ request: Request, _ path: [String], _ entry: CatalogEntry) throws(Problem) -> Answer {
        switch (path.count, path.count > 1 ? path[1] : "") {
        case (1, _): return .now(collections.collection(entry))
        case (2, "plan"): return try plans.answer(request, for: entry)
        case (2, "session"): return sessions.answer(for: entry)
        case (2, "items"): return try collections.items(request, of: entry, pool: pool)
        case (3, "items"): return try collections.item(path[2], of: entry, pool: pool)
        case (4, "items") where path[3] == "original":
            _ = try Self.item(path[2], entry)
            return tiles.original(ofItem: path[2], of: entry)
        case (4, "items") where path[3] == "thumbnail":
            _ = try Self.item(path[2], entry)
            return try tiles.thumbnail(request, ofItem: path[2], of: entry)
        case (6, "tiles"):
            _ = try Self.item(path[2], entry)
            return try tiles.answer(request, id: path[2], place: path, of: entry)
        default: throw .notFound("a collection has no '\(path.dropFirst().joined(separator: "/"))'")
        }
    }

    private static func item(_ id: String, _ entry: CatalogEntry) throws(Problem) -> Int {
        guard let index = entry.collection.index(ofItem: id) else {
            throw .notFound("collection '\(entry.collection.id)' has no item '\(id)'")
        }
        return index
    }

    private static func readOnly(_ request: Request) throws(Problem) { try check(request, allowed: []) }

    /// - Parameter allowed: the methods allowed in addition to GET and HEAD.
    /// - Throws: a 405 for any other method.
    private static func check(_ request: Request, allowed: [Method]) throws(Problem) {
        let all = [.get, .head] + allowed
        guard all.contains(request.method) else { throw .methodNotAllowed(request.method, allowed: all) }
    }
}
