// The client's choice of a table's columns.

import Platform

/// The client's choice of columns; the rest is found as in `ColumnChoice`.
package struct SeriesChoice: Sendable, Equatable {
    /// The most names in one choice.
    package static let limit = TableFormat.lineLimit

    /// The column that distinguishes lines.
    package enum Key: Sendable, Equatable {
        /// The column found in the table.
        case found
        /// None: each column of numbers is one line.
        case none
        /// The values of this column.
        case column(String)
    }

    /// The name of the x column, or its number from 1; nil for the one that is found.
    package var xColumn: String?
    package var key = Key.found
    /// The values of the key that have lines; empty for those with the most rows.
    package var keys: [String] = []
    /// The columns that are lines; empty for all that hold numbers.
    package var columns: [String] = []
    /// How the table is written.
    package var notation = TableNotation()
    /// The lines that are computed from others.
    package var formulas: [Formula] = []

    /// The same choice without formulas, by which the table is read.
    package var ofTable: SeriesChoice {
        var choice = self
        choice.formulas = []
        return choice
    }

    /// Whether nothing is chosen.
    package var isEmpty: Bool { self == SeriesChoice() }

    /// The longest text of a choice, in characters, limited by the length of addresses.
    static let longestText = 4800

    /// The choice as letters, digits, points and underscores, from which `init(token:)` reads it again; empty for none.
    ///
    /// A choice too long for an address has a point and a hash, which only distinguishes choices.
    package var token: String {
        guard !isEmpty else { return "" }
        let text = Base64Name.encode(fields.joined(separator: "\0"))
        guard text.utf8.count > Self.longestText else { return text }
        var hash = StableHash()
        add(to: &hash)
        return "." + String(hash.value, radix: 36)
    }

    /// Reads a token; nil for the hash of a long choice, and for what is no token.
    package init?(token: String) {
        guard !token.hasPrefix("."), let text = Base64Name.decode(token) else { return nil }
        var fields = text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
        guard let formulas = Self.takeFormulas(&fields), fields.count >= 3 else { return nil }
        self.formulas = formulas
        let counts = fields[2].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let count = counts.first.flatMap({ Int($0) }), count >= 0, count <= fields.count - 3 else { return nil }
        var kindCount = 0
        if counts.count > 1 {
            guard let read = TableNotation.read(counts[1]), read.kindCount <= fields.count - 3 - count else {
                return nil
            }
            (notation, kindCount) = read
        }
        guard fields.count - 3 - kindCount <= 2 * Self.limit else { return nil }
        xColumn = fields[0].isEmpty ? nil : fields[0]
        key = fields[1].isEmpty ? .found : fields[1] == "-" ? .none : .column(String(fields[1].dropFirst()))
        keys = Array(fields[3..<3 + count])
        for text in fields[(3 + count)..<(3 + count + kindCount)] { notation.add(kind: text) }
        columns = Array(fields[(3 + count + kindCount)...])
        guard self.token == token else { return nil }
    }

    package init(
        xColumn: String? = nil, key: Key = .found, keys: [String] = [], columns: [String] = [],
        notation: TableNotation = TableNotation(), formulas: [Formula] = []
    ) {
        (self.xColumn, self.key, self.keys, self.columns) = (xColumn, key, keys, columns)
        (self.notation, self.formulas) = (notation, formulas)
    }

    /// x, the key, the number of its values and the notation, the values, the columns' kinds, and the columns; no name
    /// holds a NUL.
    private var fields: [String] {
        let key =
            switch key {
            case .found: ""
            case .none: "-"
            case .column(let name): "=\(name)"
            }
        let notation = notation == TableNotation() ? "" : ":" + notation.text
        return formulaFields + [xColumn ?? "", key, "\(keys.count)\(notation)"] + keys + self.notation.kindTexts
            + columns
    }

    /// Begins the first field where there are formulas.
    private static let formulaMark: Character = "\u{1}"

    /// The number of formulas, and their names and texts; empty without any.
    private var formulaFields: [String] {
        guard !formulas.isEmpty else { return [] }
        return ["\(Self.formulaMark)\(formulas.count)"] + formulas.flatMap { [$0.name, $0.text] }
    }

    /// Reads and removes such fields; nil where they are wrong.
    private static func takeFormulas(_ fields: inout [String]) -> [Formula]? {
        guard let first = fields.first, first.first == formulaMark else { return [] }
        guard let count = Int(first.dropFirst()), (1...Formula.limit).contains(count), fields.count > 2 * count else {
            return nil
        }
        let formulas = (0..<count).compactMap { try? Formula(name: fields[2 * $0 + 1], text: fields[2 * $0 + 2]) }
        fields.removeFirst(2 * count + 1)
        return formulas.count == count ? formulas : nil
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
        // By default the hash is the same as in earlier versions.
        for text in formulaFields { add(text) }
        if notation != TableNotation() { for text in [notation.text] + notation.kindTexts { add(text) } }
    }
}
