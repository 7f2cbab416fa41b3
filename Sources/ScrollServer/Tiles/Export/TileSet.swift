// Which tiles of a picture are done.

/// A set of tiles, a bit for each.
struct TileSet: Sendable {
    private struct Level {
        let columns: Int
        let count: Int
        var done = 0
        var bits: [UInt64]
    }

    private var levels: [Level]

    /// An empty set; `counts` are the columns and rows of each level.
    init(_ counts: [(columns: Int, rows: Int)]) {
        levels = counts.map { columns, rows in
            Level(
                columns: columns, count: columns * rows, bits: [UInt64](repeating: 0, count: (columns * rows + 63) / 64)
            )
        }
    }

    /// The number of all tiles that are not in the set.
    var missingCount: Int { levels.reduce(0) { $0 + $1.count - $1.done } }

    func contains(_ tile: TilePosition) -> Bool {
        guard levels.indices.contains(tile.level) else { return false }
        let level = levels[tile.level]
        let index = tile.row * level.columns + tile.column
        return level.bits[index / 64] >> UInt64(index % 64) & 1 == 1
    }

    /// Adds a tile of one of the levels.
    ///
    /// - Returns: whether it was not in the set.
    mutating func insert(_ tile: TilePosition) -> Bool {
        guard levels.indices.contains(tile.level), !contains(tile) else { return false }
        let index = tile.row * levels[tile.level].columns + tile.column
        levels[tile.level].bits[index / 64] |= 1 << UInt64(index % 64)
        levels[tile.level].done += 1
        return true
    }
}
