// The protocol for making the tiles that no cache has, and the pass that describes the work.

import Catalog
import Imaging
import Tiling

/// Makes the tiles of one item that result from one decode.
package protocol TileMaker: Sendable {
    /// The bytes of memory that a pass needs at its peak, by which the pipeline admits it. Does not block.
    func byteEstimate(for pass: TilePass) -> Int

    /// The pass that makes a tile of a large picture without the rest of it; nil where it is not known how to begin there.
    /// O(1).
    func part(of pass: TilePass, for position: TilePosition) -> TilePass?

    /// Fetches what `part(of:for:)` needs for a pass from disk, where it is kept. Blocks.
    func prepare(_ pass: TilePass)

    /// Makes the tiles of the pass, at least those for which `isWanted` returns true, and passes each to `emit` as soon
    /// as it is ready. `progress` is called from time to time with the fraction done, 0 … 1.
    ///
    /// Blocks.
    /// - Throws: why the item cannot be shown.
    func make(
        _ pass: TilePass, isWanted: (TilePosition) -> Bool, emit: (TilePosition, EncodedTile) -> Void,
        progress: (Double) -> Void
    ) throws(ImageError)
}

extension TileMaker {
    func part(of pass: TilePass, for position: TilePosition) -> TilePass? { nil }
    func prepare(_ pass: TilePass) {}
}

/// The position of a tile in an item's pyramid.
package struct TilePosition: Hashable, Sendable {
    package var level: Int
    package var column: Int
    package var row: Int

    package init(level: Int, column: Int, row: Int) {
        self.level = level
        self.column = column
        self.row = row
    }
}

/// The levels of one item that one decode makes. Holds the item's identity, not its index, so a new order of the
/// collection cannot turn it into another item.
package struct TilePass: Sendable {
    /// For pictures with more pixels than this, one reading of the file makes several levels.
    static let largePixelCount = 64_000_000
    /// Of TIFFs with more pixels than this, lines of tiles are made by themselves.
    private static let enterablePixelCount = 16_000_000

    let collection: any ItemCollection
    let item: String
    let version: String
    /// Size of level 0, upright, in pixels.
    package let size: PixelSize
    /// Of what is decoded: of a raw file, the JPEG in it.
    let format: MediaFormat
    /// Whether the picture is computed rather than read from a file.
    let isDrawn: Bool
    /// The levels that the pass makes; the lowest is the finest.
    let levels: ClosedRange<Int>
    /// Where only one line of tiles of one level of a large picture is made, that line: a row, or a column where the
    /// picture lies on its side.
    private(set) var line: Int?
    /// Set by the pipeline when it runs the pass.
    var wait: FileWait?
    /// Set by the pipeline when it runs a pass over an item whose tiny picture is not known.
    var wish: PictureRequest?
    /// Set by the pipeline when it runs the pass: how many workers have no pass now, so that other threads may help this one.
    var idleWorkers: (@Sendable () -> Int)?

    /// The pass that makes `level` of an item whose size is known.
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

    /// The pass that makes `level` of an item; nil where its size is unknown, it has an error, or it is sent whole
    /// instead of in tiles.
    package init?(_ collection: any ItemCollection, _ item: ItemSummary, level: Int) {
        guard item.isTiled, item.error == nil, let size = item.size, let format = item.format else { return nil }
        self.init(
            collection, item: item.id, version: item.version, size: size, format: format, isDrawn: item.isDrawn,
            level: level)
    }

    /// A pass for all levels of the same item, for exports.
    var wholePyramid: TilePass { TilePass(self, levels: 0...Pyramid(size).maximumLevel) }

    /// The pass over a large JPEG at 1/8, for its coarse levels.
    var coarse: TilePass { TilePass(self, levels: 3...max(3, Pyramid(size).maximumLevel)) }

    /// Whether the pass reads a large picture at 1/8, which is quick.
    var isCoarse: Bool { isLarge && levels.lowerBound > 0 }

    /// The finest level of the pass that wishes for tiles of `level` wait for.
    func firstLevel(with level: Int) -> Int { Self.levels(with: level, size: size, format: format).lowerBound }

    /// The pass for one line of tiles of one level.
    func line(_ line: Int, level: Int) -> TilePass {
        var pass = TilePass(self, levels: level...level)
        pass.line = line
        return pass
    }

    private init(_ pass: TilePass, levels: ClosedRange<Int>) {
        wish = pass.wish
        idleWorkers = pass.idleWorkers
        collection = pass.collection
        isDrawn = pass.isDrawn
        item = pass.item
        version = pass.version
        size = pass.size
        format = pass.format
        self.levels = levels
    }

    /// Whether one reading of the file makes several levels.
    var isLarge: Bool { levels.count > 1 }

    /// Whether lines of the picture are made by themselves where it is known how to begin there. That costs nothing to find out
    /// of a TIFF, so it is worth while for smaller ones, too.
    var supportsRandomAccess: Bool {
        isLarge || format == .tiff && line == nil && Self.has(size, more: Self.enterablePixelCount)
    }

    /// The same pass for some of its levels.
    func restricted(to levels: ClosedRange<Int>) -> TilePass {
        var pass = TilePass(self, levels: levels)
        pass.line = line
        return pass
    }

    private static func has(_ size: PixelSize, more pixels: Int) -> Bool {
        let (pixelCount, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        return overflow || pixelCount > pixels
    }

    /// The levels made together with `level`. A picture of normal size is read anew for each level. A large JPEG is
    /// read twice: at 1/8, which is quick, for levels 3 and up, and in full for levels 0 to 2. A large PNG must be read
    /// in full for any level, so one reading makes all of them.
    private static func levels(with level: Int, size: PixelSize, format: MediaFormat) -> ClosedRange<Int> {
        guard has(size, more: largePixelCount) else { return level...level }
        let top = max(level, Pyramid(size).maximumLevel)
        guard format == .jpeg, top >= 3 else { return 0...top }
        return level < 3 ? 0...2 : 3...top
    }

    /// The item's name in the atlas.
    var atlasKey: AtlasKey {
        AtlasKey(
            source: AtlasKey.source(collection.source),
            ItemNumbers(item: ItemNumbers.number(ofItem: item), version: ItemNumbers.number(ofVersion: version)))
    }

    package func key(_ position: TilePosition) -> TileKey {
        TileKey(
            collection: collection.id, item: item, version: version, level: position.level, column: position.column,
            row: position.row)
    }

    func diskKey(_ position: TilePosition) -> DiskKey {
        DiskKey(source: collection.source, key(position))
    }
}
