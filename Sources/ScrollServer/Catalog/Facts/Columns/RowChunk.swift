// How the rows of a table of facts are divided.

/// Columns keep their rows in chunks, so that a change of one row while a snapshot is read copies one chunk of a column
/// at most, and a query works on what fits into a processor's cache.
enum RowChunk {
    static let bits = 14
    /// Rows in a chunk.
    static let count = 1 << bits
    /// Words of a set of a chunk's rows.
    static let wordCount = count / 64

    /// The number of chunks that hold `rowCount` rows.
    static func chunkCount(of rowCount: Int) -> Int { (rowCount + count - 1) >> bits }
}
