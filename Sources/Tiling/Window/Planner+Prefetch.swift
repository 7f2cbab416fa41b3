// The items, and their tiles, that a plan names for prefetching.

extension Planner {
    /// The items to fetch after those of `window`, most urgent first.
    func prefetch(for request: Request, at offset: Point, visible: Range<Int>, window: Range<Int>) -> [Int] {
        let axis = layout.axis
        // With a deceleration, `offset` is already the end of the movement; with paging, the movement ends at a page.
        let isMoving = request.deceleration == nil && !request.paging
        let velocity = request.velocity[axis]
        let travel = Prefetch.Travel(
            velocity: isMoving ? velocity : 0, last: velocity == 0 ? request.travel[axis] : velocity,
            viewport: request.viewport[axis])
        return Prefetch.indices(
            around: window, visible: visible, count: layout.count, travel: travel, pace: request.pace
        ) { distance in
            var end = offset
            end[axis] += distance
            end = layoutPoint(geometry(for: request).clamp(end), for: request)
            let seen = Rect(x: end.x, y: end.y, width: request.viewport.width, height: request.viewport.height)
            return layout.items(in: seen.scaled(by: 1 / request.zoomScale))
        }
    }

    /// The tiles of the items of `plan.prefetch`, in that order; at most `Prefetch.maximumCount`.
    ///
    /// A picture longer than the viewport contributes only the part that comes into view first. `pictures` gives the
    /// pictures of a run of items and may leave out the last ones. Items without a known size, or without tiles, are
    /// skipped. O(tiles + runs × log n).
    public func tiles(ahead plan: Plan, for request: Request, pictures: (Range<Int>) -> [Picture]) -> [PlannedTile] {
        // A layout of a single picture has no neighbours to scroll to.
        if case .picture = layout { return [] }
        var tiles = TileCollector(
            self, request: request, offset: plan.contentOffset, expected: plan.prefetch.count)
        for (run, isForwards) in Self.runs(plan.prefetch) {
            guard tiles.count < Prefetch.maximumCount else { break }
            let pictures = pictures(run)
            let items = Array(zip(pictures, layout.frames(of: run.prefix(pictures.count))))
            for position in isForwards ? Array(items.indices) : items.indices.reversed() {
                let (picture, frame) = items[position]
                guard picture.isTiled, picture.size != nil else { continue }
                tiles.addAhead(
                    picture, index: run.lowerBound + position, cell: frame.scaled(by: request.zoomScale),
                    isForwards: isForwards)
            }
        }
        return Array(tiles.inOrderOfNeed().prefix(Prefetch.maximumCount))
    }

    /// Groups `indices` into runs of consecutive items, ascending (`isForwards`) or descending.
    static func runs(_ indices: [Int]) -> [(run: Range<Int>, isForwards: Bool)] {
        var runs: [(run: Range<Int>, isForwards: Bool)] = []
        for index in indices {
            if let (run, isForwards) = runs.last {
                let isFirst = run.count == 1
                if index == run.upperBound, isForwards || isFirst {
                    runs[runs.count - 1] = (run.lowerBound..<index + 1, true)
                    continue
                }
                if index == run.lowerBound - 1, !isForwards || isFirst {
                    runs[runs.count - 1] = (index..<run.upperBound, false)
                    continue
                }
            }
            runs.append((index..<index + 1, true))
        }
        return runs
    }
}
