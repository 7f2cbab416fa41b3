// The columns of a table's sample, read with the marks and orders found in all of them.

import Platform

/// The user's settings of a table's notation, where the table does not determine it.
package struct TableOptions: Sendable, Equatable {
    /// The order of day, month and year.
    package var dateOrder: DateOrder?
    /// The decimal mark: a point or a comma.
    package var decimalMark: UInt8?
    /// The name of the x column, or its number from 1.
    var xColumn: String?
    /// The columns that the client has chosen.
    var choice = SeriesChoice()

    package init(
        dateOrder: DateOrder? = nil, decimalMark: UInt8? = nil, xColumn: String? = nil,
        choice: SeriesChoice = SeriesChoice()
    ) {
        self.dateOrder = dateOrder
        self.decimalMark = decimalMark
        self.xColumn = xColumn
        self.choice = choice
    }
}

/// The facts of all columns, and the marks and orders that columns infer from one another.
package struct TableColumns {
    package private(set) var columns: [ColumnFacts]
    let rowCount: Int
    /// Whether a comma is the decimal mark where a column does not tell.
    let prefersComma: Bool
    /// The decimal mark that most columns of numbers have.
    let mainMark: UInt8
    /// Whether blank cells of the first column stand for the date above them.
    let fillsFirst: Bool
    /// The decimal mark of the table, and why.
    private(set) var mark: TableFinding
    /// For each column what was guessed of its marks; nil for nothing.
    package private(set) var markGuesses: [TableFinding?]
    /// What was guessed of the marks of all columns.
    var guesses: [TableFinding] { markGuesses.compactMap { $0 } }
    /// Whether the order of the dates in a column is a guess.
    package private(set) var isOrderGuessed: [Bool]

    /// Examines the columns of `rows`, which are filled up where they have too few cells.
    ///
    /// `delimiter` separates the cells; nil for JSON. The last `lateCount` rows hold cells that did not fit an earlier
    /// reading.
    package init(
        _ names: [String], hasHeader: Bool, rows: [[[UInt8]]], delimiter: UInt8?, options: TableOptions,
        lateCount: Int = 0
    ) {
        rowCount = rows.count
        let fillsFirst = delimiter != nil && names.count > 2 && FillDown.isFirst(rows)
        self.fillsFirst = fillsFirst
        var columns = names.indices.map { index in
            let cells = rows.map { row in
                index < row.count && !GapWords.contains(row[index]) ? row[index] : []
            }
            return ColumnFacts(
                name: names[index], isNamed: hasHeader,
                cells: fillsFirst && index == 0 ? FillDown.filled(cells) : cells,
                allowsComma: delimiter != UInt8(ascii: ","),
                chosen: options.choice.notation.kinds[names[index]], lateCount: lateCount, order: options.dateOrder)
        }
        let commas = columns.count { $0.evidence.saysComma }
        let points = columns.count { $0.evidence.saysPoint }
        let isTold = commas != points
        let reason: String
        if let mark = options.decimalMark {
            prefersComma = mark == UInt8(ascii: ",")
            reason = "The decimal mark was chosen."
        } else if isTold {
            let isComma = commas > points
            prefersComma = isComma
            let mark = isComma ? "comma" : "point"
            let telling = columns.first { isComma ? $0.evidence.saysComma : $0.evidence.saysPoint }
            reason = "In '\(telling?.name ?? "")' some numbers make sense with a decimal \(mark) alone."
        } else {
            // Semicolons as delimiters, and dates such as 01.02.2024, suggest decimal commas; commas as delimiters do
            // not.
            prefersComma =
                delimiter != nil && delimiter != UInt8(ascii: ",") && commas + points == 0
                && (columns.contains { $0.evidence.openCommas > 0 && $0.evidence.openPoints == 0 }
                    || columns.contains { $0.isDate && $0.dates.hasPoints })
            reason =
                prefersComma
                ? "No number tells; semicolons between cells, or points in dates, go with decimal commas."
                : "No number has a mark that tells, so a point is taken."
        }
        for index in columns.indices {
            columns[index].read(columns[index].evidence.style(prefersComma: prefersComma))
        }
        // The order found in one column holds for the others.
        var others: DateOrder?
        for column in columns where column.isDate && column.dates.isTold {
            guard column.dates.parts.contains(where: { $0?.needsOrder == true }) else { continue }
            others = others ?? column.dates.reading.order
        }
        for index in columns.indices where columns[index].dates.count > 0 {
            columns[index].dates.chooseOrder(
                given: options.dateOrder, others: others, usesComma: prefersComma && commas > 0)
        }
        isOrderGuessed = columns.map { $0.isDate && $0.dates.isGuess && options.dateOrder == nil }
        let marks = columns.filter { $0.isNumeric && !$0.evidence.isOpen }.map(\.style.decimal)
        let commaCount = marks.count { $0 == UInt8(ascii: ",") }
        let isComma = commaCount * 2 > marks.count || marks.isEmpty && prefersComma
        // The fast reader would take a comma that separates cells for a decimal mark.
        mainMark = UInt8(ascii: isComma && delimiter != UInt8(ascii: ",") ? "," : ".")
        let (found, other): (DecimalMark, DecimalMark) = isComma ? (.comma, .point) : (.point, .comma)
        mark = TableFinding(
            .decimalMark, found.rawValue, isNotice: false, because: reason,
            override: .init(.decimalMark, [other.rawValue]))
        self.columns = columns
        let (isOpen, prefersComma) = (options.decimalMark == nil && !isTold, prefersComma)
        markGuesses = columns.map { column in
            guard isOpen, column.isNumeric, column.evidence.isOpen else { return nil }
            let hasComma = column.evidence.openCommas > 0
            // A point between numbers that commas separate is a decimal point.
            guard hasComma || delimiter != UInt8(ascii: ",") && delimiter != nil else { return nil }
            return Self.guess(column, hasComma: hasComma, prefersComma: prefersComma)
        }
    }

    private static func guess(_ column: ColumnFacts, hasComma: Bool, prefersComma: Bool) -> TableFinding {
        let mark = hasComma ? "comma" : "point"
        let isDecimal = hasComma == prefersComma
        let other = isDecimal == hasComma ? "point" : "comma"
        return TableFinding(
            .decimalMark, column: column.name, isDecimal ? mark : other, isGuess: true,
            because: "It is a guess that the \(mark) in '\(column.name)' is \(isDecimal ? "a decimal" : "a thousands") "
                + "mark: nothing in the file tells; --decimal-mark \(other) reads it the other way.",
            override: .init(.decimalMark, [other]))
    }

    /// The order of the dates of a column, where it was guessed.
    package static func orderGuess(_ column: ColumnFacts) -> TableFinding {
        let order = column.dates.reading.order
        let others = column.dates.alternatives
        return TableFinding(
            .dateOrder, column: column.name, order.rawValue, isGuess: true,
            because: "It is a guess that '\(column.name)' is written \(order.words): every row fits "
                + "\(others.map(\.words).joined(separator: " and ")) too; "
                + "--date-order \(others.map(\.rawValue).joined(separator: " or ")) reads it so.",
            override: .init(.dateOrder, others.map(\.rawValue)))
    }
}

/// Words for "no value".
package enum GapWords {
    /// Whether a cell holds no value; blanks around the word do not count.
    package static func contains(_ cell: [UInt8]) -> Bool {
        if cell.isEmpty { return true }
        guard cell.count <= 24 else { return false }
        // Most cells are numbers.
        if let first = cell.first, first &- 0x30 < 10 { return false }
        let word = cell.filter { !ByteCursor.isBlank($0) }.map { ASCII.lowercased($0) }
        return TableFormat.gapWords.contains(String(decoding: word, as: UTF8.self))
    }
}
