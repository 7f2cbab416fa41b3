// Rows in the order of a field.

import Platform

extension FactTable.Column {
    /// Whether a row comes before another by this field, ascending; nil where they are equal.
    ///
    /// Rows without a value come last; texts are sorted as names are.
    func precedes(_ first: Int, _ second: Int) -> Bool? {
        switch field.kind {
        case .text where isName: return nil
        case .text, .category:
            let (a, b) = (codes[first], codes[second])
            if a == b { return nil }
            guard a != 0, b != 0 else { return b == 0 }
            return NaturalOrder.precedes(texts[a], texts[b])
        case .keywords:
            let (a, b) = (sets[codes[first]], sets[codes[second]])
            guard let left = a.first, let right = b.first else { return a.isEmpty == b.isEmpty ? nil : b.isEmpty }
            return left == right ? nil : NaturalOrder.precedes(texts[left], texts[right])
        case .number:
            let (a, b) = (number(row: first), number(row: second))
            guard let a, let b else { return (a == nil) == (b == nil) ? nil : b == nil }
            return a == b ? nil : a < b
        case .time, .position:
            let (a, b) = (keys[first], keys[second])
            if a == b {
                let (one, other) = (detail(row: first), detail(row: second))
                return one == other ? nil : one < other
            }
            guard a != KeyColumn.none, b != KeyColumn.none else { return b == KeyColumn.none }
            return a < b
        }
    }

    /// Whether a row has a value that can be sorted by.
    func hasRank(_ row: Int) -> Bool {
        switch field.kind {
        case .time, .position: keys[row] != KeyColumn.none
        case .number where isDense: keys[row] != KeyColumn.none
        case .text where isName: true
        default: codes[row] != 0
        }
    }

    /// Ranks rows by the field, `StableSort.none` for rows without a value; O(rows + distinct values × log).
    func ranks(of rows: [UInt32], unit: FactGroup.Unit? = nil) -> [Int64] {
        let codeRanks = codeRanks
        let parts = Parallel.map(rows.count, minimumRun: 1 << 16) { run in
            rows[run].map { rank(Int($0), codeRanks, unit) }
        }
        return parts.count == 1 ? parts[0] : Array(parts.joined())
    }

    /// For texts the rank of each code; empty for kinds that sort directly.
    private var codeRanks: [Int64] {
        guard !isName, [.text, .category, .keywords].contains(field.kind) else { return [] }
        let order = (1..<UInt32(texts.count + 1)).sorted { NaturalOrder.precedes(texts[$0], texts[$1]) }
        var ranks = [Int64](repeating: StableSort.none, count: texts.count + 1)
        for (rank, code) in order.enumerated() { ranks[Int(code)] = Int64(rank) }
        return ranks
    }

    private func rank(_ row: Int, _ codeRanks: [Int64], _ unit: FactGroup.Unit?) -> Int64 {
        switch field.kind {
        case .text where isName: return 0
        case .text, .category: return codeRanks[Int(codes[row])]
        case .keywords: return sets[codes[row]].first.map { codeRanks[Int($0)] } ?? StableSort.none
        case .number where !isDense: return numbers[codes[row]].map(DoubleKey.key) ?? StableSort.none
        case .time where unit != nil: return group(row: row, unit: unit).map(Int64.init) ?? StableSort.none
        case .time where !details.isEmpty:
            let key = keys[row]
            // 20 bits for the detail leave 43 for the seconds.
            return key == KeyColumn.none
                ? StableSort.none : min(max(key, -1 << 42), 1 << 42) << 20 | Int64(detail(row: row))
        case .number, .time, .position:
            let key = keys[row]
            return key == KeyColumn.none ? StableSort.none : key
        }
    }
}

extension Arrangement.Sort.Rule {
    /// How many ranks it compares.
    fileprivate var partCount: Int { self == .best ? 3 : 1 }
}

extension FactTable {
    /// Whether a row comes before another in an arrangement; nil where the items' own order decides.
    func precedes(_ first: Int, _ second: Int, in arrangement: Arrangement) -> Bool? {
        if let group = arrangement.group, let index = columnIndex(of: group.field) {
            let column = columns[index]
            let (a, b) = (column.group(row: first, unit: group.unit), column.group(row: second, unit: group.unit))
            if a != b {
                let isDescending = arrangement.areGroupsDescending && a != nil && b != nil
                if let a, let b, column.field.kind == .time { return isDescending ? a > b : a < b }
                return (column.precedes(first, second) ?? false) != isDescending
            }
        }
        if let sort = arrangement.sort, let rule = sort.rule {
            let (one, other) = (ranks(row: first, by: rule), ranks(row: second, by: rule))
            guard let (a, b) = zip(one, other).first(where: { $0 != $1 }) else { return nil }
            guard a != StableSort.none, b != StableSort.none else { return b == StableSort.none }
            return sort.isDescending ? a > b : a < b
        }
        guard let sort = arrangement.sort, let index = columnIndex(of: sort.field) else { return nil }
        let column = columns[index]
        guard let precedes = column.precedes(first, second) else { return nil }
        // Rows without a value stay last.
        let areBoth = column.hasRank(first) && column.hasRank(second)
        return areBoth && sort.isDescending ? !precedes : precedes
    }

    /// What a rule compares, the most important first; `StableSort.none` comes last.
    func ranks(row: Int, by rule: Arrangement.Sort.Rule) -> [Int64] {
        switch rule {
        case .best: bestRanks(row: row)
        case .alike(let look):
            if let look, let own = looks[UInt32(truncatingIfNeeded: row)] {
                [Int64(own.distance(to: look))]
            } else {
                [StableSort.none]
            }
        }
    }

    /// Sorts rows, which come in their own order, as an arrangement does; O(n), stable.
    func sort(_ rows: inout [UInt32], by arrangement: Arrangement) {
        if let sort = arrangement.sort, let rule = sort.rule {
            for part in (0..<rule.partCount).reversed() {
                let unsorted = rows
                let ranks = Parallel.map(rows.count, minimumRun: 1 << 14) { run in
                    unsorted[run].map { self.ranks(row: Int($0), by: rule)[part] }
                }
                StableSort.sort(&rows, by: Array(ranks.joined()), isDescending: sort.isDescending)
            }
        } else if let sort = arrangement.sort, let index = columnIndex(of: sort.field) {
            StableSort.sort(&rows, by: columns[index].ranks(of: rows), isDescending: sort.isDescending)
        }
        if let group = arrangement.group, let index = columnIndex(of: group.field) {
            StableSort.sort(
                &rows, by: columns[index].ranks(of: rows, unit: group.unit),
                isDescending: arrangement.areGroupsDescending)
        }
    }
}
