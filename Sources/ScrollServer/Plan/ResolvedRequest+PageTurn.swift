// Turns from one zoomed picture to its neighbour.

import Catalog
import Tiling

extension ResolvedRequest {
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
