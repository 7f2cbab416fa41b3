// Zooming a column or a row of pictures.

import Catalog
import Tiling

extension ResolvedRequest {
    /// Zooms a column or a row, whose items are all magnified alike: from as wide as the viewport up to one image pixel
    /// of the item at the focus per `PictureLayout.largestPixel` device pixels.
    mutating func zoomLinear(
        _ zoom: PlanRequest.Zoom, _ focus: Point, _ planner: Planner, _ items: any CollectionView
    ) {
        guard planner.layout.count > 0 else { return }
        let index = nearest(to: focus, planner)
        let frame = planner.layout.frame(of: index)
        let (size, _) = limits(of: index, items)
        // Points per pixel of the item at zoom scale 1.
        let pixel = frame.width / Double(size.width)
        let limits = ZoomLimits(
            minimum: min(1, request.zoomScale), maximum: PictureLayout.largestPixel / request.scale / pixel)
        let room = layoutRequest.viewport
        let wanted =
            switch zoom {
            case .scale(let scale): scale
            case .item: min(1, room.width / frame.width, room.height / frame.height)
            case .width: room.width / frame.width
            case .pixels: limits.clamp(1 / request.scale / pixel)
            case .detail: limits.clamp(max(1 / request.scale / pixel, 2.5))
            }
        let floor = zoom == .item || zoom == .width ? min(limits.minimum, wanted) : limits.minimum
        let zoomed = PictureZoom.zooming(
            from: request.zoomScale, to: wanted, offset: request.offset, focus: focus,
            limits: ZoomLimits(minimum: floor, maximum: limits.maximum))
        request.offset = pinned(index, to: focus, planner, zoomScale: zoomed.zoomScale)
        (request.zoomScale, request.phase) = (zoomed.zoomScale, 0)
        if zoom == .item || zoom == .width { show(index, .center, planner) }
        self.zoom = ZoomRemainder(remainder: zoomed.remainder)
    }
}
