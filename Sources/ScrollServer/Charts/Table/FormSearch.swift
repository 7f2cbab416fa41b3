// How a column's values are best drawn.

/// Tells states and sums per period from measurements, by the sample of a column.
enum FormSearch {
    /// The most different values of a state.
    private static let mostStates = 8
    /// The fewest values that tell whether they hold.
    private static let fewestValues = 8

    /// Steps for states, bars for sums over periods of time, else straight lines; `unit` is the column's.
    static func form(of column: ColumnFacts, x: XChoice, unit: String) -> LineForm {
        let values = column.numbers.compactMap { $0 }
        guard column.chosen != .time, values.count >= 2 else { return .straight }
        if column.style.isBoolean { return .steps }
        if isSum(column.name, unit: unit), x.kind == .time, values.allSatisfy({ $0 >= 0 }) { return .bars }
        return areStates(values) ? .steps : .straight
    }

    /// Whether there are few different whole values, most of which are the same as the one before.
    private static func areStates(_ values: [Double]) -> Bool {
        guard values.count >= fewestValues, values.allSatisfy({ $0 == $0.rounded() }) else { return false }
        guard Set(values).count <= mostStates, Set(values).count * 3 <= values.count else { return false }
        let changes = zip(values, values.dropFirst()).count { $0 != $1 }
        return changes * 2 <= values.count - 1
    }

    /// Whether a name or a unit is of what adds up over a period, such as rain.
    private static func isSum(_ name: String, unit: String) -> Bool {
        let words = name.lowercased().split { !$0.isLetter }.map(String.init)
        if words.contains(where: { word in starts.contains { word.hasPrefix($0) } || exact.contains(word) }) {
            return true
        }
        return sumUnits.contains(unit.lowercased())
    }

    private static let starts = [
        "rain", "precip", "niederschl", "regen", "snowfall", "neuschnee", "pluie", "lluvia", "neerslag", "opad",
        "осадк", "sales", "revenue", "umsatz", "orders", "visits", "pageview", "downloads",
    ]
    private static let exact: Set<String> = ["prcp", "volume", "prec", "rr24"]
    private static let sumUnits: Set<String> = ["kwh", "wh", "mwh", "l/m²", "l/m2"]
}
