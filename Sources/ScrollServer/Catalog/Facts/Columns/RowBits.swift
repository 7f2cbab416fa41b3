// A set of rows of a table of facts, as a bit for each row.

/// A set of rows, 64 to a word: row r is bit r mod 64 of word r / 64.
///
/// 1/8 byte a row.
package struct RowBits: Sendable, Equatable {
    /// Bits at and behind `rowCount` are 0.
    private(set) var words: [UInt64]
    /// The rows are `0 ..< rowCount`.
    private(set) var rowCount: Int

    /// The empty set.
    init(rowCount: Int = 0) {
        self.rowCount = rowCount
        words = [UInt64](repeating: 0, count: (rowCount + 63) / 64)
    }

    /// Takes at least as many words as `rowCount` needs; bits behind it are cleared.
    init(words: [UInt64], rowCount: Int) {
        (self.words, self.rowCount) = (words, rowCount)
        if rowCount & 63 != 0, rowCount >> 6 < words.count { self.words[rowCount >> 6] &= 1 << (rowCount & 63) - 1 }
    }

    /// The number of rows in the set; O(rows / 64).
    package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    func contains(_ row: Int) -> Bool {
        row >= 0 && row < rowCount && words[row >> 6] >> (row & 63) & 1 != 0
    }

    /// Adds a row, even one behind the last.
    mutating func insert(_ row: Int) {
        if row >= rowCount {
            rowCount = row + 1
            while words.count <= row >> 6 { words.append(0) }
        }
        words[row >> 6] |= 1 << (row & 63)
    }

    mutating func remove(_ row: Int) {
        guard row < rowCount else { return }
        words[row >> 6] &= ~(1 << (row & 63))
    }

    /// Replaces each word by its combination with that of another set, which may have more rows or fewer.
    ///
    /// `combine` must return 0 for two zeros.
    mutating func merge(_ other: RowBits, _ combine: (_ own: UInt64, _ other: UInt64) -> UInt64) {
        rowCount = max(rowCount, other.rowCount)
        while words.count < other.words.count { words.append(0) }
        for index in words.indices {
            words[index] = combine(words[index], index < other.words.count ? other.words[index] : 0)
        }
    }

    /// The rows of the set, ascending; O(rows / 64 + count).
    var rows: [UInt32] {
        var rows: [UInt32] = []
        rows.reserveCapacity(count)
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                rows.append(UInt32(truncatingIfNeeded: index << 6 | rest.trailingZeroBitCount))
                rest &= rest &- 1
            }
        }
        return rows
    }
}
