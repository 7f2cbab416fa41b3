// Counts and errors of the rows read so far.

/// A number of lines in the file, and the first of them; 0 for none.
struct CountedLines: Sendable, Equatable {
    var count = 0
    var firstLine = 0

    mutating func add(line: Int) {
        if count == 0 { firstLine = line }
        count += 1
    }
}

/// The rows that were left out, and the cells that were no numbers, with their lines in the file.
struct RowReport: Sendable, Equatable {
    /// The line of the file on which the next row begins, from 1.
    var line: Int
    /// The number of rows that were kept.
    var rowCount = 0
    var badRowCount = 0
    /// The first `SeriesStatus.badRowLimit` of the rows that were left out.
    var badRows: [BadRow] = []
    /// For each line of the series: the number of cells that are neither a number nor empty.
    ///
    /// They become gaps.
    var unreadableCells: [Int]
    /// For each line of the series: the line of the file with the first such cell; 0 where there is none.
    var firstUnreadable: [Int]

    /// The rows with fewer cells than the table has columns.
    var shortRows = CountedLines()
    /// The quotation marks that were taken as text.
    var strayQuotes = CountedLines()
    /// The quoted cells of several lines that would be rows by themselves.
    var longCells = CountedLines()
    /// The numbers with an asterisk, or another sign of a footnote, behind them.
    var flaggedNumbers = CountedLines()

    /// The first few cells of each column that may fit if the column is read differently.
    ///
    /// They are not kept in the cache, since they matter only until the file has been read once.
    private(set) var lateCells: [Int: [[UInt8]]] = [:]
    /// Whether a row has determined the order of the dates, which was a guess before.
    var isOrderTold = false

    /// The most cells that are kept for each column, and the most columns.
    private static let lateLimit = 40

    mutating func addLateCell(_ text: [UInt8], column: Int) {
        guard text.count <= 64, lateCells.count < Self.lateLimit || lateCells[column] != nil else { return }
        guard lateCells[column, default: []].count < Self.lateLimit else { return }
        lateCells[column, default: []].append(text)
    }

    init(line: Int, lineCount: Int) {
        self.line = line
        unreadableCells = [Int](repeating: 0, count: lineCount)
        firstUnreadable = unreadableCells
    }

    mutating func addBadRow(_ reason: @autoclosure () -> String, line: Int) {
        badRowCount += 1
        if badRows.count < SeriesStatus.badRowLimit { badRows.append(BadRow(line: line, reason: reason())) }
    }

    mutating func addUnreadableCell(line: Int, column: Int) {
        unreadableCells[column] += 1
        if firstUnreadable[column] == 0 { firstUnreadable[column] = line }
    }

    /// What is said of the rows' shape.
    private var shapes: [TableFinding] {
        var findings: [TableFinding] = []
        func add(_ what: TableFinding.What, _ value: String, _ because: String) {
            findings.append(TableFinding(what, value, because: because))
        }
        if shortRows.count > 0 {
            let line = shortRows.firstLine
            add(
                .rows, "short: \(shortRows.count)",
                shortRows.count == 1
                    ? "Line \(line) has fewer cells than there are columns; those that it lacks are gaps."
                    : "\(shortRows.count) rows have fewer cells than there are columns, the first in line \(line); those "
                        + "that they lack are gaps.")
        }
        if strayQuotes.count > 0 {
            let line = strayQuotes.firstLine
            add(
                .cells, "stray quotation marks: \(strayQuotes.count)",
                strayQuotes.count == 1
                    ? "The quotation mark in line \(line) closes nowhere in its row and is taken as text."
                    : "\(strayQuotes.count) quotation marks close nowhere in their rows and are taken as text, the first "
                        + "in line \(line).")
        }
        if longCells.count > 0 {
            add(
                .cells, "long: \(longCells.count)",
                "\(longCells.count) quoted \(longCells.count == 1 ? "cell goes" : "cells go") over lines that would be "
                    + "rows by themselves, the first from line \(longCells.firstLine) on.")
        }
        if flaggedNumbers.count > 0 {
            add(
                .cells, "flagged: \(flaggedNumbers.count)",
                "\(flaggedNumbers.count) \(flaggedNumbers.count == 1 ? "number has" : "numbers have") an asterisk or another "
                    + "sign of a footnote, which is not shown, the first in line \(flaggedNumbers.firstLine).")
        }
        return findings
    }

    /// The rows that were left out; they are said with their lines elsewhere.
    private var leftOut: [TableFinding] {
        guard badRowCount > 0, let first = badRows.first else { return [] }
        return [
            TableFinding(
                .rows, "left out: \(badRowCount)", isNotice: false,
                because: "\(badRowCount) \(badRowCount == 1 ? "row was" : "rows were") left out, the first in line "
                    + "\(first.line): \(first.reason).")
        ]
    }

    /// What is said of the rows; `names` are the lines' names.
    func findings(_ names: [String]) -> [TableFinding] {
        shapes + leftOut
            + names.indices.compactMap { line in
                let count = unreadableCells[line]
                guard count > 0 else { return nil }
                let firstOne = "the first in line \(firstUnreadable[line])"
                return TableFinding(
                    .cells, column: names[line], "no number: \(count)",
                    because: count == 1
                        ? "A cell of '\(names[line])' holds no number and is shown as a gap, in line "
                            + "\(firstUnreadable[line])."
                        : "\(count) cells of '\(names[line])' hold no number and are shown as gaps, \(firstOne).")
            }
    }
}
