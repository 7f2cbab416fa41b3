// The tiles of a mosaic against the layout they are cut from, cell by cell.

import Testing

@testable import Tiling

@Suite struct MosaicTilesTests {
    /// A grid, or one in groups some of whose rows are pinned, that is a mosaic.
    private static func layout(_ generator: inout SeededGenerator) -> (layout: Layout, scale: Double) {
        let scale: Double = [1, 1, 2, 1.25, 1.5, 3, 0.9].randomElement(using: &generator) ?? 1
        let width =
            Bool.random(using: &generator)
            ? Double(Int.random(in: 100...900, using: &generator)) : Double.random(in: 100...900, using: &generator)
        let spacing: Double = [0, 2, 4, 4, 30].randomElement(using: &generator) ?? 4
        let fewest = Int(clamping: width / (DensityZoom.smallestCell + spacing)) + 2
        let columns =
            Bool.random(using: &generator)
            ? Int.random(in: fewest...fewest * 3, using: &generator) : Int.random(in: fewest...4000, using: &generator)
        let lead = Int.random(in: 0..<columns, using: &generator)
        let count = Int.random(in: 1...2500, using: &generator)
        let grid = GridLayout(count: count, width: width, columns: columns, spacing: spacing, scale: scale, lead: lead)
        guard Bool.random(using: &generator) else { return (.grid(grid), scale) }
        var counts: [Int] = []
        while counts.reduce(0, +) < count { counts.append(Int.random(in: 1...600, using: &generator)) }
        let groups = GroupIndex(counts, grid: grid)
        let held = Int.random(in: 0..<counts.reduce(0, +), using: &generator)
        let rows = [PinnedRow(start: held, isWhole: false, column: Int.random(in: 0..<columns, using: &generator))]
        return (.grouped(GroupedLayout(groups, pinning: Bool.random(using: &generator) ? rows : [])), scale)
    }

    /// Every cell that has an area in common with a tile is in it, where the layout puts it, and no other is.
    @Test(arguments: 0..<60) func everyCellIsWhereTheLayoutPutsIt(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (layout, scale) = Self.layout(&generator)
        let zoomScale: Double = [1, 1, 1, 2.5].randomElement(using: &generator) ?? 1
        let ratio = scale * zoomScale
        let tiles = try #require(MosaicTiles(layout, zoomScale: zoomScale, scale: scale, side: 64))
        let frames = layout.frames(of: 0..<layout.count).map { $0.scaled(by: ratio) }
        var seen: Set<Int> = []
        var rest = 200
        for _ in 0..<20 where rest > 0 {
            let some = frames.randomElement(using: &generator) ?? .zero
            let (column, row) = (Int(clamping: some.midX / 64), Int(clamping: some.midY / 64))
            let scene = try #require(tiles.scene(column: column, row: row))
            let area = try #require(tiles.area(column: column, row: row))
            #expect(scene.size == PixelSize(width: Int(clamping: area.width), height: Int(clamping: area.height)))
            // Groups begin at whole device pixels, which moves their cells by up to half of one.
            let slack = scene.pitch >= 1 ? 0.5 + 1e-6 : 1e-6
            var found: Set<Int> = []
            for cells in scene.rows {
                for (place, index) in cells.items.enumerated() {
                    found.insert(index)
                    let frame = frames[index]
                    let x = area.minX + cells.x + Double(place) * scene.pitch
                    #expect(abs(x - frame.minX) < 1e-5, "item \(index) of \(layout.count)")
                    #expect(abs(area.minY + cells.y - frame.minY) <= slack, "item \(index) of \(layout.count)")
                    #expect(abs(scene.side - frame.width) < 1e-6)
                    rest -= 1
                }
            }
            let needed = frames.indices.filter { frames[$0].expanded(by: -slack).intersects(area) }
            let allowed = frames.indices.filter { frames[$0].expanded(by: slack).intersects(area) }
            #expect(found.isSuperset(of: needed.filter { frames[$0].width > 2 * slack }) && found.isSubset(of: allowed))
            #expect(
                found.allSatisfy(
                    tiles.items(column: column, row: row).expanded(by: slack > 0.1 ? layout.count : 0).contains))
            seen.formUnion(found)
        }
        #expect(!seen.isEmpty)
    }

    /// Tiles lie side by side and cover the content to its last pixel; outside there are none.
    @Test(arguments: 0..<30) func tilesCoverTheContentWithoutSeams(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (layout, scale) = Self.layout(&generator)
        let tiles = try #require(MosaicTiles(layout, zoomScale: 1, scale: scale, side: 128))
        let (columns, rows) = tiles.counts
        var edge = 0.0
        for row in 0..<rows {
            let first = try #require(tiles.area(column: 0, row: row))
            #expect(first.minX == 0 && first.minY == edge)
            edge = first.maxY
            var right = 0.0
            for column in 0..<columns {
                let area = try #require(tiles.area(column: column, row: row))
                #expect(area.minX == right && area.minY == first.minY && area.maxY == first.maxY)
                #expect(area.width > 0 && area.width <= 128)
                right = area.maxX
            }
            #expect(right == max(1, (layout.contentSize.width * scale).rounded(.up)))
        }
        #expect(edge == max(1, (layout.contentSize.height * scale).rounded(.up)))
        for (column, row) in [(-1, 0), (0, -1), (columns, 0), (0, rows)] {
            #expect(tiles.area(column: column, row: row) == nil && tiles.scene(column: column, row: row) == nil)
        }
    }

    /// A frame has at most sixty tiles, on all screens up to 8K; they cover what is seen, the nearest to the focus first.
    @Test(arguments: [
        (390.0, 844.0, 3.0), (1280, 800, 1), (1920, 1080, 1), (2560, 1440, 2), (3840, 2160, 2), (7680, 4320, 1),
    ])
    func framesHaveFewTiles(width: Double, height: Double, scale: Double) throws {
        let viewport = Size(width: width, height: height)
        for columns in [Int(clamping: width / 20), Int(clamping: width), 3 * Int(clamping: width)] {
            let grid = GridLayout(count: 1_000_000_000, width: width, columns: columns, spacing: 4, scale: scale)
            let planner = Planner(layout: .grid(grid))
            for y in [0, 333.3, 1e4 + 0.7] {
                var request = Planner.Request(viewport: viewport)
                (request.offset.y, request.scale) = (y, scale)
                request.focus = Point(x: width / 3, y: height / 4)
                let plan = planner.plan(for: request) { window in
                    Issue.record("\(window.count) items are looked at one by one")
                    return []
                }
                let mosaic = try #require(plan.mosaic)
                #expect(mosaic.tiles.count <= 60 && plan.tiles.isEmpty && plan.prefetch.isEmpty && plan.cells.isEmpty)
                let seen = mosaic.tiles.filter(\.isVisible)
                #expect(Array(mosaic.tiles.prefix(seen.count)) == seen)
                let covered = seen.reduce(0) { sum, tile in
                    let part = tile.frame.intersection(Rect(x: 0, y: 0, width: width, height: height))
                    return sum + part.width * part.height
                }
                #expect(abs(covered - width * height) < 1e-3)
                let distances = seen.map { tile in
                    let (dx, dy) = (tile.frame.midX - width / 3, tile.frame.midY - height / 4)
                    return dx * dx + dy * dy
                }
                #expect(distances == distances.sorted())
            }
        }
    }

    /// The last cell of 10⁹ is where the layout puts it, too, however small cells are.
    @Test(arguments: [45, 400, 1200, 5000, 38_729]) func farDown(columns: Int) throws {
        let grid = GridLayout(count: 1_000_000_000, width: 1200, columns: columns, spacing: 4, scale: 2)
        let tiles = try #require(MosaicTiles(.grid(grid), zoomScale: 1, scale: 2, side: 512))
        let last = grid.frame(of: 999_999_999).scaled(by: 2)
        let (column, row) = (Int(clamping: last.midX / 512), Int(clamping: last.midY / 512))
        let scene = try #require(tiles.scene(column: column, row: row))
        let cells = try #require(scene.rows.last)
        #expect(cells.items.upperBound == 1_000_000_000)
        let x = Double(column * 512) + cells.x + Double(cells.items.count - 1) * scene.pitch
        #expect(abs(x - last.minX) < 1e-4 && abs(Double(row * 512) + cells.y - last.minY) < 1e-4)
    }
}

extension Range<Int> {
    /// The range with each end moved outwards.
    fileprivate func expanded(by count: Int) -> Range<Int> { lowerBound - count..<upperBound + count }
}
