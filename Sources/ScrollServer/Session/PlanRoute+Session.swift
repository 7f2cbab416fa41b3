// Plans for live sessions: the same ones, in parts.

import Tiling

extension PlanRoute {
    /// The plan for the query of a report, or for what takes its place. Finishes at once where that needs no waiting, else
    /// on a thread of the pool.
    func plan(
        _ question: LiveSession.Query, for entry: CatalogEntry,
        finish: @escaping @Sendable (Result<SessionPlan, Problem>) -> Void
    ) {
        do throws(Problem) {
            let parameters = try Self.parameters(question, of: entry.collection.kind)
            switch try begin(parameters, entry) {
            case .done(let attempt): finish(.success(attempt.sessionPlan(entry, parameters)))
            case .begun(let rest):
                let work = pool.submit {
                    finish(Result { () throws(Problem) in try rest().sessionPlan(entry, parameters) })
                }
                if work == nil { throw .unavailable("the server is stopping; try again when it is back") }
            }
        } catch {
            finish(.failure(error))
        }
    }

    private static func parameters(
        _ question: LiveSession.Query, of kind: CollectionKind
    ) throws(Problem) -> PlanParameters {
        var parameters: PlanParameters
        if let again = question.again {
            parameters = again
        } else {
            parameters = try PlanParameters(query(question.text), for: kind)
        }
        parameters.isLive = true
        parameters.request.travel = question.travel
        parameters.painted = question.painted
        return parameters
    }

    private static func query(_ text: String) throws(Problem) -> Query {
        do throws(RequestTarget.Failure) {
            return try RequestTarget(Array("/?\(text)".utf8)[...], method: .get).query
        } catch {
            throw .badParameter("plan", "is not a query: \(error.detail)")
        }
    }
}

extension PlanRoute.Attempt {
    /// The plan in parts. `parameters` are what was asked.
    func sessionPlan(_ entry: CatalogEntry, _ parameters: PlanParameters) -> SessionPlan {
        guard var place = plan, let scene else {
            return SessionPlan(place: Array("{}".utf8), offset: .zero, tiles: [])
        }
        let collection = entry.collection
        let later = ahead.tiles.compactMap { tile, item -> SessionTile? in
            guard let making = Self.making(tile, item, collection) else { return nil }
            return SessionTile(
                key: making.pass.key(making.position), frame: tile.frame, clip: nil, isVisible: false, json: [],
                making: making, index: tile.index)
        }
        let tiles = place.tiles.compactMap { tile -> SessionTile? in
            guard let item = scene.item(at: tile.index) else { return nil }
            let key = TileKey(
                collection: collection.id, item: item.id, version: item.version, level: tile.level,
                column: tile.column, row: tile.row)
            return SessionTile(
                key: key, frame: tile.frame, clip: tile.clip, isVisible: tile.isVisible,
                json: PlanJSON.encode(
                    tile, of: item, collection: collection.id,
                    name: scene.name(at: tile.index),
                    hasThumbnail: scene.thumbnails.contains(tile.index),
                    colour: scene.colour(at: tile.index)),
                making: Self.making(tile, item, collection), index: tile.index)
        }
        let offset = place.contentOffset
        let again = Self.again(parameters, place, scene)
        place.tiles = []
        return SessionPlan(
            place: PlanJSON.encode(place, of: scene), offset: offset, tiles: tiles, ahead: later,
            coming: ahead.coming, bands: bands, revision: scene.status.revision, again: again)
    }

    /// Asks for where the plan has led: a zoom, a target or a movement that the report asked for has happened, and must
    /// not happen again because the collection has changed.
    private static func again(_ asked: PlanParameters, _ plan: Plan, _ scene: PlanJSON.Scene) -> PlanParameters {
        var again = asked
        (again.wish, again.request, again.chart) = (scene.place.wish, scene.place.request, scene.place.chart)
        (again.request.offset, again.request.zoomScale) = (plan.contentOffset, plan.zoomScale)
        (again.request.velocity, again.request.lead, again.request.focus) = (.zero, .zero, nil)
        (again.request.paging, again.request.deceleration) = (false, nil)
        (again.zoom, again.target, again.since, again.anchor) = (nil, nil, nil, nil)
        if let anchor = plan.anchor, let item = scene.item(at: anchor.index) {
            let corner = Point(x: anchor.frame.minX, y: anchor.frame.minY)
            again.anchor = .init(item: item.id, place: .position(corner, revision: scene.status.revision))
        }
        return again
    }

    private static func making(
        _ tile: PlannedTile, _ item: ItemSummary, _ collection: any Collection
    ) -> SessionTile.Making? {
        guard item.isTiled, item.error == nil, let size = item.size, let format = item.format else { return nil }
        return SessionTile.Making(
            pass: TilePass(
                collection, index: tile.index, item: item.id, version: item.version, size: size, format: format,
                level: tile.level),
            position: TilePosition(level: tile.level, column: tile.column, row: tile.row))
    }
}
