// Makes the plans that answer the reports of live sessions.

import Catalog
import HTTP
import Platform

/// Makes plans of one collection for its live sessions.
struct SessionPlans: Sendable {
    let plans: Plans
    let prefetcher: ColourPrefetcher
    let entry: CatalogEntry
    /// Whether the collection has not been removed.
    let isThere: @Sendable () -> Bool

    /// Makes the plan for a session's query.
    ///
    /// Calls `finish` before it returns where no file has to be read, else on a thread of the pool.
    func plan(_ query: LiveSession.Query, finish: @escaping @Sendable (Result<SessionPlan, Problem>) -> Void) {
        do throws(Problem) {
            guard isThere() else { throw .notFound("'\(entry.collection.name)' has been deleted") }
            switch try plans.begin(try PlanRequest(query, for: entry.collection), for: entry) {
            case .done(let result): finish(.success(parts(of: result)))
            case .begun(let rest):
                let work = plans.pool.submit {
                    finish(Result { () throws(Problem) in parts(of: try rest()) })
                }
                if work == nil { throw .unavailable("the server is stopping; try again when it is back") }
            }
        } catch {
            finish(.failure(error))
        }
    }

    private func parts(of result: PlanResult) -> SessionPlan {
        let plan = SessionPlan(result)
        plans.prioritize(result)
        let scene = result.scene
        prefetcher.prioritize(
            scene.ahead.coming, of: entry.collection, isFleeting: scene.bands?.isFleeting == true)
        return plan
    }
}
