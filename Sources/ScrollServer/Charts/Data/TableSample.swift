// The first rows of a table as texts, from which its format is found.

/// Rows of cells as texts.
///
/// Made once per file, so it is written for clarity, not speed.
struct TableSample {
    struct Row {
        var cells: [[UInt8]]
        /// The start of the row in the file: its offset in bytes, and its line from 1.
        var offset: Int
        var line: Int
    }

    var rows: [Row] = []
    /// The comment line right before the first row: a header may be one.
    private(set) var lastComment: [UInt8]?
    /// The position after the last row.
    var endOffset = 0
    var endLine = 1

    /// The most rows, and about the most cells, that are examined.
    static let rowLimit = 2000
    private static let cellLimit = 40_000
    private let dialect: TableDialect

    /// Splits text as `CellRows` does; the last row counts only when a line end follows it.
    ///
    /// `start` is the offset of the text in `bytes`, which are the file's first bytes. `firstLine` is its line in the
    /// file.
    init(
        cells bytes: [UInt8], from start: Int, _ dialect: TableDialect, rowLimit: Int = Self.rowLimit,
        firstLine: Int = 1
    ) {
        self.dialect = dialect
        var next = start
        var line = firstLine
        var cellCount = 0
        while next < bytes.count, rows.count < rowLimit, rows.count < 100 || cellCount < Self.cellLimit {
            if !dialect.comment.isEmpty, bytes[next...].starts(with: dialect.comment) {
                let end = bytes[next...].firstIndex(of: 0x0A) ?? bytes.count
                if rows.isEmpty { lastComment = Array(bytes[(next + dialect.comment.count)..<end]) }
                (next, line) = (end + 1, line + 1)
                (endOffset, endLine) = (min(next, bytes.count), line)
                continue
            }
            var row = Row(cells: [], offset: next, line: line)
            guard Self.row(bytes, &next, &line, dialect, &row.cells) else {
                // A quoted cell does not end within the sample: its line is skipped.
                guard let end = bytes[row.offset...].firstIndex(of: 0x0A) else { break }
                (next, line) = (end + 1, row.line + 1)
                continue
            }
            (endOffset, endLine) = (next, line)
            let isBlank = row.cells.count == 1 && row.cells[0].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            if !isBlank {
                rows.append(row)
                cellCount += row.cells.count
            }
        }
    }

    /// The cells of one line of text.
    static func cells(of line: [UInt8], _ dialect: TableDialect) -> [[UInt8]] {
        var (next, number, cells): (Int, Int, [[UInt8]]) = (0, 1, [])
        _ = row(line + [0x0A], &next, &number, dialect, &cells)
        return cells
    }

    private static func row(
        _ bytes: [UInt8], _ next: inout Int, _ line: inout Int, _ dialect: TableDialect, _ cells: inout [[UInt8]]
    ) -> Bool {
        let (delimiter, quote) = (dialect.delimiter, dialect.quote)
        while cells.count <= TableFormat.columnLimit {
            var cell: [UInt8] = []
            while next < bytes.count, bytes[next] == 0x20 || bytes[next] == 0x09 && delimiter != 0x09 { next += 1 }
            if next < bytes.count, bytes[next] == quote {
                next += 1
                while true {
                    guard next < bytes.count else { return false }
                    if bytes[next] == quote {
                        next += 1
                        guard next < bytes.count, bytes[next] == quote else { break }
                    } else if bytes[next] == 0x0A {
                        line += 1
                    }
                    cell.append(bytes[next])
                    next += 1
                }
            }
            while next < bytes.count, bytes[next] != delimiter, bytes[next] != 0x0A {
                cell.append(bytes[next])
                next += 1
            }
            guard next < bytes.count else { return false }
            while let last = cell.last, last == 0x0D || last == 0x20 { cell.removeLast() }
            cells.append(cell)
            next += 1
            if bytes[next - 1] == 0x0A {
                line += 1
                return true
            }
        }
        // Far too many cells: the rest of the line is skipped.
        while next < bytes.count, bytes[next] != 0x0A { next += 1 }
        guard next < bytes.count else { return false }
        next += 1
        line += 1
        return true
    }

    /// The most frequent number of cells in the rows after the first; the first row's if it is the only row.
    ///
    /// An extra delimiter at a row's end does not count as a cell.
    var columnCount: Int {
        var counts: [Int: Int] = [:]
        for row in rows.count > 1 ? rows[1...] : rows[...] { counts[row.cells.count, default: 0] += 1 }
        let most = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
        let first = rows.first?.cells.count ?? 0
        let isClosed =
            most == first + 1 && rows.dropFirst().allSatisfy { $0.cells.count != most || $0.cells.last == [] }
        return isClosed ? first : most
    }

    /// The rows with that many cells, without the first `skipped` rows.
    func body(columnCount: Int, skipping skipped: Int) -> [Row] {
        rows.dropFirst(skipped).filter {
            $0.cells.count == columnCount || $0.cells.count == columnCount + 1 && $0.cells.last == []
        }
    }
}
