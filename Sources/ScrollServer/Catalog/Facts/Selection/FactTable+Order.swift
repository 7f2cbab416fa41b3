// Rows in the order of a field.

extension FactTable.Column {
    /// Whether a row comes before another by this field, in ascending order; nil where they are equal. Rows without a
    /// value come last; texts are sorted as names are.
    func precedes(_ first: Int, _ second: Int) -> Bool? {
        switch field.kind {
        case .text where isName: return nil
        case .text, .category:
            let (a, b) = (codes[first], codes[second])
            if a == b { return nil }
            guard a != 0, b != 0 else { return b == 0 }
            return Self.precedes(texts[a], texts[b])
        case .keywords:
            let (a, b) = (sets[codes[first]], sets[codes[second]])
            guard let left = a.first, let right = b.first else { return a.isEmpty == b.isEmpty ? nil : b.isEmpty }
            return left == right ? nil : Self.precedes(texts[left], texts[right])
        case .number:
            let (a, b) = (number(row: first), number(row: second))
            guard let a, let b else { return (a == nil) == (b == nil) ? nil : b == nil }
            return a == b ? nil : a < b
        case .time, .position:
            let (a, b) = (keys[first], keys[second])
            if a == b { return nil }
            guard a != KeyColumn.none, b != KeyColumn.none else { return b == KeyColumn.none }
            return a < b
        }
    }

    private static func precedes(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
        first.withUnsafeBytes { first in second.withUnsafeBytes { second in NaturalOrder.precedes(first, second) } }
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

    /// A number for each row of a sequence that ascends with the field; nil for rows without a value.
    /// O(rows + distinct values × log).
    func ranks(of rows: [UInt32]) -> [Int64?] {
        switch field.kind {
        case .text where isName: return rows.map { _ in 0 }
        case .time, .position: return rows.map { keys[Int($0)] == KeyColumn.none ? nil : keys[Int($0)] }
        case .number where isDense: return rows.map { keys[Int($0)] == KeyColumn.none ? nil : keys[Int($0)] }
        case .number:
            return rows.map { numbers[codes[Int($0)]].map(DoubleKey.key) }
        case .text, .category:
            let order = (1..<UInt32(texts.count + 1)).sorted { Self.precedes(texts[$0], texts[$1]) }
            return ranks(of: rows, order, count: texts.count)
        case .keywords:
            let words = (1..<UInt32(texts.count + 1)).sorted { Self.precedes(texts[$0], texts[$1]) }
            var places = [Int](repeating: 0, count: texts.count + 1)
            for (place, word) in words.enumerated() { places[Int(word)] = place }
            return rows.map { sets[codes[Int($0)]].first.map { Int64(places[Int($0)]) } }
        }
    }

    private func ranks(of rows: [UInt32], _ order: [UInt32], count: Int) -> [Int64?] {
        var places = [Int64](repeating: 0, count: count + 1)
        for (place, code) in order.enumerated() { places[Int(code)] = Int64(place) }
        return rows.map { row in
            let code = codes[Int(row)]
            return code == 0 ? nil : places[Int(code)]
        }
    }
}

extension FactTable {
    /// Whether a row comes before another in a selection, as far as it sorts; nil where their own order decides.
    func precedes(_ first: Int, _ second: Int, in selection: FactSelection) -> Bool? {
        if let group = selection.group, let place = place(of: group.field) {
            let column = columns[place]
            let (a, b) = (column.group(row: first, unit: group.unit), column.group(row: second, unit: group.unit))
            if a != b {
                if let a, let b, column.field.kind == .time { return a < b }
                return column.precedes(first, second) ?? false
            }
        }
        guard let sort = selection.sort, let place = place(of: sort.field) else { return nil }
        let column = columns[place]
        guard let precedes = column.precedes(first, second) else { return nil }
        // Those without a value stay behind.
        let areBoth = column.hasRank(first) && column.hasRank(second)
        return areBoth && sort.isDescending ? !precedes : precedes
    }

    /// Sorts rows, which come in their own order, as a selection does. O(n log n); stable.
    func sort(_ rows: inout [UInt32], by selection: FactSelection) {
        if let sort = selection.sort, let place = place(of: sort.field) {
            Self.sort(&rows, columns[place].ranks(of: rows), isDescending: sort.isDescending)
        }
        if let group = selection.group, let place = place(of: group.field) {
            let column = columns[place]
            let ranks =
                column.field.kind == .time
                ? rows.map { column.group(row: Int($0), unit: group.unit).map(Int64.init) } : column.ranks(of: rows)
            Self.sort(&rows, ranks, isDescending: false)
        }
    }

    private static func sort(_ rows: inout [UInt32], _ ranks: [Int64?], isDescending: Bool) {
        let order = rows.indices.sorted { first, second in
            switch (ranks[first], ranks[second]) {
            case (nil, nil): first < second
            case (nil, _): false
            case (_, nil): true
            case (let a?, let b?): a == b ? first < second : (a < b) != isDescending
            }
        }
        rows = order.map { rows[$0] }
    }
}
