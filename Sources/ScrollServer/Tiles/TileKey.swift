// The name of a tile.

/// Identifies one tile of one version of an item; a new version of the item has new keys.
package struct TileKey: Hashable, Sendable {
    package var collection: String
    package var item: String
    /// The item's version, which changes with the bytes from which the tile is made.
    package var version: String
    package var level: Int
    package var column: Int
    package var row: Int
    /// How its samples are shown, as addresses have it, and whether it keeps every pixel; empty for tiles for viewers of
    /// samples as stored.
    package var display: String

    package init(
        collection: String, item: String, version: String, level: Int, column: Int, row: Int, display: String = ""
    ) {
        self.collection = collection
        self.item = item
        self.version = version
        self.level = level
        self.column = column
        self.row = row
        self.display = display
    }

    /// The tile's strong entity tag (RFC 9110 §8.8.3).
    ///
    /// Within one version of this program, the same key always means the same bytes.
    package var entityTag: String {
        // Written by hand with one allocation, since every tile sent needs one: marks, and numbers of at most 20 digits.
        String(utf8Capacity: version.utf8.count + display.utf8.count + 80) { tag in
            tag.append(UInt8(ascii: "\""))
            version.withUTF8Span { tag.append(copying: $0) }
            tag.append("-", level)
            tag.append("-", column)
            tag.append("-", row)
            if !display.isEmpty {
                tag.append(UInt8(ascii: "-"))
                // Some programs take a comma for the end of a tag.
                for byte in display.utf8 { tag.append(byte == UInt8(ascii: ",") ? UInt8(ascii: "_") : byte) }
            }
            tag.append(UInt8(ascii: "\""))
        }
    }
}
