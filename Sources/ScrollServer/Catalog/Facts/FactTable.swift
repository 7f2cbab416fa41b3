// The facts of a collection's items, by column.

import Metadata

/// A row of facts for each item.
///
/// A row's number is the item's handle: small, fixed while the item exists, then reused.
///
/// A value type whose columns are copied on write: `snapshot` costs O(fields) and stays unchanged while the original is
/// edited. A typical folder's file and EXIF facts take some 40 bytes an item, plus the distinct texts (see
/// `FactBenchmark`).
package struct FactTable: Sendable {
    /// One field's values; members that its kind does not need stay empty.
    struct Column: Sendable {
        fileprivate(set) var field: FactField
        /// Texts, categories, keywords, and numbers that repeat: their codes in one of the dictionaries.
        fileprivate(set) var codes = CodeColumn()
        fileprivate(set) var texts = TextDictionary()
        fileprivate(set) var sets = SetDictionary()
        fileprivate(set) var numbers = NumberDictionary()
        /// Times, dense numbers, and the latitudes of positions in units of 10⁻⁷ degrees.
        fileprivate(set) var keys = KeyColumn()
        /// The details of times, as in `CaptureTime`; `none` for whole seconds.
        fileprivate(set) var details = KeyColumn()
        /// The longitudes of positions.
        fileprivate(set) var longitudes = KeyColumn()
        /// Only for names: each row's own text, folded for searching and never shown.
        fileprivate(set) var names = TextChunks()
        /// Whether `names` holds the texts.
        let isName: Bool
        /// Whether `keys` holds the numbers; a column becomes dense when its numbers hardly repeat.
        fileprivate(set) var isDense: Bool
        /// Whether the numbers in `keys` are stored as they are, all being whole; else as `DoubleKey`.
        fileprivate(set) var isWhole: Bool
        /// Grows with each change of a value by which items can be placed.
        fileprivate(set) var changeCount = 0

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
    private(set) var columnIndices: [String: Int] = [:]
    /// The rows that are items.
    package private(set) var present = RowBits()
    /// The rows whose file could not be read or decoded, for a reason that waiting does not mend.
    package private(set) var unreadable = RowBits()
    /// The rows whose file has the same bytes as another one's, as far as files have been compared.
    private(set) var duplicates = RowBits()
    /// The rows whose items are selected.
    var selection = RowSelection()
    /// What pictures look like, by row, and the number of its changes.
    private(set) var looks = LookColumn()
    private(set) var lookChangeCount = 0
    /// What readers have noted, and what the files say instead; empty in a snapshot.
    private var own = OwnFacts()

    init(fields: [FactField] = FactField.ofPictures) {
        columns = fields.map(Column.init)
        for (index, field) in fields.enumerated() { columnIndices[field.name] = index }
    }

    var fields: [FactField] { columns.map(\.field) }
    /// Rows are `0 ..< rowCount`, present or not.
    var rowCount: Int { present.rowCount }

    /// An immutable copy of the table for queries; O(fields).
    var snapshot: FactTable {
        var snapshot = self
        for index in snapshot.columns.indices { snapshot.columns[index].close() }
        snapshot.own = OwnFacts()
        return snapshot
    }

    /// Renames the existing fields without changing their kinds, and adds further ones.
    mutating func setFields(_ fields: [FactField]) {
        for (index, field) in fields.enumerated() {
            if index < columns.count { columns[index].field.name = field.name } else { columns.append(Column(field)) }
        }
        columnIndices = [:]
        for (index, column) in columns.enumerated() { columnIndices[column.field.name] = index }
    }

    /// The column of a field, by its name or an alias; nil when there is none.
    func columnIndex(of name: String) -> Int? {
        columnIndices[name] ?? FactField.aliases[name].flatMap { columnIndices[$0] }
    }

    /// Whether any row has ever had a value of a field.
    func hasValues(of name: String) -> Bool { columnIndex(of: name).map { !columns[$0].isEmpty } ?? false }

    // MARK: Rows

    /// Makes a row an item without facts, and clears what it held.
    mutating func insert(_ row: Int) {
        let isReused = row < present.rowCount
        present.insert(row)
        setUnreadable(false, row: row)
        guard isReused else { return }
        own.clear(row)
        setDuplicate(false, row: row)
        set(look: nil, row: row)
        for index in columns.indices { set(nil, row: row, column: index) }
    }

    mutating func remove(_ row: Int) {
        present.remove(row)
        selection.remove(row, byteCount: Self.fileByteCount(fileByteCounts[row]))
        set(look: nil, row: row)
        setDuplicate(false, row: row)
        setUnreadable(false, row: row)
    }

    /// Notes whether a row's file could not be read or decoded.
    mutating func setUnreadable(_ isUnreadable: Bool, row: Int) {
        // Most rows stay as they are, and a snapshot then keeps sharing the bits.
        guard isUnreadable != unreadable.contains(row) else { return }
        if isUnreadable { unreadable.insert(row) } else { unreadable.remove(row) }
    }

    /// Sets or removes what a file says; one of the wrong kind for the column counts as none; O(length of texts).
    ///
    /// Where the reader has noted something else, that stays to be seen.
    mutating func set(_ value: FactValue?, row: Int, column index: Int) {
        // Most columns of most folders are empty.
        if value == nil, own.isEmpty, columns[index].isEmpty { return }
        let shown = own.isEmpty ? value : own.shown(over: value, row: row, column: index)
        columns[index].set(shown, row: row, rowCount: rowCount)
    }

    /// The code of what the reader has noted about a row's file; 0 for nothing.
    func annotationCode(row: Int) -> UInt32 { own.code(row: row) }

    /// Prepares an annotation for any number of rows; `code` stands for it, and 0 for the empty one.
    mutating func prepare(_ annotation: Annotation, code: UInt32) -> PreparedAnnotation {
        let prepared = PreparedAnnotation(annotation, code: code)
        own.add(prepared)
        return prepared
    }

    /// Replaces what the reader has noted about a row's file by what `prepare` has returned.
    mutating func annotate(_ row: Int, _ annotation: PreparedAnnotation) {
        let (before, after) = (own.hidden(row: row), annotation.hidden)
        own.set(annotation.code, row: row)
        let concerned = before.union(after)
        for (index, column) in OwnFacts.columns.enumerated() {
            let own = OwnFacts.ColumnSet(index: index)
            guard concerned.contains(own) else { continue }
            let isHidden = after.contains(own)
            let file =
                before.contains(own)
                ? self.own.fileValue(row: row, index: index) : columns[column].value(row: row)
            self.own.hide(isHidden ? file : nil, row: row, index: index)
            let shown = isHidden ? annotation.shown(over: file, in: index) : file
            columns[column].set(shown, row: row, rowCount: rowCount)
        }
    }

    /// Whether any row has ever been annotated.
    var hasAnnotations: Bool { !own.isEmpty }

    /// What a row's file says, whatever the reader has noted; nil where it says nothing.
    func fileValue(row: Int, column index: Int) -> FactValue? {
        own.hides(row: row, column: index)
            ? own.fileValue(row: row, column: index) : value(row: row, column: index)
    }

    /// Notes whether another file has the same bytes as a row's.
    mutating func setDuplicate(_ isDuplicate: Bool, row: Int) {
        guard isDuplicate != duplicates.contains(row) else { return }
        if isDuplicate { duplicates.insert(row) } else { duplicates.remove(row) }
    }

    /// Notes what a row's picture looks like; nil where that is not known.
    mutating func set(look: Look?, row: Int) {
        let row = UInt32(truncatingIfNeeded: row)
        guard looks[row] != look else { return }
        looks.set(look, row: row)
        lookChangeCount += 1
    }

    // MARK: Values

    /// A row's value, folded for names; nil where it has none; O(length).
    func value(row: Int, column index: Int) -> FactValue? { columns[index].value(row: row) }

    /// The facts of a row in the order of the fields, except its name, which is stored elsewhere as written.
    func values(row: Int) -> [(field: FactField, value: FactValue)] {
        columns.compactMap { column in
            column.isName ? nil : column.value(row: row).map { (column.field, $0) }
        }
    }
}

extension FactTable.Column {
    /// Number of distinct numbers from which on a column stores numbers instead of codes.
    private static let mostNumbers = 1 << 15
    private static let degree = 1e7

    /// Sets or removes a value; one of the wrong kind counts as none; O(length of texts).
    mutating func set(_ value: FactValue?, row: Int, rowCount: Int) {
        if value == nil, isEmpty { return }
        let before = (codes[row], keys[row], longitudes[row])
        defer { if before != (codes[row], keys[row], longitudes[row]) { changeCount += 1 } }
        switch (field.kind, value) {
        case (.text, .text(let text)?) where isName:
            names.set(FoldedText.fold(text), at: row)
        case (.text, .text(let text)?), (.category, .text(let text)?):
            codes.set(text.isEmpty ? 0 : texts.code(of: text), row: row)
        case (.keywords, .words(let words)?):
            var members: [UInt32] = []
            for word in words where !word.isEmpty { members.append(texts.code(of: word)) }
            codes.set(sets.code(of: members), row: row)
        case (.number, .number(let number)?):
            set(number, row: row, rowCount: rowCount)
        case (.time, .time(let seconds, let detail)?):
            keys.set(seconds, row: row)
            details.set(detail == CaptureTime.wholeSecond ? KeyColumn.none : Int64(detail), row: row)
        case (.position, .position(let latitude, let longitude)?)
        where abs(latitude) <= 90 && abs(longitude) <= 180:
            keys.set(Int64(clamping: (latitude * Self.degree).rounded()), row: row)
            longitudes.set(Int64(clamping: (longitude * Self.degree).rounded()), row: row)
        default:
            if isName {
                if !names[row].isEmpty { names.set([], at: row) }
            } else {
                codes.set(0, row: row)
                keys.set(KeyColumn.none, row: row)
                details.set(KeyColumn.none, row: row)
                longitudes.set(KeyColumn.none, row: row)
            }
        }
    }

    private mutating func set(_ number: Double, row: Int, rowCount: Int) {
        if !isDense {
            codes.set(numbers.code(of: number), row: row)
            guard numbers.values.count > Self.mostNumbers else { return }
            isWhole = numbers.values.allSatisfy(Self.isWhole)
            for row in 0..<max(rowCount, row + 1) {
                if let value = numbers[codes[row]] { keys.set(key(of: value), row: row) }
            }
            (codes, numbers, isDense) = (CodeColumn(), NumberDictionary(), true)
            return
        }
        if isWhole, !Self.isWhole(number) {
            for row in 0..<rowCount where keys[row] != KeyColumn.none {
                keys.set(DoubleKey.key(Double(keys[row])), row: row)
            }
            isWhole = false
        }
        keys.set(key(of: number), row: row)
    }

    /// Whether a double is a whole number small enough to be exact.
    private static func isWhole(_ number: Double) -> Bool {
        number.magnitude < 9_007_199_254_740_992 && number == number.rounded()
    }

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
            return key == KeyColumn.none ? nil : .time(key, detail: detail(row: row))
        case .position:
            let (latitude, longitude) = (keys[row], longitudes[row])
            guard latitude != KeyColumn.none, longitude != KeyColumn.none else { return nil }
            return .position(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
        }
    }

    /// Returns the precision and fraction of a row's time: `CaptureTime.detail`.
    func detail(row: Int) -> UInt32 {
        let detail = details[row]
        return detail == KeyColumn.none ? CaptureTime.wholeSecond : UInt32(clamping: detail)
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
