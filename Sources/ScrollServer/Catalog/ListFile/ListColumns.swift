// The columns of a list except the path, as fields of a table of facts.

import Charts
import Metadata

/// Maps the cells of a record to fields of a table, whose kinds are found from the first records.
package struct ListColumns: Sendable, Equatable {
    /// The table's fields: those of pictures, followed by the list's own.
    ///
    /// A field of pictures with the name of a column is renamed to `picture_…`.
    private(set) var fields = FactField.ofPictures
    /// For each cell the index of its field in `fields`; nil for the path.
    private(set) var fieldIndices: [Int?] = []
    /// The columns' names as the list writes them.
    private(set) var names: [String] = []
    /// How each column's cells are read; nil for the path.
    private var readings: [Reading?] = []
    /// The user's choices for numbers and dates.
    private let options: TableOptions
    /// Guesses about how numbers and dates are written, in whole sentences.
    private(set) var guesses: [String] = []
    /// By column, the first value that was not of its kind.
    private var exceptions: [Int: [UInt8]] = [:]

    /// Notices for viewers about guesses and skipped values, in whole sentences.
    var notices: [String] {
        guesses
            + exceptions.sorted { $0.key < $1.key }.map { column, cell in
                let kind = fieldIndices[column].map { fields[$0].kind } == .time ? "times" : "numbers"
                return "'\(names[column])' is read as \(kind): what is none, such as "
                    + "'\(String(decoding: cell.prefix(40), as: UTF8.self))', is left out."
            }
    }

    /// These columns without any record of skipped values, for another pass through the values.
    var unused: ListColumns {
        var columns = self
        columns.exceptions = [:]
        return columns
    }

    /// How a cell becomes a value.
    private enum Reading: Sendable, Equatable {
        /// In a style of their own.
        case number(NumberStyle), date(DateReading)
        /// Plainly written; `taken` also has years and months alone.
        case decimal, time, taken
        case text, words
        case nothing

        init(_ field: FactField, _ form: Reading?) {
            self =
                switch field.kind {
                case _ where form != nil: form ?? .nothing
                case .text, .category: .text
                case .keywords: .words
                case .number: .decimal
                case .time: field.name == "taken" ? .taken : .time
                case .position: .nothing
                }
        }

        /// Whether a cell may not be of the column's kind.
        var isOfKind: Bool { ![.text, .words, .nothing].contains(self) }
    }

    /// Starts without columns of a list; `options` tells how numbers and dates are written where the cells are ambiguous.
    init(options: TableOptions = TableOptions()) { self.options = options }

    /// A column is numeric, or of times, if at most one value in this many is a word.
    private static let valuesPerException = 10
    /// A column is a category if at most this share of its values is distinct.
    private static let categoryShare = 0.5

    /// Adds the columns that are new, with kinds found from the cells of `sample`.
    ///
    /// `delimiter` separates the cells; nil for JSON.
    mutating func add(_ names: [String], sample: [ListEntry], delimiter: UInt8? = nil) {
        guard names.count > self.names.count else { return }
        let found = TableColumns(
            names, hasHeader: true, rows: sample.map(\.cells), delimiter: delimiter, options: options)
        for (index, name) in names.enumerated().dropFirst(self.names.count) {
            self.names.append(name)
            guard !name.isEmpty else {
                fieldIndices.append(nil)
                readings.append(nil)
                continue
            }
            let cells = sample.compactMap { index < $0.cells.count ? $0.cells[index] : nil }
                .filter { !GapWords.contains($0) }
            let own = Self.fieldName(name)
            for (other, field) in fields.enumerated() where field.name == own {
                if other < FactField.ofPictures.count { fields[other].name = "picture_\(own)" }
            }
            var unique = own
            var number = 2
            while fields.contains(where: { $0.name == unique }) {
                unique = "\(own)_\(number)"
                number += 1
            }
            fieldIndices.append(fields.count)
            let field = Self.field(unique, cells)
            let isPlain = field.kind == .number || field.kind == .time
            let form = Self.form(found.columns[index], cells, options, isPlain: isPlain)
            readings.append(Reading(field, form))
            switch form {
            case .number?:
                fields.append(FactField(name: unique, kind: .number))
                if let guess = found.markGuesses[index] { guesses.append(guess.because) }
            case .date?:
                fields.append(FactField(name: unique, kind: .time))
                if found.isOrderGuessed[index] { guesses.append(TableColumns.orderGuess(found.columns[index]).because) }
            default: fields.append(field)
            }
        }
    }

    /// Whether a condition holds for all values, or all but one in `valuesPerException`.
    private static func nearlyAll<Value>(_ values: [Value], _ isTrue: (Value) -> Bool) -> Bool {
        values.count { !isTrue($0) } * valuesPerException <= values.count
    }

    /// How all of a column's cells are written as numbers or dates; nil where they are neither, or plain.
    private static func form(_ column: ColumnFacts, _ cells: [[UInt8]], _ options: TableOptions, isPlain: Bool)
        -> Reading?
    {
        guard !cells.isEmpty else { return nil }
        // 1.234 is a plain number, but where the comma is the decimal mark it is 1234.
        if isPlain, options.decimalMark != UInt8(ascii: ",") || !column.isNumeric { return nil }
        if column.isDate, !column.isCompact, nearlyAll(cells, { column.dates.reading.time($0) != nil }) {
            return .date(column.dates.reading)
        }
        // A cell with a unit remains a word that can be searched.
        let style = column.style
        guard column.isNumeric, !style.isBoolean, !style.isScaled, style.prefix.isEmpty, style.unit.isEmpty,
            nearlyAll(cells, { style.value($0) != nil })
        else { return nil }
        return .number(style)
    }

    /// The name of a column in queries: lower-case letters and digits, with `_` for other characters.
    private static func fieldName(_ name: String) -> String {
        let parts = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        let own = parts.isEmpty ? "column" : String(parts.joined(separator: "_").prefix(64))
        // These names have another meaning in queries (see `QueryValue`).
        return QueryValue.words.contains(own) ? "column_\(own)" : own
    }

    private static func field(_ name: String, _ cells: [[UInt8]]) -> FactField {
        let texts = cells.map { String(decoding: $0, as: UTF8.self) }
        // Years alone are numbers, except in a column named `taken`.
        if !texts.isEmpty, name == "taken", nearlyAll(cells, { CaptureTime.parsed($0) != nil }) {
            return FactField(name: name, kind: .time)
        }
        if !texts.isEmpty, nearlyAll(texts, { NumberText.decimal($0) != nil }) {
            return FactField(name: name, kind: .number)
        }
        if !texts.isEmpty, nearlyAll(texts, { time($0) != nil }) { return FactField(name: name, kind: .time) }
        if texts.contains(where: { $0.contains(";") }), texts.allSatisfy({ $0.utf8.count < 200 }) {
            return FactField(name: name, kind: .keywords, isSearched: true)
        }
        let isRepeated = Double(Set(cells).count) <= max(1, Double(cells.count) * categoryShare)
        let isShort = texts.allSatisfy { $0.utf8.count <= 40 && $0.count(where: { $0 == " " }) < 3 }
        return FactField(name: name, kind: isRepeated || isShort ? .category : .text, isSearched: true)
    }

    /// Parses a date, with or without a time, in seconds since 1970; nil for a year or a month alone.
    private static func time(_ text: String) -> Int64? {
        guard text.utf8.count >= 10 else { return nil }
        var text = text
        if text.hasSuffix("Z") { text.removeLast() }
        return DateText.interval(text.replacing(" ", with: "T", maxReplacements: 1)).map { Int64(clamping: $0.lower) }
    }

    /// The values of a record with their indices in `fields`; none for a cell that is not of its column's kind.
    func values(of entry: ListEntry) -> [(column: Int, value: FactValue?)] {
        zip(fieldIndices.indices, entry.cells).compactMap { index, cell in
            guard let field = fieldIndices[index], let reading = readings[index] else { return nil }
            return (field, Self.value(cell, reading))
        }
    }

    /// The same, and records values that are not of their column's kind.
    mutating func take(_ entry: ListEntry) -> [(column: Int, value: FactValue?)] {
        var values: [(column: Int, value: FactValue?)] = []
        values.reserveCapacity(entry.cells.count)
        for (index, cell) in zip(fieldIndices.indices, entry.cells) {
            guard let field = fieldIndices[index], let reading = readings[index] else { continue }
            let value = Self.value(cell, reading)
            values.append((field, value))
            if value == nil, exceptions[index] == nil, reading.isOfKind, !GapWords.contains(cell) {
                exceptions[index] = cell
            }
        }
        return values
    }

    private static func value(_ cell: [UInt8], _ reading: Reading) -> FactValue? {
        guard !cell.isEmpty else { return nil }
        switch reading {
        case .number(let style): return style.value(cell).flatMap { $0.isFinite ? .number($0) : nil }
        case .date(let reading):
            return reading.time(cell).flatMap { Int64(exactly: $0.rounded(.down)) }.map { .time($0) }
        case .decimal: return NumberText.decimal(cell).map { .number($0) }
        case .taken:
            guard let (time, _) = CaptureTime.parsed(cell) else { return nil }
            return .time(Int64(time.secondsSince1970), detail: time.detail)
        case .time: return time(String(decoding: cell, as: UTF8.self)).map { .time($0) }
        case .text:
            let longest = PictureFacts.longestText
            return .text(cell.count <= longest ? cell : Array(cell.prefix(longest)))
        case .words: return .words(cell.split(separator: UInt8(ascii: ";")).map { Array($0.drop { $0 == 0x20 }) })
        case .nothing: return nil
        }
    }
}
