// What a request for a plan leads to.

import Tiling

/// A plan with all that is said beside it, of one moment. Every index in it counts in the view that it was made for, which
/// it carries: names, colours and tiles come from nowhere else.
struct PlanResult: Sendable {
    /// The request that was answered.
    var request: PlanParameters
    var plan: Plan
    var scene: PlanJSON.Scene
    /// What comes after the plan, for live sessions.
    var ahead = PlanAhead()
    /// What lies beneath its tiles and ahead of them, for live sessions that paint it.
    var bands: PlanBands?

    /// The collection as the plan shows it.
    var status: CollectionStatus { scene.status }

    /// Whether the same request is answered with the same plan as long as the collection, the colours that are known and
    /// the pace stay as they are: what is said of thumbnails holds until the tiles are made, and what a footer says until
    /// the next page comes.
    var isLasting: Bool { scene.thumbnails.isEmpty && plan.footer == nil }

    /// The plan as JSON.
    var json: [UInt8] { PlanJSON.encode(plan, of: scene) }

    /// Asks for where the plan has led: a zoom, a target or a movement that was asked for has happened, and must not happen
    /// again because the collection has changed.
    var again: PlanParameters {
        var again = request
        (again.wish, again.request, again.chart) = (scene.place.wish, scene.place.request, scene.place.chart)
        (again.request.offset, again.request.zoomScale) = (plan.contentOffset, plan.zoomScale)
        (again.request.velocity, again.request.lead, again.request.focus) = (.zero, .zero, nil)
        (again.request.paging, again.request.deceleration) = (false, nil)
        (again.zoom, again.target, again.since, again.anchor) = (nil, nil, nil, nil)
        if let anchor = plan.anchor, let item = scene.item(at: anchor.index) {
            let corner = Point(x: anchor.frame.minX, y: anchor.frame.minY)
            again.anchor = .init(item: item.id, place: .position(corner, revision: status.revision))
        }
        return again
    }
}
