// Which tiles of a mosaic are needed most, against a look at each of them.

import Testing

@testable import Tiling

@Suite struct MosaicTilePositionsTests {
    /// All tiles near the viewport, each looked at, in the order of need.
    private static func all(
        _ tiles: MosaicTiles, _ request: Planner.Request, at offset: Point
    ) -> [(column: Int, row: Int, isVisible: Bool)] {
        let viewport = Rect(x: 0, y: 0, width: request.viewport.width, height: request.viewport.height)
        let focus = request.focus ?? Point(x: viewport.midX, y: viewport.midY)
        let (columns, rows) = tiles.tiles(in: request.near(at: offset).scaled(by: request.scale))
        var found: [(column: Int, row: Int, isVisible: Bool, kind: Int, distance: Double)] = []
        for row in rows {
            for column in columns {
                guard let area = tiles.area(column: column, row: row) else { continue }
                let frame = area.scaled(by: 1 / request.scale).relative(to: offset)
                let isVisible = frame.intersects(viewport)
                let (dx, dy) = (frame.midX - focus.x, frame.midY - focus.y)
                let kind = isVisible ? 0 : dy * request.velocity.y >= 0 ? 1 : 2
                found.append((column, row, isVisible, kind, dx * dx + dy * dy))
            }
        }
        found.sort { ($0.kind, $0.distance, $0.row, $0.column) < ($1.kind, $1.distance, $1.row, $1.column) }
        return found.map { ($0.column, $0.row, $0.isVisible) }
    }

    @Test(arguments: 0..<200) func theNeededOnesAreFound(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let width = Double.random(in: 100...9000, using: &generator)
        let scale: Double = [0.5, 1, 1.25, 2, 4].randomElement(using: &generator) ?? 1
        let columns = Int.random(in: Int(clamping: width / DensityZoom.smallestCell) + 2...9000, using: &generator)
        let grid = GridLayout(
            count: Int.random(in: 1...3_000_000, using: &generator), width: width, columns: columns, spacing: 0,
            scale: scale)
        try #require(Layout.grid(grid).isMosaic)
        var request = Planner.Request(
            viewport: Size(width: width, height: Double.random(in: 50...6000, using: &generator)))
        request.scale = scale
        request.overscan = Double.random(in: 0...4000, using: &generator)
        request.velocity.y = [0, 100, -100].randomElement(using: &generator) ?? 0
        if Bool.random(using: &generator) {
            request.focus = Point(
                x: Double.random(in: 0...width, using: &generator), y: Double.random(in: -99...6000, using: &generator))
        }
        let side = MosaicTiles.side(for: request.viewport, scale: scale)
        let tiles = try #require(MosaicTiles(.grid(grid), zoomScale: 1, scale: scale, side: side))
        let height = Layout.grid(grid).contentSize.height
        let offset = Point(x: 0, y: Double.random(in: -100...max(height, 1), using: &generator))
        let most = Int.random(in: 1...80, using: &generator)
        let expected = Self.all(tiles, request, at: offset).prefix(most)
        let found = MosaicTilePositions(tiles, request, at: offset).mostNeeded(most)
        #expect(found.map { [$0.column, $0.row] } == expected.map { [$0.column, $0.row] }, "seed \(seed)")
        #expect(found.map(\.isVisible) == expected.map(\.isVisible), "seed \(seed)")
    }

    /// The largest viewport that can be asked for has ten thousands of tiles; some hundreds are looked at.
    @Test func fewAreLookedAt() throws {
        let grid = GridLayout(count: 1_000_000_000, width: 100_000, columns: 100_000, spacing: 0, scale: 10)
        var request = Planner.Request(viewport: Size(width: 100_000, height: 100_000))
        request.scale = 10
        let tiles = try #require(MosaicTiles(.grid(grid), zoomScale: 1, scale: 10, side: 2048))
        let counts = tiles.counts
        #expect(counts.columns * counts.rows > 20_000)
        var looks = 0
        let positions = MosaicTilePositions(tiles, request, at: .zero).mostNeeded(MosaicTiles.mostTiles, steps: &looks)
        #expect(positions.count == MosaicTiles.mostTiles && looks < 2000)
    }
}
