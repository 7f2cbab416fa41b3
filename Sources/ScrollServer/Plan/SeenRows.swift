// What a reader sees of a plan, so that the next plan does not move it.

import Catalog
import Tiling

/// The rows that a client was told of, by the ids of their items. When items have come or gone since, the rows that are
/// still there begin with the same items, in the same column, and stay where they are.
struct SeenRows: Sendable, Equatable {
    /// All that says which items share a row, apart from where rows begin.
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

    /// The most items of which rows are remembered: with more, they are a few points wide.
    static let most = 1000

    struct Row: Sendable, Equatable {
        /// The row's items, as places in `ids`.
        var items: Range<Int>
        /// The top-left corner of its first item, in points from the viewport's; nil where it is not known.
        var corner: Point?
        /// What rounding has taken from that item's start (see `Planner.rounding(of:for:)`), in device pixels.
        var rounding: Double?
        /// Whether its first item may begin a row of the next plan. In a grid it has to be in the first column; in
        /// justified rows the sizes of all items have to be known, for a row with a guessed size has to change.
        var isHeld: Bool
        /// The column of its first item; only the first row of a grid, or of a group in it, may begin behind column 0.
        var column = 0
    }

    /// The items of the rows, and the one behind them.
    private(set) var ids: [String] = []
    private(set) var rows: [Row] = []
    /// The plan's layout; nil where the client says which rows it sees.
    private var arrangement: Arrangement?
    private var order: ItemOrder?
    /// Whether rows of the plan began elsewhere than they would in a first plan.
    private(set) var isHeld: Bool

    /// The ids of the first and the last item of each row that may begin with the same item: two for each row.
    var ends: [String] {
        rows.filter(\.isHeld).flatMap { [ids[$0.items.lowerBound], ids[$0.items.upperBound - 1]] }
    }

    /// The rows that a client says it sees.
    ///
    /// - Parameter ends: see above.
    init(ends: [String]) {
        ids = ends
        rows = stride(from: 0, to: ends.count - 1, by: 2).map { Row(items: $0..<$0 + 2, isHeld: true) }
        isHeld = true
    }

    /// The rows of a plan; nil for a layout that has none, and where there are too many items.
    ///
    /// - Parameters:
    ///   - asked: the request for the plan.
    ///   - resolved: its layout, rows held.
    ///   - request: what was planned.
    ///   - items: the items of the plan's window.
    init?(
        _ plan: Plan, _ asked: PlanRequest, _ resolved: LayoutRequest, _ planner: Planner,
        _ request: Planner.Request, _ items: [ItemSummary], in view: any CollectionView
    ) {
        guard let seen = plan.visible, seen.count <= Self.most, items.count == plan.cells.count,
            plan.window.lowerBound <= seen.lowerBound, seen.upperBound <= plan.window.lowerBound + items.count
        else { return nil }
        let places = seen.lowerBound - plan.window.lowerBound..<seen.upperBound - plan.window.lowerBound
        let (items, cells) = (items[places], plan.cells[places])
        var grid: GridLayout?
        switch resolved.kind {
        case .grid:
            grid = resolved.grid(count: 1)
        case .justified, .stack, .strip: break
        case .pages, .slides, .item: return nil
        }
        ids = items.map(\.id)
        var start = places.lowerBound
        for end in places.dropFirst() + [places.upperBound] {
            let first = cells[start]
            if end < places.upperBound, cells[end].minY == first.minY, resolved.kind != .strip { continue }
            let isMeasured = resolved.kind != .justified || items[start..<end].allSatisfy { $0.size != nil }
            let painted = planner.painted(first.scaled(by: plan.zoomScale), for: request).relative(
                to: plan.contentOffset)
            let column = grid.map { $0.column(at: first.minX) } ?? 0
            rows.append(
                Row(
                    items: start - places.lowerBound..<end - places.lowerBound,
                    corner: Point(x: painted.minX, y: painted.minY),
                    rounding: planner.rounding(of: first, for: request),
                    isHeld: column == 0 && isMeasured, column: column))
            start = end
        }
        if let next = view.summary(at: seen.upperBound), let last = rows.last {
            rows.append(Row(items: ids.count..<ids.count + 1, isHeld: grid != nil || last.isHeld))
            ids.append(next.id)
        }
        arrangement = Arrangement(resolved)
        order = asked.order
        isHeld = planner.layout.isHeld || resolved.kind == .grid && resolved.lead != asked.layoutRequest.lead
    }

    /// The most rows that are remembered of a mosaic.
    private static let mostMosaicRows = 32

    /// What a mosaic shows has too many rows and items: of each group in view, or of an ungrouped mosaic, a few first ones
    /// are remembered, each by its first item alone. These say in which columns the items are.
    init?(
        mosaic plan: Plan, _ asked: PlanRequest, _ resolved: LayoutRequest, _ planner: Planner,
        _ request: Planner.Request, in view: any CollectionView
    ) {
        guard let seen = plan.visible else { return nil }
        let grid = resolved.grid(count: 1)
        var index = seen.lowerBound
        while index < seen.upperBound, rows.count < Self.mostMosaicRows, let item = view.summary(at: index) {
            let frame = planner.layout.frame(of: index)
            let column = grid.column(at: frame.minX)
            let painted = planner.painted(frame.scaled(by: plan.zoomScale), for: request).relative(
                to: plan.contentOffset)
            rows.append(
                Row(
                    items: ids.count..<ids.count + 1, corner: Point(x: painted.minX, y: painted.minY),
                    rounding: planner.rounding(of: frame, for: request), isHeld: column == 0, column: column))
            ids.append(item.id)
            if case .grouped(let layout) = planner.layout {
                index = layout.groups.items(of: layout.groups.group(of: index)).upperBound
            } else {
                index += grid.columns - column
            }
        }
        guard !rows.isEmpty else { return nil }
        arrangement = Arrangement(resolved)
        order = asked.order
        isHeld = planner.layout.isHeld || resolved.lead != asked.layoutRequest.lead
    }

    /// Whether a request is for the same layout, so that its rows can begin with the same items.
    func isOf(_ request: PlanRequest) -> Bool {
        arrangement.map { $0 == Arrangement(request.layoutRequest) && order == request.order } ?? true
    }

    // MARK: After a change

    /// What is left of the rows in a later state of the collection.
    struct Left: Sendable {
        /// From the top.
        var rows: [PinnedRow] = []
        /// The index of each of `ids`; nil where the item has gone, or has gone elsewhere in the order.
        var indices: [Int?] = []
    }

    /// O(ids × log n).
    func left(in items: any CollectionView) -> Left {
        let found = ids.map { items.index(ofItem: $0) }
        var left = Left(indices: [Int?](repeating: nil, count: ids.count))
        for place in Self.inOrder(found) { left.indices[place] = found[place] }
        for row in rows where row.isHeld || row.column > 0 {
            let indices = left.indices[row.items]
            // A row whose first item has gone begins behind the row above.
            let above = row.items.lowerBound > 0 ? left.indices[row.items.lowerBound - 1] : nil
            guard let start = (indices.first ?? nil) ?? above.map({ $0 + 1 }) else { continue }
            // Nothing has gone or come between its first and its last item.
            let isWhole = row.corner != nil && indices.last == start + indices.count - 1 && indices.first == start
            // A client may name an item twice.
            if let last = left.rows.last, last.start >= start { continue }
            left.rows.append(PinnedRow(start: start, isWhole: isWhole, column: row.column))
        }
        return left
    }

    /// Whether an item that was seen is not there any more.
    func isGone(_ item: String, _ left: Left) -> Bool {
        ids.firstIndex(of: item).map { left.indices[$0] == nil } ?? false
    }

    /// Another item in the place of an anchor that has gone: the first one that is left of the anchor's row, or of a
    /// row near it.
    ///
    /// - Parameter corner: where the client has the anchor now.
    func replacement(for anchor: String, at corner: Point, _ left: Left) -> PlanRequest.Anchor? {
        guard let place = ids.firstIndex(of: anchor),
            let old = rows.firstIndex(where: { $0.items.contains(place) })
        else { return nil }
        let near = rows.indices.sorted { abs($0 - old) < abs($1 - old) }
        for row in near.map({ rows[$0] }) {
            guard let first = row.items.first(where: { left.indices[$0] != nil }), let now = row.corner,
                let before = rows[old].corner
            else { continue }
            let moved = Point(x: corner.x + now.x - before.x, y: corner.y + now.y - before.y)
            return PlanRequest.Anchor(
                item: ids[first], hold: .position(moved, revision: ResolvedRequest.always, rounding: row.rounding))
        }
        return nil
    }

    /// The places of the longest run of indices that do not fall: what has not been moved. O(n log n).
    private static func inOrder(_ indices: [Int?]) -> [Int] {
        // `ends[k]`: the place of the smallest index that ends such a run of k + 1.
        var ends: [Int] = []
        var before = [Int?](repeating: nil, count: indices.count)
        for (place, index) in indices.enumerated() {
            guard let index else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if (indices[ends[middle]] ?? 0) <= index { low = middle + 1 } else { high = middle }
            }
            before[place] = low > 0 ? ends[low - 1] : nil
            if low < ends.count { ends[low] = place } else { ends.append(place) }
        }
        var run: [Int] = []
        var place = ends.last
        while let current = place {
            run.append(current)
            place = before[current]
        }
        return run.reversed()
    }
}
