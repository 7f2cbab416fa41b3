// The reasons why a table cannot be shown as a chart.

/// The reason why a file cannot be read as a series, described for its owner.
package enum SeriesError: Error, Equatable, CustomStringConvertible {
    /// The system does not let the server read the file.
    case unreadable(String)
    /// The file is empty, or has only empty lines.
    case empty
    /// The file is not text: the offset of the first byte that cannot be in a text.
    case binary(offset: Int)
    /// No column holds numbers; the names of all columns.
    case noNumericColumn([String])
    /// The file has names of columns, but no rows yet; the names.
    case headerOnly([String])
    /// The requested column does not exist; the names of all columns.
    case noSuchColumn(String, [String])
    /// A formula that the table does not allow: its name and the reason.
    case formula(String, FormulaError)
    /// There is no room for the series, neither on the disk nor in memory.
    case storage(String)
    /// A packed file grows far more than tables do: its bytes, and the bytes unpacked when this was noticed.
    case expandsTooMuch(packed: Int, unpacked: Int)
    /// A packed file would leave too little free space for temporary files: its bytes, and the free bytes.
    case noRoomToUnpack(unpacked: Int, free: Int)

    package var description: String {
        switch self {
        case .unreadable(let reason): reason
        case .empty: "the file is empty"
        case .binary(let offset): "this is no text file: byte \(offset) is of no text"
        case .noNumericColumn(let names):
            "no column holds numbers to draw" + (names.isEmpty ? "" : "; there are: \(Self.list(names))")
        case .headerOnly(let names): "there is a header and no row yet; the columns are \(Self.list(names))"
        case .noSuchColumn(let name, let names):
            "there is no column '\(name)'; there are: \(Self.list(names))"
        case .formula(let name, let error): "'\(name)': \(error.explanation)"
        case .storage(let reason): "there is no room for the series: \(reason)"
        case .expandsTooMuch(let packed, let unpacked):
            "its \(packed) packed bytes become more than \(unpacked >> 20) MiB, which is more than tables do; "
                + "if it is one, unpack it and show the unpacked file"
        case .noRoomToUnpack(let unpacked, let free):
            "it becomes more than \(unpacked >> 20) MiB where \(free >> 20) MiB are left for temporary files; "
                + "free some space, let TMPDIR name a folder with more, or unpack it and show the unpacked file"
        }
    }

    /// The message while a file with a header has no rows yet.
    var waiting: String { "\(description). The chart begins with the first row." }

    private static func list(_ names: [String]) -> String {
        names.prefix(20).map { "'\($0)'" }.joined(separator: ", ") + (names.count > 20 ? " …" : "")
    }
}
