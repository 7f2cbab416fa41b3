// The tiles of a plane's pixels in a plan.

/// One tile of a plane's pixels and where to paint it.
public struct PlannedRasterTile: Sendable, Equatable {
    public var column: Int
    public var row: Int
    /// In points from the viewport's top-left corner; edges are on whole device pixels.
    public var frame: Rect
    public var isVisible: Bool
}

/// The tiles of a plane's pixels, the most needed first.
public struct PlannedRaster: Sendable, Equatable {
    /// As in `PlaneRaster`.
    public var level: Int
    public var tiles: [PlannedRasterTile]
    /// How many points the pixels hold that are at least partly in view.
    public var seenCount: Int
}

extension Planner {
    /// The tiles of a plane's pixels in and near the viewport at `offset`: those that hold points, at most
    /// `MosaicTiles.mostTiles`, those in view first, each nearest to the focus first.
    ///
    /// nil for other layouts. O(tiles × log n + pixels at the viewport's edges × log n).
    public func raster(for request: Request, at offset: Point) -> PlannedRaster? {
        guard case .plane(let plane) = layout else { return nil }
        let (width, height) = (
            plane.contentSize.width * request.zoomScale, plane.contentSize.height * request.zoomScale
        )
        guard width > 0, height > 0 else { return nil }
        let (ratio, viewport) = (request.scale, request.viewport)
        let raster = PlaneRaster(
            plane: Size(width: width * ratio, height: height * ratio),
            viewport: Size(width: viewport.width * ratio, height: viewport.height * ratio), isTall: plane.index.isTall,
            most: MosaicTiles.mostTiles)
        /// In shares of the plane.
        func part(_ rect: Rect) -> Rect {
            Rect(minX: rect.minX / width, minY: rect.minY / height, maxX: rect.maxX / width, maxY: rect.maxY / height)
        }
        let seen = Rect(x: offset.x, y: offset.y, width: viewport.width, height: viewport.height)
        let focus = request.focus ?? Point(x: viewport.width / 2, y: viewport.height / 2)
        let tiles = plane.index.tiles(level: raster.level, in: part(request.near(at: offset))).map { tile in
            let area = Rect(
                minX: tile.area.minX * width, minY: tile.area.minY * height, maxX: tile.area.maxX * width,
                maxY: tile.area.maxY * height)
            return PlannedRasterTile(
                column: tile.column, row: tile.row, frame: painted(area, for: request).relative(to: offset),
                isVisible: area.intersects(seen))
        }
        let inOrder = tiles.sorted { one, other in
            guard one.isVisible == other.isVisible else { return one.isVisible }
            let distances = (one.frame.distance(to: focus), other.frame.distance(to: focus))
            return (distances.0, one.row, one.column) < (distances.1, other.row, other.column)
        }
        return PlannedRaster(
            level: raster.level, tiles: Array(inOrder.prefix(MosaicTiles.mostTiles)),
            seenCount: plane.index.count(level: raster.level, in: part(seen)))
    }
}
