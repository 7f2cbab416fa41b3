// Numbers for the tiles of one page.

/// Gives each tile a number, by which the page and the session's own tables know it.
///
/// The only place of a session that keeps a tile's name, since names are large and a session has a hundred tiles or
/// thousands. Numbers fit into 32 bits, as messages have them.
struct TileNumbers: Sendable {
    /// A tile of the session's one collection, in as few bytes as will do.
    private struct Name: Hashable, Sendable {
        let item: String
        let version: String
        /// Level, column and row. No pyramid has 2²⁸ columns or rows of 512 pixels, nor 256 levels.
        let place: UInt64

        init(_ key: TileKey) {
            item = key.item
            version = key.version
            place =
                UInt64(UInt8(truncatingIfNeeded: key.level)) << 56 | UInt64(UInt32(truncatingIfNeeded: key.column))
                << 28
                | UInt64(UInt32(truncatingIfNeeded: key.row))
        }
    }

    private var numbers: [Name: UInt32] = [:]
    private var last: UInt32 = 0

    /// Tiles that have a number.
    var count: Int { numbers.count }

    /// The tile's number, a new one where it has none.
    mutating func number(of key: TileKey) -> Int {
        let name = Name(key)
        if let number = numbers[name] { return Int(number) }
        // When all are used up, the first to be given again has not been held for thousands of millions of tiles.
        last &+= 1
        numbers[name] = last
        return Int(last)
    }

    /// Forgets the tiles for which `isNeeded` answers false. O(count).
    mutating func keep(where isNeeded: (Int) -> Bool) {
        numbers = numbers.filter { isNeeded(Int($0.value)) }
    }
}
