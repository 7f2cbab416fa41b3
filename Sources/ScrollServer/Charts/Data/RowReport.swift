// Counts and errors of the rows read so far.

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

    /// Messages for the user, in whole sentences.
    func notices(_ names: [String]) -> [String] {
        names.indices.compactMap { line in
            let count = unreadableCells[line]
            guard count > 0 else { return nil }
            let firstOne = "the first in line \(firstUnreadable[line])"
            return count == 1
                ? "A cell of '\(names[line])' holds no number and is shown as a gap, in line \(firstUnreadable[line])."
                : "\(count) cells of '\(names[line])' hold no number and are shown as gaps, \(firstOne)."
        }
    }
}
