// What makes tiles where no cache has them.

/// Makes the tiles of one level of one item.
protocol TileMaker: Sendable {
    /// The bytes of memory that making this level needs at its peak, for the pipeline's gate. Does not block.
    func byteEstimate(for pass: TilePass) -> Int

    /// Makes at least the tiles for which `isWanted` answers true, and gives each to `emit` as soon as it is ready.
    ///
    /// Blocks. Others of the level may be given, too, where they come cheap on the way.
    /// - Throws: why the item cannot be shown.
    func make(
        _ pass: TilePass, isWanted: (TilePosition) -> Bool, emit: (TilePosition, EncodedTile) -> Void
    ) throws(ImageError)
}

/// One level of one item: what is decoded in one go.
struct TilePass: Sendable {
    let collection: any Collection
    let index: Int
    let item: String
    let version: String
    let level: Int

    func key(_ position: TilePosition) -> TileKey {
        TileKey(
            collection: collection.id, item: item, version: version, level: level, column: position.column,
            row: position.row)
    }

    func diskKey(_ position: TilePosition) -> DiskKey {
        DiskKey(source: collection.source, key(position))
    }
}

/// Column and row of a tile within its level.
struct TilePosition: Hashable, Sendable {
    var column: Int
    var row: Int
}
