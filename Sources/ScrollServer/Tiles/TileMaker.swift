// The protocol for making tiles that no cache has, and the pass that describes the work.

import Catalog
import Metadata
import Pixels
import Tiling

/// Makes the tiles of one item that come from one decode.
package protocol TileMaker: Sendable {
    /// The peak memory of a pass in bytes, by which the pipeline admits it. Does not block.
    func byteEstimate(for pass: TilePass) -> Int

    /// The pass that makes a tile of a large picture without the rest; nil if it is not known how to begin there. O(1).
    func part(of pass: TilePass, for position: TilePosition) -> TilePass?

    /// Loads what `part(of:for:)` needs for a pass from disk, if it is there. Blocks.
    func prepare(_ pass: TilePass)

    /// Makes the tiles of the pass, at least those that are wanted. Blocks.
    ///
    /// - Throws: why the item cannot be shown.
    func make(_ pass: TilePass, to output: TileOutput) throws(ImageError)
}

/// What a pass asks and tells while it runs.
package struct TileOutput {
    /// Whether somebody waits for a tile.
    let isWanted: (TilePosition) -> Bool
    /// Takes each tile when it is ready.
    let emit: (TilePosition, EncodedTile) -> Void
    /// Takes the fraction done, 0 … 1, from time to time.
    let progress: (Double) -> Void
}

extension TileMaker {
    func part(of pass: TilePass, for position: TilePosition) -> TilePass? { nil }
    func prepare(_ pass: TilePass) {}
}

/// The position of a tile in an item's pyramid.
package struct TilePosition: Hashable, Sendable {
    /// The smaller copy that a file has of its picture.
    package static let copy = TilePosition(level: Pyramid.copyLevel, column: 0, row: 0)

    /// The pyramid's level, or `Pyramid.copyLevel`.
    package var level: Int
    package var column: Int
    package var row: Int

    package init(level: Int, column: Int, row: Int) {
        self.level = level
        self.column = column
        self.row = row
    }
}

/// The levels of one item that are made from one decode.
///
/// Contains the item's identity, not its index, so that a new order of the collection cannot turn it into another item.
package struct TilePass: Sendable {
    /// Pictures with more pixels are large: several levels are made each time the file is read.
    static let largePixelCount = 64_000_000
    /// Pictures with a copy and more pixels take long to decode.
    private static let slowPixelCount = 2_000_000
    /// TIFFs and HEICs with more pixels are made line by line.
    private static let lineByLinePixelCounts: [MediaFormat: Int] = [.tiff: 16_000_000, .heic: 2_000_000]

    let collection: any ItemCollection
    let item: String
    let version: String
    /// Size of level 0, upright, in pixels.
    package private(set) var size: PixelSize
    /// The longer side, in pixels, of the smaller copy that the file has of its picture; nil where it has none.
    package private(set) var copySide: Int?
    /// The tiles that the file stores; nil where there are none that can be sent.
    private(set) var storedTiles: StoredTiles?
    /// The format of what is decoded: for a raw file, that of the JPEG in it.
    let format: MediaFormat
    /// Whether the picture is computed instead of read from a file.
    let isDrawn: Bool
    /// How the samples are shown; nil for as stored, and for pictures of which that cannot be chosen.
    private(set) var display: SampleDisplay?
    /// Whether tiles keep every pixel, as PNGs or as they are stored, for images that are encoded again.
    private(set) var isLossless = false
    /// The levels that the pass makes; the lowest is the finest.
    private(set) var levels: ClosedRange<Int>
    /// The only line of tiles to make of one level: a row, or a column if the picture is stored rotated; nil for all.
    private(set) var line: Int?
    /// How an export encodes tiles; nil for a pass that is no export.
    private(set) var export: TileExport?
    /// Set by the pipeline when it runs the pass.
    var wait: FileWait?
    /// Set by the pipeline when it runs a pass over an item without a tiny picture.
    var pictureRequest: PictureRequest?
    /// Set by the pipeline: returns the number of workers without a pass, so that other threads may help this one.
    var idleWorkers: (@Sendable () -> Int)?

    /// Makes the pass for `level` of an item with a known size.
    init(
        _ collection: any ItemCollection, item: String, version: String, size: PixelSize, format: MediaFormat,
        isDrawn: Bool = false, level: Int
    ) {
        self.collection = collection
        self.isDrawn = isDrawn
        self.item = item
        self.version = version
        self.size = size
        let format = format.decoded
        self.format = format
        levels = Self.levels(with: level, size: size, format: format)
    }

    /// Makes the pass for `level` of an item; nil if its size is unknown, it has an error, or it is sent whole.
    ///
    /// A `display` applies where the item's samples take it.
    package init?(
        _ collection: any ItemCollection, _ item: ItemSummary, level: Int, display: SampleDisplay? = nil
    ) {
        guard item.isTiled, item.error == nil, let size = item.size, let format = item.format else { return nil }
        self.init(
            collection, item: item.id, version: item.version, size: size, format: format, isDrawn: item.isDrawn,
            level: level)
        (copySide, storedTiles) = (item.copySide, item.storedTiles)
        self.display = display.flatMap { item.takes($0) ? $0 : nil }
        if isCopy, copySide == nil { return nil }
    }

    /// The window on the samples; nil for none, and for channels, each of which has its own.
    var window: SampleWindow? {
        guard case .window(let window)? = display else { return nil }
        return window
    }

    /// The channels that are shown together; nil for the picture as one.
    var channels: [SampleChannel]? {
        guard case .channels(let channels)? = display else { return nil }
        return channels
    }

    /// The levels and tiles of the picture.
    package var pyramid: Pyramid { Pyramid(size, storedTiles: storedTiles) }

    /// Whether the pass makes the tile of the smaller copy.
    var isCopy: Bool { levels.lowerBound == Pyramid.copyLevel }

    /// A pass over the smaller copy of `size`, upright, as if it were a picture of its own.
    func copy(of size: PixelSize) -> TilePass {
        var pass = TilePass(self, levels: 0...0)
        (pass.size, pass.storedTiles) = (size, nil)
        return pass
    }

    /// A pass for the finest level that is one tile, which stands for a copy that is damaged.
    var standIn: TilePass {
        let level = (0...pyramid.maximumLevel).first { pyramid.tileCounts(of: $0) == (1, 1) } ?? pyramid.maximumLevel
        return TilePass(self, levels: level...level)
    }

    /// Whether the pass may decode all of a large picture of which a copy is shown meanwhile.
    ///
    /// Copies of other pictures should not wait for it.
    var isSlow: Bool {
        guard let copySide, line == nil, !isCopy, Self.has(size, more: Self.slowPixelCount) else { return false }
        return pyramid.isCoarser(copySide: copySide, than: levels.lowerBound)
    }

    /// A pass for all levels of the same item, each made from the one below.
    var wholePyramid: TilePass { TilePass(self, levels: 0...pyramid.maximumLevel) }

    /// The same pass for an export, for these levels.
    func exported(_ levels: ClosedRange<Int>, _ export: TileExport) -> TilePass {
        var pass = TilePass(self, levels: levels)
        pass.export = export
        return pass
    }

    /// The same pass for tiles that keep every pixel; drawn pictures have only one kind of tiles.
    var lossless: TilePass {
        var pass = self
        pass.isLossless = !isDrawn
        return pass
    }

    /// Whether the levels are made as by a pass for each, though the picture is read only once.
    var hasSeparateLevels: Bool { export != nil && line == nil && !Self.has(size, more: Self.largePixelCount) }

    /// The pass over a large JPEG at 1/8 scale, for its coarse levels.
    var coarse: TilePass { TilePass(self, levels: 3...max(3, pyramid.maximumLevel)) }

    /// Whether the pass decodes a large picture at 1/8 scale, which is quick.
    var isCoarse: Bool { isLarge && levels.lowerBound > 0 }

    /// Returns the finest level of the pass that makes tiles of `level`.
    func firstLevel(with level: Int) -> Int { levels(with: level).lowerBound }

    /// Returns the levels of the pass that makes tiles of `level`.
    func levels(with level: Int) -> ClosedRange<Int> { Self.levels(with: level, size: size, format: format) }

    /// Returns the pass for one line of tiles of one level.
    func line(_ line: Int, level: Int) -> TilePass { restricted(to: level...level, line: line) }

    private init(_ pass: TilePass, levels: ClosedRange<Int>) {
        self = pass
        (self.levels, line, wait) = (levels, nil, nil)
    }

    /// Whether several levels are made each time the file is read.
    var isLarge: Bool { levels.count > 1 }

    /// Whether lines of the picture are made separately if it is known how to begin there.
    ///
    /// For a TIFF or HEIC that costs nothing to find out, so smaller ones qualify, too.
    var supportsRandomAccess: Bool {
        isLarge || line == nil && !isCopy && Self.lineByLinePixelCounts[format].map { Self.has(size, more: $0) } == true
    }

    /// Returns the same pass for some of its levels.
    func restricted(to levels: ClosedRange<Int>) -> TilePass { restricted(to: levels, line: line) }

    /// Returns a pass for some of the levels, and for a line of them.
    func restricted(to levels: ClosedRange<Int>, line: Int?) -> TilePass {
        var pass = TilePass(self, levels: levels)
        pass.line = line
        return pass
    }

    private static func has(_ size: PixelSize, more pixels: Int) -> Bool {
        let (pixelCount, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        return overflow || pixelCount > pixels
    }

    /// Returns the levels made together with `level`.
    ///
    /// A picture of normal size is read for each level. A large JPEG is read twice: at 1/8, which is quick, for levels
    /// 3 and up, and in full for levels 0 to 2. A large PNG must always be read in full, so all are made.
    private static func levels(with level: Int, size: PixelSize, format: MediaFormat) -> ClosedRange<Int> {
        guard has(size, more: largePixelCount), level != Pyramid.copyLevel else { return level...level }
        let top = max(level, Pyramid(size).maximumLevel)
        guard format == .jpeg, top >= 3 else { return 0...top }
        return level < 3 ? 0...2 : 3...top
    }

    /// The item's key in the atlas.
    var atlasKey: AtlasKey {
        AtlasKey(source: AtlasKey.source(collection.source), itemNumbers)
    }

    var itemNumbers: ItemNumbers {
        ItemNumbers(item: ItemNumbers.number(ofItem: item), version: ItemNumbers.number(ofVersion: version))
    }

    package func key(_ position: TilePosition) -> TileKey {
        TileKey(
            collection: collection.id, item: item, version: version, level: position.level, column: position.column,
            row: position.row, display: (display?.text ?? "") + (isLossless ? "lossless" : ""))
    }

    func diskKey(_ position: TilePosition) -> DiskKey {
        DiskKey(source: collection.source, key(position))
    }
}
