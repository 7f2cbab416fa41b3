// Tables that stand side by side in one file.

/// Finds tables with an x of their own among the columns of a file.
enum SideBySide {
    /// The columns of the table that `x` belongs to; nil where there is just one table.
    static func block(of x: Int, _ columns: [ColumnFacts]) -> Range<Int>? {
        let names = columns.map { base($0.name) }
        if columns[x].dates.count > 0 {
            let others = columns.indices.filter { names[$0] == names[x] && columns[$0].dates.count > 0 }
            return block(of: x, others, columns)
        }
        guard columns[x].isNumeric else { return nil }
        // All names of a table come again in the same order, behind their own title or without one.
        for names in [names, columns.map { lastWord($0.name)[...] }] {
            let others = columns.indices.filter { names[$0] == names[x] && columns[$0].isNumeric }
            guard others.count > 1, let first = others.first, others[1] - first > 1 else { continue }
            let step = others[1] - first
            let isRepeated = columns.indices.allSatisfy { $0 < first + step || names[$0] == names[$0 - step] }
            if isRepeated, first == 0, columns.count % step == 0 { return block(of: x, others, columns) }
        }
        return nil
    }

    /// The number of columns of each of several tables whose names, or their last words, come again in the same order,
    /// so that a table has an x and values; nil for one table.
    static func step(_ names: [String]) -> Int? {
        for names in [names.map { String(base($0)) }, names.map { String(lastWord($0)) }] {
            guard let first = names.first, !first.isEmpty, let step = names.dropFirst().firstIndex(of: first), step > 1,
                names.count % step == 0, names.indices.allSatisfy({ $0 < step || names[$0] == names[$0 - step] })
            else { continue }
            return step
        }
        return nil
    }

    /// The tables with dates of their own as x, each before its values; none where there is only one.
    ///
    /// Their dates have the same name, and are read alike. The values may be called as they like: `Date,A,Date,B`. Names
    /// with different titles, as `Order Date` and `Ship Date`, may be of one table, unless the titles stand in a row of
    /// their own or all names come again.
    static func datedTables(_ format: TableFormat, _ bytes: [UInt8]) -> [(x: Int, values: [Int])] {
        guard case .cells(let delimiter) = format.kind, format.kinds.count == format.names.count else { return [] }
        let hasTitles = format.nameLines.count > 1 || step(format.names) != nil
        for isTitled in hasTitles ? [false, true] : [false] {
            let names = format.names.map { isTitled ? lastWord($0) : String(base($0)) }
            let all = format.names.indices.filter { names[$0] == names[0] && format.kinds[$0] == .time }
            guard all.count > 1, all[0] == 0, all.contains(where: { format.roles[$0] == .x }) else { continue }
            let tables = zip(all, all.dropFirst() + [format.names.count]).map { x, end in
                (x: x, values: (x + 1..<end).filter { format.kinds[$0] == .number })
            }
            guard tables.allSatisfy({ !$0.values.isEmpty }) else { continue }
            let dialect = TableDialect(delimiter: delimiter, quote: format.quote, comment: format.comment)
            let rows = TableSample(cells: bytes, from: format.firstOffset, dialect).rows.map(\.cells)
            var reader = CellReader(format)
            let areAlike = all.allSatisfy { x in
                let filled = rows.compactMap { x < $0.count && !$0[x].isEmpty ? $0[x] : nil }
                let count = filled.count { reader.x(alone: $0) != nil }
                return count > 0 && count * 10 >= filled.count * 9
            }
            if areAlike { return tables }
        }
        return []
    }

    /// In each table x stands in the same place.
    private static func block(of x: Int, _ others: [Int], _ columns: [ColumnFacts]) -> Range<Int>? {
        guard others.count > 1, let first = others.first, let position = others.firstIndex(of: x) else { return nil }
        let start = position == 0 ? 0 : x - first
        let end = position + 1 < others.count ? others[position + 1] - first : columns.count
        return start..<max(end, x + 1)
    }

    /// A name without the number that tells it from an equal one.
    private static func base(_ name: String) -> Substring {
        guard name.last == ")", let open = name.lastIndex(of: "("), name[..<open].last == " ",
            name[name.index(after: open)...].dropLast().allSatisfy(\.isNumber)
        else { return name[...] }
        return name[..<open].dropLast()
    }

    /// The last word of a name that has a title before it.
    static func lastWord(_ name: String) -> String {
        let name = String(base(name))
        return name.lastIndex(of: " ").map { String(name[name.index(after: $0)...]) } ?? name
    }
}
