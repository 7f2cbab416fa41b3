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
    let plans: Plans
    /// How long the first plan with formulas waits for them, in milliseconds.
    private static let shortWait = 200

    func begin(_ request: PlanRequest) throws(Problem) -> PlanProgress {
        try collection.check(request.order)
        let timed: TimedPictures?
        if let pictures = request.chart?.pictures {
            timed = try plans.pictureCollections.pictures(pictures)
        } else {
            timed = nil
        }
        let choice = request.chart?.choice ?? SeriesChoice()
        if let series = collection.openedSeries(choice),
            let result = try plan(request, series, timed, canWait: false)
        {
            return .done(result)
        }
        return .begun { () throws(Problem) in
            let opened = try mapError(try collection.openSeries(choice), choice.problem) ?? series
            // Most formulas have their values in less time than the next plan takes.
            _ = opened.isComputed(within: Self.shortWait)
            guard let result = try plan(request, opened, timed, canWait: true) else {
                throw .unavailable("the pictures are being sorted; ask again", retryAfter: 1)
            }
            return result
        }
    }

    /// The plan with the pictures of `timed`; nil where they have to be sorted first, and it cannot wait.
    private func plan(
        _ request: PlanRequest, _ series: Series, _ timed: TimedPictures?, canWait: Bool
    ) throws(Problem) -> PlanResult? {
        // Read before the view, so that every later change has a later revision.
        let others = collection.choiceRevision
        let (view, reading) = (series.view, series.status)
        var parameters = request.chart ?? ChartParameters()
        parameters.values.zone = parameters.values.zone ?? series.zone
        let chart = try ChartPlan(request, parameters, view, isComplete: reading.isComplete)
        var pictures: ChartPictures?
        if let timed {
            guard view.xKind == .time || view.count == 0 else {
                throw .badParameter(
                    ChartPictures.collection.name, "needs a chart along time; this one has no times as x")
            }
            pictures = timed.pictures(of: chart, addresses)
            if pictures == nil {
                guard canWait else { return nil }
                pictures = try timed.waitForPictures(of: chart, addresses)
            }
            measure(pictures?.unmeasured ?? [], of: timed.entry.collection)
        }
        let status = CollectionStatus(
            count: chart.slideCount, isComplete: reading.isComplete, revision: max(1, view.revision + others))
        let geometry = SlideGeometry(chart.key, view)
        let slides = chart.plan.window.compactMap { geometry?.slide($0) }
        guard view.isSound else {
            throw .unavailable("what was kept of the table is damaged; it is read anew", retryAfter: 2)
        }
        var scene = PlanScene(
            asked: request, plan: chart.plan, collection: collection,
            prefix: PlanJSON.prefix(addresses, collection.id), status: status,
            resolved: ResolvedRequest(request, chart), layout: nil,
            limits: chart.limits, first: chart.plan.window.lowerBound, items: slides.map { ItemSummary($0) },
            thumbnails: [], colours: [], names: request.hasNames ? slides.map(\.name) : [],
            chart: ChartJSON.encode(
                chart, reading, collection.marks?.table, pictures,
                items: addresses.collection(collection.id) + "/items/"))
        scene.othersRevision = pictures?.revision
        return PlanResult(scene)
    }

    private var addresses: Addresses { plans.addresses }

    /// Has the headers of pictures read, which then appear in a next plan.
    private func measure(_ items: [String], of collection: any ItemCollection) {
        guard !items.isEmpty else { return }
        plans.pool.submit { collection.measure(items: items) }
    }
}
