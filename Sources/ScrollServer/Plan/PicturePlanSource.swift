// Plans of pictures.

import Tiling

/// Plans one collection's pictures, in any of its orders.
struct PicturePlanSource: PlanSource {
    let entry: CatalogEntry
    let plans: Plans

    /// At once where the order and the layout are ready and every item in the window is measured.
    func begin(_ request: PlanParameters) throws(Problem) -> PlanProgress {
        var first: PictureResult?
        if let view = entry.views[request.order] {
            // Following a collection for the first time takes too long for an event loop when there is much of it.
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

    /// On a worker thread: makes what there is to make, measures what there is to measure, and plans.
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

    /// A plan that is of one moment: made again when the collection changed while it was made. A collection that changes
    /// all the time is planned as well as can be.
    private func consistent(_ request: PlanParameters, _ view: CatalogView) throws(Problem) -> PictureResult {
        var result: PictureResult
        var attempts = 0
        repeat {
            result = try PictureResult(request, entry.collection, view, plans.pipeline)
            let (plan, status) = (result.result.plan, result.result.status)
            // A source that is read page by page is told what is seen of it.
            if !status.isComplete { view.items.willDisplay(plan.window) }
            attempts += 1
            if view.items.status.revision == status.revision { break }
        } while attempts < 4
        return result
    }

    /// Reads headers in the order of need until patience ends; the rest is read behind the answer.
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
