// The looks of a collection's pictures.

/// For each row a look or none: 32 bytes a row.
package struct LookColumn: Sendable {
    private var chunks: [[Look]] = []

    package init() {}

    /// Rows at and above have no look.
    package var rowCount: Int { chunks.count << RowChunk.bits }

    /// The look of a row; nil for none.
    ///
    /// O(1).
    package subscript(row: UInt32) -> Look? {
        let (chunk, index) = (Int(row) >> RowChunk.bits, Int(row) & (RowChunk.count - 1))
        guard chunk < chunks.count, index < chunks[chunk].count else { return nil }
        let look = chunks[chunk][index]
        return look.isNone ? nil : look
    }

    /// Sets or removes a look, in O(1) unless it copies a chunk that a snapshot holds.
    package mutating func set(_ look: Look?, row: UInt32) {
        let (chunk, index) = (Int(row) >> RowChunk.bits, Int(row) & (RowChunk.count - 1))
        if chunk >= chunks.count {
            guard look != nil else { return }
            chunks.append(contentsOf: repeatElement([], count: chunk + 1 - chunks.count))
        }
        if index >= chunks[chunk].count {
            guard look != nil else { return }
            chunks[chunk].append(contentsOf: repeatElement(.none, count: index + 1 - chunks[chunk].count))
        }
        chunks[chunk][index] = look ?? .none
    }

    /// Calls `body` with the rows that have a look, ascending.
    ///
    /// O(rows).
    func forEach(_ body: (UInt32, Look) -> Void) {
        for (number, chunk) in chunks.enumerated() {
            for (index, look) in chunk.enumerated() where !look.isNone {
                body(UInt32(truncatingIfNeeded: number << RowChunk.bits + index), look)
            }
        }
    }
}
