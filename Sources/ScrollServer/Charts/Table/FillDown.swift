// Blank dates below a filled one, as in exports of pivot tables.

/// Finds a first column whose blank cells stand for the date above them.
enum FillDown {
    /// Whether the first column is such a one.
    ///
    /// At least a quarter of its cells must be blank, and the others dates, all different. The second column must have
    /// no blank cell and no number. Below one date each of its values stands once; many stand below several dates.
    static func isFirst(_ rows: [[[UInt8]]]) -> Bool {
        // Single cells are no rows: see `TableEvidence.lateCells`.
        let rows = rows.filter { $0.count > 2 && $0.dropFirst().contains { !$0.isEmpty } }
        guard rows.count > 3, let first = rows.first, !first[0].isEmpty else { return false }
        let filled = rows.filter { !$0[0].isEmpty }.map { $0[0] }
        guard (rows.count - filled.count) * 4 >= rows.count, Set(filled).count == filled.count, filled.count > 1,
            filled.allSatisfy({ DateScanner.parts($0) != nil })
        else { return false }
        var (below, all): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
        for row in rows {
            if !row[0].isEmpty { below.removeAll() }
            guard !row[1].isEmpty, NumberShape(row[1]) == nil, below.insert(row[1]).inserted else { return false }
            all.insert(row[1])
        }
        return all.count * 3 <= rows.count * 2
    }

    /// The cells with each blank one replaced by the one above.
    static func filled(_ cells: [[UInt8]]) -> [[UInt8]] {
        var last: [UInt8] = []
        return cells.map { cell in
            if !cell.isEmpty { last = cell }
            return last
        }
    }
}
