// Which tile of which bytes.

/// Names one tile for good: another version of an item has other keys.
struct TileKey: Hashable, Sendable {
    var collection: String
    var item: String
    /// The item's version: what its bytes were made from.
    var version: String
    var level: Int
    var column: Int
    var row: Int

    /// The tile's entity tag (RFC 9110 §8.8.3), strong: the same key always means the same bytes of one program version.
    var entityTag: String { "\"\(version)-\(level)-\(column)-\(row)\"" }
}
