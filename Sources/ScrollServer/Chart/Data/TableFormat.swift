// The format of a table, and the columns that are drawn.

/// Everything that the first rows tell about a file. It does not change while the file grows.
struct TableFormat: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// RFC 4180, with any delimiter.
        case cells(delimiter: UInt8)
        /// One JSON object per line; the members' names are the columns' names.
        case objects
        /// One JSON array per line.
        case arrays
    }

    /// The use of a column.
    enum Role: Sendable, Equatable {
        case ignored
        case x
        /// The column holds the values of the line with this number.
        case line(Int)
    }

    /// How x is read.
    enum X: Sendable, Equatable {
        case index
        /// Numbers, which are divided by `divisor`: 1, or the number of units per second.
        case number(divisor: Double)
        /// Times as in ISO 8601.
        case time
    }

    var kind: Kind
    /// The decimal separator: a point or a comma.
    var decimalSeparator = UInt8(ascii: ".")
    var x = X.index
    /// The names of all columns.
    var names: [String] = []
    /// Whether the names come from the file.
    var hasHeader = false
    var roles: [Role] = []
    /// The start of the first row behind the header: its offset in bytes, and its line from 1.
    var firstOffset = 0
    var firstLine = 1
    var description = SeriesDescription(lines: [], xKind: .index, xName: "")
    /// Messages for the user, in whole sentences: what was left out, and why.
    var notices: [String] = []

    var lineCount: Int { description.lines.count }

    /// The most lines of one series; further columns are left out.
    static let lineLimit = 256
    /// The most columns of a table.
    static let columnLimit = 4096
    /// Lower-case words that mean "no value".
    static let gapWords: Set<String> = [
        "na", "n/a", "#n/a", "<na>", "nan", "+nan", "-nan", "null", "none", "nil", "-", "inf", "+inf", "-inf",
        "infinity", "+infinity", "-infinity",
    ]
}
