// Rows on their way from a reader to a builder.

/// Up to `capacity` rows, column by column: x, then the lines.
///
/// Confined to one thread.
@safe final class RowBatch {
    /// The number of lines, and one for x.
    let columnCount: Int
    let capacity: Int
    var count = 0
    /// Column c, row r is at `c · capacity + r`; `columnCount · capacity` numbers are allocated.
    let values: UnsafeMutablePointer<Double>

    init(lineCount: Int, capacity: Int) {
        columnCount = lineCount + 1
        self.capacity = max(capacity, 1)
        unsafe values = .allocate(capacity: columnCount * self.capacity)
        unsafe values.initialize(repeating: 0, count: columnCount * self.capacity)
    }

    deinit { unsafe values.deallocate() }

    var isFull: Bool { count == capacity }

    /// The values of a column; column 0 is x.
    func column(_ column: Int) -> UnsafeMutablePointer<Double> {
        precondition(column >= 0 && column < columnCount)
        return unsafe values + column * capacity
    }

    /// Adds a row.
    ///
    /// There must be room, and `row` must have a value for each line.
    func append(x: Double, _ row: [Double]) {
        precondition(count < capacity && row.count == columnCount - 1)
        unsafe values[count] = x
        for (line, value) in row.enumerated() { unsafe values[(line + 1) * capacity + count] = value }
        count += 1
    }
}
