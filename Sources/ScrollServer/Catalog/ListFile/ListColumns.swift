// The columns of a list besides the paths, as fields of a table of facts.

/// Which cell of a record goes where in the table, and what it is. The kinds are found from the first records.
struct ListColumns: Sendable, Equatable {
    /// The table's fields: those of pictures, and the list's own behind them. A field of pictures that has the name of a
    /// column is called `picture_…`.
    private(set) var fields = FactField.ofPictures
    /// For each cell its place in `fields`; nil for the path.
    private(set) var places: [Int?] = []
    /// The names as the list writes them.
    private(set) var names: [String] = []

    /// A column of which no more than this part of the values is different is one of categories.
    private static let categoryShare = 0.5

    /// Adds the columns that are new.
    ///
    /// - Parameter sample: records, from whose cells the kinds are found.
    mutating func add(_ names: [String], sample: [ListEntry]) {
        for (index, name) in names.enumerated().dropFirst(self.names.count) {
            self.names.append(name)
            guard !name.isEmpty else {
                places.append(nil)
                continue
            }
            let cells = sample.compactMap { index < $0.cells.count ? $0.cells[index] : nil }.filter { !$0.isEmpty }
            let own = Self.fieldName(name)
            for (place, field) in fields.enumerated() where field.name == own {
                if place < FactField.ofPictures.count { fields[place].name = "picture_\(own)" }
            }
            var unique = own
            var number = 2
            while fields.contains(where: { $0.name == unique }) {
                unique = "\(own)_\(number)"
                number += 1
            }
            places.append(fields.count)
            fields.append(Self.field(unique, cells))
        }
    }

    /// What a query calls a column: lower-case letters and digits, with `_` for what stands between them.
    private static func fieldName(_ name: String) -> String {
        let parts = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        return parts.isEmpty ? "column" : String(parts.joined(separator: "_").prefix(64))
    }

    private static func field(_ name: String, _ cells: [[UInt8]]) -> FactField {
        let texts = cells.map { String(decoding: $0, as: UTF8.self) }
        if !texts.isEmpty, texts.allSatisfy({ NumberText.decimal($0) != nil }) {
            return FactField(name: name, kind: .number)
        }
        if !texts.isEmpty, texts.allSatisfy({ time($0) != nil }) { return FactField(name: name, kind: .time) }
        if texts.contains(where: { $0.contains(";") }), texts.allSatisfy({ $0.utf8.count < 200 }) {
            return FactField(name: name, kind: .keywords, isSearched: true)
        }
        let isRepeated = Double(Set(cells).count) <= max(1, Double(cells.count) * categoryShare)
        let isShort = texts.allSatisfy { $0.utf8.count <= 40 && $0.count(where: { $0 == " " }) < 3 }
        return FactField(name: name, kind: isRepeated || isShort ? .category : .text, isSearched: true)
    }

    private static func time(_ text: String) -> Int64? {
        guard text.utf8.count >= 10 else { return nil }
        var text = text
        if text.hasSuffix("Z") { text.removeLast() }
        return DateText.interval(text.replacing(" ", with: "T", maxReplacements: 1)).map { Int64($0.lower) }
    }

    /// The values of a record, with their places in `fields`. A cell that is not of its column's kind has none.
    func values(of entry: ListEntry) -> [(place: Int, value: FactValue?)] {
        zip(places, entry.cells).compactMap { place, cell in
            guard let place else { return nil }
            return (place, value(cell, fields[place].kind))
        }
    }

    private func value(_ cell: [UInt8], _ kind: FactKind) -> FactValue? {
        guard !cell.isEmpty else { return nil }
        switch kind {
        case .text, .category: return .text(Array(cell.prefix(PictureFacts.longestText)))
        case .keywords:
            return .words(cell.split(separator: UInt8(ascii: ";")).map { Array($0.drop { $0 == 0x20 }) })
        case .number: return NumberText.decimal(String(decoding: cell, as: UTF8.self)).map { .number($0) }
        case .time: return Self.time(String(decoding: cell, as: UTF8.self)).map { .time($0) }
        case .position: return nil
        }
    }
}
