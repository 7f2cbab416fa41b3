// The pixels of a plane: how many points lie in each, and which colours stand for their number.

import Testing

@testable import Tiling

@Suite struct PlaneRasterTests {
    private typealias Place = (x: Double, y: Double)

    private static func points(_ spread: PlaneTests.Spread, count: Int, seed: UInt64) -> [Place?] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in spread.point(&generator) }
    }

    private static func index(_ points: [Place?], isTall: Bool) -> PlaneIndex {
        PlaneIndex(count: points.count, isTall: isTall) { item in
            points[item].map { PlaneIndex.Place(x: $0.x, y: $0.y) }
        }
    }

    /// The cell of a point in a whole level, from the left and from the top.
    private static func cell(of point: Place, columns: Int, rows: Int) -> (column: Int, row: Int) {
        func cell(_ share: Double, _ count: Int) -> Int { min(count - 1, Int(clamping: share * Double(count))) }
        return (cell(point.x, columns * PlaneRaster.side), cell(point.y, rows * PlaneRaster.side))
    }

    /// Each pixel of each tile counts its points, at six zooms, and together the tiles hold all.
    @Test(arguments: PlaneTests.Spread.allCases, [false, true])
    func pixelsCountTheirPoints(spread: PlaneTests.Spread, isTall: Bool) throws {
        let points = Self.points(spread, count: 700, seed: 5)
        let index = Self.index(points, isTall: isTall)
        let placed = points.compactMap(\.self)
        let whole = Rect(x: 0, y: 0, width: 1, height: 1)
        for level in [0, 1, 2, 5, 8, 17] {
            let counts = try #require(PlaneRaster(level: level, isTall: isTall)).counts
            #expect(counts.columns * counts.rows == 1 << level)
            #expect(isTall ? counts.rows >= counts.columns : counts.columns >= counts.rows)
            var expected: [[Int]: UInt32] = [:]
            for point in placed {
                let cell = Self.cell(of: point, columns: counts.columns, rows: counts.rows)
                expected[[cell.column, cell.row], default: 0] += 1
            }
            #expect(index.greatestCount(level: level) == Int(expected.values.max() ?? 0), "\(level)")
            let tiles = index.tiles(level: level, in: whole)
            let held = Set(expected.keys.map { [$0[0] / PlaneRaster.side, $0[1] / PlaneRaster.side] })
            #expect(tiles.count == held.count && Set(tiles.map { [$0.column, $0.row] }) == held, "\(level)")
            // Those of one tile are looked at one by one, of two others the sum.
            for (number, tile) in tiles.prefix(3).enumerated() {
                let found = try #require(index.counts(level: level, column: tile.column, row: tile.row))
                let own = expected.filter {
                    $0.key[0] / PlaneRaster.side == tile.column && $0.key[1] / PlaneRaster.side == tile.row
                }
                #expect(found.reduce(0) { $0 + Int($1) } == own.values.reduce(0) { $0 + Int($1) }, "\(level)")
                guard number == 0 else { continue }
                for (cell, count) in own {
                    let place = cell[1] % PlaneRaster.side * PlaneRaster.side + cell[0] % PlaneRaster.side
                    #expect(found[place] == count, "\(spread) \(level): \(cell)")
                }
            }
        }
        for (level, column, row) in [(-1, 0, 0), (49, 0, 0), (0, 1, 0), (4, 4, 0), (4, 0, -1)] {
            #expect(index.counts(level: level, column: column, row: row) == nil)
        }
    }

    /// What is in view is the sum of the pixels that are partly in it.
    @Test(arguments: [PlaneTests.Spread.random, .clustered, .onLines], 0..<4)
    func partsAreSumsOfPixels(spread: PlaneTests.Spread, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let points = Self.points(spread, count: 900, seed: seed)
        let (index, level) = (Self.index(points, isTall: false), Int.random(in: 0...6, using: &generator))
        let counts = try #require(PlaneRaster(level: level, isTall: false)).counts
        let (across, down) = (Double(counts.columns * PlaneRaster.side), Double(counts.rows * PlaneRaster.side))
        let part = Rect(
            x: Double.random(in: -0.2...0.7, using: &generator), y: Double.random(in: -0.2...0.7, using: &generator),
            width: 0.35, height: 0.4)
        let expected = points.compactMap(\.self).count { point in
            let cell = Self.cell(of: point, columns: counts.columns, rows: counts.rows)
            return Rect(
                x: Double(cell.column) / across, y: Double(cell.row) / down, width: 1 / across, height: 1 / down
            ).intersects(part)
        }
        #expect(index.count(level: level, in: part) == expected)
        #expect(index.count(level: level, in: Rect(x: 0, y: 0, width: 1, height: 1)) == index.placedCount)
    }

    /// A plan's tiles are the finest whose pixels are no smaller than those of the screen, lie edge to edge, and stay the
    /// same until the zoom has doubled.
    @Test(arguments: [Size(width: 1200, height: 700), Size(width: 390, height: 800)], [1.0, 2])
    func tilesOfPlans(size: Size, scale: Double) throws {
        let index = Self.index(Self.points(.random, count: 5000, seed: 1), isTall: size.height > size.width)
        let axis = PlaneAxis(.linear, spanning: 0...1)
        let planner = Planner(layout: .plane(PlaneLayout(index, x: axis, y: axis, size: size)))
        var levels: [Int] = []
        for step in 0...24 {
            var request = Planner.Request(viewport: size)
            (request.scale, request.zoomScale) = (scale, 1 + Double(step) / 2)
            request.offset = Point(x: 0.3 * size.width * (request.zoomScale - 1), y: 0)
            let raster = try #require(planner.raster(for: request, at: request.offset))
            #expect(!raster.tiles.isEmpty && raster.tiles.count <= MosaicTiles.mostTiles)
            for tile in raster.tiles {
                let pixel = (tile.frame.width * tile.frame.height).squareRoot() * scale / Double(PlaneRaster.side)
                #expect(pixel > 0.98 && pixel < 2.5, "\(request.zoomScale): \(pixel)")
                for edge in [tile.frame.minX + request.offset.x, tile.frame.maxX + request.offset.x] {
                    #expect(abs(edge * scale - (edge * scale).rounded()) < 1e-6)
                }
                for other in raster.tiles where other.row == tile.row && other.column == tile.column + 1 {
                    #expect(abs(other.frame.minX - tile.frame.maxX) < 1e-6)
                }
            }
            if step == 0 { #expect(raster.seenCount == index.placedCount) }
            levels.append(raster.level)
        }
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 <= $1 && ($1 - $0) % 2 == 0 } && Set(levels).count > 2)
    }

    // MARK: The scale

    /// Equal ratios of counts are equally far apart, and more is lighter on a dark ground, darker on a light one.
    @Test(arguments: [1, 2, 3, 10, 999, 10_000_000]) func coloursStandForNumbers(greatest: Int) {
        let scale = DensityScale(greatest: greatest)
        #expect(scale.index(of: 0) == 0 && scale.index(of: greatest) == DensityScale.count)
        #expect(greatest == 1 || scale.index(of: 1) == 1)
        var (before, count) = (0, 1)
        while count <= greatest {
            let index = scale.index(of: count)
            #expect(index >= before)
            (before, count) = (index, count + max(1, count / 7))
        }
        let legend = scale.legend(isDark: true)
        #expect(legend.last?.count == greatest && legend.count <= 9)
        let colours = DensityScale.colours(isDark: true)
        for step in legend { #expect(step.colour == colours[scale.index(of: step.count) - 1]) }
        if greatest == 10_000_000 {
            let (ten, thousand) = (scale.index(of: 10), scale.index(of: 1000))
            #expect(abs(ten - 1 - 254 / 7) <= 1 && abs(thousand - 1 - 3 * 254 / 7) <= 1)
        }
    }

    @Test(arguments: [true, false]) func coloursAreInOrder(isDark: Bool) {
        let colours = DensityScale.colours(isDark: isDark)
        #expect(colours.count == DensityScale.count && Set(colours).count > 200)
        /// Rec. 709 luma of the samples, from 0 to 255.
        func luma(_ colour: UInt32) -> Double {
            0.2126 * Double(colour >> 16) + 0.7152 * Double(colour >> 8 & 255) + 0.0722 * Double(colour & 255)
        }
        let lumas = colours.map(luma)
        for (one, next) in zip(lumas, lumas.dropFirst()) { #expect(isDark ? next > one - 1 : next < one + 1) }
        // Few stand out from the ground, too.
        #expect(isDark ? lumas[0] > 45 : lumas[0] < 215)
        #expect(abs(lumas[0] - lumas[colours.count - 1]) > 120)
    }

    /// A hash of the points tells others apart.
    @Test func pointsHaveADigest() {
        let points = Self.points(.random, count: 500, seed: 2)
        var moved = points
        moved[250] = (0.123, 0.456)
        let digests = [points, moved, Array(points.dropLast()), points.reversed()].map {
            Self.index($0, isTall: false).digest
        }
        #expect(Set(digests).count == 4)
        #expect(digests[0] == Self.index(points, isTall: false).digest)
    }
}
