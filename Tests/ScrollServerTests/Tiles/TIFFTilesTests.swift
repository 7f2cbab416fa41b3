// Tiles of TIFFs beside what other programs read: a line at a time, and from the smaller copies in the file.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Tiles

@Suite struct TIFFTilesTests {
    /// Passes over one file, which count what they read.
    private struct Reading {
        let bytes: [UInt8]
        let orientation: Int
        /// Of the whole pyramid.
        let whole: TilePass
        let points = RestartTable(disk: nil)

        init(_ bytes: [UInt8], width: Int, height: Int, orientation: Int = 1) throws {
            let demo = try #require(DemoCollection(count: 1))
            let upright = (Orientation(rawValue: orientation) ?? .up).orientedSize(width: width, height: height)
            (self.bytes, self.orientation) = (bytes, orientation)
            whole =
                TilePass(
                    demo, item: "0", version: "1", size: PixelSize(width: upright.width, height: upright.height),
                    format: .tiff, level: 0
                ).wholePyramid
        }

        func part(_ position: TilePosition) -> TilePass? {
            PictureTileMaker(points: points).part(of: whole, for: position)
        }

        /// - Returns: the tiles, and the bytes that were read for them.
        func make(
            _ pass: TilePass, isWanted: @escaping (TilePosition) -> Bool = { _ in true }
        ) throws -> (tiles: [TilePosition: PixelBuffer], readByteCount: Int) {
            var tiles: [TilePosition: PixelBuffer] = [:]
            var encoder = TileEncoder(source: .png)
            encoder.lossless = .always
            let source = CountedSource(bytes)
            try FileTiles(pass, orientation: orientation, encoder: encoder, points: points).make(
                from: source.source,
                to: TileOutput(
                    isWanted: isWanted,
                    emit: { position, tile in
                        var decoder = try? PNGDecoder(source: ByteSource(tile.bytes))
                        tiles[position] = try? decoder?.readAll()
                    }, progress: { _ in }))
            return (tiles, source.readByteCount)
        }
    }

    /// Whoever asks again would ask for ever.
    @Test("Another size than the one measured is damage, the file being the same") func otherSize() throws {
        let file = TIFFBuilder(width: 20, height: 20).file([UInt8](repeating: 9, count: 1200))
        let reading = try Reading(file, width: 20, height: 21)
        do {
            _ = try reading.make(reading.whole)
            Issue.record("tiles of a picture of another size")
        } catch let error as ImageError {
            #expect(error == .damaged("a size of 20 × 20 pixels, and one of 20 × 21", offset: 0))
        }
    }

    /// The tiles of a level that is this picture as stored; a side that is a pixel too short ends with its last pixel twice.
    private static func tiles(
        _ picture: PixelBuffer, level: Int, of pyramid: Pyramid, orientation: Int
    ) throws -> [TilePosition: PixelBuffer] {
        let orientation = try #require(Orientation(rawValue: orientation))
        let size = pyramid.size(of: level)
        let stored = orientation.orientedSize(width: size.width, height: size.height)
        try #require(stored.width - picture.width <= 1 && stored.height - picture.height <= 1)
        var bytes: [UInt8] = []
        for y in 0..<stored.height {
            for x in 0..<stored.width {
                let start = (min(y, picture.height - 1) * picture.width + min(x, picture.width - 1)) * 3
                bytes += picture.bytes[start..<start + 3]
            }
        }
        let upright = orientation.apply(
            to: PixelBuffer(width: stored.width, height: stored.height, format: .rgb, bytes: bytes))
        var tiles: [TilePosition: PixelBuffer] = [:]
        let counts = pyramid.tileCounts(of: level)
        for row in 0..<counts.rows {
            for column in 0..<counts.columns {
                let region = try #require(pyramid.region(level: level, column: column, row: row))
                var part: [UInt8] = []
                for y in region.y..<region.y + region.height {
                    let start = (y * upright.width + region.x) * 3
                    part += upright.bytes[start..<start + region.width * 3]
                }
                tiles[TilePosition(level: level, column: column, row: row)] = PixelBuffer(
                    width: region.width, height: region.height, format: .rgb, bytes: part)
            }
        }
        return tiles
    }

    /// The largest difference of a sample, in 1/255; 255 where the sizes differ.
    private static func difference(_ one: PixelBuffer?, _ other: PixelBuffer) -> Int {
        guard let one, one.width == other.width, one.bytes.count == other.bytes.count else { return 255 }
        return Bytes.largestDifference(one.bytes, other.bytes)
    }

    @Test(
        "Each level that a file has is shown as others read it, a line at a time", .optimised(),
        .needs(.pillow), .needs(.tifffile), .needs(.vips), .needs(.rasterio),
        arguments: TIFFPyramidFile.Kind.allCases)
    func levels(kind: TIFFPyramidFile.Kind) throws {
        let file = try TIFFPyramidFile(kind, width: 1101, height: 1035)
        try #require(file.levels.count >= 3)
        // The copies are not at each level, or not in colours: `StoredTileTests` looks at them.
        if kind == .aperio || kind == .vipsGrayJPEG { return }
        for orientation in kind == .vips || kind == .tifffilePlanar ? [1, 6] : kind == .gdal ? [3] : [1] {
            let reading = try Reading(file.bytes, width: 1101, height: 1035, orientation: orientation)
            let pyramid = Pyramid(reading.whole.size)
            // The first look finds out where to begin, and makes nothing that nobody wants.
            let first = try reading.make(reading.whole) { _ in false }
            #expect(first.tiles.isEmpty && first.readByteCount < 20_000)
            for (level, picture) in file.levels.enumerated().prefix(3) {
                let expected = try Self.tiles(picture, level: level, of: pyramid, orientation: orientation)
                var (made, readByteCount): ([TilePosition: PixelBuffer], Int) = ([:], 0)
                for position in expected.keys where made[position] == nil {
                    let line = try #require(reading.part(position))
                    #expect(line.line != nil && line.levels == level...level)
                    let part = try reading.make(line)
                    made.merge(part.tiles) { $1 }
                    readByteCount += part.readByteCount
                }
                #expect(made.count == expected.count)
                for (position, tile) in expected {
                    let difference = Self.difference(made[position], tile)
                    #expect(difference <= (kind.isJPEG ? 3 : 0), "\(kind), \(orientation), \(position): \(difference)")
                }
                // A level's own picture is all that is read.
                if level > 0 { #expect(readByteCount < file.bytes.count / 2, "\(kind), \(level): \(readByteCount)") }
            }
        }
    }

    @Test("Only a wanted tile is made, of the columns of tiles that it lies in")
    func columns() throws {
        let picture = FileTilesTests.picture(width: 3600, height: 600)
        let bytes = TIFFBuilder(
            width: 3600, height: 600, sampleCount: 1, photometric: 1, tile: (128, 128)
        ).file(picture.bytes)
        let reading = try Reading(bytes, width: 3600, height: 600)
        _ = try reading.make(reading.whole) { _ in false }
        let position = TilePosition(level: 0, column: 0, row: 1)
        let (tiles, readByteCount) = try reading.make(try #require(reading.part(position))) { $0 == position }
        #expect(Array(tiles.keys) == [position])
        // One row of tiles, 4 of its 29.
        #expect(readByteCount < 4 * 128 * 128 + 4096)
        for (place, tile) in tiles {
            var rows: [UInt8] = []
            for y in 512..<600 {
                let start = y * 3600 + place.column * 512
                rows += picture.bytes[start..<start + 512]
            }
            #expect(tile.bytes == rows)
        }
    }

    // MARK: Large files

    /// How a large picture of noise is stored.
    private static let large: [(name: String, arguments: String)] = [
        ("tiles", "tile=(256, 256)"), ("one strip as it is", "rowsperstrip=8000"),
        ("compressed strips", "rowsperstrip=64, compression='zlib'"),
        ("compressed tiles, in a BigTIFF", "tile=(512, 512), compression='zlib', bigtiff=True"),
    ]

    @Test(
        "A tile at the bottom of a large file takes less than a tenth of it", .needs(.tifffile),
        arguments: 0..<large.count)
    func bottom(number: Int) throws {
        let kind = Self.large[number]
        let bytes = try PythonOracle.run(
            """
            import io, sys, numpy, tifffile
            noise = numpy.random.default_rng(5).integers(0, 256, (8000, 8000), dtype=numpy.uint8)
            file = io.BytesIO()
            tifffile.imwrite(file, noise, photometric="minisblack", metadata=None, \(kind.arguments))
            sys.stdout.buffer.write(file.getvalue() + noise[7900].tobytes())
            """)
        let (file, row) = (Array(bytes.dropLast(8000)), Array(bytes.suffix(8000)))
        let demo = try #require(DemoCollection(count: 1))
        let pass = TilePass(
            demo, item: "0", version: "1", size: PixelSize(width: 8000, height: 8000), format: .tiff, level: 0)
        let reading = try Reading(file, width: 8000, height: 8000)
        let first = try reading.make(pass) { _ in true }
        let position = TilePosition(level: 0, column: 15, row: 15)
        let line = try #require(PictureTileMaker(points: reading.points).part(of: pass, for: position))
        let (tiles, readByteCount) = try reading.make(line) { $0 == position }
        let tile = try #require(tiles[position])
        #expect(tile.bytes[220 * 320..<221 * 320].elementsEqual(row[7680...]))
        print("TIFF of 8000 × 8000, \(kind.name): \(first.readByteCount + readByteCount) of \(file.count) bytes")
        #expect(first.readByteCount + readByteCount < file.count / 10)
    }

    @Test(
        "The coarsest levels of a pyramid take less than a tenth of the file, and so does the tiny picture",
        .needs(.vips), .needs(.tifffile), arguments: ["", "--bigtiff", "--subifd"])
    func coarsest(option: String) throws {
        let folder = try TemporaryFolder()
        _ = try PythonOracle.run(
            """
            import subprocess, sys, numpy, tifffile
            noise = numpy.random.default_rng(5).integers(0, 256, (4096, 4096), dtype=numpy.uint8)
            tifffile.imwrite("\(folder.path)/source.tif", noise, photometric="minisblack", metadata=None)
            subprocess.run("vips tiffsave source.tif file.tif --pyramid --tile --compression deflate \(option)".split(),
                check=True, cwd="\(folder.path)", stdout=sys.stderr)
            """)
        let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/file.tif")))
        let reading = try Reading(file, width: 4096, height: 4096)
        for level in [12, 5] {
            let demo = try #require(DemoCollection(count: 1))
            // As the pipeline does it: a look first, then the line.
            let pass = TilePass(
                demo, item: "0", version: "1", size: PixelSize(width: 4096, height: 4096), format: .tiff, level: level)
            let position = TilePosition(level: level, column: 0, row: 0)
            let first = try reading.make(pass)
            let line = PictureTileMaker(points: reading.points).part(of: pass, for: position)
            let second = try line.map { try reading.make($0) }
            let made = first.tiles.merging(second?.tiles ?? [:]) { $1 }
            let tile = try #require(made[position])
            #expect(tile.width == 4096 >> level)
            let mean = tile.bytes.reduce(0) { $0 + Int($1) } / tile.bytes.count
            #expect((110...150).contains(mean))
            let readByteCount = first.readByteCount + (second?.readByteCount ?? 0)
            print("TIFF pyramid of 4096 × 4096 \(option), level \(level): \(readByteCount) of \(file.count) bytes")
            #expect(readByteCount < file.count / 10)
        }
        let source = CountedSource(file)
        _ = try TinyPictureReader.picture(from: source.source, .tiff, .up)
        #expect(source.readByteCount < file.count / 10)
    }

    /// A gray picture of tiles that are not in the file.
    private static func sparse(side: Int) -> [UInt8] {
        let little = TinyImage.little
        let count = (side + 511) / 512 * ((side + 511) / 512)
        let entries = [
            (256, 1, side), (257, 1, side), (258, 1, 8), (259, 1, 8), (262, 1, 1), (277, 1, 1), (322, 1, 512),
            (323, 1, 512), (324, count, 8), (325, count, 8),
        ]
        var directory = little(entries.count, 2)
        for (tag, count, value) in entries {
            directory += little(tag, 2) + little(4, 2) + little(count, 4) + little(value, 4)
        }
        return [0x49, 0x49, 42, 0] + little(8 + 4 * count, 4) + [UInt8](repeating: 0, count: 4 * count) + directory
            + little(0, 4)
    }

    @Test(.optimised()) func `a pass over the whole picture gives all levels of few tiles`() throws {
        let reading = try Reading(Self.sparse(side: 8300), width: 8300, height: 8300)
        let made = try reading.make(reading.whole) { $0.level == 5 }
        // Of level 0 there are 289.
        let pyramid = Pyramid(reading.whole.size)
        let counts = (1...pyramid.maximumLevel).map { pyramid.tileCounts(of: $0) }
        let expected = counts.reduce(0) { $0 + $1.columns * $1.rows }
        #expect(made.tiles.count == expected && made.tiles.keys.allSatisfy { $0.level > 0 })
    }

    // MARK: The pipeline

    /// A turned picture of 16 parts with a gray of their own, and a copy of a quarter of its sides.
    private static let turned = """
        import io, sys, numpy, tifffile
        y, x = numpy.mgrid[0:4000, 0:4200]
        picture = (8 + x // 1050 * 16 + y // 1000 * 64).astype(numpy.uint8)
        file = io.BytesIO()
        with tifffile.TiffWriter(file) as writer:
            options = dict(tile=(256, 256), photometric="minisblack", compression="zlib", metadata=None)
            writer.write(picture, subifds=1, extratags=[(274, "H", 1, 6, True)], **options)
            writer.write(picture[::4, ::4], subfiletype=1, **options)
        sys.stdout.buffer.write(file.getvalue())
        """

    @Test(
        "Any place of a turned file, and its coarse levels, are one pass each, after a second start, too",
        .needs(.tifffile))
    func pipeline() throws {
        let (folder, cache) = (try TemporaryFolder(), try TemporaryFolder())
        try folder.write("a.tif", PythonOracle.run(Self.turned))
        for start in 0..<2 {
            let disk = try DiskCache(folder: cache.path, byteLimit: 64 << 20)
            let pipeline = try TilePipeline(
                maker: PictureTileMaker(points: RestartTable(disk: disk)), memory: MemoryCache(byteLimit: 0),
                disk: disk, workers: 1, byteLimit: 1 << 30)
            defer { pipeline.stop() }
            let collection = try folder.scanned()
            collection.measure([0])
            let item = try #require(collection.summary(at: 0))
            #expect(item.size == PixelSize(width: 4000, height: 4200))
            // The other start has other tiles.
            let places: [(level: Int, column: Int, row: Int)] =
                start == 0 ? [(0, 7, 8), (2, 1, 2), (4, 0, 0)] : [(0, 1, 8), (1, 3, 0), (3, 0, 1)]
            for (number, place) in places.enumerated() {
                let pass = try #require(TilePass(collection, item, level: place.level))
                #expect(!pass.isLarge && pass.supportsRandomAccess)
                let before = pipeline.counters
                let outcome = Promise<Result<EncodedTile, ImageError>>()
                let position = TilePosition(level: place.level, column: place.column, row: place.row)
                _ = pipeline.request(position, of: pass) { outcome.keep($0) }
                let tile = try #require(outcome.wait()).get()
                #expect(eventually { pipeline.state.withLock { $0.jobs.isEmpty } })
                // The first look at the file is a pass, too.
                let count = pipeline.counters.passesStarted - before.passesStarted
                #expect(count == (start == 0 && number == 0 ? 2 : 1), "\(start), \(place)")
                #expect(pipeline.counters.tilesMade - before.tilesMade <= 5)
                // Turned to the right: the stored column is the upright row, the stored row counts from the right.
                #expect(tile.mediaType == "image/png")
                var decoder = try PNGDecoder(source: ByteSource(tile.bytes))
                let pixels = try decoder.readAll()
                let (x, y) = (pixels.width / 3, pixels.height / 3)
                let column = (place.row * 512 + y) << place.level
                let row = 3999 - (place.column * 512 + x) << place.level
                let found = Int(pixels.bytes[y * pixels.rowByteCount + x * pixels.format.channelCount])
                let expected = 8 + column / 1050 * 16 + row / 1000 * 64
                #expect(abs(found - expected) <= 2, "\(start), \(place): \(found), \(expected)")
            }
        }
    }
}
