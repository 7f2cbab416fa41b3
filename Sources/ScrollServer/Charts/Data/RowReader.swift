// Rows of either kind of table.

/// Reads rows of a table whose format is known.
enum RowReader {
    case cells(CellRows)
    case members(JSONRows)

    /// Prepares a reader; `keyCounts` are the rows of each value of a long table's key that were read before.
    init(_ format: TableFormat, report: RowReport, keyCounts: [(value: [UInt8], count: Int)] = []) {
        switch format.kind {
        case .cells(let delimiter):
            self = .cells(CellRows(format, delimiter: delimiter, report: report, keyCounts: keyCounts))
        case .objects, .arrays: self = .members(JSONRows(format, report: report, keyCounts: keyCounts))
        }
    }

    var report: RowReport {
        get {
            switch self {
            case .cells(let rows): rows.report
            case .members(let rows): rows.report
            }
        }
        set {
            switch self {
            case .cells(var rows):
                rows.report = newValue
                self = .cells(rows)
            case .members(var rows):
                rows.report = newValue
                self = .members(rows)
            }
        }
    }

    /// See `CellRows.keyCounts`.
    var keyCounts: [(value: [UInt8], count: Int)] {
        switch self {
        case .cells(let rows): rows.keyCounts
        case .members(let rows): rows.keyCounts
        }
    }

    /// See `CellRows.read`.
    mutating func read(_ bytes: Span<UInt8>, count: Int, isWhole: Bool, into batch: RowBatch) -> Int {
        switch self {
        case .cells(var rows):
            let used = rows.read(bytes, count: count, isWhole: isWhole, into: batch)
            self = .cells(rows)
            return used
        case .members(var rows):
            let used = rows.read(bytes, count: count, into: batch)
            self = .members(rows)
            return used
        }
    }
}
