// Where a TIFF can be entered, and which of its pictures count as smaller copies of the first.

import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Pixels
@testable import Tiles

@Suite struct TIFFFileTests {
    private static let (width, height) = (601, 500)

    /// A picture whose pixels are told from those of `copy` at once.
    private static let picture: [UInt8] = (0..<width * height * 3).map { UInt8(truncatingIfNeeded: $0 / 37 % 100) }

    private static func copy(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(200 + $0 % 50) } }

    private static let main = TIFFBuilder(width: width, height: height, rowsPerStrip: 20)

    /// A copy, as its directory says.
    private static func small(
        _ width: Int, _ height: Int, type: Int? = 1, _ change: (inout TIFFBuilder) -> Void = { _ in }
    ) -> (TIFFBuilder, [UInt8]) {
        var builder = TIFFBuilder(width: width, height: height, rowsPerStrip: 16)
        if let type { builder.others[254] = [type] }
        change(&builder)
        return (builder, copy(width * height * builder.sampleCount))
    }

    private static func levels(_ file: [UInt8]) throws(ImageError) -> [Int] {
        try TIFFFile(source: ByteSource(file)).overviews.map(\.level)
    }

    @Test("Copies count behind the picture and in SubIFDs, in every form of file, rounded up or down")
    func found() throws {
        for number in 0..<8 {
            var main = Self.main
            main.isBig = number & 1 == 1
            main.isLittleEndian = number & 2 == 0
            main.hasSubdirectories = number & 4 == 4
            // 601 pixels: 300.5, 150.25, 75.125.
            let others = [(301, 250), (150, 125), (76, 63)].map { size in
                Self.small(size.0, size.1) {
                    ($0.isBig, $0.isLittleEndian) = (main.isBig, main.isLittleEndian)
                }
            }
            let file = main.file(Self.picture, others)
            #expect(try Self.levels(file) == [1, 2, 3])
            // The picture itself is as it was.
            var decoder = try TIFFFile(source: ByteSource(file)).decoder()
            #expect(try decoder.readAll().bytes == Self.picture)
        }
        // With levels left out, in any order, and a mask and its copies between.
        let mixed = [
            Self.small(Self.width, Self.height, type: 4), Self.small(76, 63), Self.small(301, 250, type: 5),
            Self.small(300, 250),
        ]
        #expect(try Self.levels(Self.main.file(Self.picture, mixed)) == [1, 3])
    }

    /// Others than copies of the first picture, which look like one in all but one thing.
    private static let strangers: [(name: String, others: [(TIFFBuilder, [UInt8])])] = [
        ("of another height", [small(301, 251)]), ("of another width", [small(302, 250)]),
        ("of another shape", [small(250, 301)]), ("of different levels", [small(301, 125)]),
        ("as large as the picture", [small(601, 500)]), ("without a type", [small(301, 250, type: nil)]),
        ("of full size by its type", [small(301, 250, type: 0)]), ("a mask", [small(301, 250, type: 5)]),
        ("of the next picture", [small(601, 500, type: 2), small(301, 250, type: 3)]),
        ("gray", [small(301, 250) { ($0.sampleCount, $0.photometric) = (1, 1) }]),
        ("of other colours", [small(301, 250) { $0.photometric = 6 }]),
        (
            "with alpha",
            [
                small(301, 250) {
                    $0.sampleCount = 4
                    $0.others[338] = [2]
                }
            ]
        ),
        ("with signs", [small(301, 250) { $0.others[339] = [2, 2, 2] }]),
        ("in a compression that is not decoded", [small(301, 250) { $0.others[259] = [50_000] }]),
        ("in tiles without a size", [small(301, 250) { $0.others[322] = [0] }]),
        ("shorter than it should be, and tiny", [small(18, 15)]),
    ]

    @Test("What is no copy of the picture is not taken for one", arguments: 0..<strangers.count, [false, true])
    func strange(number: Int, isSubdirectory: Bool) throws {
        let stranger = Self.strangers[number]
        var main = Self.main
        main.hasSubdirectories = isSubdirectory
        // In SubIFDs, each stands for itself.
        if isSubdirectory, stranger.name == "of the next picture" { return }
        #expect(try Self.levels(main.file(Self.picture, stranger.others)).isEmpty, "\(stranger.name)")
    }

    @Test("Chains that lead back, nowhere or on for ever end")
    func chains() throws {
        let others = [Self.small(301, 250), Self.small(150, 125)]
        for hasSubdirectories in [false, true] {
            var main = Self.main
            main.hasSubdirectories = hasSubdirectories
            let plain = main.file(Self.picture, others)
            let directory = plain[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
            let small = Self.small(150, 125).1.count
            // To the first directory, to one of the copies' (the last one's comes first), to itself, into samples, beyond.
            for end in [directory, 8 + small, 8, 9, 1, plain.count - 1, plain.count, 0xFFFF_FFFF] {
                let file = main.file(Self.picture, others, end: end)
                #expect(try Self.levels(file) == [1, 2], "\(end)")
            }
        }
        let many = (0..<200).map { _ in Self.small(20, 20) }
        #expect(try Self.levels(Self.main.file(Self.picture, many + others)).isEmpty)
        var main = Self.main
        main.others[330] = [0, 1, 8, 0xFFFF_FFFE, 0x7FFF_FFFF]
        #expect(try Self.levels(main.file(Self.picture, others)) == [1, 2])
        // A directory of very many entries is not read for a copy.
        let wide = Self.small(301, 250) { for tag in 1000..<6000 { $0.others[tag] = [1] } }
        #expect(try Self.levels(Self.main.file(Self.picture, [wide])).isEmpty)
    }

    /// The tile of level 1, as the server makes it.
    private static func tile(_ file: [UInt8]) throws -> [UInt8] {
        let demo = try #require(DemoCollection(count: 1))
        let whole = TilePass(
            demo, item: "0", version: "1", size: PixelSize(width: width, height: height), format: .tiff, level: 0
        ).wholePyramid
        let position = TilePosition(level: 1, column: 0, row: 0)
        let points = RestartTable(disk: nil)
        var tile: [UInt8] = []
        func make(_ pass: TilePass) throws {
            try FileTiles(pass, orientation: 1, points: points).make(
                from: ByteSource(file),
                to: TileOutput(
                    isWanted: { $0 == position },
                    emit: { if $0 == position { tile = $1.bytes } }, progress: { _ in }))
        }
        try make(whole)
        if let line = PictureTileMaker(points: points).part(of: whole, for: position) { try make(line) }
        return tile
    }

    @Test("A copy that is damaged or cut off is left for the picture, and so is one of something else")
    func damaged() throws {
        let plain = try Self.tile(Self.main.file(Self.picture))
        let sound = Self.small(301, 250)
        let used = try Self.tile(Self.main.file(Self.picture, [sound]))
        #expect(plain.count > 100 && used.count > 100 && used != plain)
        for strip in [0, 7, 15] {
            // A strip that is not in the file, behind some that are sound.
            let damaged = Self.small(301, 250) { $0.isLost = { $0 == strip } }
            #expect(try Self.tile(Self.main.file(Self.picture, [damaged])) == plain, "\(strip)")
        }
        for stranger in Self.strangers {
            #expect(try Self.tile(Self.main.file(Self.picture, stranger.others)) == plain, "\(stranger.name)")
        }
        let tiny = try TinyPictureReader.picture(from: ByteSource(Self.main.file(Self.picture)), .tiff, .up)
        let missing = Self.small(301, 250) { $0.isLost = { $0 == 9 } }
        let file = Self.main.file(Self.picture, [missing])
        #expect(try TinyPictureReader.picture(from: ByteSource(file), .tiff, .up) == tiny)
        let soundFile = Self.main.file(Self.picture, [sound])
        #expect(try TinyPictureReader.picture(from: ByteSource(soundFile), .tiff, .up) != tiny)
    }

    /// Cut before its end, a file by libvips lacks its coarsest copies, one by GDAL a part of the picture.
    @Test(
        "A file that ends early gives what is there", .needs(.vips), .needs(.tifffile), .needs(.rasterio),
        .needs(.pillow),
        arguments: [TIFFPyramidFile.Kind.vips, .gdalStrips, .vipsSubdirectories])
    func cut(kind: TIFFPyramidFile.Kind) throws {
        let file = try TIFFPyramidFile(kind, width: Self.width, height: Self.height)
        let whole = try Self.tile(file.bytes)
        var outcomes: Set<[UInt8]> = []
        for rest in 0...20 {
            let cut = Array(file.bytes.prefix(file.bytes.count * (80 + rest) / 100))
            // Without its first directory it is no picture.
            guard let made = try? Self.tile(cut) else { continue }
            outcomes.insert(made)
        }
        // From the copy, or from the whole picture.
        #expect(outcomes.contains(whole) && outcomes.count <= 2, "\(kind): \(outcomes.count)")
    }

    @Test("From each row of a TIFF the rest is the rest")
    func entered() throws {
        var (files, places) = (0, 0)
        for fixture in TIFFFixture.all {
            let source = ByteSource(fixture.file)
            var decoder = try TIFFDecoder(source: source)
            let all = try decoder.readAll()
            files += 1
            for row in Set([0, 1, all.height / 3, all.height / 2, all.height - 1]) where row < all.height {
                for columns in [0..<all.width, all.width / 2..<all.width / 2 + 1, all.width - 1..<all.width] {
                    let file = try TIFFFile(source: source)
                    let other = try file.decoder()
                    let first = other.begin(at: row, columns: columns)
                    #expect(first <= row && (row > 0 || first == 0))
                    var bytes: [UInt8] = []
                    while try other.readRows(into: &bytes) > 0 {}
                    let (step, read) = (all.format.channelCount, other.columns)
                    #expect(read.clamped(to: columns) == columns && read.upperBound <= all.width)
                    #expect(bytes.count == (all.height - first) * read.count * step && !other.isPartial)
                    for y in row..<all.height {
                        let there = y * all.rowByteCount + columns.lowerBound * step
                        let here = ((y - first) * read.count + columns.lowerBound - read.lowerBound) * step
                        let count = columns.count * step
                        #expect(
                            all.bytes[there..<there + count].elementsEqual(bytes[here..<here + count]),
                            "\(fixture.digest), \(y)")
                    }
                    places += 1
                }
            }
        }
        print("TIFFs entered at \(places) places in \(files) files")
        #expect(files >= 25 && places > 200)
    }

    @Test("No damage to a file with copies crashes, and no answer is larger than its claim")
    func fuzz() {
        let seeds = [false, true].map { hasSubdirectories in
            var main = TIFFBuilder(width: 64, height: 48, tile: (16, 16))
            main.hasSubdirectories = hasSubdirectories
            return main.file(
                Self.copy(64 * 48 * 3), [Self.small(32, 24), Self.small(16, 12) { $0.tile = (16, 16) }])
        }
        DecoderFuzz(
            seeds: seeds,
            place: { file, generator in
                // The directories are at the end of each picture; the first picture's is in the header.
                generator.next() % 3 == 0
                    ? Int(generator.next() % UInt64(file.count))
                    : max(0, file.count - 1 - Int(generator.next() % 400))
            },
            open: { source throws(ImageError) in
                let file = try TIFFFile(source: source)
                guard let overview = file.overviews.last else { return try file.decoder() }
                return try file.decoder(of: overview)
            }
        ).run()
    }
}
