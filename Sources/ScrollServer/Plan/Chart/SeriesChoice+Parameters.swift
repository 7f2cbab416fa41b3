// Reads and checks the parameters that choose the columns of a chart.

import Charts
import HTTP

extension SeriesChoice {
    /// Reads `xColumn`, `keyColumn`, `keys` and the parameter `columns`, the columns that are lines.
    ///
    /// `keyColumn` is empty for none; `keys` are its values that have lines. The last two are lists as
    /// `ValueOptions.names` reads them.
    init(_ parameters: Parameters, columns: TextParameter = lineColumns) throws(Problem) {
        self.init(keys: try Self.list(Self.keyValues, parameters), columns: try Self.list(columns, parameters))
        if let name = try Self.name(Self.xColumnParameter, parameters), !name.isEmpty { xColumn = name }
        if let name = try Self.name(Self.keyColumn, parameters) { key = name.isEmpty ? .none : .column(name) }
    }

    private static func name(_ parameter: TextParameter, _ parameters: Parameters) throws(Problem) -> String? {
        let text = try parameters.read(parameter)
        guard text?.utf8.contains(0) != true else { throw .badParameter(parameter.name, "holds a NUL") }
        return text
    }

    private static func list(_ parameter: TextParameter, _ parameters: Parameters) throws(Problem) -> [String] {
        let name = parameter.name
        let names = try ValueOptions.names(parameters.read(parameter), name)
        guard names.count <= limit else {
            throw .badParameter(name, "has more than \(limit) names, the most lines of a chart")
        }
        guard !names.contains(where: { $0.utf8.contains(0) }) else {
            throw .badParameter(name, "has a name with a NUL")
        }
        return names
    }

    /// The 400 for a choice of a plan that a table does not allow.
    func problem(_ error: SeriesError) -> Problem { problem(error, columns: Self.lineColumns) }

    /// The 400 for a choice that a table does not allow; `columns` is the parameter that chooses the lines.
    func problem(_ error: SeriesError, columns parameter: TextParameter) -> Problem {
        var name = "xColumn"
        if case .noSuchColumn(let column, _) = error {
            if case .column(column) = key { name = "keyColumn" }
            if columns.contains(column) { name = parameter.name }
        } else if xColumn == nil {
            name = key != .found ? "keyColumn" : keys.isEmpty ? parameter.name : "keys"
        }
        return .badParameter(name, "cannot be chosen: \(error)")
    }
}
