// Zooming into the view of one picture, within it and out of it.

import Catalog
import Tiling

extension ResolvedRequest {
    /// A picture's size in pixels, and its zoom limits in this viewport.
    func limits(of index: Int, _ items: any CollectionView) -> (size: PixelSize, limits: ZoomLimits) {
        let size = items.summary(at: index)?.size ?? LayoutIndex.sizeOfUnknown
        return (size, ZoomLimits.picture(size, in: layoutRequest.viewport, scale: request.scale))
    }

    /// Changes from a cell or a page to the view of its picture, or to its page where the zoom is too small for that.
    mutating func enter(
        _ index: Int, _ zoom: PlanRequest.Zoom, factor: Double, _ focus: Point, _ planner: Planner,
        _ items: any CollectionView
    ) {
        guard let item = items.summary(at: index)?.id else { return }
        let (size, limits) = limits(of: index, items)
        let cell = placed(index, planner).relative(to: request.offset)
        let seen = request.frame(of: size, in: cell)
        let shown = seen.width / Double(size.width)
        let wanted = scale(for: zoom, size, limits).map { $0 / shown } ?? factor
        let zoomed = PictureZoom.entering(size, seenAt: seen, focus: focus, factor: wanted, limits: limits)
        if zoomed.zoomScale <= limits.minimum * 1.000_001 {
            showPage(of: index, planner.layout.count, remainder: zoomed.remainder)
        } else {
            (layoutRequest.kind, layoutRequest.item) = (.item, item)
            (request.zoomScale, request.offset) = (zoomed.zoomScale, zoomed.offset)
            self.zoom = ZoomRemainder(remainder: zoomed.remainder)
        }
    }

    /// Changes to the page of one picture, which shows all of the picture.
    private mutating func showPage(of index: Int, _ count: Int, remainder: Double) {
        let page = PagesLayout(count: count, page: request.viewport, inset: layoutRequest.inset)
        (layoutRequest.kind, layoutRequest.item) = (.pages, nil)
        (request.fit, request.greatestMagnification) = (.contain, 1)
        (request.zoomScale, request.offset) = (1, Point(x: Double(index) * page.pitch, y: 0))
        self.zoom = ZoomRemainder(remainder: remainder, leaves: remainder < PictureZoom.leavingFactor)
    }

    /// Zooms the picture about the focus, or changes to its page where the zoom is too small for it.
    mutating func zoomPicture(
        _ picture: PictureLayout, _ zoom: PlanRequest.Zoom, _ focus: Point, _ planner: Planner
    ) {
        let limits = ZoomLimits.picture(picture.size, in: layoutRequest.viewport, scale: request.scale)
        guard let wanted = scale(for: zoom, picture.size, limits) else { return }
        let zoomed = PictureZoom.zooming(
            from: request.zoomScale, to: wanted, offset: request.offset, focus: focus, limits: limits)
        if wanted <= limits.minimum * 1.000_001 {
            return showPage(of: picture.index, picture.count, remainder: wanted / limits.minimum)
        }
        request.offset = pinned(picture.index, to: focus, planner, zoomScale: zoomed.zoomScale)
        request.zoomScale = zoomed.zoomScale
        self.zoom = ZoomRemainder(remainder: zoomed.remainder)
    }

    /// The offset at another zoom scale that keeps the item's point, as painted, under the focus in place.
    func pinned(_ index: Int, to focus: Point, _ planner: Planner, zoomScale: Double) -> Point {
        let before = planner.paintedFrame(of: index, for: request)
        var zoomed = request
        (zoomed.zoomScale, zoomed.phase) = (zoomScale, 0)
        let after = planner.paintedFrame(of: index, for: zoomed)
        return Point(
            x: after.minX + (request.offset.x + focus.x - before.minX) / before.width * after.width - focus.x,
            y: after.minY + (request.offset.y + focus.y - before.minY) / before.height * after.height - focus.y)
    }

    /// The scale that a zoom asks for, in points per image pixel; nil where its scale is not the picture's.
    private func scale(for zoom: PlanRequest.Zoom, _ size: PixelSize, _ limits: ZoomLimits) -> Double? {
        let pixels = 1 / request.scale
        return switch zoom {
        // In a grid and in pages, the scale is the layout's, not the picture's.
        case .scale(let scale): layoutRequest.kind == .item ? scale : nil
        case .item: limits.minimum
        case .width: limits.clamp(ZoomLimits.fitWidth(size, in: layoutRequest.viewport))
        case .pixels: limits.clamp(pixels)
        case .detail: limits.clamp(max(pixels, limits.minimum * 2.5))
        }
    }

    /// Shows the item `count` items further on in the order, at the same zoom scale and with the same part of it in the
    /// middle.
    ///
    /// At an end nothing changes.
    mutating func turnPage(by count: Int, _ items: any CollectionView) {
        guard let index = layoutRequest.item.flatMap({ items.index(ofItem: $0) }) else { return }
        let next = index + count
        guard next >= 0, next < items.status.count, let item = items.summary(at: next)?.id else { return }
        let old = limits(of: index, items).size
        let (size, limits) = limits(of: next, items)
        let scale = limits.clamp(request.zoomScale)
        /// The middle of the viewport inside its insets.
        let middle = Point(
            x: (request.viewport.width + request.inset.left - request.inset.right) / 2,
            y: (request.viewport.height + request.inset.top - request.inset.bottom) / 2)
        func moved(_ offset: Double, _ middle: Double, _ old: Int, _ new: Int) -> Double {
            (offset + middle) / (Double(max(1, old)) * request.zoomScale) * Double(new) * scale - middle
        }
        request.offset = Point(
            x: moved(request.offset.x, middle.x, old.width, size.width),
            y: moved(request.offset.y, middle.y, old.height, size.height))
        request.zoomScale = scale
        layoutRequest.item = item
    }
}
