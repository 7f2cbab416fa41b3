// A tile that will be needed next, and whose it is.

import Tiling

struct AheadTile: Sendable {
    var tile: PlannedTile
    var item: ItemSummary

    /// The tiles to fetch after those of a plan, the likeliest first; only of items that have been measured. O(log n +
    /// tiles).
    static func tiles(
        ahead plan: Plan, _ request: Planner.Request, _ planner: Planner, _ items: any CollectionView
    ) -> [AheadTile] {
        var summaries: [Int: ItemSummary] = [:]
        let tiles = planner.tiles(ahead: plan, for: request) { run in
            let found = items.summaries(in: run)
            for (index, summary) in zip(run, found) { summaries[index] = summary }
            return found.map { Planner.Picture(size: $0.size, isTiled: $0.isTiled && $0.error == nil) }
        }
        return tiles.compactMap { tile in summaries[tile.index].map { AheadTile(tile: tile, item: $0) } }
    }
}
