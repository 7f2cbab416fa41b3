// The footer: a line after the last item with a message about items still to come.

/// The measures of the footer, which has the same length at every zoom scale.
public enum Footer {
    /// The footer's length in points without its padding: `height` in a column, `width` in a row.
    public static let height = 64.0
    public static let width = 240.0
    /// Points before and after the footer.
    public static let padding = 8.0

    /// Points (as zoomed) that the footer adds to the content along `axis`.
    public static func length(along axis: Axis) -> Double {
        2 * padding + (axis == .vertical ? height : width)
    }
}

extension Planner {
    /// Whether the layout has room for a footer after its content; pages and single pictures are shown alone.
    private var canHaveFooter: Bool {
        switch layout {
        case .linear, .grid, .justified, .periodicRows, .grouped: true
        case .pages, .picture, .slides, .plane: false
        }
    }

    /// The content's size at zoom scale 1, in points, with a footer that keeps its length at the request's zoom scale.
    ///
    /// The request's phase is subtracted, so that the content's end keeps its distance from painted items.
    public func contentSize(for request: Request) -> Size {
        var size = layout.contentSize
        if case .plane(let plane) = layout { size = plane.contentSize(at: request.zoomScale) }
        size[layout.axis] = max(0, size[layout.axis] - request.phase / request.scale / request.zoomScale)
        if request.hasFooter, canHaveFooter {
            size[layout.axis] += Footer.length(along: layout.axis) / request.zoomScale
        }
        return size
    }

    /// The footer's frame in points from the viewport's top-left corner; nil where it is not near.
    ///
    /// It is after the content and as broad as the insets leave free; with pages, at the foot of the last page.
    func footer(for request: Request, at offset: Point, visible: Range<Int>) -> Rect? {
        guard request.hasFooter else { return nil }
        let (inset, viewport) = (request.inset, request.viewport)
        let breadth = Size(
            width: max(1, viewport.width - inset.left - inset.right),
            height: max(1, viewport.height - inset.top - inset.bottom))
        let frame: Rect
        switch layout {
        // The page shows a chart's reading progress in the chart's bar instead.
        case .picture, .slides, .plane: return nil
        case .pages:
            guard visible.upperBound >= layout.count else { return nil }
            return Rect(
                x: inset.left, y: viewport.height - inset.bottom - Footer.height, width: breadth.width,
                height: Footer.height)
        case .linear, .grid, .justified, .periodicRows, .grouped:
            let start = layoutPoint(offset, for: request)[layout.axis]
            let end = layout.contentSize[layout.axis] * request.zoomScale - start + Footer.padding
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
