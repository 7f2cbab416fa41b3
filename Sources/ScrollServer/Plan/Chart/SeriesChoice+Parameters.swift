// Reads and checks the parameters that choose the columns of a chart.

import Charts
import HTTP
import Platform

extension SeriesChoice {
    /// Reads `xColumn`, `keyColumn`, `keys` and the parameter `columns`, the columns that are lines.
    ///
    /// `keyColumn` is empty for none; `keys` are its values that have lines. The last two are lists as
    /// `ValueOptions.names` reads them. The other parameters say how the table is written.
    init(_ parameters: Parameters, columns: TextParameter = lineColumns) throws(Problem) {
        self.init(keys: try Self.list(Self.keyValues, parameters), columns: try Self.list(columns, parameters))
        if let name = try Self.name(Self.xColumnParameter, parameters), !name.isEmpty { xColumn = name }
        if let name = try Self.name(Self.keyColumn, parameters) { key = name.isEmpty ? .none : .column(name) }
        notation = TableNotation(
            separator: try parameters.read(Self.separator), headerLine: try parameters.read(Self.headerLine),
            dateOrder: try parameters.read(Self.dateOrder), decimalMark: try parameters.read(Self.decimalMark),
            kinds: try Self.kinds(parameters))
        formulas = try Self.formulas(parameters)
    }

    /// Reads `formulas`: names and formulas, each separated by a colon, the pairs by semicolons.
    private static func formulas(_ parameters: Parameters) throws(Problem) -> [Formula] {
        let parameter = formulasParameter.name
        guard let text = try name(formulasParameter, parameters), !text.isEmpty else { return [] }
        var formulas: [Formula] = []
        for part in text.split(separator: ";", omittingEmptySubsequences: false) {
            let pieces = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name = pieces.count > 1 ? ValueOptions.plain(pieces[0]) : ""
            let formula = try mapError(
                try Formula(name: name, text: ValueOptions.plain(pieces[pieces.count - 1]))
            ) { (error: FormulaError) in
                Problem.badParameter(
                    parameter, "'\(name.isEmpty ? String(part.prefix(64)) : name)': \(error.explanation)")
            }
            guard !formulas.contains(where: { $0.name == formula.name }) else {
                throw .badParameter(parameter, "names '\(formula.name)' twice")
            }
            formulas.append(formula)
            guard formulas.count <= Formula.limit else {
                throw .badParameter(parameter, "has more than \(Formula.limit) formulas")
            }
        }
        return formulas
    }

    /// Reads `columnKinds`: columns' names and what they hold, each separated by a colon, the pairs by commas.
    private static func kinds(_ parameters: Parameters) throws(Problem) -> [String: ColumnKind] {
        guard let text = try name(columnKinds, parameters), !text.isEmpty else { return [:] }
        var kinds: [String: ColumnKind] = [:]
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pieces = part.split(separator: ":", omittingEmptySubsequences: false)
            guard pieces.count == 2, let kind = TableNotation.kinds.first(where: { $0.name == pieces[1] }) else {
                throw .badParameter(
                    columnKinds.name,
                    "'\(part.prefix(64))' is no column and number, time, text, minutes or hours as temp:number")
            }
            kinds[ValueOptions.plain(pieces[0])] = kind
        }
        guard kinds.count <= limit else { throw .badParameter(columnKinds.name, "has more than \(limit) columns") }
        return kinds
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
        if case .formula = error {
            return .badParameter(Self.formulasParameter.name, "cannot be computed: \(error)")
        }
        if case .noSuchColumn(let column, _) = error {
            if case .column(column) = key { name = "keyColumn" }
            if columns.contains(column) { name = parameter.name }
            if notation.kinds[column] != nil { name = Self.columnKinds.name }
        } else if xColumn == nil {
            name =
                key != .found
                ? "keyColumn"
                : !keys.isEmpty ? "keys" : columns.isEmpty ? notationName ?? parameter.name : parameter.name
        }
        return .badParameter(name, "cannot be chosen: \(error)")
    }

    /// The parameter of the notation that is given, the one that changes most first; nil where none is.
    private var notationName: String? {
        if notation.separator != nil { return Self.separator.name }
        if notation.headerLine != nil { return Self.headerLine.name }
        if !notation.kinds.isEmpty { return Self.columnKinds.name }
        if notation.dateOrder != nil { return Self.dateOrder.name }
        return notation.decimalMark == nil ? nil : Self.decimalMark.name
    }
}
