// GET /api/collections/{collection}/picture

import Catalog
import Charts
import HTTP
import Platform

/// Answers the view of a chart's plan as one picture.
struct PictureRoute: Sendable {
    static let parameters = PlanRequest.parameters + [format]
    static let format = WordParameter("format", ["svg", "png"], default: "svg", "`svg`, with words, or `png`, without")

    let pool: WorkerPool

    /// Takes a plan's parameters, and `format`: `svg`, with text, or `png`, without.
    ///
    /// - Throws: a 400 that names a bad parameter, a 404 for a collection that is no chart.
    func answer(_ request: Request, for entry: CatalogEntry) throws(Problem) -> Answer {
        let all = request.query.parameters
        let name = Self.format.name
        let isSVG = try Parameters(request.query).read(Self.format) != "png"
        let collection = entry.collection
        _ = try RangeParameters.series(entry)
        let plan = try PlanRequest(Query(all.filter { $0.name != name }), for: collection)
        let parameters = plan.chart ?? ChartParameters()
        return .work(on: pool) { [plan, parameters] () throws(Problem) in
            var parameters = parameters
            let series = try RangeParameters.open(parameters.choice, collection)
            parameters.values.zone = parameters.values.zone ?? series.zone
            // The picture is that of the lines alone.
            parameters.pictures = nil
            let chart = try ChartPlan(plan, parameters, series.view, isComplete: series.status.isComplete)
            guard let picture = ChartPicture(chart, collection.marks?.table) else {
                throw .badParameter("height", "is too large for one picture; ask for a smaller one")
            }
            let response =
                isSVG
                ? Response(contentType: "image/svg+xml", Array(picture.svg.utf8))
                : Response(contentType: "image/png", picture.png)
            guard chart.data.view.isSound else { throw RangeParameters.damaged }
            return response
        }
    }
}
