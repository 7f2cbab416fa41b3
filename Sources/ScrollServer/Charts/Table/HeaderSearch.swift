// Finds preamble, header, units and data among a table's first rows.

/// The places of the header and of the first row of data among the rows of a sample.
struct HeaderSearch {
    /// The names' row; nil where the table has none.
    private(set) var header: Int?
    /// The row below the names that completes them, as `AAPL` below `Close`.
    private(set) var second: Int?
    /// The row whose only cell is the name of the first column.
    private(set) var corner: Int?
    /// The row of units below the header.
    private(set) var units: Int?
    private(set) var firstData = 0

    /// The most rows before the data.
    private static let limit = 60

    private let rows: [TableSample.Row]
    private let columnCount: Int
    /// The columns in which nine of ten cells are numbers or times.
    private let typed: Set<Int>
    /// The first of these columns, and whether its cells are dates.
    private let lead: (column: Int, isDate: Bool)?

    /// Finds them; `line` is the line of the names that the reader has chosen, 0 for none.
    init(_ sample: TableSample, columnCount: Int, line: Int? = nil) {
        (rows, self.columnCount) = (sample.rows, columnCount)
        typed = rows.count > 1 ? Self.typedColumns(rows, columnCount) : []
        lead = typed.min().map { [rows] column in
            let cells = rows.suffix(20).compactMap { column < $0.cells.count ? $0.cells[column] : nil }
            return (column, cells.contains { NumberShape($0) == nil && DateScanner.parts($0) != nil })
        }
        if let line {
            take(line)
            return
        }
        guard rows.count > 1 else {
            // A single row is a header where it holds a word.
            let cells = rows.first?.cells.filter { !GapWords.contains($0) } ?? []
            if !cells.isEmpty, cells.allSatisfy({ !TableDialect.isTyped($0) }) { (header, firstData) = (0, 1) }
            return
        }
        find()
    }

    /// Takes the row at a line for the names, and the row below it for units where it looks like them.
    private mutating func take(_ line: Int) {
        header = rows.firstIndex { $0.line == line }
        let next = header.map { $0 + 1 } ?? rows.firstIndex { $0.line > line && abs($0.cells.count - columnCount) <= 1 }
        firstData = next ?? 0
        guard header != nil, rows.indices.contains(firstData), UnitNames.areUnits(rows[firstData].cells),
            rows[firstData].cells.allSatisfy({ !TableDialect.isTyped($0) })
        else { return }
        units = firstData
        firstData += 1
    }

    private mutating func find() {
        let most = min(rows.count, Self.limit)
        var data = 0
        while data < most, isAbove(data) { data += 1 }
        if data == most { data = 1 }
        if typed.isEmpty { data = isNames(0) ? 1 : 0 }
        firstData = data
        if data + 1 < rows.count, Self.namesOfX(rows[data]),
            !rows[(data + 1)...].prefix(8).allSatisfy(Self.namesOfX)
        {
            (header, firstData) = (data, data + 1)
            return
        }
        if let row = namesBelowTitles(most) {
            (header, firstData) = (row, row + 1)
            return
        }
        var names = (0..<data).filter(isNames)
        if let full = names.last(where: hasAllNames), full + 1 < data, rows[full + 1..<data].allSatisfy(isDamaged) {
            // The first rows of values are damaged: they are no names.
            (header, firstData) = (full, full + 1)
            return
        }
        if names.isEmpty, data > 0, isShortNames(data - 1) { names = [data - 1] }
        guard let last = names.last,
            rows[last + 1..<data].allSatisfy({
                isCorner($0) || $0.cells.allSatisfy(\.isEmpty) || columnCount > 1 && isRemark($0)
            })
        else { return }
        corner = (last + 1..<data).last { isCorner(rows[$0]) }
        var first = last
        while first > 0, names.contains(first - 1), rows[first - 1].line == rows[first].line - 1 { first -= 1 }
        choose(first...last)
    }

    /// Chooses the header among rows of words, one below the other.
    private mutating func choose(_ run: ClosedRange<Int>) {
        header = run.upperBound
        guard run.count > 1 else { return }
        let (first, last) = (run.lowerBound, run.upperBound)
        // Campbell Scientific's files: a line about the logger, names, units, and what was made of the values.
        if rows[first].cells.first?.elementsEqual("TOA5".utf8) == true {
            header = first + 1
            if first + 2 <= last { units = first + 2 }
            return
        }
        if let row = (first + 1...last).first(where: { index in
            (Self.width(rows[index]) == Self.width(rows[index - 1])
                || rows[index].cells.count == rows[index - 1].cells.count)
                && UnitNames.knownCount(rows[index].cells) > UnitNames.knownCount(rows[index - 1].cells)
                && UnitNames.areUnits(rows[index].cells)
        }) {
            (header, units) = (row - 1, row)
            return
        }
        if let row = (first + 1...last).first(where: isValues) {
            (header, firstData) = (row - 1, row)
            return
        }
        let upper = corner == nil ? last - 1 : first
        if Self.hasRepeats(rows[upper]) || Self.hasRepeats(rows[upper + 1]), Self.spans(rows[upper], rows[upper + 1]) {
            (header, second) = (upper, upper + 1)
        } else if corner != nil {
            header = first
        }
    }

    /// The columns in which nine of ten cells are numbers or times; judged without the first rows.
    private static func typedColumns(_ rows: [TableSample.Row], _ columnCount: Int) -> Set<Int> {
        let from = rows.count > 40 ? 20 : (rows.count + 1) / 2
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
    private func isAbove(_ index: Int) -> Bool {
        let row = rows[index]
        if row.cells.count == 1, columnCount > 1 { return true }
        if row.cells.allSatisfy(\.isEmpty), columnCount > 1 { return true }
        let filled = typed.filter { $0 < row.cells.count && !GapWords.contains(row.cells[$0]) }
        guard !filled.isEmpty else {
            // Names of columns that hold no numbers, or a row of gaps.
            return !typed.isEmpty && row.cells.contains { !GapWords.contains($0) } && row.cells.count < columnCount - 1
        }
        let others = words(index)
        guard !others.isEmpty, let lead, filled.contains(lead.column), !others.contains(lead.column) else {
            return !others.isEmpty
        }
        // A row with an x is data, although other cells are words.
        let isX = lead.isDate == (NumberShape(row.cells[lead.column]) == nil)
        let hasNames = (0..<index).contains { isNames($0) && words($0).count == typed.count }
        let areValues = others.allSatisfy { ValueWords.contains(row.cells[$0]) }
        return !(isX && (lead.isDate || hasNames || areValues))
    }

    /// The columns of numbers and times where the row has a word.
    private func words(_ index: Int) -> Set<Int> {
        let cells = rows[index].cells
        return typed.filter { $0 < cells.count && !GapWords.contains(cells[$0]) && !TableDialect.isTyped(cells[$0]) }
    }

    /// Whether all words of a row, where numbers stand, are words that stand for a value.
    private func isValues(_ index: Int) -> Bool {
        let row = rows[index]
        let words = words(index)
        guard !words.isEmpty else { return false }
        return words.allSatisfy { column in
            ValueWords.contains(row.cells[column])
                || rows[(index + 1)...].dropFirst().contains {
                    column < $0.cells.count && $0.cells[column] == row.cells[column]
                }
        }
    }

    /// Whether a row has words and, apart from them, years or other numbers that rise evenly, or dates in order: names
    /// of columns of a year, a wavelength or a day each.
    private static func namesOfX(_ row: TableSample.Row) -> Bool {
        let cells = row.cells.filter { !GapWords.contains($0) }
        var style = NumberStyle()
        if cells.count(where: { style.value($0) != nil }) < 2 { style.decimal = UInt8(ascii: ",") }
        let numbers = cells.compactMap(style.value)
        guard numbers.count > 1, numbers.count < cells.count,
            cells.allSatisfy({ style.value($0) != nil || !TableDialect.isTyped($0) })
        else { return numbers.isEmpty && areDates(cells) }
        let areYears = numbers.allSatisfy { (1500...2200).contains($0) && $0 == $0.rounded() }
        guard areYears || numbers.count > 3 else { return false }
        let step = numbers[1] - numbers[0]
        // The newest year may come first.
        guard step > 0 || areYears && step < 0 && numbers.count > 2 else { return false }
        return zip(numbers, numbers.dropFirst()).allSatisfy { abs($1 - $0 - step) <= step.magnitude * 1e-6 }
    }

    /// Whether cells are words and at least three dates, in order.
    private static func areDates(_ cells: [[UInt8]]) -> Bool {
        let dates = cells.filter { $0.count <= 30 && $0.contains { $0 &- 0x30 < 10 } }
        guard dates.count >= TurnedTable.fewestColumns, dates.count < cells.count else { return false }
        let facts = ColumnFacts(name: "date", isNamed: true, cells: dates, allowsComma: false)
        let times = facts.dates.times.compactMap { $0 }
        guard facts.isDate, times.count == dates.count else { return false }
        let steps = zip(times, times.dropFirst())
        return steps.allSatisfy { $0 < $1 } || steps.allSatisfy { $0 > $1 }
    }

    /// Whether a row may hold the names of the columns.
    private func isNames(_ index: Int) -> Bool {
        let row = rows[index]
        let cells = row.cells.filter { !GapWords.contains($0) }
        guard !cells.isEmpty, cells.contains(where: { !TableDialect.isTyped($0) }) else { return false }
        // A title, with empty cells after it.
        if columnCount > 1, cells.count == 1, !(row.cells.first ?? []).isEmpty { return false }
        return columnCount == 1 || row.cells.count > 1 && row.cells.count * 2 >= columnCount
    }

    /// Whether a row is a comment with a mark that no other line has.
    private func isRemark(_ row: TableSample.Row) -> Bool {
        guard row.cells.count == 1, let cell = row.cells.first else { return false }
        return ["#", "//", "%", ";", "!"].contains { cell.starts(with: $0.utf8) }
    }

    /// The row with a word for each column, and values below it, where all rows above are titles such as `Name,House 7`;
    /// nil where there is none.
    private func namesBelowTitles(_ most: Int) -> Int? {
        guard !typed.isEmpty,
            let row = (0..<most).first(where: { hasAllNames($0) && $0 + 1 < rows.count && !isAbove($0 + 1) }), row > 0,
            words(row).count == typed.count, UnitNames.knownCount(rows[row].cells) * 2 < columnCount
        else { return nil }
        let areTitles = rows[..<row].allSatisfy { above in
            let filled = above.cells.prefix { !$0.isEmpty }
            guard filled.count < columnCount, filled.count <= max(2, columnCount / 2) else { return false }
            guard above.cells.dropFirst(filled.count).allSatisfy(\.isEmpty) else { return false }
            return filled.first.map { !TableDialect.isTyped($0) } ?? true
        }
        return areTitles ? row : nil
    }

    /// Whether a row has a word for each column, all different.
    private func hasAllNames(_ index: Int) -> Bool {
        let cells = rows[index].cells
        return cells.count == columnCount && columnCount > 2 && Set(cells).count == columnCount
            && cells.allSatisfy { !GapWords.contains($0) && !TableDialect.isTyped($0) }
    }

    /// Whether a row above the first of values is one itself: it has several values, or too few or too many cells.
    private func isDamaged(_ row: TableSample.Row) -> Bool {
        let cells = row.cells.filter { !GapWords.contains($0) }
        let values = cells.count { TableDialect.isTyped($0) }
        return values > 1 || row.cells.count != columnCount && cells.contains { $0.contains { $0 &- 0x30 < 10 } }
    }

    /// Whether a row names the first of two columns or more and leaves the others without a name.
    private func isShortNames(_ index: Int) -> Bool { isCorner(rows[index]) }

    /// Whether a row has a word in its first cell, and nothing else.
    private func isCorner(_ row: TableSample.Row) -> Bool {
        guard let first = row.cells.first, row.cells.count == columnCount, columnCount > 1 else { return false }
        return !GapWords.contains(first) && !TableDialect.isTyped(first) && row.cells.dropFirst().allSatisfy(\.isEmpty)
    }

    /// The number of cells, without an empty one at the end.
    private static func width(_ row: TableSample.Row) -> Int { row.cells.count - (row.cells.last == [] ? 1 : 0) }

    private static func hasRepeats(_ row: TableSample.Row) -> Bool {
        let cells = row.cells.filter { !$0.isEmpty }
        return Set(cells).count < cells.count
    }

    /// Whether two rows of names tell the columns apart together.
    private static func spans(_ upper: TableSample.Row, _ lower: TableSample.Row) -> Bool {
        let names = joined(upper.cells, lower.cells)
        return upper.cells.count == lower.cells.count && Set(names).count == names.count
    }

    /// Names from two rows; an empty upper cell continues the one before it.
    static func joined(_ upper: [[UInt8]], _ lower: [[UInt8]]) -> [[UInt8]] {
        var last: [UInt8] = []
        return lower.indices.map { column in
            if column < upper.count, !upper[column].isEmpty { last = upper[column] }
            if last.isEmpty || lower[column].isEmpty { return last + lower[column] }
            return last + [0x20] + lower[column]
        }
    }
}

/// Words that stand in a column of numbers where a value was not measured, or not as a number.
enum ValueWords {
    /// Whether a cell is such a word, a code such as `#DIV/0!` or `---`, or a bound such as `<5`.
    static func contains(_ cell: [UInt8]) -> Bool {
        if GapWords.contains(cell) { return true }
        guard let first = cell.first, cell.count <= 24 else { return false }
        if !cell.contains(where: { ($0 | 0x20) &- 0x61 < 26 || $0 >= 0x80 }) { return true }
        if first == UInt8(ascii: "<") || first == UInt8(ascii: ">") || first == UInt8(ascii: "#") { return true }
        return words.contains(String(decoding: cell, as: UTF8.self).lowercased())
    }

    private static let words: Set<String> = [
        "unavailable", "unknown", "missing", "off", "on", "low", "high", "k.a.", "k. a.", "k.a", "ka", "n.v.", "nd",
        "n.d.", "n/d", "s/d", "n.b.", "err", "error", "err.", "fault", "bad", "invalid", "trace", "tr", "tr.", "bdl",
        "over", "under", "overflow", "underflow", "ausfall", "fehlt", "fehler", "aus", "an", "offline", "online",
        "no data", "nodata", "not available", "undefined", "void", "empty", "leer", "pending", "tbd", "x", "m", "t",
        "mm",
    ]
}
