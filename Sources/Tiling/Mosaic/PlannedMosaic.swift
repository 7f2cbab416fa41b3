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
    /// The tiles of a mosaic in and near the viewport at `offset`: at most `MosaicTiles.mostTiles`, the most needed
    /// first.
    ///
    /// Those in view come first, nearest to the focus. nil for other layouts. O(columns + rows of tiles + tiles × log
    /// n).
    func mosaic(for request: Request, at offset: Point) -> PlannedMosaic? {
        guard layout.isMosaic else { return nil }
        let side = MosaicTiles.side(for: request.viewport, scale: request.scale)
        guard let tiles = MosaicTiles(layout, zoomScale: request.zoomScale, scale: request.scale, side: side) else {
            return PlannedMosaic(side: side, tiles: [])
        }
        let positions = MosaicTilePositions(tiles, request, at: offset).mostNeeded(MosaicTiles.mostTiles)
        return PlannedMosaic(
            side: side,
            tiles: positions.compactMap { position in
                guard let area = tiles.area(column: position.column, row: position.row) else { return nil }
                return PlannedMosaicTile(
                    column: position.column, row: position.row,
                    frame: area.scaled(by: 1 / request.scale).relative(to: offset), isVisible: position.isVisible,
                    items: tiles.items(column: position.column, row: position.row))
            })
    }
}

/// The positions of a mosaic's tiles near a viewport, by columns and rows.
///
/// It finds the most needed of hundreds of thousands of positions without examining each.
struct MosaicTilePositions {
    /// A tile's position, and the square of its distance from the focus, in points.
    struct Position: Equatable {
        var column: Int
        var row: Int
        var isVisible: Bool
        var distance: Double
    }

    /// A column or a row of tiles.
    private struct Line {
        var number: Int
        /// The square of its middle's distance from the focus, in points.
        var distance: Double
        var isVisible: Bool
        /// Whether it lies in the direction of travel; of rows only.
        var isAhead = true
    }

    private let columns: [Line]
    private let rows: [Line]

    init(_ tiles: MosaicTiles, _ request: Planner.Request, at offset: Point) {
        let viewport = Rect(x: 0, y: 0, width: request.viewport.width, height: request.viewport.height)
        let focus = request.focus ?? Point(x: viewport.midX, y: viewport.midY)
        let near = tiles.tiles(in: request.near(at: offset).scaled(by: request.scale))
        func frame(_ column: Int, _ row: Int) -> Rect {
            (tiles.area(column: column, row: row) ?? .zero).scaled(by: 1 / request.scale).relative(to: offset)
        }
        columns = near.columns.map { column in
            let frame = frame(column, near.rows.lowerBound)
            let distance = frame.midX - focus.x
            return Line(
                number: column, distance: distance * distance,
                isVisible: frame.minX < viewport.maxX && viewport.minX < frame.maxX)
        }.sorted { ($0.distance, $0.number) < ($1.distance, $1.number) }
        rows = near.rows.map { row in
            let frame = frame(near.columns.lowerBound, row)
            let distance = frame.midY - focus.y
            return Line(
                number: row, distance: distance * distance,
                isVisible: frame.minY < viewport.maxY && viewport.minY < frame.maxY,
                isAhead: distance * request.velocity.y >= 0)
        }.sorted { ($0.distance, $0.number) < ($1.distance, $1.number) }
    }

    /// The `most` most needed positions: those in view, then those ahead, then those behind, each nearest to the focus
    /// first.
    ///
    /// O((columns + rows) × log + most × log most).
    func mostNeeded(_ most: Int) -> [Position] {
        var steps = 0
        return mostNeeded(most, steps: &steps)
    }

    /// As `mostNeeded(_:)`; adds the number of examined positions to `steps`.
    func mostNeeded(_ most: Int, steps: inout Int) -> [Position] {
        let seen = (columns: columns.filter(\.isVisible), rows: rows.filter(\.isVisible))
        var found = nearest(most, columns: seen.columns, rows: seen.rows).sorted(by: Self.isNearer)
        steps += found.count
        let besides = columns.filter { !$0.isVisible }
        for isAhead in [true, false] where found.count < most {
            let beyond = rows.filter { !$0.isVisible && $0.isAhead == isAhead }
            let beside = seen.rows.filter { $0.isAhead == isAhead }
            let next = nearest(most, columns: columns, rows: beyond) + nearest(most, columns: besides, rows: beside)
            steps += next.count
            found += next.sorted(by: Self.isNearer)
        }
        return Array(found.prefix(most))
    }

    /// About `most` × ln `most` positions that include the nearest `most` of these columns and rows.
    ///
    /// Where the i-th nearest column crosses the j-th nearest row, i × j positions are at least as near.
    private func nearest(_ most: Int, columns: [Line], rows: [Line]) -> [Position] {
        var positions: [Position] = []
        for (i, row) in rows.prefix(most).enumerated() {
            for column in columns.prefix(most / (i + 1)) {
                positions.append(
                    Position(
                        column: column.number, row: row.number, isVisible: column.isVisible && row.isVisible,
                        distance: column.distance + row.distance))
            }
        }
        return positions
    }

    private static func isNearer(_ one: Position, _ other: Position) -> Bool {
        (one.distance, one.row, one.column) < (other.distance, other.row, other.column)
    }
}
