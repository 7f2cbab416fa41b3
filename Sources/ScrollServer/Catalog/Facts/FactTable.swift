// The facts of a collection's items, by column.

/// For each item a row of facts. A row's number is the item's handle: small, kept while the item is there, then used again.
///
/// A value type whose columns are shared until they change: a copy made with `snapshot` costs O(fields) and stays as it
/// is while the original goes on. A typical folder's file and EXIF facts take some 40 bytes an item, plus the distinct
/// texts (see `FactTableTests.memory`).
package struct FactTable: Sendable {
    /// One field's values. What its field's kind does not need stays empty.
    struct Column: Sendable {
        fileprivate(set) var field: FactField
        /// Of texts, categories, keywords, and numbers that repeat: the codes in one of the dictionaries.
        fileprivate(set) var codes = CodeColumn()
        fileprivate(set) var texts = TextDictionary()
        fileprivate(set) var sets = SetDictionary()
        fileprivate(set) var numbers = NumberDictionary()
        /// Of times, of dense numbers, and of positions the latitude, in units of 10⁻⁷ degrees.
        fileprivate(set) var keys = KeyColumn()
        /// Of positions: the longitude.
        fileprivate(set) var longitudes = KeyColumn()
        /// Of the names: each row's own text, folded. Nobody shows them from here.
        fileprivate(set) var names = TextChunks()
        /// Whether `names` holds the texts.
        let isName: Bool
        /// Whether `keys` holds the numbers. A column whose numbers hardly repeat becomes one.
        fileprivate(set) var isDense: Bool
        /// Whether the numbers in `keys` are stored as they are, all being whole; else as `DoubleKey`.
        fileprivate(set) var isWhole: Bool

        init(_ field: FactField) {
            self.field = field
            isName = field.kind == .text && field.name == "name"
            isDense = field.isDense || field.kind == .time || field.kind == .position
            isWhole = true
        }

        /// Whether no row has ever had a value.
        fileprivate var isEmpty: Bool { codes.isEmpty && keys.isEmpty && names.blocks.isEmpty }

        fileprivate mutating func close() {
            texts.close()
            sets.close()
            numbers.close()
        }
    }

    private(set) var columns: [Column]
    private(set) var places: [String: Int] = [:]
    /// The rows that are items.
    package private(set) var present = RowBits()

    /// Distinct numbers from which on a column keeps numbers instead of codes.
    private static let mostNumbers = 1 << 15
    private static let degree = 1e7

    init(fields: [FactField] = FactField.ofPictures) {
        columns = fields.map(Column.init)
        for (place, field) in fields.enumerated() { places[field.name] = place }
    }

    var fields: [FactField] { columns.map(\.field) }
    /// Rows are `0 ..< rowCount`, present or not.
    var rowCount: Int { present.rowCount }

    /// The table as it is now, for queries. O(fields).
    var snapshot: FactTable {
        var snapshot = self
        for place in snapshot.columns.indices { snapshot.columns[place].close() }
        return snapshot
    }

    /// Renames the fields there are, without changing their kinds, and adds further ones.
    mutating func setFields(_ fields: [FactField]) {
        for (place, field) in fields.enumerated() {
            if place < columns.count { columns[place].field.name = field.name } else { columns.append(Column(field)) }
        }
        places = [:]
        for (place, column) in columns.enumerated() { places[column.field.name] = place }
    }

    /// The column of a field, by its name or another name for it; nil when there is none.
    func place(of name: String) -> Int? { places[name] ?? FactField.aliases[name].flatMap { places[$0] } }

    // MARK: Rows

    /// Makes a row an item without facts; what it had is taken away.
    mutating func insert(_ row: Int) {
        let isUsedAgain = row < present.rowCount
        present.insert(row)
        guard isUsedAgain else { return }
        for place in columns.indices { set(nil, row: row, column: place) }
    }

    mutating func remove(_ row: Int) { present.remove(row) }

    /// Sets a value, or takes it away. A value of the wrong kind for the column is taken as none. O(length of texts).
    mutating func set(_ value: FactValue?, row: Int, column place: Int) {
        // Most columns of most folders are empty.
        if value == nil, columns[place].isEmpty { return }
        switch (columns[place].field.kind, value) {
        case (.text, .text(let text)?) where columns[place].isName:
            columns[place].names.set(FoldedText.fold(text), at: row)
        case (.text, .text(let text)?), (.category, .text(let text)?):
            let code = text.isEmpty ? 0 : columns[place].texts.code(of: text)
            columns[place].codes.set(code, row: row)
        case (.keywords, .words(let words)?):
            var codes: [UInt32] = []
            for word in words where !word.isEmpty { codes.append(columns[place].texts.code(of: word)) }
            let code = columns[place].sets.code(of: codes)
            columns[place].codes.set(code, row: row)
        case (.number, .number(let number)?):
            Self.set(number, row: row, in: &columns[place], rowCount: rowCount)
        case (.time, .time(let seconds)?):
            columns[place].keys.set(seconds, row: row)
        case (.position, .position(let latitude, let longitude)?)
        where abs(latitude) <= 90 && abs(longitude) <= 180:
            columns[place].keys.set(Int64(clamping: (latitude * Self.degree).rounded()), row: row)
            columns[place].longitudes.set(Int64(clamping: (longitude * Self.degree).rounded()), row: row)
        default:
            if columns[place].isName {
                if !columns[place].names[row].isEmpty { columns[place].names.set([], at: row) }
            } else {
                columns[place].codes.set(0, row: row)
                columns[place].keys.set(KeyColumn.none, row: row)
                columns[place].longitudes.set(KeyColumn.none, row: row)
            }
        }
    }

    /// Static, so that nothing else refers to the column, which would then be copied.
    private static func set(_ number: Double, row: Int, in column: inout Column, rowCount: Int) {
        if !column.isDense {
            column.codes.set(column.numbers.code(of: number), row: row)
            guard column.numbers.values.count > mostNumbers else { return }
            let (codes, numbers) = (column.codes, column.numbers)
            column.isWhole = numbers.values.allSatisfy(isWhole)
            for row in 0..<max(rowCount, row + 1) {
                if let value = numbers[codes[row]] { column.keys.set(column.key(of: value), row: row) }
            }
            (column.codes, column.numbers, column.isDense) = (CodeColumn(), NumberDictionary(), true)
            return
        }
        if column.isWhole, !isWhole(number) {
            for row in 0..<rowCount where column.keys[row] != KeyColumn.none {
                column.keys.set(DoubleKey.key(Double(column.keys[row])), row: row)
            }
            column.isWhole = false
        }
        column.keys.set(column.key(of: number), row: row)
    }

    /// Whether a double is a whole number that doubles tell from its neighbours.
    private static func isWhole(_ number: Double) -> Bool {
        number.magnitude < 9_007_199_254_740_992 && number == number.rounded()
    }

    // MARK: Values

    /// A row's value; nil where it has none. Of the names: folded. O(length).
    func value(row: Int, column place: Int) -> FactValue? { columns[place].value(row: row) }

    /// What is known of a row, in the order of the fields; without its name, which is kept elsewhere as it is written.
    func values(row: Int) -> [(field: FactField, value: FactValue)] {
        columns.compactMap { column in
            column.isName ? nil : column.value(row: row).map { (column.field, $0) }
        }
    }
}

extension FactTable.Column {
    func value(row: Int) -> FactValue? {
        switch field.kind {
        case .text where isName:
            let text = names[row]
            return text.isEmpty ? nil : .text(Array(text))
        case .text, .category:
            let code = codes[row]
            return code == 0 ? nil : .text(Array(texts[code]))
        case .keywords:
            let members = sets[codes[row]]
            return members.isEmpty ? nil : .words(members.map { Array(texts[$0]) })
        case .number: return number(row: row).map { .number($0) }
        case .time:
            let key = keys[row]
            return key == KeyColumn.none ? nil : .time(key)
        case .position:
            let (latitude, longitude) = (keys[row], longitudes[row])
            guard latitude != KeyColumn.none, longitude != KeyColumn.none else { return nil }
            return .position(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
        }
    }

    func number(row: Int) -> Double? {
        guard isDense else { return numbers[codes[row]] }
        let key = keys[row]
        return key == KeyColumn.none ? nil : number(ofKey: key)
    }

    /// The number that a key of `keys` stands for.
    func number(ofKey key: Int64) -> Double {
        field.kind == .number && !isWhole ? DoubleKey.value(key) : Double(key)
    }

    fileprivate func key(of number: Double) -> Int64 {
        if number.isNaN { return KeyColumn.none }
        return isWhole ? Int64(clamping: number) : DoubleKey.key(number)
    }
}
