// Finds the delimiter of a table's cells together with the marks of its numbers.

import Platform

/// How the text of a table is divided into cells.
struct TableDialect: Sendable, Equatable {
    var delimiter = UInt8(ascii: ",")
    var quote = UInt8(ascii: "\"")
    /// The beginning of comment lines; empty where there are none.
    var comment: [UInt8] = []

    /// Finds the dialect of a text that begins at `start`: the one in which header and rows have the same number of
    /// cells and most cells are numbers or times, whatever their marks.
    ///
    /// `chosen` is the delimiter that the reader has named.
    static func find(
        _ bytes: [UInt8], from start: Int, isTabbed: Bool, chosen: UInt8? = nil
    ) -> (dialect: TableDialect, sample: TableSample)? {
        let comment = comment(of: bytes, from: start)
        let quotes =
            hasSingleQuotes(bytes, from: start) ? [UInt8(ascii: "\""), UInt8(ascii: "'")] : [UInt8(ascii: "\"")]
        let usual: [UInt8] =
            chosen.map { [$0] }
            ?? (isTabbed ? [0x09] : [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")])
        var best: (dialect: TableDialect, sample: TableSample, score: Double, share: Double)?
        func consider(_ delimiter: UInt8) {
            for quote in quotes {
                let dialect = TableDialect(delimiter: delimiter, quote: quote, comment: comment)
                let sample = TableSample(cells: bytes, from: start, dialect, rowLimit: 150)
                guard sample.columnCount > 0 else { continue }
                let (score, share) = score(sample)
                // Words with blanks between them are no table.
                if delimiter == 0x20, share < 0.4, chosen == nil { continue }
                if score > best?.score ?? -1 { best = (dialect, sample, score, share) }
            }
        }
        usual.forEach(consider)
        if chosen == nil, !isTabbed, let found = best, found.sample.columnCount == 1, found.share < 0.5 {
            consider(0x20)
        }
        guard let best else { return nil }
        return (best.dialect, TableSample(cells: bytes, from: start, best.dialect))
    }

    /// How well a delimiter fits, and the share of cells that are numbers or times.
    private static func score(_ sample: TableSample) -> (score: Double, share: Double) {
        let columnCount = sample.columnCount
        let skipped = sample.rows.count > 1 ? 1 : 0
        let body = sample.body(columnCount: columnCount, skipping: skipped)
        guard !body.isEmpty, let first = sample.rows.first else { return (0, 0) }
        var (known, all) = (0, 0)
        for row in body.prefix(100) {
            for cell in row.cells.prefix(60) where !GapWords.contains(cell) {
                all += 1
                if isTyped(cell) { known += 1 }
            }
        }
        // A row that lacks cells fits less well than a whole one.
        let names = first.cells.count == columnCount && columnCount > 1 && sample.areNames(first.cells)
        let short = names ? sample.rows.dropFirst(skipped).count { $0.cells.count < columnCount } : 0
        let fits = Double(body.count { $0.cells.count >= columnCount }) + 0.9 * Double(short)
        let even = fits / Double(sample.rows.count - skipped)
        let share = all > 0 ? Double(known) / Double(all) : 0
        let isClosed = first.cells.count == columnCount + 1 && first.cells.last == []
        let isDivided = columnCount > 1 || !sample.hasOtherDelimiter
        let agrees = isDivided && (first.cells.count == columnCount || isClosed) ? 1 : 0.8
        // The cells decide; more columns and the earlier delimiter break ties.
        let score = agrees * even * (0.05 + share) + (columnCount > 1 ? 0.02 : 0) + Double(min(columnCount, 50)) * 1e-4
        return (score, share)
    }

    /// Whether a cell is a number or a time in some way of writing.
    static func isTyped(_ cell: [UInt8]) -> Bool {
        if NumberShape(cell) != nil || ClockScanner.clock(alone: cell) != nil || DateScanner.parts(cell) != nil {
            return true
        }
        let word = cell.map { ASCII.lowercased($0) }
        return word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8)
    }

    private static func hasSingleQuotes(_ bytes: [UInt8], from start: Int) -> Bool {
        for index in bytes.indices.dropFirst(start + 1).prefix(20_000) where bytes[index] == UInt8(ascii: "'") {
            if [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, 0x0A, UInt8(ascii: "|")].contains(bytes[index - 1]) {
                return true
            }
        }
        return false
    }

    // MARK: Comments

    /// The beginning of the first lines, where they are comments: `#`, `//` or `%`.
    ///
    /// A header such as `#,Name` is no comment.
    private static func comment(of bytes: [UInt8], from start: Int) -> [UInt8] {
        var offset = start
        for prefix in ["#", "//", "%"] {
            let prefix = Array(prefix.utf8)
            offset = start
            var (found, seen) = (false, 0)
            while offset < bytes.count, seen < 60 {
                let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
                let line = bytes[offset..<end]
                offset = end + 1
                guard line.contains(where: { $0 > 0x20 }) else { continue }
                seen += 1
                // A spreadsheet's error is a value.
                if spreadsheetErrors.contains(where: { line.starts(with: $0) }) {
                    found = false
                    break
                }
                if line.starts(with: prefix) {
                    let next = line.dropFirst(prefix.count).first ?? 0
                    let isCell = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")].contains(next)
                    if seen == 1, isCell { break }
                    found = true
                } else if !found, seen > 30 {
                    break
                }
            }
            if found { return prefix }
        }
        return []
    }

    private static let spreadsheetErrors = ["#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!"]
        .map { Array($0.utf8) }

    /// The delimiter that a first line `sep=;` names, and the offset after that line; nil without one.
    static func named(_ bytes: [UInt8], from start: Int) -> (delimiter: UInt8, next: Int)? {
        guard let end = bytes[start...].firstIndex(of: 0x0A) else { return nil }
        var line = bytes[start..<end]
        while let last = line.last, last == 0x0D || last == 0x22 || last == 0x20 && line.count > 5 { line.removeLast() }
        if line.first == 0x22 { line.removeFirst() }
        let word = line.map { ASCII.lowercased($0) }
        guard word.count == 5, word.starts(with: "sep=".utf8), let delimiter = word.last else { return nil }
        return (delimiter, end + 1)
    }
}
