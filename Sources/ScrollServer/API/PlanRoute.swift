// GET /api/collections/{collection}/plan

import Synchronization
import Tiling

/// Answers what is visible for a viewport, an offset and a zoom scale.
struct PlanRoute: Sendable {
    /// How long a plan waits for the headers of what it shows. What is not measured by then is planned by its estimate
    /// and measured for the next plan.
    static let patience = Duration.milliseconds(80)

    let pool: WorkerPool

    /// At once where every item in the window is measured, else as soon as their headers have been read.
    func answer(_ request: Request, for entry: CatalogEntry) throws(Problem) -> Answer {
        let parameters = try PlanParameters(request.query)
        let first = Attempt(parameters, entry)
        guard !first.unmeasured.isEmpty else { return .now(Self.response(first.json)) }
        return .later(
            .work(on: pool) {
                Self.measure(first, entry)
                // Whatever was learnt above the viewport, what is seen there stays: the item at its top is held.
                var held = parameters
                held.anchor = parameters.anchor ?? first.top
                return Self.response(Attempt(held, entry).json)
            })
    }

    /// Reads headers in the order of need until patience ends; then goes on with the rest behind the answer.
    private static func measure(_ attempt: Attempt, _ entry: CatalogEntry) {
        let clock = ContinuousClock()
        let end = clock.now + patience
        var rest = attempt.unmeasured[...]
        while !rest.isEmpty, clock.now < end {
            entry.collection.measure(Array(rest.prefix(8)))
            rest = rest.dropFirst(8)
        }
    }

    private static func response(_ json: [UInt8]) -> Response {
        var response = Response(contentType: "application/json", json)
        response.headers["Cache-Control"] = "no-store"
        return response
    }

    /// One computation of a plan.
    private struct Attempt {
        var json: [UInt8] = []
        /// Items in the window whose size is not known, most needed first.
        var unmeasured: [Int] = []
        /// The item at the viewport's top, as an anchor.
        var top: PlanParameters.Anchor?

        init(_ parameters: PlanParameters, _ entry: CatalogEntry) {
            let collection = entry.collection
            let status = collection.status
            entry.layouts.withLayout(parameters.wish) { layout in
                let planner = Planner(layout: layout)
                var request = parameters.request
                if let anchor = parameters.anchor, anchor.revision != status.revision {
                    request.offset = Self.offset(holding: anchor, in: planner, request, collection)
                }
                var items: [ItemSummary] = []
                var first = 0
                let plan = planner.plan(for: request) { window in
                    items = collection.summaries(in: window)
                    first = window.lowerBound
                    return items.map { Planner.Picture(size: $0.size, isTiled: $0.isTiled) }
                }
                for tile in plan.tiles where tile.index - first < items.count {
                    let item = items[tile.index - first]
                    if item.size == nil, item.error == nil { unmeasured.append(tile.index) }
                }
                if !unmeasured.isEmpty, let index = plan.visible?.lowerBound, index - first < items.count {
                    let frame = layout.frame(of: index).scaled(by: plan.zoomScale).relative(to: plan.contentOffset)
                    // No revision is −1: this anchor holds whatever happens meanwhile.
                    top = PlanParameters.Anchor(
                        item: items[index - first].id, position: Point(x: frame.minX, y: frame.minY), revision: -1)
                }
                json = PlanJSON.encode(
                    plan, collection: collection, status: status, kind: parameters.wish.kind, first: first,
                    items: items)
            }
        }

        /// The offset at which the anchor's item lies where it lay on the asker's screen.
        private static func offset(
            holding anchor: PlanParameters.Anchor, in planner: Planner, _ request: Planner.Request,
            _ collection: any Collection
        ) -> Point {
            guard let index = collection.index(ofItem: anchor.item), index < planner.layout.count else {
                return request.offset
            }
            let frame = planner.layout.frame(of: index).scaled(by: request.zoomScale)
            return Point(x: frame.minX - anchor.position.x, y: frame.minY - anchor.position.y)
        }
    }
}
