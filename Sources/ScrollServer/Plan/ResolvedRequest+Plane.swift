// Zooming a plane.

import Catalog
import Tiling

extension ResolvedRequest {
    /// Zooms a plane about the focus; a picture that would be larger than the viewport is opened instead.
    ///
    /// Zooming in ends where nothing would be left in view.
    mutating func zoomPlane(
        _ plane: PlaneLayout, _ zoom: PlanRequest.Zoom, _ focus: Point, _ planner: Planner, _ items: any CollectionView
    ) {
        guard case .scale(let scale) = zoom else {
            if let bin = bin(of: plane, at: focus) { enter(bin.first, zoom, factor: 1, focus, planner, items) }
            return
        }
        if plane.bars != nil { return zoomBars(plane, zoom, to: scale, focus, planner, items) }
        let (factor, viewport) = (scale / request.zoomScale, layoutRequest.viewport)
        // A point around the focus, which may lie between two bins.
        let point = Rect(x: request.offset.x + focus.x - 0.5, y: request.offset.y + focus.y - 0.5, width: 1, height: 1)
        // Several at one place part first.
        if factor > 1, let bin = bin(of: plane, at: focus, zoomScale: scale), bin.isPoint, bin.count == 1,
            bin.frame.scaled(by: request.zoomScale).intersects(point),
            case let cell = bin.frame.scaled(by: scale), cell.width > viewport.width || cell.height > viewport.height
        {
            return enter(bin.first, zoom, factor: factor, focus, planner, items)
        }
        let zoomed = PictureZoom.zooming(
            from: request.zoomScale, to: scale, offset: request.offset, focus: focus, limits: Self.limits(of: plane))
        let shown = Rect(x: zoomed.offset.x, y: zoomed.offset.y, width: viewport.width, height: viewport.height)
        let seen = plane.bins(in: shown.scaled(by: 1 / zoomed.zoomScale), zoomScale: zoomed.zoomScale, most: 1)
        guard factor < 1 || !seen.isEmpty else {
            self.zoom = ZoomRemainder(remainder: factor)
            return
        }
        (request.zoomScale, request.offset) = (zoomed.zoomScale, zoomed.offset)
        self.zoom = ZoomRemainder(remainder: zoomed.remainder)
    }

    /// The zoom scales of a plane: from all of it in the viewport, and of a map from the whole world.
    static func limits(of plane: PlaneLayout) -> ZoomLimits {
        ZoomLimits(
            minimum: max(plane.map?.leastZoomScale ?? 1, PlanRequest.zoomScales.lowerBound),
            maximum: PlanRequest.zoomScales.upperBound)
    }

    /// The bin at a point of the viewport, or the one nearest to it, as it is at a zoom scale; nil for that of the request.
    func bin(of plane: PlaneLayout, at focus: Point, zoomScale: Double? = nil) -> PlaneLayout.Bin? {
        let point = Point(
            x: (request.offset.x + focus.x) / request.zoomScale, y: (request.offset.y + focus.y) / request.zoomScale)
        return plane.bin(nearest: point, zoomScale: zoomScale ?? request.zoomScale)
    }
}
