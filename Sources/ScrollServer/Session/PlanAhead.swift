// What comes after a plan.

import Tiling

/// The tiles to fetch next, and the items that will be seen.
struct PlanAhead: Sendable {
    /// The likeliest first; only of items that have been measured.
    var tiles: [(tile: PlannedTile, item: ItemSummary)] = []
    /// The next two screens of items in the direction of travel, which may go past too quickly for their tiles.
    var coming: [ItemSummary] = []

    /// Items that `coming` has at most.
    private static let greatestComing = 128

    init() {}

    /// O(log n + tiles).
    init(_ plan: Plan, _ request: Planner.Request, _ planner: Planner, _ items: any CollectionView) {
        var summaries: [Int: ItemSummary] = [:]
        let planned = planner.tiles(ahead: plan, for: request) { run in
            let found = items.summaries(in: run)
            for (index, summary) in zip(run, found) { summaries[index] = summary }
            return found.map { Planner.Picture(size: $0.size, isTiled: $0.isTiled && $0.error == nil) }
        }
        tiles = planned.compactMap { tile in summaries[tile.index].map { (tile, $0) } }
        let axis = planner.layout.axis
        let velocity = request.velocity[axis] == 0 ? request.travel[axis] : request.velocity[axis]
        let reach = min(2 * (plan.visible?.count ?? 0), Self.greatestComing)
        let window = plan.window
        if velocity < 0 {
            coming = items.summaries(in: max(0, window.lowerBound - reach)..<window.lowerBound).reversed()
        } else {
            let end = max(window.upperBound, planner.layout.count)
            coming = items.summaries(in: window.upperBound..<min(end, window.upperBound + reach))
        }
    }
}
