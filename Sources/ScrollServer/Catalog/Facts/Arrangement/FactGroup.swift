// Grouping of items by a field, and for times by year, month or day.

/// Groups items that share a value of a field, or whose times share a year, month or day.
package struct FactGroup: Sendable, Hashable {
    package enum Unit: String, Sendable, CaseIterable {
        case year, month, day
    }

    /// The number of the group of items without a value.
    static let ungrouped = Int.min

    var field: String
    /// Only for times.
    var unit: Unit?

    init(field: String, unit: Unit? = nil) { (self.field, self.unit) = (field, unit) }

    /// Reads `label` or `taken:month`; times without a unit are grouped by month.
    ///
    /// nil where there is no such field, or it cannot group.
    package init?(_ text: String, fields: [FactField]) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let field = fields.first(where: { $0.name == parts[0] }),
            [.category, .number, .time].contains(field.kind)
        else { return nil }
        self.field = field.name
        guard field.kind == .time else {
            guard parts.count == 1 else { return nil }
            return
        }
        guard parts.count == 2 else {
            unit = .month
            return
        }
        guard let unit = Unit(rawValue: parts[1]) else { return nil }
        self.unit = unit
    }

    /// The heading of a group.
    func title(ofGroup group: Int, in table: FactTable) -> GroupTitle {
        if table.isAlike(field) {
            // Groups change their numbers as files come and go, so no heading has one.
            return GroupTitle(text: group == Self.ungrouped ? "Nothing alike" : "Alike")
        }
        guard group != Self.ungrouped, let index = table.columnIndex(of: field) else {
            let isDate =
                table.columnIndex(of: field).map { table.columns[$0].field.kind == .time } ?? (field == "taken")
            return GroupTitle(text: isDate ? "No date" : "No \(field)")
        }
        let column = table.columns[index]
        switch column.field.kind {
        case .time: return DateGroup(number: group, unit: unit ?? .month).title
        case .number:
            let number = column.isDense ? column.number(ofKey: Int64(group)) : column.numbers[UInt32(clamping: group)]
            return GroupTitle(text: number.map { FactText.number($0, unit: column.field.unit) } ?? "")
        case .keywords:
            let word = column.sets[UInt32(clamping: group)].first ?? 0
            return GroupTitle(text: String(decoding: column.texts[word], as: UTF8.self))
        default: return GroupTitle(text: String(decoding: column.texts[UInt32(clamping: group)], as: UTF8.self))
        }
    }

    /// Whether it puts pictures together that look alike.
    package var isAlike: Bool { field == FactField.alike }

    var text: String { field + (unit.map { ":\($0.rawValue)" } ?? "") }
}

extension FactTable.Column {
    /// Returns the number of a row's group, for times `DateGroup.number`; nil where the row has no value.
    func group(row: Int, unit: FactGroup.Unit?) -> Int? {
        switch field.kind {
        case .category, .text, .keywords:
            let code = codes[row]
            return code == 0 ? nil : Int(code)
        case .number:
            if !isDense {
                let code = codes[row]
                return code == 0 ? nil : Int(code)
            }
            let key = keys[row]
            return key == KeyColumn.none ? nil : Int(key)
        case .time:
            let key = keys[row]
            guard key != KeyColumn.none else { return nil }
            return DateGroup(seconds: Int(key), detail: detail(row: row), unit: unit ?? .month).number
        case .position: return nil
        }
    }
}
