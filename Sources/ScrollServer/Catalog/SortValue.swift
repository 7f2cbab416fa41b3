// The value by which an item is sorted, for its cell.

/// The value of the field by which items are sorted.
package struct SortValue: Sendable, Equatable {
    package let field: FactField
    package let value: FactValue

    /// Looks for the first of the fields that has a value for an item; nil where none has.
    package init?(_ fields: [String], ofItem id: String, in collection: any ItemCollection) {
        let found = fields.lazy.compactMap { name in collection.fact(name, ofItem: id) }.first
        guard let found else { return nil }
        (field, value) = found
    }
}

extension ItemOrder {
    /// The fields of which the first with a value says where an item belongs; empty where that is not worth a word.
    ///
    /// Names are known anyway, looks have no value, and headings tell the values that groups share.
    package var toldFields: [String] {
        guard let sort = arrangement?.sort else {
            return switch key {
            case .name, .colour, .likeness: []
            case .date: ["taken", "modified"]
            case .size: ["bytes"]
            }
        }
        let isInHeadings = arrangement?.group.map { $0.field == sort.field && $0.unit == nil } ?? false
        return sort.rule != nil || isInHeadings ? [] : [sort.field]
    }
}
