// Rows on their way from a reader to a builder.

/// Up to `capacity` rows, column by column: x, then the lines.
///
/// `@unchecked Sendable`: it is used by one thread at a time, in a `RowPipe` by the one that has taken it out.
final class RowBatch: @unchecked Sendable {
    /// The number of lines, and one for x.
    let columnCount: Int
    let capacity: Int
    var count = 0
    /// Column c, row r is at `c · capacity + r`.
    var values: [Double]

    init(lineCount: Int, capacity: Int) {
        columnCount = lineCount + 1
        self.capacity = max(capacity, 1)
        values = [Double](repeating: 0, count: columnCount * self.capacity)
    }

    var isFull: Bool { count == capacity }

    /// Adds a row, for which there must be room, with a value for each line.
    @inline(__always)
    func append(x: Double, _ value: (_ line: Int) -> Double) {
        precondition(!isFull)
        let (row, columnCount, capacity) = (count, columnCount, capacity)
        var values = values.mutableSpan
        values[row] = x
        for column in 1..<columnCount { values[column * capacity + row] = value(column - 1) }
        count += 1
    }
}
