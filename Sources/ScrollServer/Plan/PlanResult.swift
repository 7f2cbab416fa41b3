// The result of a request for a plan.

import Catalog
import Tiling

/// A plan that has been made.
///
/// All indices count in one view, and names, colours and tiles come from it. A class, since it has some 2 KB and
/// passes through half a dozen functions: copying it took a tenth of a plan's time.
final class PlanResult: Sendable {
    let scene: PlanScene

    init(_ scene: consuming PlanScene) { self.scene = scene }

    /// The collection's status when the plan was made.
    var status: CollectionStatus { scene.status }

    /// Whether the plan stays valid while the collection, the known colours and the pace stay the same, and where it
    /// mentions thumbnails, the tiles in memory.
    ///
    /// False for a plan with a footer, which changes when the next page comes, for a mosaic, whose cells change when more
    /// is known of their items, as the pixels of a plane do, and for a chart with pictures of another collection.
    var isLasting: Bool {
        scene.plan.footer == nil && scene.plan.mosaic == nil && scene.plane?.raster == nil
            && scene.othersRevision == nil
    }

    /// The plan as JSON.
    var json: [UInt8] {
        let kind = scene.resolved.layoutRequest.kind
        return PlanJSON.encode(scene, rows: kind == .grid || kind == .justified ? scene.seen?.ends ?? [] : nil)
    }

    /// The request that plans the same place again after the collection has changed.
    ///
    /// It leaves out the zoom, target or movement, which have been carried out.
    var replanRequest: PlanRequest {
        let (request, plan) = (scene.asked, scene.plan)
        var replan = request
        (replan.layoutRequest, replan.request, replan.chart) = (
            scene.resolved.layoutRequest, scene.resolved.request, scene.resolved.chart
        )
        replan.layoutRequest.pinnedRows = []
        if request.zoom == nil { replan.layoutRequest.lead = request.layoutRequest.lead }
        replan.seen = scene.seen
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

    /// The request for planning again once more items are measured.
    ///
    /// The item at the viewport's top keeps its place. A request with a zoom, a target or a comparison needs no such
    /// anchor: each of them fixes the place again.
    var anchoredRequest: PlanRequest {
        var request = scene.asked
        if request.zoom == nil, request.target == nil, request.comparison == nil {
            request.anchor = request.anchor ?? scene.top
        }
        return request
    }
}
