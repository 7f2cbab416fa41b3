// Numbers for the tiles of one page.

import Tiles

/// Gives each tile a number, which stands for the tile in messages and in the session's other tables.
///
/// Only this table keeps the tiles' names: names are large, and a session has hundreds or thousands of tiles. Numbers
/// fit into 32 bits, as messages write them.
struct TileNumbers: Sendable {
    /// A tile's name within the session's collection, packed into few bytes.
    private struct Name: Hashable, Sendable {
        let item: String
        let version: String
        let display: String
        /// Level in bits 56–63, column in bits 28–55, row in bits 0–27: no pyramid has 256 levels, or 2²⁸ columns or
        /// rows.
        let position: UInt64

        init(_ key: TileKey) {
            item = key.item
            version = key.version
            display = key.display
            position =
                UInt64(UInt8(truncatingIfNeeded: key.level)) << 56 | UInt64(UInt32(truncatingIfNeeded: key.column))
                << 28
                | UInt64(UInt32(truncatingIfNeeded: key.row))
        }
    }

    private var numbers: [Name: UInt32] = [:]
    private var last: UInt32 = 0

    /// Tiles that have a number.
    var count: Int { numbers.count }

    /// The tile's number; a tile without one gets the next.
    ///
    /// O(1).
    mutating func number(of key: TileKey) -> Int {
        let name = Name(key)
        if let number = numbers[name] { return Int(number) }
        // After 2³² tiles the numbers start again; by then the page has long dropped the first tiles.
        last &+= 1
        numbers[name] = last
        return Int(last)
    }

    /// Gives a tile's number the name of another `version` too, as which the tile turned out; nil where it has no
    /// single one.
    ///
    /// `isAlone` removes the old name, which then stands for another picture. O(1).
    mutating func name(_ key: TileKey, version: String?, isAlone: Bool) {
        guard let number = numbers[Name(key)] else { return }
        if isAlone { numbers[Name(key)] = nil }
        guard let version else { return }
        var other = key
        other.version = version
        if numbers[Name(other)] == nil { numbers[Name(other)] = number }
    }

    /// Removes the tiles for which `isNeeded` returns false.
    ///
    /// O(count).
    mutating func keep(where isNeeded: (Int) -> Bool) {
        numbers = numbers.filter { isNeeded(Int($0.value)) }
    }
}
