// Rows of either kind of table.

/// Reads rows of a table whose format is known.
///
/// A copy is a state to which the reading can return.
protocol RowReader: Sendable {
    var report: RowReport { get set }
    /// The counts of the key's values; empty for a table that is not long.
    var keyCounts: [(value: [UInt8], count: Int)] { get }

    /// Reads rows until the text ends or the batch is full; returns the number of bytes used, always whole rows.
    ///
    /// The text is the first `count` of the bytes, and ends with a line end (unless it is empty); at least
    /// `DecimalNumber.paddingByteCount` more bytes follow it. `isWhole` says whether a quoted cell that does not end
    /// within the text is treated as one without an end.
    mutating func read(_ bytes: Span<UInt8>, count: Int, isWhole: Bool, into batch: RowBatch) -> Int
}

extension TableFormat {
    /// Prepares a reader; `keyCounts` are the rows of each value of a long table's key that were read before.
    func makeReader(_ report: RowReport, keyCounts: [(value: [UInt8], count: Int)] = []) -> any RowReader {
        switch kind {
        case .cells(let delimiter): CellRows(self, delimiter: delimiter, report: report, keyCounts: keyCounts)
        case .objects, .arrays: JSONRows(self, report: report, keyCounts: keyCounts)
        }
    }
}
