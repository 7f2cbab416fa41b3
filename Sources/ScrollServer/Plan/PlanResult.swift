// The result of a request for a plan.

import Catalog
import Tiling

/// A plan and the view it was made from, for its JSON.
///
/// All indices count in that view, and names, colours and tiles come from it. A class, since it has some 2 KB and
/// passes through half a dozen functions: copying it took a tenth of a plan's time.
final class PlanResult: Sendable {
    /// The request that was answered.
    let request: PlanRequest
    let plan: Plan
    let scene: PlanJSON.Scene
    /// What to fetch next; empty where no live session asks.
    let ahead: PlanAhead
    /// The bands beneath and ahead of the tiles; nil where no live session paints them.
    let bands: PlanBands?
    /// The rows that the client sees when it paints the plan; nil where there are none.
    let seen: SeenRows?

    init(
        request: PlanRequest, plan: Plan, scene: PlanJSON.Scene, ahead: PlanAhead = PlanAhead(),
        bands: PlanBands? = nil, seen: SeenRows? = nil
    ) {
        (self.request, self.plan, self.scene, self.ahead, self.bands, self.seen) = (
            request, plan, scene, ahead, bands, seen
        )
    }

    /// The collection's status when the plan was made.
    var status: CollectionStatus { scene.status }

    /// Whether the plan stays valid while the collection, the known colours and the pace stay the same, and where it
    /// mentions thumbnails, the tiles in memory.
    ///
    /// False for a plan with a footer, which changes when the next page comes, and for a mosaic, whose cells change
    /// when more is known of their items.
    var isLasting: Bool { plan.footer == nil && plan.mosaic == nil }

    /// The plan as JSON.
    var json: [UInt8] { PlanJSON.encode(plan, of: scene, rows: rows) }

    private var rows: [String]? {
        let kind = scene.resolved.layoutRequest.kind
        return kind == .grid || kind == .justified ? seen?.ends ?? [] : nil
    }

    /// The request that plans the same place again after the collection has changed.
    ///
    /// It leaves out the zoom, target or movement, which have been carried out.
    var replanRequest: PlanRequest {
        var replan = request
        (replan.layoutRequest, replan.request, replan.chart) = (
            scene.resolved.layoutRequest, scene.resolved.request, scene.resolved.chart
        )
        replan.layoutRequest.pinnedRows = []
        if request.zoom == nil { replan.layoutRequest.lead = request.layoutRequest.lead }
        replan.seen = seen
        (replan.request.offset, replan.request.zoomScale) = (plan.contentOffset, plan.zoomScale)
        (replan.request.velocity, replan.request.lookahead, replan.request.focus) = (.zero, .zero, nil)
        (replan.request.paging, replan.request.deceleration, replan.request.time) = (false, nil, nil)
        (replan.zoom, replan.target, replan.since, replan.anchor) = (nil, nil, nil, nil)
        replan.pageTurn = nil
        if request.comparison == nil, let anchor = plan.anchor, let item = scene.item(at: anchor.index) {
            let corner = Point(x: anchor.frame.minX, y: anchor.frame.minY)
            replan.anchor = .init(
                item: item.id, position: .corner(corner, .unlessRevision(status.revision), rounding: anchor.rounding))
        }
        return replan
    }
}
