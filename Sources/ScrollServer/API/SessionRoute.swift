// GET /api/collections/{collection}/session

import Catalog
import HTTP
import Tiles

/// Turns a connection into a live session by upgrading it to a WebSocket.
struct SessionRoute: Sendable {
    let catalog: Catalog
    let plans: Plans
    let hub: SessionHub
    let prefetcher: ColourPrefetcher
    var limits = LiveSession.Limits()

    init(catalog: Catalog, plans: Plans, hub: SessionHub) {
        self.catalog = catalog
        self.plans = plans
        self.hub = hub
        prefetcher = ColourPrefetcher(pool: plans.pool, atlas: plans.pipeline.atlas)
    }

    func answer(for entry: CatalogEntry) -> Answer {
        let id = entry.collection.id
        let planner = SessionPlans(
            plans: plans, prefetcher: prefetcher, entry: entry,
            isThere: { [catalog] in entry.collection.list == nil || catalog.entry(id) != nil })
        var upgrade = WebSocketUpgrade { [plans, hub, limits] in
            SessionHandler(
                collection: entry.collection.id, hub: hub, pipeline: plans.pipeline, tiler: plans.tiler, limits: limits
            ) { query, finish in planner.plan(query, finish: finish) }
        }
        // In bytes. Reports are short, except the first one of a page that reconnects: it lists the tiles it holds.
        upgrade.messageLimit = 64 << 10
        return .upgrade(upgrade)
    }
}
