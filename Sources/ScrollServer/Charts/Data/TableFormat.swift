// The format of a table, and the columns that are drawn.

/// Everything that the first rows of a file determine; it does not change while the file grows.
package struct TableFormat: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// RFC 4180, with any delimiter.
        case cells(delimiter: UInt8)
        /// One JSON object per line; the members' names are the columns' names.
        case objects
        /// One JSON array per line.
        case arrays
    }

    /// The use of a column.
    package enum Role: Sendable, Equatable {
        case ignored
        case x
        /// The column holds this part of x.
        case part(Int)
        /// The column distinguishes the lines of a long table.
        case key
        /// The column distinguishes them together with that of the key.
        case secondKey
        /// The column holds the values of the line with this number; of a long table, the measure.
        case line(Int)
    }

    /// How x is read.
    package enum X: Sendable, Equatable {
        case index
        /// Numbers, which are divided by `divisor`: 1, or the number of units per second.
        case number(divisor: Double)
        /// Days since 30 December 1899, as spreadsheets count them.
        case serial
        /// Numbers with marks that are not the table's usual ones.
        case styled(NumberStyle)
        /// Times as in ISO 8601.
        case time
        /// Dates as people write them.
        case dates(DateReading)
        /// Clock times without a date: seconds since midnight.
        case clock
        /// A time whose parts stand in several columns.
        case joined(JoinedTime)
    }

    package var kind: Kind
    /// The byte that quotes cells.
    var quote = UInt8(ascii: "\"")
    /// The beginning of comment lines; empty where there are none.
    package var comment: [UInt8] = []
    /// Whether lines end with a carriage return alone.
    var hasBareReturns = false
    /// Whether the text is Windows-1252 (or Latin-1, which is a part of it) and not UTF-8.
    package var isLatin = false
    /// The decimal mark of most columns: a point or a comma.
    package var decimalSeparator = UInt8(ascii: ".")
    /// How the numbers of each column are written.
    var styles: [NumberStyle] = []
    package var x = X.index
    /// Whether a row without x has that of the row above, as in exports of pivot tables.
    var fillsX = false
    /// The names of all columns.
    package var names: [String] = []
    /// What each column holds.
    package var kinds: [ColumnKind] = []
    /// Whether the names come from the file.
    package var hasHeader = false
    package var roles: [Role] = []
    /// The lines that name the columns, from 1; empty where no line does.
    package var nameLines: [Int] = []
    /// The line of the units; 0 where there is none.
    package var unitsLine = 0
    /// The units that a row below the header names, for each column; empty where there is no such row.
    var columnUnits: [String] = []
    /// The column that distinguishes the lines of a long table; nil for any other table.
    package var key: LongKey?
    /// The start of the first row after the header: its offset in bytes, and its line from 1.
    var firstOffset = 0
    package var firstLine = 1
    /// The line of the header, from 1; 0 where no row of the file is one.
    package var headerLine = 0
    package var description = SeriesDescription(lines: [], xKind: .index, xName: "")
    /// What was found in the first rows, and why.
    var findings: [TableFinding] = []
    /// The guessed order of dates, until later rows determine it; nil where it is no guess.
    var orderGuess: TableFinding?

    /// Messages for the user, in whole sentences: what was left out, and why.
    var notices: [String] { findings.notices }

    /// Whether another format reads a table in the same way and says the same of it.
    func reads(as other: TableFormat) -> Bool {
        var (one, two) = (self, other)
        one.findings.removeAll { !$0.isNotice }
        two.findings.removeAll { !$0.isNotice }
        return one == two
    }

    var lineCount: Int { description.lines.count }
    /// The number of columns of a batch besides x.
    var columnCount: Int { description.columnCount }

    /// The style of a column's numbers.
    func style(_ column: Int) -> NumberStyle {
        if styles.indices.contains(column) { return styles[column] }
        return NumberStyle(decimal: decimalSeparator)
    }

    /// Whether the column's numbers cannot be read with the table's decimal mark alone.
    func isSpecial(_ column: Int) -> Bool {
        var style = style(column)
        // Rows of cells are compared with it when they have been read.
        if case .cells = kind { style.sentinels = [] }
        return style.decimal != decimalSeparator || !style.isPlain
    }

    /// The most lines of one series; further columns are left out.
    package static let lineLimit = 256
    /// The most columns of a table.
    static let columnLimit = 4096
    /// Lower-case words that mean "no value".
    static let gapWords: Set<String> = [
        "na", "n/a", "n.a.", "#n/a", "<na>", "nan", "+nan", "-nan", "nat", "null", "none", "nil", "-", "--", ".", "..",
        "?",
        "'-", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity",
    ]
}
