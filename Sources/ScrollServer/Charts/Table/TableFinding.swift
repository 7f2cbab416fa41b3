// What was found when a table was read, and how to have it read otherwise.

/// One thing that was found, guessed or decided about a table, from its first rows or while its rows were read.
///
/// Every message about the reading is written from one of these.
package struct TableFinding: Sendable, Equatable {
    /// What the finding is about.
    package enum What: String, Sendable, CaseIterable {
        case encoding
        /// How the text is divided: cells and the mark between them, or JSON.
        case separator
        case comments
        case header
        case units
        /// The first line with values.
        case firstLine
        case decimalMark
        case x
        case key
        case columns
        case dateOrder
        /// What the digits or names of a date stand for.
        case dateForm
        case timeZone
        /// How the numbers of a column were made from what is written.
        case numbers
        /// A number that stands for no value.
        case gap
        case rows
        case cells
    }

    /// Another way to read the same.
    package struct Override: Sendable, Equatable {
        package var setting: TableSetting
        /// The values that read it the other ways; empty where any of the setting's values may do.
        package var values: [String]

        init(_ setting: TableSetting, _ values: [String] = []) { (self.setting, self.values) = (setting, values) }
    }

    package var what: What
    /// The name of the column; empty for the table.
    package var column: String
    package var value: String
    /// Whether the table does not determine it.
    package var isGuess: Bool
    /// Whether it is said unasked, among the notices.
    package var isNotice: Bool
    /// One sentence.
    package var because: String
    package var override: Override?

    init(
        _ what: What, column: String = "", _ value: String, isGuess: Bool = false, isNotice: Bool = true,
        because: String, override: Override? = nil
    ) {
        (self.what, self.column, self.value) = (what, column, value)
        (self.isGuess, self.isNotice, self.because, self.override) = (isGuess, isNotice, because, override)
    }
}

extension [TableFinding] {
    /// What is said unasked, in whole sentences.
    package var notices: [String] { filter(\.isNotice).map(\.because) }
}

/// What a reader may decide about a table, by the name of the address's parameter.
package enum TableSetting: String, Sendable, CaseIterable {
    case separator, headerLine, dateOrder, decimalMark, columnKinds, xColumn, keyColumn, keys, lines

    /// The option of the command line; nil where there is none.
    package var option: String? {
        switch self {
        case .dateOrder: "--date-order"
        case .decimalMark: "--decimal-mark"
        case .xColumn: "--x-column"
        case .separator: "--separator"
        case .headerLine: "--header-line"
        case .columnKinds, .keyColumn, .keys, .lines: nil
        }
    }
}
