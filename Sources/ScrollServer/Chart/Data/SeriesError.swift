// Why a table cannot be shown as a chart.

/// What is wrong with a file that should hold a series, for the person whose file it is.
enum SeriesError: Error, Equatable, CustomStringConvertible {
    /// The system does not let us read it.
    case unreadable(String)
    /// There is nothing in it, or nothing but empty lines.
    case empty
    /// It is no text: the offset of the first byte that no text has.
    case binary(offset: Int)
    /// No column holds numbers; the names of those there are.
    case noNumericColumn([String])
    /// A column was asked for that is not there; the names of those there are.
    case noSuchColumn(String, [String])
    /// There is no room for it, neither on the disk nor in memory.
    case storage(String)

    var description: String {
        switch self {
        case .unreadable(let reason): reason
        case .empty: "the file is empty"
        case .binary(let offset): "this is no text file: byte \(offset) belongs to no text in UTF-8"
        case .noNumericColumn(let names):
            "no column holds numbers to draw" + (names.isEmpty ? "" : "; there are: \(Self.list(names))")
        case .noSuchColumn(let name, let names):
            "there is no column '\(name)'; there are: \(Self.list(names))"
        case .storage(let reason): "there is no room for the series: \(reason)"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(20).map { "'\($0)'" }.joined(separator: ", ") + (names.count > 20 ? " …" : "")
    }
}
