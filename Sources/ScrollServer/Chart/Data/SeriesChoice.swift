// Which of a table's columns a reader wants to see.

/// A reader's choice of columns; what is not chosen is found as in `ColumnChoice`.
struct SeriesChoice: Sendable, Equatable {
    /// The most names in one choice.
    static let limit = TableFormat.lineLimit

    /// What tells the lines apart.
    enum Key: Sendable, Equatable {
        /// What the table tells.
        case found
        /// Nothing: each column of numbers is one line.
        case none
        /// The values of this column.
        case column(String)
    }

    /// The name of the x column, or its number from 1; nil for the one that is found.
    var xColumn: String?
    var key = Key.found
    /// The values of the key that have lines; empty for those with the most rows.
    var keys: [String] = []
    /// The columns that are lines; empty for all that hold numbers.
    var columns: [String] = []

    /// Whether nothing is chosen.
    var isEmpty: Bool { self == SeriesChoice() }

    /// Letters and digits that tell choices apart; empty for none.
    var token: String {
        guard !isEmpty else { return "" }
        var hash = StableHash()
        add(to: &hash)
        return String(hash.value, radix: 36)
    }

    func add(to hash: inout StableHash) {
        func add(_ name: String) {
            hash.add(name.utf8)
            hash.add([0])
        }
        add(xColumn.map { "=\($0)" } ?? "")
        switch key {
        case .found: add("")
        case .none: add("-")
        case .column(let name): add("=\(name)")
        }
        hash.add(UInt64(keys.count))
        for name in keys + columns { add(name) }
    }
}
