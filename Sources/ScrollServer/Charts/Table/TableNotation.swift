// How a table is written, where the reader says it.

/// The mark between a table's cells.
package enum TableSeparator: String, Sendable, CaseIterable {
    case comma, semicolon, tab, bar, blank

    var byte: UInt8 {
        switch self {
        case .comma: UInt8(ascii: ",")
        case .semicolon: UInt8(ascii: ";")
        case .tab: 0x09
        case .bar: UInt8(ascii: "|")
        case .blank: 0x20
        }
    }

    init?(byte: UInt8) {
        guard let separator = Self.allCases.first(where: { $0.byte == byte }) else { return nil }
        self = separator
    }
}

/// The decimal mark of a table's numbers.
package enum DecimalMark: String, Sendable, CaseIterable {
    case point, comma

    var byte: UInt8 { self == .comma ? UInt8(ascii: ",") : UInt8(ascii: ".") }
}

/// What the reader says about a table's notation; the rest is found.
package struct TableNotation: Sendable, Equatable {
    package var separator: TableSeparator?
    /// The line of the file with the names, from 1; 0 where no line has them.
    package var headerLine: Int?
    package var dateOrder: DateOrder?
    package var decimalMark: DecimalMark?
    /// What columns hold, by their names.
    package var kinds: [String: ColumnKind]

    package init(
        separator: TableSeparator? = nil, headerLine: Int? = nil, dateOrder: DateOrder? = nil,
        decimalMark: DecimalMark? = nil, kinds: [String: ColumnKind] = [:]
    ) {
        (self.separator, self.headerLine, self.dateOrder) = (separator, headerLine, dateOrder)
        (self.decimalMark, self.kinds) = (decimalMark, kinds)
    }

    /// The kinds that a reader may give a column.
    package static let kinds: [ColumnKind] = [.number, .time, .text, .minutes, .hours]

    /// The last line that may be called a header: so many are examined.
    package static let lastHeaderLine = 2000

    // MARK: Tokens

    /// The notation without the kinds, in a form without NUL.
    var text: String {
        [
            separator?.rawValue ?? "", headerLine.map(String.init) ?? "", dateOrder?.rawValue ?? "",
            decimalMark?.rawValue ?? "", "\(kinds.count)",
        ].joined(separator: ",")
    }

    /// The kinds of columns, each as its number and the column's name, in the order of the names.
    var kindTexts: [String] { kinds.sorted { $0.key < $1.key }.map { "\($0.value.rawValue)\($0.key)" } }

    /// Reads what `text` has, and the number of the kinds, which `add(kind:)` reads; nil for something else.
    static func read(_ text: Substring) -> (notation: TableNotation, kindCount: Int)? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 5, let count = Int(parts[4]), (0...TableFormat.columnLimit).contains(count) else {
            return nil
        }
        var notation = TableNotation()
        notation.separator = TableSeparator(rawValue: String(parts[0]))
        notation.headerLine = Int(parts[1]).flatMap { (0...lastHeaderLine).contains($0) ? $0 : nil }
        notation.dateOrder = DateOrder(rawValue: String(parts[2]))
        notation.decimalMark = DecimalMark(rawValue: String(parts[3]))
        return (notation, count)
    }

    mutating func add(kind text: String) {
        guard let kind = Self.kinds.first(where: { text.hasPrefix("\($0.rawValue)") }) else { return }
        kinds[String(text.dropFirst())] = kind
    }
}
