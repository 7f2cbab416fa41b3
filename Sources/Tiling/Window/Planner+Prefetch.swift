// What lies ahead of a plan: which items, and which of their tiles.

extension Planner {
    /// The items to fetch after those of `window`.
    func prefetch(for request: Request, at offset: Point, visible: Range<Int>, window: Range<Int>) -> [Int] {
        let axis = layout.axis
        // What has run out already, or is held at pages, goes no further.
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
            end = geometry(for: request).clamp(end)
            let seen = Rect(x: end.x, y: end.y, width: request.viewport.width, height: request.viewport.height)
            return layout.items(in: seen.scaled(by: 1 / request.zoomScale))
        }
    }

    /// The tiles of the items to fetch next, in the order in which they are named; at most `Prefetch.maximumCount`. Of a
    /// picture that is longer than the viewport, those that come first. `pictures` gives a run of items, of which it may
    /// leave out the last ones; what is not measured, or comes whole, has no tiles here. O(tiles + runs × log n).
    public func tiles(ahead plan: Plan, for request: Request, pictures: (Range<Int>) -> [Picture]) -> [PlannedTile] {
        // Beside a single picture the others are nowhere.
        if case .picture = layout { return [] }
        var tiles = TileCollector(
            request: request, offset: plan.contentOffset, axis: layout.axis, expected: plan.prefetch.count)
        for (run, isForwards) in Self.runs(plan.prefetch) {
            guard tiles.count < Prefetch.maximumCount else { break }
            let pictures = pictures(run)
            let items = Array(zip(pictures, layout.frames(of: run.prefix(pictures.count))))
            for place in isForwards ? Array(items.indices) : items.indices.reversed() {
                let (picture, frame) = items[place]
                guard picture.isTiled, picture.size != nil else { continue }
                tiles.addAhead(
                    picture, index: run.lowerBound + place, cell: frame.scaled(by: request.zoomScale),
                    isForwards: isForwards)
            }
        }
        return Array(tiles.inOrderOfNeed().prefix(Prefetch.maximumCount))
    }

    /// Neighbours that follow one another, upwards or downwards.
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
