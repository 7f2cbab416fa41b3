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
    private let tree: RouteTree
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
        let metrics = MetricsRoute(sessions: hub.metrics, pipeline: plans.pipeline, catalog: catalog)
        let described =
            Self.server(metrics, StateRoute(states: states, pool: plans.pool), setting)
            + Self.collections(collections, edits)
            + Self.views(catalog, plans, SessionRoute(catalog: catalog, plans: plans, hub: hub))
            + Self.items(catalog, collections, edits) + Self.parts(catalog, plans)
            + Self.finding(catalog, plans.pool, tellsPaths: setting.tellsPaths) + Self.charts(catalog, plans.pool)
            + Self.selecting(catalog, plans.pool, SelectionRoute(plans: plans, saver: saved.selections))
            + Self.repeating(catalog, edits) + Self.annotating(catalog, saved.annotations)
            + Self.pictures(catalog, plans, setting) + Self.maps(plans.pool)
        routes = Self.description(of: described, base: setting.base)
        tree = RouteTree(routes)
    }

    /// What clients make and the state folder keeps.
    struct SavedContents: Sendable {
        let lists: ListStore
        let selections: SelectionSaver
        let annotations: AnnotationRoutes
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
            if let place = tree.route(for: request.pathSegments) { return try routes[place].respond(to: request) }
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
