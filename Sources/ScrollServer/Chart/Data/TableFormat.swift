// How a table is written, and which of its columns are drawn.

/// Everything about a file that its first rows tell. Stays the same as long as the file does.
struct TableFormat: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// RFC 4180 with any delimiter.
        case cells(delimiter: UInt8)
        /// A JSON object on each line; the columns' names are its members'.
        case objects
        /// A JSON array on each line.
        case arrays
    }

    /// What is done with a column.
    enum Role: Sendable, Equatable {
        case ignored
        case x
        /// Its values are those of a line.
        case line(Int)
    }

    /// How x is read.
    enum X: Sendable, Equatable {
        case index
        /// Numbers, which are divided by 1 or by how many of them a second has.
        case number(divisor: Double)
        /// ISO 8601.
        case time
    }

    var kind: Kind
    /// Point or comma.
    var decimalSeparator = UInt8(ascii: ".")
    var x = X.index
    /// Of all columns.
    var names: [String] = []
    /// Whether the names are from the file.
    var hasHeader = false
    var roles: [Role] = []
    /// Where the first row behind the header begins, in bytes, and in lines from 1 on.
    var firstOffset = 0
    var firstLine = 1
    var description = SeriesDescription(lines: [], xKind: .index, xName: "")
    /// Whole sentences: what was left out, and why.
    var notices: [String] = []

    var lineCount: Int { description.lines.count }

    /// The most lines of one series; columns behind them are left out.
    static let lineLimit = 256
    /// The most columns of a table.
    static let columnLimit = 4096
    /// Words that say that there is no value, in lower case.
    static let gapWords: Set<String> = [
        "na", "n/a", "#n/a", "<na>", "nan", "+nan", "-nan", "null", "none", "nil", "-", "inf", "+inf", "-inf", "infinity",
        "+infinity", "-infinity",
    ]
}
