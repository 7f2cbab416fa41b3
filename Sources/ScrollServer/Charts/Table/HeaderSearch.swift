// Finds preamble, header, units and data among a table's first rows.

/// The places of the header and of the first row of data among the rows of a sample.
struct HeaderSearch {
    /// The names' row; nil where the table has none.
    private(set) var header: Int?
    /// The row of units below the header.
    private(set) var units: Int?
    private(set) var firstData = 0

    /// The most rows before the data.
    private static let limit = 60

    init(_ sample: TableSample, columnCount: Int) {
        let rows = sample.rows
        guard rows.count > 1 else {
            // A single row is a header where it holds a word.
            let cells = rows.first?.cells.filter { !GapWords.contains($0) } ?? []
            if !cells.isEmpty, cells.allSatisfy({ !TableDialect.isTyped($0) }) { (header, firstData) = (0, 1) }
            return
        }
        let typed = Self.typedColumns(rows, columnCount)
        var data = 0
        while data < min(rows.count, Self.limit), Self.isAbove(rows[data], typed, columnCount) { data += 1 }
        if data == min(rows.count, Self.limit) { data = 1 }
        if typed.isEmpty { data = Self.isNames(rows[0], columnCount) ? 1 : 0 }
        if data == 0, Self.hasYears(rows[0]), !Self.hasYears(rows[1]) { data = 1 }
        firstData = data
        guard data > 0 else { return }
        header = Self.isNames(rows[data - 1], columnCount) ? data - 1 : nil
        guard data > 1, let found = header, Self.isNames(rows[found - 1], columnCount),
            rows[found - 1].line == rows[found].line - 1,
            rows[found - 1].cells.count == rows[found].cells.count,
            UnitNames.areUnits(rows[found].cells), !UnitNames.areUnits(rows[found - 1].cells)
        else { return }
        (header, units) = (found - 1, found)
    }

    /// The columns in which nine of ten cells are numbers or times; judged without the first rows.
    private static func typedColumns(_ rows: [TableSample.Row], _ columnCount: Int) -> Set<Int> {
        let from = rows.count > 40 ? 20 : rows.count / 2
        let body = rows[from...].prefix(200).filter { abs($0.cells.count - columnCount) <= 1 }
        var typed: Set<Int> = []
        for column in 0..<columnCount {
            let cells = body.compactMap { column < $0.cells.count ? $0.cells[column] : nil }
                .filter { !GapWords.contains($0) }
            guard !cells.isEmpty else { continue }
            let count = cells.count { TableDialect.isTyped($0) }
            if count * 10 >= cells.count * 9 { typed.insert(column) }
        }
        return typed
    }

    /// Whether a row cannot be data: it has a word where numbers or times stand, or far too few cells.
    private static func isAbove(_ row: TableSample.Row, _ typed: Set<Int>, _ columnCount: Int) -> Bool {
        if row.cells.count == 1, columnCount > 1 { return true }
        let filled = typed.filter { $0 < row.cells.count && !GapWords.contains(row.cells[$0]) }
        guard !filled.isEmpty else {
            // Names of columns that hold no numbers, or a row of gaps.
            return !typed.isEmpty && row.cells.contains { !GapWords.contains($0) } && row.cells.count < columnCount - 1
        }
        return filled.contains { !TableDialect.isTyped(row.cells[$0]) }
    }

    /// Whether a row has words and, apart from them, years that rise evenly: names of columns of a year each.
    private static func hasYears(_ row: TableSample.Row) -> Bool {
        let cells = row.cells.filter { !GapWords.contains($0) }
        let years = cells.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard years.count > 1, years.count < cells.count, years.allSatisfy({ (1500...2200).contains($0) }) else {
            return false
        }
        let step = years[1] - years[0]
        return step > 0 && zip(years, years.dropFirst()).allSatisfy { $1 - $0 == step }
            && cells.allSatisfy { $0.count == 4 || !TableDialect.isTyped($0) }
    }

    /// Whether a row may hold the names of the columns.
    private static func isNames(_ row: TableSample.Row, _ columnCount: Int) -> Bool {
        let cells = row.cells.filter { !GapWords.contains($0) }
        guard !cells.isEmpty, cells.contains(where: { !TableDialect.isTyped($0) }) else { return false }
        return columnCount == 1 || row.cells.count > 1 && row.cells.count * 2 >= columnCount
    }
}
