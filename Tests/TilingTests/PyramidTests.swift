// Levels and tiles of a picture.

import Testing

@testable import Tiling

@Suite struct PyramidTests {
    @Test(arguments: [(1, 1), (512, 512), (513, 1), (6001, 4003), (65_500, 65_500), (193, 31_237)])
    func everyPixelOfEveryLevelIsInOneTile(width: Int, height: Int) {
        let pyramid = Pyramid(PixelSize(width: width, height: height))
        #expect(pyramid.size(of: pyramid.maximumLevel) == PixelSize(width: 1, height: 1))
        for level in 0...pyramid.maximumLevel {
            let size = pyramid.size(of: level)
            // Rounded up, by the definition.
            #expect(size.width == Int(clamping: (Double(width) / Double(1 << level)).rounded(.up)))
            #expect(size.height == Int(clamping: (Double(height) / Double(1 << level)).rounded(.up)))
            let counts = pyramid.tileCounts(of: level)
            var columns = 0
            for column in 0..<counts.columns {
                let region = pyramid.region(level: level, column: column, row: 0)
                #expect(region?.x == columns)
                columns += region?.width ?? 0
                #expect((1...512).contains(region?.width ?? 0))
            }
            #expect(columns == size.width)
            let last = pyramid.region(level: level, column: 0, row: counts.rows - 1)
            #expect((last?.y ?? 0) + (last?.height ?? 0) == size.height)
            #expect(pyramid.region(level: level, column: counts.columns, row: 0) == nil)
            #expect(pyramid.region(level: level, column: 0, row: counts.rows) == nil)
            #expect(pyramid.region(level: level, column: -1, row: 0) == nil)
        }
        #expect(pyramid.region(level: pyramid.maximumLevel + 1, column: 0, row: 0) == nil)
        #expect(pyramid.region(level: -1, column: 0, row: 0) == nil)
    }

    @Test func theLevelIsTheNextOneAboveTheDevice() {
        let pyramid = Pyramid(PixelSize(width: 4000, height: 3000))
        #expect(pyramid.level(forRatio: 8) == 0)
        #expect(pyramid.level(forRatio: 1) == 0)
        #expect(pyramid.level(forRatio: 0.6) == 0)
        #expect(pyramid.level(forRatio: 0.5) == 1)
        #expect(pyramid.level(forRatio: 0.505) == 1)
        #expect(pyramid.level(forRatio: 200.0 / 3000) == 3)
        #expect(pyramid.level(forRatio: 1e-9) == pyramid.maximumLevel)
    }

    @Test(arguments: [(128, 1), (240, 2), (256, 1), (1008, 3), (400, 0)])
    func `stored tiles cover each level, in its own size where the file has that level`(side: Int, step: Int) throws {
        let stored = try #require(StoredTiles(side: side, step: step))
        let pyramid = Pyramid(PixelSize(width: 6001, height: 4003), storedTiles: stored)
        for level in 0...pyramid.maximumLevel {
            let (size, counts) = (pyramid.size(of: level), pyramid.tileCounts(of: level))
            let isStored = (level == 0 || step > 0 && level % step == 0) && size.width > 512
            #expect(pyramid.tileSide(of: level) == (isStored ? side : 512))
            var area = 0
            for row in 0..<counts.rows {
                for column in 0..<counts.columns {
                    let region = try #require(pyramid.region(level: level, column: column, row: row))
                    #expect(region.x == column * pyramid.tileSide(of: level))
                    #expect(region.width <= pyramid.tileSide(of: level))
                    area += region.width * region.height
                }
            }
            #expect(area == size.width * size.height)
            #expect(pyramid.region(level: level, column: counts.columns, row: 0) == nil)
        }
    }

    @Test func `only tiles that a byte can name are stored tiles`() {
        #expect(StoredTiles(side: 100, step: 1) == nil && StoredTiles(side: 250, step: 1) == nil)
        #expect(StoredTiles(side: 1024, step: 1) == nil && StoredTiles(side: 256, step: 4) == nil)
        #expect(StoredTiles(side: 256, step: -1) == nil)
    }
}
