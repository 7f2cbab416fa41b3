// GET /api/collections/{collection}/plan

import Catalog
import HTTP
import Tiles

/// Answers plans: what is visible for a viewport, an offset and a zoom scale.
struct PlanRoute: Sendable {
    let plans: Plans
    private let cache = PlanCache()

    init(plans: Plans) { self.plans = plans }

    /// Answers at once where every item in the window is measured; else a pool thread reads the missing headers first.
    ///
    /// - Throws: a 400 that names a bad parameter.
    func answer(_ request: Request, for entry: CatalogEntry) throws(Problem) -> Answer {
        let dependencies = PlanCache.Dependencies(
            status: entry.collection.status, originsRevision: entry.collection.originsRevision,
            selectionRevision: entry.collection.selectionRevision,
            learnt: plans.pipeline.learntCount, tileChanges: plans.pipeline.memory.changeCount)
        if let json = cache.plan(for: request.target, dependencies) { return .now(.json(written: json)) }
        switch try plans.begin(try PlanRequest(request.query, for: entry.collection), for: entry) {
        case .done(let result):
            plans.prioritize(result)
            let json = result.json
            if result.isLasting {
                cache.keep(json, for: request.target, dependencies, hasThumbnails: !result.scene.thumbnails.isEmpty)
            }
            return .now(.json(written: json))
        case .begun(let rest):
            return .work(on: plans.pool) { () throws(Problem) in
                let result = try rest()
                plans.prioritize(result)
                return .json(written: result.json)
            }
        }
    }
}
