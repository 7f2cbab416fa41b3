// The part of a rectangle that lies in a picture.

import Tiling

extension PixelRect {
    /// The part of the rectangle that lies in a picture of this size, in pixels; empty where there is none.
    func clamped(to size: PixelSize) -> PixelRect {
        let left = min(max(x, 0), size.width)
        let top = min(max(y, 0), size.height)
        // An edge that overflows Int lies beyond the picture, too.
        let (right, rightOverflow) = x.addingReportingOverflow(max(width, 0))
        let (bottom, bottomOverflow) = y.addingReportingOverflow(max(height, 0))
        return PixelRect(
            x: left, y: top,
            width: max(min(rightOverflow ? size.width : right, size.width) - left, 0),
            height: max(min(bottomOverflow ? size.height : bottom, size.height) - top, 0))
    }
}
