// Which level and which tiles make an image, and what Deep Zoom counts.

import Testing

@testable import Tiling

@Suite struct LevelRegionTests {
    private static let limits = ImageLimits(side: 65535, area: 1 << 24)

    /// Every tile that a viewer derives from `tiles` is one of ours, unchanged; so is every size.
    @Test(arguments: [
        (1, 1, nil), (512, 512, nil), (513, 511, nil), (3073, 3073, nil), (6001, 4003, nil), (65_500, 1, nil),
        (1, 65_500, nil), (1025, 40_000, nil), (3073, 3073, StoredTiles(side: 240, step: 2)),
        (6001, 4003, StoredTiles(side: 256, step: 1)), (700, 600, StoredTiles(side: 128, step: 0)),
    ])
    func tilesOfViewersAreOurs(width: Int, height: Int, stored: StoredTiles?) throws {
        let pyramid = Pyramid(PixelSize(width: width, height: height), storedTiles: stored)
        let information = ImageInformation(of: pyramid, Self.limits)
        let scales = information.tiles.flatMap(\.scaleFactors).sorted()
        #expect(scales == (0..<scales.count).map { 1 << $0 })
        #expect(pyramid.tileCounts(of: scales.count - 1) == (1, 1))
        for (level, scale) in scales.enumerated() {
            // 3.0, implementation notes §3: the region and size of tile (column, row).
            let tiles = try #require(information.tiles.first { $0.scaleFactors.contains(scale) })
            let side = tiles.side * scale
            #expect(tiles.side == pyramid.tileSide(of: level))
            let counts = pyramid.tileCounts(of: level)
            #expect(counts == ((width + side - 1) / side, (height + side - 1) / side))
            for row in 0..<counts.rows {
                for column in 0..<counts.columns {
                    let (x, y) = (column * side, row * side)
                    let (w, h) = (min(side, width - x), min(side, height - y))
                    let size = PixelSize(width: (w + scale - 1) / scale, height: (h + scale - 1) / scale)
                    for (version, text) in [
                        (ImageAPIVersion.three, "\(size.width),\(size.height)"), (.two, "\(size.width),"),
                    ] {
                        // One column has several sizes of this width.
                        if version == .two, size.width == 1, scale > 1 { continue }
                        let request = try ImageRequest(
                            version, region: "\(x),\(y),\(w),\(h)", size: text, rotation: "0", file: "default.jpg")
                        let image = try ResolvedImage(request, of: pyramid.size, Self.limits)
                        #expect(image.size == size, "\(version): \(x),\(y),\(w),\(h)/\(text)")
                        let region = LevelRegion(image.region, of: pyramid, size: image.size)
                        // A tile of one pixel may be a part of one in a finer level whose tiles are smaller.
                        let isOne = size == PixelSize(width: 1, height: 1)
                        #expect(
                            region.isTile(of: pyramid) || stored != nil && isOne && region.isExact,
                            "\(x),\(y),\(w),\(h)/\(text)")
                        // Some tiles at the edge are one pixel in two levels.
                        guard size.width > 1, size.height > 1 else { continue }
                        #expect(region.level == level && region.columns == column..<column + 1)
                        #expect(region.rows == row..<row + 1)
                    }
                }
            }
        }
        for size in information.sizes {
            let request = try ImageRequest(
                .three, region: "full", size: "\(size.width),\(size.height)", rotation: "0", file: "default.jpg")
            let image = try ResolvedImage(request, of: pyramid.size, Self.limits)
            #expect(LevelRegion(image.region, of: pyramid, size: image.size).isExact)
        }
    }

    @Test func sizesAreRoundedUpAndWithinTheLimits() {
        let pyramid = Pyramid(PixelSize(width: 6001, height: 4003))
        let sizes = ImageInformation(of: pyramid, Self.limits).sizes
        // The largest has 24 million pixels.
        #expect(sizes.map(\.width) == [376, 751, 1501, 3001] && sizes.map(\.height) == [251, 501, 1001, 2002])
        let all = ImageInformation(of: pyramid, ImageLimits(side: 65535, area: 1 << 30))
        #expect(all.sizes.count == 5 && all.tiles.map(\.scaleFactors) == [[1, 2, 4, 8, 16]])
    }

    /// The level has enough pixels, and never four times as many as needed; the frame is the region.
    @Test func theLevelSuffices() {
        let seed = UInt64.random(in: .min ... .max)
        print("theLevelSuffices: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let picture = PixelSize(
                width: Int.random(in: 1...100_000, using: &random), height: Int.random(in: 1...100_000, using: &random))
            let pyramid = Pyramid(picture)
            let (x, y) = (
                Int.random(in: 0..<picture.width, using: &random), Int.random(in: 0..<picture.height, using: &random)
            )
            let region = PixelRect(
                x: x, y: y, width: Int.random(in: 1...picture.width - x, using: &random),
                height: Int.random(in: 1...picture.height - y, using: &random))
            let size = PixelSize(
                width: Int.random(in: 1...4000, using: &random), height: Int.random(in: 1...4000, using: &random))
            let limit = Bool.random(using: &random) ? Int.max : 1 << 22
            let maximumLevel = Bool.random(using: &random) ? Int.max : 2
            let chosen = LevelRegion(
                region, of: pyramid, size: size, maximumLevel: maximumLevel, pixelLimit: limit)
            let scale = Double(1 << chosen.level)
            let (width, height) = (Double(region.width) / scale, Double(region.height) / scale)
            let level = pyramid.size(of: chosen.level)
            #expect(chosen.pixels.x >= 0 && chosen.pixels.x + chosen.pixels.width <= level.width)
            #expect(chosen.pixels.y >= 0 && chosen.pixels.y + chosen.pixels.height <= level.height)
            #expect(chosen.level <= maximumLevel && chosen.level <= pyramid.maximumLevel)
            if chosen.isExact {
                #expect(chosen.pixels.size == size)
                continue
            }
            #expect(abs(chosen.frame.width - width) < 1e-6 && abs(chosen.frame.height - height) < 1e-6)
            #expect((0..<1).contains(chosen.frame.x) && chosen.frame.maxX <= Double(chosen.pixels.width) + 1e-6)
            #expect((0..<1).contains(chosen.frame.y) && chosen.frame.maxY <= Double(chosen.pixels.height) + 1e-6)
            if limit == .max, chosen.level > 0 {
                #expect(width * 1.02 >= Double(size.width) && height * 1.02 >= Double(size.height))
            }
            let most = min(maximumLevel, pyramid.maximumLevel)
            if chosen.level < most {
                let next = (width * 1.02 / 2, height * 1.02 / 2)
                #expect(next.0 < Double(size.width) || next.1 < Double(size.height))
                #expect(chosen.pixels.width * chosen.pixels.height <= limit)
            }
        }
    }

    /// Known numbers of libvips and OpenSeadragon.
    @Test func deepZoomOfAPhotograph() {
        let zoom = DeepZoom(Pyramid(PixelSize(width: 6001, height: 4003)))
        #expect(zoom.maximumLevel == 13 && zoom.tileCounts(of: 13) == (24, 16))
        let sizes = [(0, 0, 255, 255), (1, 1, 256, 256), (23, 15, 160, 194)]
        for (column, row, width, height) in sizes {
            #expect(
                zoom.tile(level: 13, column: column, row: row)?.size == PixelSize(width: width, height: height))
        }
        #expect(zoom.tile(level: 13, column: 24, row: 0) == nil && zoom.tile(level: 14, column: 0, row: 0) == nil)
        #expect(zoom.tile(level: -1, column: 0, row: 0) == nil && zoom.tile(level: 13, column: -1, row: 0) == nil)
        #expect(zoom.tile(level: 0, column: 0, row: 0)?.size == PixelSize(width: 1, height: 1))
    }

    /// The tiles of every level cover it, and neighbours share their overlap.
    @Test(arguments: [(1, 1), (253, 254), (255, 256), (508, 509), (3073, 1), (65_500, 1), (1000, 777)])
    func deepZoomCoversTheLevel(width: Int, height: Int) {
        let pyramid = Pyramid(PixelSize(width: width, height: height))
        let zoom = DeepZoom(pyramid)
        for level in 0...zoom.maximumLevel {
            let size = pyramid.size(of: zoom.maximumLevel - level)
            let counts = zoom.tileCounts(of: level)
            #expect(counts == ((size.width + 253) / 254, (size.height + 253) / 254))
            var end = 0
            for column in 0..<counts.columns {
                guard let tile = zoom.tile(level: level, column: column, row: 0) else {
                    Issue.record("no tile \(level)/\(column)_0")
                    continue
                }
                let region = LevelRegion(tile.region, of: pyramid, size: tile.size)
                #expect(region.isExact)
                if region.level == zoom.maximumLevel - level {
                    #expect(region.pixels.x == (column == 0 ? 0 : end - 2))
                }
                end = column == 0 ? tile.size.width : end - 2 + tile.size.width
            }
            #expect(end == size.width)
        }
    }
}
