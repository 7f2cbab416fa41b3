// The layout that a reader asks for.

import Tiling

/// The parameters of the layout that a client asks for.
struct LayoutRequest: Sendable, Equatable {
    var kind: LayoutKind
    /// The part of the viewport that no inset covers, in points.
    var viewport: Size
    /// The covered edges of the viewport, in points.
    var inset = EdgeInsets.zero
    /// Only for `grid`: the number of columns; nil for the default for this width.
    var columns: Int?
    /// Only for `grid`: as many columns as show all items at once, in place of `columns`. Until it is known how many these
    /// are, the default counts.
    var showsAll = false
    /// Only for `grid`: device pixels per point, which small cells are laid out in.
    var scale = 1.0
    /// Only for `grid`: the number of empty cells before the first item. Ignored where there are groups.
    var lead = 0
    /// Only for `justified` and for groups: rows that begin where the reader sees them begin, from the top.
    var held: [HeldRow] = []
    /// Only for `justified`: the target row height in points; nil for the default for this width.
    var rowHeight: Double?
    /// Only for `grid` and `justified`: the grouping whose groups get headings; nil for none.
    var grouping: ItemGrouping?
    /// Points between neighbouring items.
    var spacing: Double
    /// Only for `item`: the id of the item.
    var item: String?
}

extension LayoutRequest {
    /// Only for `grid`: the number of columns, given or by default.
    var columnCount: Int { columns ?? GridLayout.defaultColumns(width: viewport.width, spacing: spacing) }

    /// Only for `grid`: the grid of this many items.
    func grid(count: Int, lead: Int = 0) -> GridLayout {
        GridLayout(
            count: count, width: viewport.width, columns: columnCount, spacing: spacing, scale: scale, lead: lead)
    }

    /// Only for `justified`.
    var rowMetrics: JustifiedMetrics {
        JustifiedMetrics(width: viewport.width, rowHeight: rowHeight, spacing: spacing)
    }

    /// The layout that rows or a grid have once zoomed by `factor`, and the rest of the factor, for the zoom scale.
    /// nil when the zoom goes on to the view of the item under the focus.
    ///
    /// - Parameters:
    ///   - count: the number of items.
    ///   - groups: the number of groups that they are in.
    func zoomed(by factor: Double, count: Int, groups: Int) -> (request: Self, remainder: Double)? {
        var request = self
        if kind == .justified {
            guard case .rows(let height, let remainder) = RowZoom.zoom(rowMetrics, factor: factor) else { return nil }
            if height != rowMetrics.rowHeight { (request.rowHeight, request.held) = (height, []) }
            return (request, remainder)
        }
        let grid = grid(count: count)
        let most = DensityZoom.mostColumns(of: grid, groups: groups, height: viewport.height)
        guard let (columns, remainder) = DensityZoom.columns(of: grid, factor: factor, most: most) else { return nil }
        if columns != grid.columns { request.held = [] }
        request.columns = columns
        return (request, remainder)
    }
}
