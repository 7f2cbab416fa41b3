// The layout that a client requests.

import Tiling

/// The parameters of the layout that a client requests.
package struct LayoutRequest: Sendable, Equatable {
    package var kind: LayoutKind
    /// The part of the viewport that no inset covers, in points.
    package var viewport: Size
    /// The covered edges of the viewport, in points.
    package var inset = EdgeInsets.zero
    /// Only for `grid`: the number of columns; nil for the default for this width.
    package var columns: Int?
    /// Only for `grid`: whether to use as many columns as show all items at once, in place of `columns`.
    ///
    /// Until that number is known, the default is used.
    package var showsAll = false
    /// Only for `grid`: device pixels per point, to which small cells are aligned.
    package var scale = 1.0
    /// Only for `grid`: the number of empty cells before the first item; ignored where there are groups.
    package var lead = 0
    /// Only for `justified` and for groups: rows that keep the start that the reader sees, from the top.
    package var pinnedRows: [PinnedRow] = []
    /// Only for `justified`: the target row height in points; nil for the default for this width.
    package var rowHeight: Double?
    /// Only for `grid` and `justified`: the grouping whose groups get headings; nil for none.
    package var grouping: ItemGrouping?
    /// Only for `plane`: the fields that place the items.
    package var plane: PlaneFields?
    /// Only for `plane`: whether its axes stay as they are when a new value lies beyond them, so that nothing moves.
    ///
    /// Such an item has no place until the whole plane is shown again.
    package var keepsAxes = false
    /// Only for `plane`: what stands for the items; nil for what suits their number.
    package var planeShow: PlaneShow?
    /// Points between neighbouring items.
    package var spacing: Double
    /// Only for `item`: the id of the item.
    package var item: String?

    package init(
        kind: LayoutKind, viewport: Size, inset: EdgeInsets = .zero, columns: Int? = nil, scale: Double = 1.0,
        lead: Int = 0, rowHeight: Double? = nil, grouping: ItemGrouping? = nil, spacing: Double
    ) {
        self.kind = kind
        self.viewport = viewport
        self.inset = inset
        self.columns = columns
        self.scale = scale
        self.lead = lead
        self.rowHeight = rowHeight
        self.grouping = grouping
        self.spacing = spacing
    }
}

extension LayoutRequest {
    /// Only for `grid`: the number of columns, given or by default.
    package var columnCount: Int { columns ?? GridLayout.defaultColumns(width: viewport.width, spacing: spacing) }

    /// Only for `grid`: the grid of this many items.
    package func grid(count: Int, lead: Int = 0) -> GridLayout {
        GridLayout(
            count: count, width: viewport.width, columns: columnCount, spacing: spacing, scale: scale, lead: lead)
    }

    /// Only for `justified`: the metrics of its rows.
    package var rowMetrics: JustifiedMetrics {
        JustifiedMetrics(width: viewport.width, rowHeight: rowHeight, spacing: spacing)
    }

    /// Returns this layout of `count` items in `groups` groups, zoomed by `factor`, and the rest of the factor for the
    /// zoom scale.
    ///
    /// Returns nil when the zoom continues into the view of the item under the focus.
    package func zoomed(by factor: Double, count: Int, groups: Int) -> (request: Self, remainder: Double)? {
        var request = self
        if kind == .justified {
            guard case .rows(let height, let remainder) = RowZoom.zoom(rowMetrics, factor: factor) else { return nil }
            if height != rowMetrics.rowHeight { (request.rowHeight, request.pinnedRows) = (height, []) }
            return (request, remainder)
        }
        let grid = grid(count: count)
        let most = DensityZoom.mostColumns(of: grid, groups: groups, height: viewport.height)
        guard let (columns, remainder) = DensityZoom.columns(of: grid, factor: factor, most: most) else { return nil }
        if columns != grid.columns { request.pinnedRows = [] }
        request.columns = columns
        return (request, remainder)
    }
}
