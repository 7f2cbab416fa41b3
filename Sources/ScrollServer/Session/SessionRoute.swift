// GET /api/collections/{collection}/session

/// Makes a connection a live session.
struct SessionRoute: Sendable {
    let plans: PlanRoute
    let pipeline: TilePipeline
    let hub: SessionHub
    var limits = LiveSession.Limits()

    func answer(for entry: CatalogEntry) -> Answer {
        var upgrade = WebSocketUpgrade { [plans, pipeline, hub, limits] in
            SessionHandler(collection: entry.collection.id, hub: hub, pipeline: pipeline, limits: limits) {
                plans.plan($0, for: entry, finish: $1)
            }
        }
        // Reports are short, but for the first one of a page that comes back: it names what it holds.
        upgrade.messageLimit = 64 << 10
        return .upgrade(upgrade)
    }
}
