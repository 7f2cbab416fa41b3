// Reads and checks the parameters that choose the columns of a chart.

import Charts
import HTTP

extension SeriesChoice {
    static let names = ["keyColumn", "keys", "lines", "xColumn"]

    /// Reads `xColumn`, `keyColumn`, `keys` and the parameter `name`, the columns that are lines.
    ///
    /// `keyColumn` is empty for none; `keys` are its values that have lines. The last two are lists as
    /// `ValueOptions.names` reads them.
    init(_ parameters: Parameters, columns name: String = "lines") throws(Problem) {
        self.init(keys: try Self.list("keys", parameters), columns: try Self.list(name, parameters))
        if let name = try Self.name("xColumn", parameters), !name.isEmpty { xColumn = name }
        if let name = try Self.name("keyColumn", parameters) { key = name.isEmpty ? .none : .column(name) }
    }

    private static func name(_ name: String, _ parameters: Parameters) throws(Problem) -> String? {
        let text = try parameters.text(name)
        guard text?.utf8.contains(0) != true else { throw .badParameter(name, "holds a NUL") }
        return text
    }

    private static func list(_ name: String, _ parameters: Parameters) throws(Problem) -> [String] {
        let names = try ValueOptions.names(parameters.text(name), name)
        guard names.count <= limit else {
            throw .badParameter(name, "has more than \(limit) names, the most lines of a chart")
        }
        guard !names.contains(where: { $0.utf8.contains(0) }) else {
            throw .badParameter(name, "has a name with a NUL")
        }
        return names
    }

    /// The 400 for a choice that a table does not allow.
    func problem(_ error: SeriesError) -> Problem {
        var name = "xColumn"
        if case .noSuchColumn(let column, _) = error {
            if case .column(column) = key { name = "keyColumn" }
            if columns.contains(column) { name = "lines" }
        } else if xColumn == nil {
            name = key != .found ? "keyColumn" : keys.isEmpty ? "lines" : "keys"
        }
        return .badParameter(name, "cannot be chosen: \(error)")
    }
}
