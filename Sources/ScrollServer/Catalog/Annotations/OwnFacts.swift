// How the facts that readers have noted hide those of the files.

/// For each row of a table of facts what the reader has noted, and what the file says where that is hidden.
struct OwnFacts: Sendable {
    private static func column(_ name: String) -> Int {
        FactField.ofPictures.firstIndex { $0.name == name } ?? 0
    }

    fileprivate static let rating = column("rating"), label = column("label"), keywords = column("keywords")
    fileprivate static let flag = column("flag")
    /// The columns that readers and files fill.
    static let columns = [rating, label, keywords, flag]
    /// The names of their fields.
    static let fields: Set<String> = ["rating", "label", "keywords", "flag"]

    /// The code of each row's annotation; 0 for none.
    private var codes = CodeColumn()
    /// The annotations of these codes.
    private var annotations: [UInt32: PreparedAnnotation] = [:]
    /// What files say, by the columns above.
    private var hidden = columns.map { FactTable.Column(FactField.ofPictures[$0]) }

    /// Whether no row has ever been annotated.
    var isEmpty: Bool { codes.isEmpty }

    func code(row: Int) -> UInt32 { codes[row] }

    private func annotation(row: Int) -> PreparedAnnotation? {
        let code = codes[row]
        return code == 0 ? nil : annotations[code]
    }

    /// Which of `columns` of a row show the reader's own value.
    func hidden(row: Int) -> ColumnSet { annotation(row: row)?.hidden ?? [] }

    /// What the file of a row says in the column of an index in `columns`, where that is hidden.
    func fileValue(row: Int, index: Int) -> FactValue? { hidden[index].value(row: row) }

    /// Whether the file's value in a column is stored here.
    func hides(row: Int, column: Int) -> Bool {
        guard !isEmpty, let index = Self.columns.firstIndex(of: column) else { return false }
        return hidden(row: row).contains(ColumnSet(index: index))
    }

    /// The file's value where it is hidden.
    func fileValue(row: Int, column: Int) -> FactValue? {
        Self.columns.firstIndex(of: column).flatMap { hidden[$0].value(row: row) }
    }

    /// Keeps an annotation for the rows that will have it.
    mutating func add(_ annotation: PreparedAnnotation) {
        if annotation.code != 0 { annotations[annotation.code] = annotation }
    }

    /// Sets a row's annotation, which must have been added; the values of `columns` must be set as well.
    mutating func set(_ code: UInt32, row: Int) { codes.set(code, row: row) }

    /// Stores what a row's file says in the column of an index in `columns`; nil where nothing is hidden.
    mutating func hide(_ value: FactValue?, row: Int, index: Int) {
        hidden[index].set(value, row: row, rowCount: 0)
    }

    /// Forgets a row.
    mutating func clear(_ row: Int) {
        guard !isEmpty, codes[row] != 0 else { return }
        codes.set(0, row: row)
        for index in hidden.indices { hidden[index].set(nil, row: row, rowCount: 0) }
    }

    /// The value to show for what a file says; stores that where it is hidden.
    mutating func shown(over value: FactValue?, row: Int, column: Int) -> FactValue? {
        guard let index = Self.columns.firstIndex(of: column) else { return value }
        guard let annotation = annotation(row: row), annotation.hidden.contains(ColumnSet(index: index)) else {
            hidden[index].set(nil, row: row, rowCount: 0)
            return value
        }
        hidden[index].set(value, row: row, rowCount: 0)
        return annotation.shown(over: value, in: index)
    }

    /// Some of `columns`, by their indices there.
    struct ColumnSet: OptionSet, Sendable {
        let rawValue: UInt8

        init(rawValue: UInt8) { self.rawValue = rawValue }
        init(index: Int) { self.init(rawValue: 1 << index) }
    }
}

/// An annotation with what it does to each of `OwnFacts.columns`, which is the same for all files that have it.
struct PreparedAnnotation: Sendable {
    let code: UInt32
    /// The columns in which it hides what files say.
    let hidden: OwnFacts.ColumnSet
    private let annotation: Annotation
    /// What each column shows where the file says nothing.
    private let alone: [FactValue?]

    /// `code` stands for the annotation, and 0 for the empty one.
    init(_ annotation: Annotation, code: UInt32) {
        (self.annotation, self.code) = (annotation, code)
        var hidden: OwnFacts.ColumnSet = []
        for (index, column) in OwnFacts.columns.enumerated() where annotation.hides(column) {
            hidden.insert(OwnFacts.ColumnSet(index: index))
        }
        self.hidden = hidden
        alone = OwnFacts.columns.indices.map { annotation.shown(over: nil, in: $0) }
    }

    /// The value to show for what a file says in the column of an index in `OwnFacts.columns`.
    func shown(over value: FactValue?, in index: Int) -> FactValue? {
        value == nil ? alone[index] : annotation.shown(over: value, in: index)
    }
}

extension Annotation {
    /// Whether a file's value in a column is not shown.
    fileprivate func hides(_ column: Int) -> Bool {
        switch column {
        // A rating of −1 says that the file is rejected, which these flags deny.
        case OwnFacts.rating: rating != nil || flag == .pick || flag == Flag.none
        case OwnFacts.label: label != nil
        case OwnFacts.keywords: hasKeywords
        case OwnFacts.flag: flag != nil
        default: false
        }
    }

    /// The value in one of `OwnFacts.columns`.
    fileprivate func shown(over value: FactValue?, in index: Int) -> FactValue? {
        switch index {
        case 0:
            if let rating { return .number(Double(rating)) }
            if case .number(let number)? = value, number < 0 { return nil }
            return value
        case 1: return label?.shown.map { .text(Array($0.utf8)) }
        case 3: return flag?.shown.map { .text(Array($0.utf8)) }
        default:
            var words: [[UInt8]] = []
            if case .words(let own)? = value { words = own }
            let (more, less) = (added.map { Array($0.utf8) }, Set(removed.map { Array($0.utf8) }))
            words.removeAll { less.contains($0) }
            words += more.filter { !words.contains($0) }
            return words.isEmpty ? nil : .words(words)
        }
    }
}
