// The columns of a batch with the residuals that the lines' Float64 leave out.

/// Where a row of a batch has the residuals of whole numbers; see `WholeNumber`.
///
/// `target` begins with the x of a row of a batch of the same format; column c is `c · capacity` further.
struct ResidualColumns {
    /// The column of each line's residual; 0 for a line without one.
    private let columns: [Int]

    init(_ format: TableFormat) {
        var columns = [Int](repeating: 0, count: format.lineCount)
        for (index, line) in format.description.exactIntegerResiduals.enumerated() {
            columns[line] = format.lineCount + index + 1
        }
        self.columns = columns
    }

    /// Whether a line has a residual.
    func contains(line: Int) -> Bool { columns.indices.contains(line) && columns[line] > 0 }

    /// The residual of a line; 0 for one that needs none.
    func value(ofLine line: Int, _ target: borrowing MutableSpan<Double>, _ capacity: Int) -> Double {
        contains(line: line) ? target[columns[line] &* capacity] : 0
    }

    /// Sets the residual of a line that needs one.
    func set(_ residual: Double, ofLine line: Int, _ target: inout MutableSpan<Double>, _ capacity: Int) {
        if contains(line: line) { target[columns[line] &* capacity] = residual }
    }

    /// Sets the residual of a cell without a number to 0; `role` is the column's `RowRole`.
    @inline(__always)
    func clear(_ role: Int32, _ target: inout MutableSpan<Double>, _ capacity: Int) {
        guard role & RowRole.whole != 0 else { return }
        set(0, ofLine: Int(role & RowRole.lineMask) - 1, &target, capacity)
    }

    /// Sets the residual of the cell `text`, whose nearest Float64 is `value`; `role` is the column's `RowRole`.
    @inline(__always)
    func set(
        _ role: Int32, of text: Span<UInt8>, _ value: Double, thousands: UInt8 = 0,
        _ target: inout MutableSpan<Double>, _ capacity: Int
    ) {
        guard role & RowRole.whole != 0 else { return }
        let residual = WholeNumber.residual(of: text, from: value, thousands: thousands)
        set(residual, ofLine: Int(role & RowRole.lineMask) - 1, &target, capacity)
    }
}
