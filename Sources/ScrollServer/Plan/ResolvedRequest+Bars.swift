// Zooming bars of pictures.

import Catalog
import Tiling

extension ResolvedRequest {
    /// The part of the viewport's shorter side from which on a picture is opened by zooming in.
    private static let fullShare = 0.8

    /// The zoom scales of bars: from all of them in the viewport.
    static let barLimits = ZoomLimits(minimum: 1, maximum: PlanRequest.zoomScales.upperBound)

    /// Widens bars about the focus; a picture that fills the viewport is opened instead.
    ///
    /// What is at the focus stays there from left to right, and the bars' feet at the lower edge.
    mutating func zoomBars(
        _ plane: PlaneLayout, _ zoom: PlanRequest.Zoom, to scale: Double, _ focus: Point, _ planner: Planner,
        _ items: any CollectionView
    ) {
        let (factor, viewport) = (scale / request.zoomScale, layoutRequest.viewport)
        request.offset.y = -request.inset.top
        if factor > 1, let bin = bin(of: plane, at: focus), bin.count == 1,
            case let cell = bin.frame.scaled(by: request.zoomScale).relative(to: request.offset),
            cell.expanded(by: 0.5).intersects(Rect(x: focus.x, y: focus.y, width: 0.001, height: 0.001)),
            cell.width >= Self.fullShare * min(viewport.width, viewport.height)
                || request.zoomScale >= Self.barLimits.maximum
        {
            return enter(bin.first, zoom, factor: factor, focus, planner, items)
        }
        let zoomed = PictureZoom.zooming(
            from: request.zoomScale, to: scale, offset: request.offset, focus: focus, limits: Self.barLimits)
        var next = request
        (next.zoomScale, next.offset.x) = (zoomed.zoomScale, zoomed.offset.x)
        let offset = planner.offset(for: next)
        let shown = Rect(x: offset.x, y: 0, width: viewport.width, height: viewport.height)
        let seen = plane.bins(in: shown.scaled(by: 1 / zoomed.zoomScale), zoomScale: zoomed.zoomScale, most: 1)
        guard factor < 1 || !seen.isEmpty else {
            self.zoom = ZoomRemainder(remainder: factor)
            return
        }
        // During a pinch the offset may lie past an end from left to right.
        (request.zoomScale, request.offset.x) = (zoomed.zoomScale, zoomed.offset.x)
        self.zoom = ZoomRemainder(remainder: zoomed.remainder)
    }
}
