// GET /api/collections/{collection}/plan

/// Answers what is visible for a viewport, an offset and a zoom scale.
struct PlanRoute: Sendable {
    let plans: Plans
    private let memo = PlanMemo()

    init(plans: Plans) { self.plans = plans }

    /// At once where every item in the window is measured, else as soon as their headers have been read.
    func answer(_ request: Request, for entry: CatalogEntry) throws(Problem) -> Answer {
        let basis = PlanMemo.Basis(
            status: entry.collection.status, originsRevision: entry.collection.originsRevision,
            learnt: plans.pipeline.learntCount)
        if let json = memo.plan(for: request.target, basis) { return .now(Self.response(json)) }
        switch try plans.begin(try PlanParameters(request.query, for: entry.collection), for: entry) {
        case .done(let result):
            let json = result.json
            if result.isLasting { memo.keep(json, for: request.target, basis) }
            return .now(Self.response(json))
        case .begun(let rest):
            return .later(.work(on: plans.pool) { () throws(Problem) in Self.response(try rest().json) })
        }
    }

    private static func response(_ json: [UInt8]) -> Response {
        var response = Response(contentType: "application/json", json)
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}
