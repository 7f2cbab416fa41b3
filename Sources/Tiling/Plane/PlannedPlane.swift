// The bins of a plane in a plan.

extension Planner {
    /// The bins of a plane in and near the viewport at `offset`, at most `most`; none for other layouts.
    ///
    /// O(bins × log n).
    public func bins(for request: Request, at offset: Point, most: Int) -> [PlaneLayout.Bin] {
        guard case .plane(let plane) = layout else { return [] }
        return plane.bins(
            in: request.near(at: offset).scaled(by: 1 / request.zoomScale), zoomScale: request.zoomScale,
            most: most)
    }

    /// The plan of these bins, each of which shows its picture, `spacing` points apart.
    ///
    /// The plan's window is empty, since the items in view are no run; `visible` leads from the least index in view to
    /// the greatest. O(bins).
    public func plan(
        for request: Request, bins: [PlaneLayout.Bin], pictures: [Picture], spacing: Double
    ) -> Plan {
        let offset = offset(for: request)
        var tiles = TileCollector(self, request: request, offset: offset, expected: bins.count)
        for (bin, picture) in zip(bins, pictures) {
            let cell = bin.frame.scaled(by: request.zoomScale)
            tiles.add(picture, index: bin.first, cell: cell.expanded(by: -min(spacing, cell.width / 8) / 2))
        }
        let seen = seen(bins, for: request, at: offset)
        let middle = Point(x: request.viewport.width / 2, y: request.viewport.height / 2)
        let nearest = seen.map { bin in
            (bin.first, painted(bin.frame.scaled(by: request.zoomScale), for: request).relative(to: offset))
        }.min { one, other in
            (one.1.distance(to: middle), one.0) < (other.1.distance(to: middle), other.0)
        }
        let items = seen.map(\.first)
        let geometry = geometry(for: request)
        return Plan(
            contentSize: contentSize(for: request), contentOffset: offset, zoomScale: request.zoomScale,
            offsetRange: geometry.range, rest: nil,
            anchor: nearest.map { Plan.Anchor(index: $0.0, frame: $0.1, rounding: 0) },
            visible: items.min().flatMap { first in items.max().map { first..<$0 + 1 } }, window: 0..<0, cells: [],
            edges: geometry.edges(at: offset), tiles: tiles.inOrderOfNeed(), mosaic: nil, prefetch: [], footer: nil)
    }

    /// Those of these bins that are partly in the viewport at `offset`.
    public func seen(_ bins: [PlaneLayout.Bin], for request: Request, at offset: Point) -> [PlaneLayout.Bin] {
        let viewport = Rect(x: 0, y: 0, width: request.viewport.width, height: request.viewport.height)
        return bins.filter { bin in
            bin.frame.scaled(by: request.zoomScale).relative(to: offset).intersects(viewport)
        }
    }

    /// The bars in and near the viewport at `offset`, in points from its corner; nil for other layouts, and where two
    /// values place items.
    ///
    /// O(bars × log n).
    public func bars(for request: Request, at offset: Point) -> [BarsLayout.Bar]? {
        guard case .plane(let plane) = layout, let bars = plane.bars else { return nil }
        let near = request.near(at: offset).scaled(by: 1 / request.zoomScale)
        return bars.bars(from: near.minX, to: near.maxX, zoomScale: request.zoomScale).map { bar in
            var bar = bar
            bar.frame = bar.frame.scaled(by: request.zoomScale).relative(to: offset)
            return bar
        }
    }

    /// The ticks of a plane's axes in and near the viewport at `offset`, each with its place in points from the
    /// viewport's corner; nil for other layouts.
    public func axisTicks(
        for request: Request, at offset: Point, spacing: Size
    ) -> (x: [PlaneAxis.PlacedTick], y: [PlaneAxis.PlacedTick])? {
        guard case .plane(let plane) = layout else { return nil }
        let near = request.near(at: offset)
        let (width, height) = (
            plane.contentSize.width * request.zoomScale, plane.contentSize.height * request.zoomScale
        )
        let across = plane.x.ticks(
            in: near.minX / width...near.maxX / width, length: width, minimumSpacing: spacing.width)
        // Values grow upwards. Bars tell their numbers themselves.
        let up =
            plane.bars != nil
            ? []
            : plane.y.ticks(
                in: 1 - near.maxY / height...1 - near.minY / height, length: height, minimumSpacing: spacing.height)
        return (
            Self.withContext(across.map { PlaneAxis.PlacedTick(place: $0.place * width - offset.x, tick: $0.tick) }) {
                $0 >= 0
            },
            Self.withContext(
                up.map { PlaneAxis.PlacedTick(place: (1 - $0.place) * height - offset.y, tick: $0.tick) }
            ) { $0 <= request.viewport.height }
        )
    }

    /// Gives the first tick in view the context of the ticks before it, such as the month of a day.
    private static func withContext(
        _ ticks: [PlaneAxis.PlacedTick], isSeen: (Double) -> Bool
    ) -> [PlaneAxis.PlacedTick] {
        var ticks = ticks
        guard let first = ticks.firstIndex(where: { isSeen($0.place) }), ticks[first].tick.context == nil else {
            return ticks
        }
        ticks[first].tick.context = ticks[..<first].last { $0.tick.context != nil }?.tick.context
        return ticks
    }
}
