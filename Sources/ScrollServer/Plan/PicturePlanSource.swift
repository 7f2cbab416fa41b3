// Makes plans of pictures.

import Tiling

/// Makes plans of one collection's pictures, in any of its orders.
struct PicturePlanSource: PlanSource {
    let entry: CatalogEntry
    let plans: Plans

    /// Makes the plan at once where the order and the layout are ready and every item in the window is measured.
    func begin(_ request: PlanParameters) throws(Problem) -> PlanProgress {
        var first: PictureResult?
        if let view = entry.views[request.order] {
            // Building the layout of a large collection takes too long for an event loop.
            if view.layouts.isNear(request.wishes, count: view.items.status.count) {
                let result = try consistent(request, view)
                if result.unmeasured.isEmpty { return .done(result.result) }
                first = result
            }
        } else {
            try entry.check(request.order)
        }
        return .begun { [first] () throws(Problem) in try goOn(from: first, request) }
    }

    /// The rest of the work, on a worker thread: makes the order and the layout, measures items, and makes the plan.
    private func goOn(from first: PictureResult?, _ request: PlanParameters) throws(Problem) -> PlanResult {
        let view = try entry.makeView(request.order)
        let result: PictureResult
        if let first {
            result = first
        } else {
            for wish in request.wishes { view.layouts.withLayout(wish) { _ in } }
            result = try consistent(request, view)
            if result.unmeasured.isEmpty { return result.result }
        }
        measure(result.unmeasured)
        return try consistent(result.held, view).result
    }

    /// Makes the plan again when the collection has changed meanwhile, up to four times, so that the plan shows one
    /// state of the collection. The fourth plan is taken as it is.
    private func consistent(_ request: PlanParameters, _ view: CatalogView) throws(Problem) -> PictureResult {
        var result: PictureResult
        var attempts = 0
        repeat {
            result = try PictureResult(request, entry.collection, view, plans.pipeline)
            let (plan, status) = (result.result.plan, result.result.status)
            // A paged collection fetches its next page when the reader comes near its end.
            if !status.isComplete { view.items.willDisplay(plan.window) }
            attempts += 1
            if view.items.status.revision == status.revision { break }
        } while attempts < 4
        return result
    }

    /// Reads the items' headers, the most needed first, for as long as `patience`. The rest are read on another pool
    /// thread while the plan is answered.
    private func measure(_ ids: [String]) {
        let clock = ContinuousClock()
        let end = clock.now + plans.patience
        var rest = ids[...]
        while !rest.isEmpty, clock.now < end {
            entry.collection.measure(items: Array(rest.prefix(8)))
            rest = rest.dropFirst(8)
        }
        if !rest.isEmpty { plans.pool.submit { [rest] in entry.collection.measure(items: Array(rest)) } }
    }
}
