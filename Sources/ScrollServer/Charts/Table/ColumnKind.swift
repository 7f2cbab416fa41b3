// What the columns of a table hold.

/// What most cells of a column are.
package enum ColumnKind: UInt8, Sendable, CaseIterable {
    case empty = 0
    case number = 1
    /// Dates, or clock times.
    case time = 2
    case text = 3
    /// Durations whose first of two numbers are minutes; only a reader says so.
    case minutes = 4
    /// Durations whose first of two numbers are hours; only a reader says so.
    case hours = 5

    init(_ facts: ColumnFacts) {
        self = facts.isEmpty ? .empty : facts.isDate || facts.isClock ? .time : facts.isNumeric ? .number : .text
    }

    /// How durations are written, where the reader says it; nil for other kinds.
    var duration: DurationForm? {
        switch self {
        case .minutes: .minutes
        case .hours: .hours
        case .empty, .number, .time, .text: nil
        }
    }

    package var name: String {
        switch self {
        case .empty: "empty"
        case .number: "number"
        case .time: "time"
        case .text: "text"
        case .minutes: "minutes"
        case .hours: "hours"
        }
    }
}
