// What a plan says about the bars of a plane.

import Platform
import Tiling

/// The bars in and near the viewport, and how each is shown alone.
struct PlanBars: Sendable {
    struct Bar: Sendable {
        /// In points from the viewport's corner.
        var place: BarsLayout.Bar
        /// The zoom scale at which the bar fills the viewport, and the point that then stays; nil where it does so already.
        var zoom: (scale: Double, focus: Point)?
    }

    let bars: [Bar]

    /// The part of the viewport's width that a bar fills when it is shown alone.
    private static let filledShare = 0.9

    /// nil unless one field alone places the items.
    init?(_ plan: Plan, of draft: PictureDraft) {
        let (request, viewport) = (draft.request, draft.resolved.layoutRequest.viewport)
        guard let bars = draft.planner.bars(for: request, at: plan.contentOffset) else { return nil }
        let middle = Point(
            x: request.inset.left + viewport.width / 2, y: request.inset.top + viewport.height / 2)
        self.bars = bars.map { place in
            let wanted = plan.zoomScale * Self.filledShare * viewport.width / max(place.frame.width, 1e-9)
            let factor = ResolvedRequest.barLimits.clamp(wanted) / plan.zoomScale
            guard factor > 1.01 else { return Bar(place: place, zoom: nil) }
            // The middle of the bar comes to the middle of the viewport.
            let focus = Point(x: (place.frame.midX * factor - middle.x) / (factor - 1), y: middle.y)
            return Bar(place: place, zoom: (factor * plan.zoomScale, focus))
        }
    }
}

extension JSONWriter {
    /// The member `bars`.
    mutating func write(_ bars: PlanBars) {
        objects("bars", of: bars.bars) { json, bar in
            json.member("at", bar.place.frame.midX)
            json.member("top", bar.place.frame.minY)
            json.member("width", bar.place.frame.width)
            json.member("count", bar.place.count)
            json.member("label", bar.place.label)
            guard let zoom = bar.zoom else { return }
            json.object("zoom") { json in
                json.member("scale", zoom.scale)
                json.member("x", zoom.focus.x)
                json.member("y", zoom.focus.y)
            }
        }
    }
}
