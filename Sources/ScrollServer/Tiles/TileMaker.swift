// What makes tiles where no cache has them.

import Tiling

/// Makes the tiles of one item that come out of one decode.
protocol TileMaker: Sendable {
    /// The bytes of memory that a pass needs at its peak, for the pipeline's gate. Does not block.
    func byteEstimate(for pass: TilePass) -> Int

    /// Makes the tiles of the pass, at least those for which `isWanted` answers true, and gives each to `emit` as soon as
    /// it is ready. `progress` is told from time to time how much is done, 0 … 1.
    ///
    /// Blocks.
    /// - Throws: why the item cannot be shown.
    func make(
        _ pass: TilePass, isWanted: (TilePosition) -> Bool, emit: (TilePosition, EncodedTile) -> Void,
        progress: (Double) -> Void
    ) throws(ImageError)
}

/// A place in an item's pyramid.
struct TilePosition: Hashable, Sendable {
    var level: Int
    var column: Int
    var row: Int
}

/// The levels of one item that are decoded in one go: the item by what it is, so that no order can make it another one.
struct TilePass: Sendable {
    /// Pictures of more pixels than this get several levels from one reading of the file.
    static let largePixelCount = 64_000_000

    let collection: any ItemCollection
    let item: String
    let version: String
    /// Upright, in pixels.
    let size: PixelSize
    let format: ImageFormat
    /// Whether it is computed rather than read.
    let isDrawn: Bool
    let levels: ClosedRange<Int>

    /// The pass that makes `level` of an item that has been measured.
    init(
        _ collection: any ItemCollection, item: String, version: String, size: PixelSize, format: ImageFormat,
        isDrawn: Bool = false, level: Int
    ) {
        self.collection = collection
        self.isDrawn = isDrawn
        self.item = item
        self.version = version
        self.size = size
        self.format = format
        levels = Self.levels(with: level, size: size, format: format)
    }

    /// The pass that makes `level` of an item; nil where that is not measured, or comes whole.
    init?(_ collection: any ItemCollection, _ item: ItemSummary, level: Int) {
        guard item.isTiled, item.error == nil, let size = item.size, let format = item.format else { return nil }
        self.init(
            collection, item: item.id, version: item.version, size: size, format: format, isDrawn: item.isDrawn,
            level: level)
    }

    /// The same item, all of its levels: what an export needs.
    var wholePyramid: TilePass { TilePass(self, levels: 0...Pyramid(size).maximumLevel) }

    private init(_ pass: TilePass, levels: ClosedRange<Int>) {
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

    /// A picture that is read quickly is read anew for each level that is asked for. A large JPEG is read twice: at an
    /// eighth of its size, which is quick, for the coarse levels, and in full for the three others. A large PNG has to be
    /// read in full whatever is wanted, and once is enough.
    private static func levels(with level: Int, size: PixelSize, format: ImageFormat) -> ClosedRange<Int> {
        let (pixelCount, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard overflow || pixelCount > largePixelCount else { return level...level }
        let top = max(level, Pyramid(size).maximumLevel)
        guard format == .jpeg, top >= 3 else { return 0...top }
        return level < 3 ? 0...2 : 3...top
    }

    func key(_ position: TilePosition) -> TileKey {
        TileKey(
            collection: collection.id, item: item, version: version, level: position.level, column: position.column,
            row: position.row)
    }

    func diskKey(_ position: TilePosition) -> DiskKey {
        DiskKey(source: collection.source, key(position))
    }
}
