// The tiles of a mosaic in a plan.

/// One tile of a mosaic and where to paint it.
public struct PlannedMosaicTile: Sendable, Equatable {
    public var column: Int
    public var row: Int
    /// In points from the viewport's top-left corner.
    public var frame: Rect
    public var isVisible: Bool
    /// The items of all rows that cross the tile.
    public var items: Range<Int>
}

/// The tiles of a mosaic, most needed first.
public struct PlannedMosaic: Sendable, Equatable {
    /// The side of a tile that does not end with the content, in device pixels.
    public var side: Int
    public var tiles: [PlannedMosaicTile]
}

extension Planner {
    /// The tiles of a mosaic in and near the viewport, with the viewport at `offset`: at most `MosaicTiles.mostTiles`, those
    /// in view first, nearest to the focus. nil for other layouts. O(tiles × log n).
    func mosaic(for request: Request, at offset: Point) -> PlannedMosaic? {
        guard layout.isMosaic else { return nil }
        let side = MosaicTiles.side(for: request.viewport, scale: request.scale)
        guard let tiles = MosaicTiles(layout, zoomScale: request.zoomScale, scale: request.scale, side: side) else {
            return PlannedMosaic(side: side, tiles: [])
        }
        let viewport = Rect(x: 0, y: 0, width: request.viewport.width, height: request.viewport.height)
        let focus = request.focus ?? Point(x: viewport.midX, y: viewport.midY)
        let (columns, rows) = tiles.tiles(in: request.near(at: offset).scaled(by: request.scale))
        var found: [(tile: PlannedMosaicTile, need: Double)] = []
        for row in rows {
            for column in columns {
                guard let area = tiles.area(column: column, row: row) else { continue }
                let frame = area.scaled(by: 1 / request.scale).relative(to: offset)
                let isVisible = frame.intersects(viewport)
                let (dx, dy) = (frame.midX - focus.x, frame.midY - focus.y)
                let isAhead = dy * request.velocity.y >= 0
                // Squares of distances in points; two that are near each other belong to one screen.
                let distance = dx * dx + dy * dy
                let need = isVisible ? distance : isAhead ? distance + 1e12 : distance + 2e12
                let tile = PlannedMosaicTile(
                    column: column, row: row, frame: frame, isVisible: isVisible,
                    items: tiles.items(column: column, row: row))
                found.append((tile, need))
            }
        }
        found.sort { $0.need < $1.need }
        return PlannedMosaic(side: side, tiles: found.prefix(MosaicTiles.mostTiles).map(\.tile))
    }
}
