// How the rows of a table of facts are divided into chunks.

/// The chunks in which columns keep their rows.
///
/// So a change of one row while a snapshot is read copies at most one chunk of a column, and a query works on data that
/// fits into the processor's cache.
enum RowChunk {
    static let bits = 14
    /// Rows in a chunk.
    static let count = 1 << bits
    /// Words of a set of a chunk's rows.
    static let wordCount = count / 64

    /// The number of chunks that hold `rowCount` rows.
    static func chunkCount(of rowCount: Int) -> Int { (rowCount + count - 1) >> bits }
}
