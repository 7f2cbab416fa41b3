// What the columns of a table hold.

/// What most cells of a column are.
package enum ColumnKind: UInt8, Sendable, CaseIterable {
    case empty = 0
    case number = 1
    /// Dates, or clock times.
    case time = 2
    case text = 3

    init(_ facts: ColumnFacts) {
        self = facts.isEmpty ? .empty : facts.isDate || facts.isClock ? .time : facts.isNumeric ? .number : .text
    }

    package var name: String {
        switch self {
        case .empty: "empty"
        case .number: "number"
        case .time: "time"
        case .text: "text"
        }
    }
}
