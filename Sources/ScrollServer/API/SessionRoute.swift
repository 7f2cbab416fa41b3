// GET /api/collections/{collection}/session

/// Makes a connection a live session.
struct SessionRoute: Sendable {
    let plans: PlanRoute
    let pipeline: TilePipeline
    let hub: SessionHub
    let scout: ColourScout
    var limits = LiveSession.Limits()

    init(plans: PlanRoute, pipeline: TilePipeline, hub: SessionHub) {
        self.plans = plans
        self.pipeline = pipeline
        self.hub = hub
        scout = ColourScout(pool: plans.pool, colours: pipeline.colours)
    }

    func answer(for entry: CatalogEntry) -> Answer {
        var upgrade = WebSocketUpgrade { [plans, pipeline, hub, scout, limits] in
            SessionHandler(collection: entry.collection.id, hub: hub, pipeline: pipeline, limits: limits) {
                query, finish in
                plans.plan(query, for: entry) { result in
                    if case .success(let plan) = result {
                        scout.look(
                            at: plan.coming, of: entry.collection, isFleeting: plan.bands?.isFleeting == true)
                    }
                    finish(result)
                }
            }
        }
        // Reports are short, but for the first one of a page that comes back: it names what it holds.
        upgrade.messageLimit = 64 << 10
        return .upgrade(upgrade)
    }
}
