// Zooming a plane.

import Catalog
import Tiling

extension ResolvedRequest {
    /// Zooms a plane about the focus; a picture that would be larger than the viewport is opened instead.
    ///
    /// Zooming in ends where nothing would be left in view, but for a map, which is seen itself.
    mutating func zoomPlane(
        _ plane: PlaneLayout, _ zoom: PlanRequest.Zoom, _ focus: Point, _ planner: Planner, _ items: any CollectionView
    ) {
        guard case .scale(let scale) = zoom else {
            // Nothing is opened from an empty place.
            guard let bin = bin(of: plane, at: focus), isNear(bin, focus) else {
                self.zoom = ZoomRemainder()
                return
            }
            return enter(bin.first, zoom, factor: 1, focus, planner, items)
        }
        if plane.bars != nil { return zoomBars(plane, zoom, to: scale, focus, planner, items) }
        let (factor, viewport) = (scale / request.zoomScale, layoutRequest.viewport)
        // Several at one place part first, and a dot becomes a picture.
        if factor > 1, let bin = bin(of: plane, at: focus, zoomScale: scale), bin.isPoint, bin.count == 1,
            isNear(bin, focus), !showsPixels(of: plane),
            case let cell = bin.frame.scaled(by: scale), cell.width > viewport.width || cell.height > viewport.height
        {
            return enter(bin.first, zoom, factor: factor, focus, planner, items)
        }
        let zoomed = PictureZoom.zooming(
            from: request.zoomScale, to: scale, offset: request.offset, focus: focus, limits: Self.limits(of: plane))
        let shown = Rect(x: zoomed.offset.x, y: zoomed.offset.y, width: viewport.width, height: viewport.height)
        let seen = plane.bins(in: shown.scaled(by: 1 / zoomed.zoomScale), zoomScale: zoomed.zoomScale, most: 1)
        guard factor < 1 || plane.map != nil || !seen.isEmpty else {
            self.zoom = ZoomRemainder(remainder: factor)
            return
        }
        (request.zoomScale, request.offset) = (zoomed.zoomScale, zoomed.offset)
        self.zoom = ZoomRemainder(remainder: zoomed.remainder)
    }

    /// Whether a bin is at the focus, which may lie between two bins.
    private func isNear(_ bin: PlaneLayout.Bin, _ focus: Point) -> Bool {
        bin.frame.scaled(by: request.zoomScale).intersects(
            Rect(x: request.offset.x + focus.x - 0.5, y: request.offset.y + focus.y - 0.5, width: 1, height: 1))
    }

    /// Whether the plane shows colours or densities now.
    private func showsPixels(of plane: PlaneLayout) -> Bool {
        let viewport = layoutRequest.viewport
        let seen = Rect(x: request.offset.x, y: request.offset.y, width: viewport.width, height: viewport.height)
        let bins = plane.bins(in: seen.scaled(by: 1 / request.zoomScale), zoomScale: request.zoomScale)
        return PlaneShow.ofPixels(layoutRequest.planeShow, seen: bins, zoomScale: request.zoomScale) != nil
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
