// The items that a plan shows.

import Catalog
import Tiling

extension PictureDraft {
    /// A plan, with the items of its window: from index `first` on, or in a plane those that its bins show.
    struct Window {
        let plan: Plan
        var first = 0
        var items: [ItemSummary] = []
        /// Only of a plane, whose items are no run: the bins of `items`.
        var bins: [PlaneLayout.Bin]?
        /// Only of a plane: where in `items` each index is.
        var positions: [Int: Int]?
        /// Only of a plane: what its pixels show; nil where bins show pictures.
        var raster: PlaneShow?

        func position(of index: Int) -> Int { positions.map { $0[index] ?? -1 } ?? index - first }
        func index(at position: Int) -> Int { bins.map { $0[position].first } ?? first + position }
        func item(_ index: Int) -> ItemSummary? {
            let position = position(of: index)
            return items.indices.contains(position) ? items[position] : nil
        }
    }

    /// A plan of a plane, with the first item of each bin; nil where there are more than `limit` bins.
    func planeWindow(atMost limit: Int) -> Window? {
        var bins = planner.bins(for: request, at: planner.offset(for: request), most: limit + 1)
        guard bins.count <= limit else { return nil }
        if let show = raster(bins) { return rasterWindow(bins, show) }
        var items: [ItemSummary] = []
        items.reserveCapacity(bins.count)
        // An item that has gone meanwhile makes this plan one of an old revision, which is made again.
        bins.removeAll { bin in
            guard var item = shown.summary(at: bin.first) else { return true }
            if asked.decodesHEIC { item = item.decodedByBrowser }
            items.append(item)
            return false
        }
        let plan = planner.plan(
            for: request, bins: bins, pictures: items.map { Planner.Picture($0) },
            spacing: resolved.layoutRequest.spacing)
        let positions = Dictionary(zip(bins.map(\.first), 0...), uniquingKeysWith: { first, _ in first })
        return Window(plan: plan, items: items, bins: bins, positions: positions)
    }
}

extension Planner.Picture {
    /// What the planner needs to know of an item.
    init(_ item: borrowing ItemSummary) {
        self.init(size: item.size, isTiled: item.isTiled, copySide: item.copySide, storedTiles: item.storedTiles)
    }
}
