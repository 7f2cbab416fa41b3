// Makes plans of pictures.

import Catalog
import HTTP
import Platform
import Tiling

/// Makes plans of one collection's pictures, in any of its orders.
struct PicturePlanSource {
    let entry: CatalogEntry
    let plans: Plans

    /// Makes the plan at once where the order and the layout are ready and every item in the window is measured.
    func begin(_ request: PlanRequest) throws(Problem) -> PlanProgress {
        try entry.collection.check(request.order)
        var first: PlanResult?
        // Building the layout of a large collection takes too long for an event loop.
        if let view = entry.views[request.order],
            view.layouts.isNear(request.layoutRequests, count: view.items.status.count),
            let result = try consistent(request, view, .ifFree)
        {
            if result.scene.unmeasured.isEmpty { return .done(result) }
            first = result
        }
        return .begun { [first] () throws(Problem) in try finishPlan(from: first, request) }
    }

    /// The rest of the work, on a worker thread: makes the order and the layout, measures items, and makes the plan.
    private func finishPlan(from first: PlanResult?, _ request: PlanRequest) throws(Problem) -> PlanResult {
        let view = try entry.makeView(request.order)
        let result: PlanResult
        if let first {
            result = first
        } else {
            for layoutRequest in request.layoutRequests { view.layouts.withLayout(layoutRequest, .waiting) { _ in } }
            result = try waited(request, view)
            if result.scene.unmeasured.isEmpty { return result }
        }
        measure(result.scene.unmeasured)
        return try waited(result.anchoredRequest, view)
    }

    /// A plan of one revision: made again when the collection changed meanwhile, but only a few times.
    ///
    /// - Returns: nil where the layout is in use and is not waited for.
    private func consistent(
        _ request: PlanRequest, _ view: CatalogView, _ access: LayoutIndex.Access
    ) throws(Problem) -> PlanResult? {
        var result: PlanResult
        var attempts = 0
        repeat {
            guard let made = try PictureDraft.result(request, entry.collection, view, plans, access) else { return nil }
            result = made
            // A paged collection fetches its next page when the viewport nears its end.
            view.items.willDisplay(result.scene.plan.window)
            attempts += 1
            if view.items.status.revision == result.status.revision { break }
        } while attempts < 4
        return result
    }

    private func waited(_ request: PlanRequest, _ view: CatalogView) throws(Problem) -> PlanResult {
        guard let result = try consistent(request, view, .waiting) else {
            // After waiting, the layout is missing only if it does not show pictures.
            throw .badParameter("layout", "'\(request.layoutRequest.kind.rawValue)' does not show pictures")
        }
        return result
    }

    /// Reads headers, the most needed first, until the timeout; the rest are read after the answer.
    private func measure(_ ids: [String]) {
        let clock = ContinuousClock()
        let end = clock.now + plans.headerTimeout
        var rest = ids[...]
        while !rest.isEmpty, clock.now < end {
            entry.collection.measure(items: Array(rest.prefix(8)))
            rest = rest.dropFirst(8)
        }
        if !rest.isEmpty { plans.pool.submit { [rest] in entry.collection.measure(items: Array(rest)) } }
    }
}
