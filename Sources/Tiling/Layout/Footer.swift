// What lies behind the last item: where there is something to say of what is still to come.

/// A line behind the content that is as long at every zoom scale.
public enum Footer {
    /// Points along a column, and along a row, beside the padding.
    public static let height = 64.0
    public static let width = 240.0
    /// Points before and behind it.
    public static let padding = 8.0

    /// By how much it makes the content longer, in points as zoomed.
    public static func length(along axis: Axis) -> Double {
        2 * padding + (axis == .vertical ? height : width)
    }
}

extension Planner {
    /// Whether the layout has room for a footer behind its content. A page and a picture are seen alone, a chart has no more to come.
    private var holdsFooter: Bool {
        switch layout {
        case .linear, .grid, .justified, .periodicRows, .grouped: true
        case .pages, .picture, .slides: false
        }
    }

    /// The content's size at zoom scale 1, with its footer as long as it is at the request's.
    public func contentSize(for request: Request) -> Size {
        var size = layout.contentSize
        if request.hasFooter, holdsFooter {
            size[layout.axis] += Footer.length(along: layout.axis) / request.zoomScale
        }
        return size
    }

    /// Where the footer lies, in points from the viewport's top-left corner: behind the content, as broad as what nothing
    /// covers of the viewport; on pages at the foot of the last one. nil where there is none near.
    func footer(for request: Request, at offset: Point, visible: Range<Int>) -> Rect? {
        guard request.hasFooter else { return nil }
        let (inset, viewport) = (request.inset, request.viewport)
        let breadth = Size(
            width: max(1, viewport.width - inset.left - inset.right),
            height: max(1, viewport.height - inset.top - inset.bottom))
        let frame: Rect
        switch layout {
        case .picture, .slides: return nil
        case .pages:
            guard visible.upperBound >= layout.count else { return nil }
            return Rect(
                x: inset.left, y: viewport.height - inset.bottom - Footer.height, width: breadth.width,
                height: Footer.height)
        case .linear, .grid, .justified, .periodicRows, .grouped:
            let end = layout.contentSize[layout.axis] * request.zoomScale - offset[layout.axis] + Footer.padding
            if layout.axis == .vertical {
                frame = Rect(x: inset.left, y: end, width: breadth.width, height: Footer.height)
            } else {
                frame = Rect(x: end, y: inset.top, width: Footer.width, height: breadth.height)
            }
        }
        let seen = Rect(x: 0, y: 0, width: viewport.width, height: viewport.height).expanded(by: request.overscan)
        let isNear =
            frame.minX < seen.maxX && frame.maxX > seen.minX && frame.minY < seen.maxY && frame.maxY > seen.minY
        return isNear ? frame : nil
    }
}
