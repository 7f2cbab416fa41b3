// The reasons why a table cannot be shown as a chart.

/// The reason why a file cannot be read as a series, described for its owner.
enum SeriesError: Error, Equatable, CustomStringConvertible {
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
    /// There is no room for the series, neither on the disk nor in memory.
    case storage(String)

    var description: String {
        switch self {
        case .unreadable(let reason): reason
        case .empty: "the file is empty"
        case .binary(let offset): "this is no text file: byte \(offset) is of no text"
        case .noNumericColumn(let names):
            "no column holds numbers to draw" + (names.isEmpty ? "" : "; there are: \(Self.list(names))")
        case .headerOnly(let names): "there is a header and no row yet; the columns are \(Self.list(names))"
        case .noSuchColumn(let name, let names):
            "there is no column '\(name)'; there are: \(Self.list(names))"
        case .storage(let reason): "there is no room for the series: \(reason)"
        }
    }

    /// The message while a file with a header and no rows is waited for.
    var waiting: String { "\(description). The chart begins with the first row." }

    private static func list(_ names: [String]) -> String {
        names.prefix(20).map { "'\($0)'" }.joined(separator: ", ") + (names.count > 20 ? " …" : "")
    }
}
