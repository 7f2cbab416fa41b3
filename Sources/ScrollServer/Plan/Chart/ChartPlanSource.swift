// Plans of charts.

import Tiling

/// Plans the slides of a series. Nothing in a chart has to be measured, so every plan is there at once.
struct ChartPlanSource: PlanSource {
    let collection: any ItemCollection
    let series: Series

    func begin(_ request: PlanParameters) throws(Problem) -> PlanProgress {
        try collection.check(request.order)
        let (view, reading) = (series.view, series.status)
        let chart = try ChartPlan(request, request.chart ?? ChartParameters(), view)
        let status = CollectionStatus(
            count: chart.slideCount, isComplete: reading.isComplete, revision: max(1, view.revision))
        let geometry = SlideGeometry(chart.key, view)
        let slides = chart.plan.window.compactMap { geometry?.slide($0) }
        return .done(
            PlanResult(
                request: request, plan: chart.plan,
                scene: PlanJSON.Scene(
                    collection: collection, status: status, place: PlanPlace(request, chart), layout: nil,
                    limits: chart.limits, first: chart.plan.window.lowerBound, items: slides.map { ItemSummary($0) },
                    thumbnails: [], colours: [], names: request.hasNames ? slides.map(\.name) : [],
                    chart: ChartJSON.encode(chart, reading))))
    }
}
