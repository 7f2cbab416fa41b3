// The tiles and items that are likely to come into view after a plan.

import Catalog
import Tiling

/// The tiles to fetch next, and the items that come into view next.
struct PlanAhead: Sendable {
    /// The likeliest first; only tiles of measured items.
    var tiles: [(tile: PlannedTile, item: ItemSummary)] = []
    /// The items of the next screens in the direction of travel, nearest first; they may scroll past too quickly for
    /// tiles.
    var coming: [ItemSummary] = []

    /// The most items in `coming`, at ordinary speed and when items scroll past too quickly to be made out.
    private static let greatestComing = 128
    private static let greatestFleeting = 512

    init() {}

    /// Collects the tiles and items from a plan; O(log n + tiles).
    ///
    /// `isFleeting` says that items scroll past too quickly to be made out. Then there are no tiles, and `coming`
    /// starts two screens further on: nearer items come into view before their colours can be read.
    init(_ plan: Plan, of draft: PictureDraft, isFleeting: Bool) {
        let (planner, items) = (draft.planner, draft.shown)
        let visibleCount = plan.visible?.count ?? 0
        guard !isFleeting else {
            let reach = min(8 * visibleCount, Self.greatestFleeting)
            coming = Self.coming(plan, draft, after: 2 * visibleCount, reach: reach)
            return
        }
        var summaries: [Int: ItemSummary] = [:]
        let planned = planner.tiles(ahead: plan, for: draft.request) { run in
            var found = items.summaries(in: run)
            if planner.layout.fillsView { found = found.map(\.played) }
            for (index, summary) in zip(run, found) { summaries[index] = summary }
            return found.map {
                var picture = Planner.Picture($0)
                if $0.error != nil { picture.isTiled = false }
                return picture
            }
        }
        tiles = planned.compactMap { tile in summaries[tile.index].map { (tile, $0) } }
        let reach = min(2 * visibleCount, Self.greatestComing)
        coming = Self.coming(plan, draft, after: 0, reach: reach)
    }

    /// The `reach` items that lie `gap` items beyond the window in the direction of travel, nearest first.
    private static func coming(_ plan: Plan, _ draft: PictureDraft, after gap: Int, reach: Int) -> [ItemSummary] {
        let (request, layout, items) = (draft.request, draft.layout, draft.shown)
        let axis = layout.axis
        let velocity = request.velocity[axis] == 0 ? request.travel[axis] : request.velocity[axis]
        if velocity < 0 {
            let end = max(0, plan.window.lowerBound - gap)
            return items.summaries(in: max(0, end - reach)..<end).reversed()
        }
        let start = min(plan.window.upperBound + gap, layout.count)
        return items.summaries(in: start..<min(layout.count, start + reach))
    }
}
