// Tells tables whose header leaves out the name of the first column.

/// Judges tables with one name less than their rows have cells, as R writes them.
enum RowNames {
    /// Whether the first column is the one without a name: it holds dates, a count of the rows, or words that are all
    /// different, and the first name is no name for such.
    static func areFirst(in rows: [[[UInt8]]], names: [[UInt8]]) -> Bool {
        guard let first = names.first, rows.count > 1 else { return false }
        let name = String(decoding: first, as: UTF8.self)
        guard !TimeNames.isTimeName(name), !TimeNames.isYearName(name), !TimeNames.isKeyName(name),
            !["id", "name", "label", "key", "index", "row", "no", "nr", "nr.", "n", "#", "x", "t"]
                .contains(name.lowercased())
        else { return false }
        let cells = rows.prefix(500).compactMap(\.first)
        guard cells.allSatisfy({ !GapWords.contains($0) }), Set(cells).count == cells.count else { return false }
        let numbers = cells.map { NumberStyle().value($0) }
        if numbers.allSatisfy({ $0 == nil }) { return true }
        let known = numbers.compactMap { $0 }
        return known.count == cells.count && (0...1).contains(known[0])
            && zip(known, known.dropFirst()).allSatisfy { $1 - $0 == 1 }
    }
}
