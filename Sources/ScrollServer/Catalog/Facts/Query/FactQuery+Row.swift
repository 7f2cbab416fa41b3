// Whether a query is true for one row.

extension FactQuery {
    /// Whether the query is true for a row, which must be present.
    ///
    /// Reads this row alone, for changes of single items; agrees with `PreparedQuery`. O(conditions × length of the
    /// row's texts).
    func matches(_ table: FactTable, row: Int) -> Bool {
        switch self {
        case .everything: return true
        case .unreadable: return table.unreadable.contains(row)
        case .duplicate: return table.duplicates.contains(row)
        case .selected: return table.selection.contains(row)
        case .like(let likeness): return likeness.includes(table.looks[UInt32(truncatingIfNeeded: row)])
        case .not(let part): return !part.matches(table, row: row)
        case .all(let parts): return parts.allSatisfy { $0.matches(table, row: row) }
        case .any(let parts): return parts.contains { $0.matches(table, row: row) }
        case .word(let pattern):
            return table.columns.contains { $0.field.isSearched && $0.matches(.text(pattern), row: row) }
        case .field(let name, let test):
            return table.columnIndex(of: name).map { table.columns[$0].matches(test, row: row) } ?? false
        }
    }
}

extension FactTable.Column {
    func matches(_ test: FactTest, row: Int) -> Bool {
        switch test {
        case .exists: return value(row: row) != nil
        case .text(let pattern):
            switch field.kind {
            case .text where isName: return pattern.inNames.matches(names[row])
            case .text, .category:
                let code = codes[row]
                return code != 0 && pattern.matches(texts.folded[Int(code) - 1])
            case .keywords: return sets[codes[row]].contains { pattern.matches(texts.folded[Int($0) - 1]) }
            default: return false
            }
        case .range(let range):
            switch value(row: row) {
            case .number(let number)?: return range.contains(number)
            case .time(let seconds, _)?: return range.contains(Double(seconds))
            default: return false
            }
        case .yearly(let days):
            guard case .time(let seconds, let detail)? = value(row: row) else { return false }
            return days.contains(Double(seconds), detail: detail)
        case .near(let circle):
            guard case .position(let latitude, let longitude)? = value(row: row) else { return false }
            return circle.contains(latitude: latitude, longitude: longitude)
        }
    }
}
