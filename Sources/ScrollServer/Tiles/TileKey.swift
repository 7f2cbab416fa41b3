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
    var entityTag: String {
        // Put together by hand, since it is for every tile that is sent: with one allocation.
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
