// The name of a tile.

/// Identifies one tile of one version of an item; a new version of the item has new keys.
struct TileKey: Hashable, Sendable {
    var collection: String
    var item: String
    /// The item's version, which changes with the bytes that the tile is made from.
    var version: String
    var level: Int
    var column: Int
    var row: Int

    /// The tile's entity tag (RFC 9110 §8.8.3). It is strong: within one version of this program, the same key always
    /// means the same bytes.
    var entityTag: String {
        // Built by hand with one allocation, since every tile sent needs one.
        var tag = ""
        tag.reserveCapacity(version.utf8.count + 16)
        tag += "\""
        tag += version
        tag += "-"
        tag += String(level)
        tag += "-"
        tag += String(column)
        tag += "-"
        tag += String(row)
        tag += "\""
        return tag
    }
}
