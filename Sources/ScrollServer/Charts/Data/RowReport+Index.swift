// The report of a table's rows as bytes, and back.

import Platform

extension IndexWriter {
    mutating func put(_ report: RowReport) {
        put(report.line)
        put(report.rowCount)
        put(report.badRowCount)
        put(report.isOrderTold)
        for rows in [report.shortRows, report.strayQuotes, report.longCells, report.flaggedNumbers] {
            put(rows.count)
            put(rows.firstLine)
        }
        put(report.badRows.count)
        for row in report.badRows {
            put(row.line)
            put(row.reason)
        }
        for list in [report.unreadableCells, report.firstUnreadable] {
            put(list.count)
            for count in list { put(count) }
        }
    }
}

extension IndexReader {
    private mutating func countedLines() -> CountedLines? {
        guard let count = integer(), let line = integer() else { return nil }
        return CountedLines(count: count, firstLine: line)
    }

    mutating func report() -> RowReport? {
        guard let line = integer(), let rowCount = integer(), let badRowCount = integer(),
            let isOrderTold = bool(), let shortRows = countedLines(), let strayQuotes = countedLines(),
            let longCells = countedLines(), let flaggedNumbers = countedLines()
        else { return nil }
        var report = RowReport(line: line, lineCount: 0)
        report.isOrderTold = isOrderTold
        (report.shortRows, report.strayQuotes, report.longCells) = (shortRows, strayQuotes, longCells)
        report.flaggedNumbers = flaggedNumbers
        report.rowCount = rowCount
        report.badRowCount = badRowCount
        let badRows = list(each: 16) { reader -> BadRow? in
            guard let line = reader.integer(), let reason = reader.text() else { return nil }
            return BadRow(line: line, reason: reason)
        }
        guard let badRows, let cells = list(each: 8, { $0.integer() }), let firsts = list(each: 8, { $0.integer() })
        else { return nil }
        report.badRows = badRows
        report.unreadableCells = cells
        report.firstUnreadable = firsts
        return report
    }
}
