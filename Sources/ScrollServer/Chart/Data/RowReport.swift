// What a reader takes down about rows.

/// Rows that were left out and cells that were no numbers, with their lines.
struct RowReport: Sendable, Equatable {
    /// The line on which the next row begins, from 1 on.
    var line: Int
    /// Rows that were taken.
    var rowCount = 0
    var badRowCount = 0
    /// The first `SeriesStatus.badRowLimit` of them.
    var badRows: [BadRow] = []
    /// For each line of the series: cells that are neither a number nor empty, which become gaps.
    var unreadableCells: [Int]
    /// On which line of the file the first of them is; 0 where there is none.
    var firstUnreadable: [Int]

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

    /// Sentences for a person.
    func notices(_ names: [String]) -> [String] {
        names.indices.compactMap { line in
            let count = unreadableCells[line]
            guard count > 0 else { return nil }
            return "\(count) \(count == 1 ? "cell" : "cells") of '\(names[line])' hold no number and are shown as gaps, "
                + "the first in line \(firstUnreadable[line])."
        }
    }
}
