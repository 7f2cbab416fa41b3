// The rows in view, so that the next plan does not move them.

import Catalog
import Platform
import Tiling

/// The rows that were sent to a client, by the ids of their items.
///
/// When items have come or gone since, the remaining rows begin with the same items, in the same column, and stay in
/// place.
struct SeenRows: Sendable, Equatable {
    /// Everything but the rows' first items that determines which items share a row.
    private struct Arrangement: Sendable, Equatable {
        var kind: LayoutKind
        var width: Double
        var columns: Int
        var metrics: JustifiedMetrics
        var grouping: ItemGrouping?

        init(_ request: LayoutRequest) {
            (kind, width, columns) = (request.kind, request.viewport.width, request.columnCount)
            (metrics, grouping) = (request.rowMetrics, request.grouping)
        }
    }

    /// The most items whose rows are remembered; with more in view, rows are only a few points high.
    static let most = 1000

    struct Row: Sendable, Equatable {
        /// The row's items, as indices of `ids`.
        var items: Range<Int>
        /// The top-left corner of its first item, in points from the viewport's; nil where it is not known.
        var corner: Point?
        /// What rounding has taken from that item's start (see `Planner.rounding(of:for:)`), in device pixels.
        var rounding: Double?
        /// Whether its first item may begin a row of the next plan.
        ///
        /// In a grid it must be in the first column. In justified rows the sizes of all items must be known, since a
        /// row with an estimated size has to change.
        var isPinned: Bool
        /// The column of its first item; not 0 only in the first row of a grid or of a group in it.
        var column = 0
    }

    /// The items of the rows, and the one after them.
    private(set) var ids: [String] = []
    private(set) var rows: [Row] = []
    /// The plan's layout; nil where the client says which rows it sees.
    private var arrangement: Arrangement?
    private var order: ItemOrder?
    /// Whether rows of the plan began with other items than in a first plan.
    private(set) var hasPinnedRows: Bool

    /// The ids of the first and the last item of each row that may begin with the same item: two for each row.
    var ends: [String] {
        rows.filter(\.isPinned).flatMap { [ids[$0.items.lowerBound], ids[$0.items.upperBound - 1]] }
    }

    /// The rows in view by a client's own account; see the property `ends`.
    init(ends: [String]) {
        ids = ends
        rows = stride(from: 0, to: ends.count - 1, by: 2).map { Row(items: $0..<$0 + 2, isPinned: true) }
        hasPinnedRows = true
    }

    /// The rows of a plan; nil for a layout that has none, and where there are too many items.
    ///
    /// `items` are those of the plan's window.
    init?(_ plan: Plan, _ items: [ItemSummary], of draft: PictureDraft) {
        let (resolved, planner, request) = (draft.resolved.layoutRequest, draft.planner, draft.request)
        guard let seen = plan.visible, seen.count <= Self.most, items.count == plan.cells.count,
            plan.window.lowerBound <= seen.lowerBound, seen.upperBound <= plan.window.lowerBound + items.count
        else { return nil }
        let range = seen.lowerBound - plan.window.lowerBound..<seen.upperBound - plan.window.lowerBound
        let (items, cells) = (items[range], plan.cells[range])
        var grid: GridLayout?
        switch resolved.kind {
        case .grid:
            grid = resolved.grid(count: 1)
        case .justified, .stack, .strip: break
        case .pages, .slides, .plane, .item: return nil
        }
        ids = items.map(\.id)
        var start = range.lowerBound
        for end in range.dropFirst() + [range.upperBound] {
            let first = cells[start]
            if end < range.upperBound, cells[end].minY == first.minY, resolved.kind != .strip { continue }
            let isMeasured = resolved.kind != .justified || items[start..<end].allSatisfy { $0.size != nil }
            let painted = planner.painted(first.scaled(by: plan.zoomScale), for: request).relative(
                to: plan.contentOffset)
            let column = grid.map { $0.column(at: first.minX) } ?? 0
            rows.append(
                Row(
                    items: start - range.lowerBound..<end - range.lowerBound,
                    corner: Point(x: painted.minX, y: painted.minY),
                    rounding: planner.rounding(of: first, for: request),
                    isPinned: column == 0 && isMeasured, column: column))
            start = end
        }
        if let next = draft.shown.summary(at: seen.upperBound), let last = rows.last {
            rows.append(Row(items: ids.count..<ids.count + 1, isPinned: grid != nil || last.isPinned))
            ids.append(next.id)
        }
        (arrangement, order) = (Arrangement(resolved), draft.asked.order)
        hasPinnedRows =
            planner.layout.hasPinnedRows || resolved.kind == .grid && resolved.lead != draft.asked.layoutRequest.lead
    }

    /// The most rows that are remembered of a mosaic.
    private static let mostMosaicRows = 32

    /// Remembers the first few rows of each group in view, or of an ungrouped mosaic, each by its first item alone.
    ///
    /// A mosaic has too many rows and items to remember all; these determine the columns of the others.
    init?(mosaic plan: Plan, of draft: PictureDraft) {
        let (resolved, planner, request) = (draft.resolved.layoutRequest, draft.planner, draft.request)
        guard let seen = plan.visible else { return nil }
        let grid = resolved.grid(count: 1)
        var index = seen.lowerBound
        while index < seen.upperBound, rows.count < Self.mostMosaicRows, let item = draft.shown.summary(at: index) {
            let frame = planner.layout.frame(of: index)
            let column = grid.column(at: frame.minX)
            let painted = planner.painted(frame.scaled(by: plan.zoomScale), for: request).relative(
                to: plan.contentOffset)
            rows.append(
                Row(
                    items: ids.count..<ids.count + 1, corner: Point(x: painted.minX, y: painted.minY),
                    rounding: planner.rounding(of: frame, for: request), isPinned: column == 0, column: column))
            ids.append(item.id)
            if case .grouped(let layout) = planner.layout {
                index = layout.groups.items(of: layout.groups.group(of: index)).upperBound
            } else {
                index += grid.columns - column
            }
        }
        guard !rows.isEmpty else { return nil }
        (arrangement, order) = (Arrangement(resolved), draft.asked.order)
        hasPinnedRows = planner.layout.hasPinnedRows || resolved.lead != draft.asked.layoutRequest.lead
    }

    /// Whether a request is for the same layout, so that its rows can begin with the same items.
    func isOf(_ request: PlanRequest) -> Bool {
        arrangement.map { $0 == Arrangement(request.layoutRequest) && order == request.order } ?? true
    }

    // MARK: After a change

    /// The rows that remain in a later state of the collection.
    struct RemainingRows: Sendable {
        /// From the top.
        var rows: [PinnedRow] = []
        /// The index of each of `ids`; nil where the item has been removed or moved in the order.
        var indices: [Int?] = []
    }

    /// O(ids × log n).
    func remaining(in items: any CollectionView) -> RemainingRows {
        let found = ids.map { items.index(ofItem: $0) }
        var remaining = RemainingRows(indices: [Int?](repeating: nil, count: ids.count))
        for position in Self.inOrder(found) { remaining.indices[position] = found[position] }
        for row in rows where row.isPinned || row.column > 0 {
            let indices = remaining.indices[row.items]
            // A row whose first item has gone begins after the row above.
            let above = row.items.lowerBound > 0 ? remaining.indices[row.items.lowerBound - 1] : nil
            guard let start = (indices.first ?? nil) ?? above.map({ $0 + 1 }) else { continue }
            // No item was removed or inserted within the row.
            let isWhole = row.corner != nil && indices.last == start + indices.count - 1 && indices.first == start
            // A client may name an item twice.
            if let last = remaining.rows.last, last.start >= start { continue }
            remaining.rows.append(PinnedRow(start: start, isWhole: isWhole, column: row.column))
        }
        return remaining
    }

    /// Whether an item that was in view has gone.
    func isGone(_ item: String, _ remaining: RemainingRows) -> Bool {
        ids.firstIndex(of: item).map { remaining.indices[$0] == nil } ?? false
    }

    /// Replaces an anchor that has gone by the first item left of its row, or of a row near it.
    ///
    /// `corner` is the anchor's position on the client's screen.
    func replacement(for anchor: String, at corner: Point, _ remaining: RemainingRows) -> PlanRequest.Anchor? {
        guard let position = ids.firstIndex(of: anchor),
            let old = rows.firstIndex(where: { $0.items.contains(position) })
        else { return nil }
        let near = rows.indices.sorted { abs($0 - old) < abs($1 - old) }
        for row in near.map({ rows[$0] }) {
            guard let first = row.items.first(where: { remaining.indices[$0] != nil }), let now = row.corner,
                let before = rows[old].corner
            else { continue }
            let moved = Point(x: corner.x + now.x - before.x, y: corner.y + now.y - before.y)
            return PlanRequest.Anchor(
                item: ids[first], position: .corner(moved, .always, rounding: row.rounding))
        }
        return nil
    }

    /// The positions of the longest non-decreasing subsequence of indices: the items that were not moved.
    ///
    /// O(n log n).
    private static func inOrder(_ indices: [Int?]) -> [Int] {
        // `ends[k]`: the position of the smallest index that ends such a subsequence of length k + 1.
        var ends: [Int] = []
        var before = [Int?](repeating: nil, count: indices.count)
        for (position, index) in indices.enumerated() {
            guard let index else { continue }
            let length = ends.partitioningIndex { (indices[$0] ?? 0) > index }
            before[position] = length > 0 ? ends[length - 1] : nil
            if length < ends.count { ends[length] = position } else { ends.append(position) }
        }
        var run: [Int] = []
        var position = ends.last
        while let current = position {
            run.append(current)
            position = before[current]
        }
        return run.reversed()
    }
}
