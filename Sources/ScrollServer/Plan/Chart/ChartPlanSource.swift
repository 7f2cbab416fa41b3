// Makes plans of charts.

import Catalog
import Charts
import HTTP
import Platform
import Tiling

/// Makes plans of the slides of a series.
///
/// A chart needs no measuring, so each plan is made at once.
struct ChartPlanSource {
    let collection: any ItemCollection
    let series: Series
    let addresses: Addresses
    /// How long the first plan with formulas waits for them, in milliseconds.
    private static let shortWait = 200

    func begin(_ request: PlanRequest) throws(Problem) -> PlanProgress {
        try collection.check(request.order)
        let choice = request.chart?.choice ?? SeriesChoice()
        if let series = collection.openedSeries(choice) { return .done(try plan(request, series)) }
        return .begun { () throws(Problem) in
            let opened = try mapError(try collection.openSeries(choice), choice.problem) ?? series
            // Most formulas have their values in less time than the next plan takes.
            _ = opened.isComputed(within: Self.shortWait)
            return try plan(request, opened)
        }
    }

    private func plan(_ request: PlanRequest, _ series: Series) throws(Problem) -> PlanResult {
        // Read before the view, so that every later change has a later revision.
        let others = collection.choiceRevision
        let (view, reading) = (series.view, series.status)
        var parameters = request.chart ?? ChartParameters()
        parameters.values.zone = parameters.values.zone ?? series.zone
        let chart = try ChartPlan(request, parameters, view, isComplete: reading.isComplete)
        let status = CollectionStatus(
            count: chart.slideCount, isComplete: reading.isComplete, revision: max(1, view.revision + others))
        let geometry = SlideGeometry(chart.key, view)
        let slides = chart.plan.window.compactMap { geometry?.slide($0) }
        guard view.isSound else {
            throw .unavailable("what was kept of the table is damaged; it is read anew", retryAfter: 2)
        }
        return PlanResult(
            PlanScene(
                asked: request, plan: chart.plan, collection: collection,
                prefix: PlanJSON.prefix(addresses, collection.id), status: status,
                resolved: ResolvedRequest(request, chart), layout: nil,
                limits: chart.limits, first: chart.plan.window.lowerBound, items: slides.map { ItemSummary($0) },
                thumbnails: [], colours: [], names: request.hasNames ? slides.map(\.name) : [],
                chart: ChartJSON.encode(
                    chart, reading, collection.marks?.table,
                    items: addresses.collection(collection.id) + "/items/")))
    }
}
