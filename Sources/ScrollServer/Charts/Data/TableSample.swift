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
    /// The comment lines before the first row, without their marks: a header may be one.
    private(set) var comments: [(text: [UInt8], line: Int)] = []
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
                if rows.isEmpty { comments.append((Array(bytes[(next + dialect.comment.count)..<end]), line)) }
                (next, line) = (end + 1, line + 1)
                (endOffset, endLine) = (min(next, bytes.count), line)
                continue
            }
            var row = Row(cells: [], offset: next, line: line)
            guard Self.row(bytes, &next, &line, dialect, &row.cells, columnCount: rows.first?.cells.count ?? 0) else {
                break
            }
            (endOffset, endLine) = (next, line)
            let isBlank = row.cells.count == 1 && row.cells[0].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            if !isBlank {
                rows.append(row)
                cellCount += row.cells.count
            }
        }
        let most = mostFrequentCount
        columnCount = nameCount(over: most) ?? most
        hasNamesOfAll = columnCount > most
    }

    /// The cells of one line of text.
    static func cells(of line: [UInt8], _ dialect: TableDialect) -> [[UInt8]] {
        var (next, number, cells): (Int, Int, [[UInt8]]) = (0, 1, [])
        _ = row(line + [0x0A], &next, &number, dialect, &cells, columnCount: 0)
        return cells
    }

    /// Reads a row; `columnCount` is the number of cells of the first one.
    ///
    /// - Returns: false where no line end follows.
    static func row(
        _ bytes: [UInt8], _ next: inout Int, _ line: inout Int, _ dialect: TableDialect, _ cells: inout [[UInt8]],
        columnCount: Int
    ) -> Bool {
        let (delimiter, quote, start) = (dialect.delimiter, dialect.quote, next)
        while cells.count <= TableFormat.columnLimit {
            var cell: [UInt8] = []
            while next < bytes.count, bytes[next] == 0x20 || bytes[next] == 0x09 && delimiter != 0x09 { next += 1 }
            if next < bytes.count, bytes[next] == quote, let quoted = quoted(bytes, next, quote) {
                let isText =
                    quoted.lineCount > 0
                    && StrayQuote(
                        bytes.span, rowStart: start, closing: quoted.end, delimiter: delimiter,
                        cellsBefore: cells.count, columnCount: columnCount) == .yes
                if !isText {
                    (cell, next) = (quoted.text, quoted.end)
                    line += quoted.lineCount
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

    /// The text of a quoted cell, the position after its closing mark and the number of line ends in it; nil where no
    /// mark closes it.
    private static func quoted(
        _ bytes: [UInt8], _ start: Int, _ quote: UInt8
    ) -> (text: [UInt8], end: Int, lineCount: Int)? {
        var (text, next, lineCount): ([UInt8], Int, Int) = ([], start + 1, 0)
        while next < bytes.count {
            if bytes[next] == quote {
                next += 1
                guard next < bytes.count, bytes[next] == quote else { return (text, next, lineCount) }
            } else if bytes[next] == 0x0A {
                lineCount += 1
            }
            text.append(bytes[next])
            next += 1
        }
        return nil
    }

    // MARK: Columns

    /// The line of the first row.
    var firstLine: Int? { rows.first?.line }

    /// The number of columns: of the names, where no row has more cells; otherwise the most frequent of the rows.
    private(set) var columnCount = 0
    /// Whether the header names more columns than most rows have cells.
    private(set) var hasNamesOfAll = false

    /// The number of names in the header, where it is more than `most` and few rows have more cells.
    private func nameCount(over most: Int) -> Int? {
        guard most > 1 || rows.dropFirst().contains(where: { $0.cells.count > 1 }) else { return nil }
        for (index, row) in rows.dropLast().prefix(60).enumerated() where row.cells.count > max(most, 1) {
            let names = Array(row.cells.reversed().drop { $0.isEmpty })
            guard names.count > most, areNames(names), rows[index + 1].cells.contains(where: TableDialect.isTyped)
            else { continue }
            let below = rows[(index + 1)...]
            let isFull = below.count { $0.cells.count > names.count } * 20 <= below.count
            return isFull ? names.count : nil
        }
        return nil
    }

    /// Whether the cells are words, all different.
    func areNames(_ cells: [[UInt8]]) -> Bool {
        Set(cells).count == cells.count
            && cells.allSatisfy { !GapWords.contains($0) && !TableDialect.isTyped($0) }
    }

    /// Whether the first row and another one have a usual delimiter that is not this one.
    var hasOtherDelimiter: Bool {
        let others = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]
            .filter { $0 != dialect.delimiter }
        func has(_ row: Row, _ byte: UInt8) -> Bool { row.cells.contains { $0.contains(byte) } }
        guard let first = rows.first else { return false }
        return others.contains { byte in has(first, byte) && rows.dropFirst().contains { has($0, byte) } }
    }

    /// The most frequent number of cells in the rows after the first; the first row's if it is the only row.
    ///
    /// An extra delimiter at a row's end does not count as a cell.
    private var mostFrequentCount: Int {
        var counts: [Int: Int] = [:]
        for row in rows.count > 1 ? rows[1...] : rows[...] { counts[row.cells.count, default: 0] += 1 }
        let first = rows.first?.cells.count ?? 0
        func rank(_ entry: (key: Int, value: Int)) -> (Int, Int, Int) {
            (entry.value, entry.key == first ? 1 : 0, entry.key)
        }
        let most = counts.max { rank($0) < rank($1) }?.key ?? 0
        let isClosed =
            most == first + 1 && rows.dropFirst().allSatisfy { $0.cells.count != most || $0.cells.last == [] }
        return isClosed ? first : most
    }

    /// The rows with that many cells, without the first `skipped` rows.
    func body(columnCount: Int, skipping skipped: Int) -> [Row] {
        rows.dropFirst(skipped).filter {
            $0.cells.count == columnCount || $0.cells.count == columnCount + 1 && $0.cells.last == []
                || hasNamesOfAll && $0.cells.count < columnCount
        }
    }
}
