// The rows for which a query is true, chunk by chunk.

import Platform

extension PreparedQuery {
    /// The items of the table for which the query is true; O(rows × conditions), about 0.5 ns each, on all processors.
    func rows(of table: FactTable) -> RowBits {
        let parts = Parallel.map(RowChunk.chunkCount(of: table.rowCount), minimumRun: 8) { chunks in
            var words: [UInt64] = []
            words.reserveCapacity(chunks.count * RowChunk.wordCount)
            for chunk in chunks { words += rows(of: table, chunk: chunk) }
            return words
        }
        return RowBits(words: parts.count == 1 ? parts[0] : Array(parts.joined()), rowCount: table.rowCount)
    }

    /// The items of one chunk for which the query is true, as `RowChunk.wordCount` words.
    func rows(of table: FactTable, chunk: Int) -> [UInt64] {
        var rows = Self.words(of: table.present, chunk: chunk)
        keep(&rows, of: table, chunk: chunk)
        return rows
    }

    static func words(of bits: RowBits, chunk: Int) -> [UInt64] {
        let first = chunk * RowChunk.wordCount
        guard first < bits.words.count else { return [UInt64](repeating: 0, count: RowChunk.wordCount) }
        let rest = bits.words[first...].prefix(RowChunk.wordCount)
        return rest + [UInt64](repeating: 0, count: RowChunk.wordCount - rest.count)
    }

    /// Removes from `rows` those for which the query is false; words without rows cost nothing.
    private func keep(_ rows: inout [UInt64], of table: FactTable, chunk: Int) {
        switch self {
        case .everything: break
        case .nothing: rows = [UInt64](repeating: 0, count: rows.count)
        case .not(let part):
            var other = rows
            part.keep(&other, of: table, chunk: chunk)
            for word in rows.indices { rows[word] &= ~other[word] }
        case .all(let parts): for part in parts { part.keep(&rows, of: table, chunk: chunk) }
        case .any(let parts):
            var found = [UInt64](repeating: 0, count: rows.count)
            for part in parts {
                // Rows already found need no further test.
                var rest = rows
                for word in rest.indices { rest[word] &= ~found[word] }
                part.keep(&rest, of: table, chunk: chunk)
                for word in found.indices { found[word] |= rest[word] }
            }
            rows = found
        case .rows(let bits):
            let own = Self.words(of: bits, chunk: chunk)
            for word in rows.indices { rows[word] &= own[word] }
        case .like(let likeness):
            Self.keep(&rows, chunk) { row in likeness.includes(table.looks[UInt32(truncatingIfNeeded: row)]) }
        case .codes(let column, let marks): Self.keep(&rows, table.columns[column].codes, chunk, marks)
        case .keys(let column, let range): Self.keep(&rows, table.columns[column].keys, chunk, range)
        case .yearly(let column, let days):
            let (column, times) = (table.columns[column], table.columns[column].keys)
            Self.keep(&rows, chunk) { row in
                times[row] != KeyColumn.none && days.contains(Double(times[row]), detail: column.detail(row: row))
            }
        case .near(let column, let circle):
            let (latitudes, longitudes) = (table.columns[column].keys, table.columns[column].longitudes)
            let bounds = circle.latitudes
            let range = Int64(clamping: bounds.lowerBound * 1e7)...Int64(clamping: bounds.upperBound * 1e7)
            Self.keep(&rows, latitudes, chunk, range)
            Self.keep(&rows, chunk) { row in
                circle.contains(latitude: Double(latitudes[row]) / 1e7, longitude: Double(longitudes[row]) / 1e7)
            }
        }
    }

    /// Removes from `rows` those for which `isTrue`, called with the row's number in the table, is false.
    private static func keep(_ rows: inout [UInt64], _ chunk: Int, isTrue: (Int) -> Bool) {
        let first = chunk << RowChunk.bits
        for word in rows.indices where rows[word] != 0 {
            var rest = rows[word]
            while rest != 0 {
                if !isTrue(first + word * 64 + rest.trailingZeroBitCount) { rows[word] &= ~(rest & (0 &- rest)) }
                rest &= rest &- 1
            }
        }
    }

    private static func keep(_ rows: inout [UInt64], _ column: CodeColumn, _ chunk: Int, _ marks: [UInt8]) {
        guard let codes = column.chunk(chunk) else {
            rows = [UInt64](repeating: 0, count: rows.count)
            return
        }
        if !codes.words.isEmpty {
            keep(&rows, codes.words, marks)
        } else if !codes.shorts.isEmpty {
            keep(&rows, codes.shorts, marks)
        } else {
            keep(&rows, codes.bytes, marks)
        }
    }

    private static func keep<Code: FixedWidthInteger>(_ rows: inout [UInt64], _ codes: [Code], _ marks: [UInt8]) {
        let (codes, marks) = (codes.span, marks.span)
        // The compiler then needs no check for codes of one or two bytes: see `PreparedQuery.codes`.
        precondition(Code.bitWidth > 16 || marks.count > Int(truncatingIfNeeded: Code.max))
        filter(&rows, codes) { marks[Int(truncatingIfNeeded: $0)] }
    }

    /// Removes from `rows` those for whose elements `mark` returns 0 instead of 1; rows behind the last element have none.
    @inline(__always)
    private static func filter<Element>(
        _ rows: inout [UInt64], _ elements: Span<Element>, _ mark: (Element) -> UInt8
    ) {
        for word in rows.indices where rows[word] != 0 {
            let first = word * 64
            var found: UInt64 = 0
            if first + 64 <= elements.count {
                // The constant count lets the compiler unroll the loop without checks.
                let part = elements.extracting(first..<first + 64)
                for bit in 0..<64 { found |= UInt64(mark(part[bit])) << UInt64(bit) }
            } else {
                for index in first..<max(first, elements.count) {
                    found |= UInt64(mark(elements[index])) << UInt64(index - first)
                }
            }
            rows[word] &= found
        }
    }

    private static func keep(_ rows: inout [UInt64], _ column: KeyColumn, _ chunk: Int, _ range: ClosedRange<Int64>) {
        guard let keys = column.chunk(chunk) else {
            rows = [UInt64](repeating: 0, count: rows.count)
            return
        }
        if keys.wide.isEmpty, let (low, width) = keys.offsets(in: range) {
            // One comparison does for two: below `low` the difference wraps round.
            filter(&rows, keys.offsets.span) { $0 &- low <= width ? 1 : 0 }
        } else if keys.wide.isEmpty {
            rows = [UInt64](repeating: 0, count: rows.count)
        } else {
            filter(&rows, keys.wide.span) { range.contains($0) ? 1 : 0 }
        }
    }
}

extension KeyChunk {
    /// The offsets of the numbers in a range, as the least and the width; nil for none.
    fileprivate func offsets(in range: ClosedRange<Int64>) -> (low: UInt32, width: UInt32)? {
        func offset(_ key: Int64) -> Int64 {
            let (difference, overflow) = key.subtractingReportingOverflow(base)
            return overflow ? (key < base ? .min : .max) : difference
        }
        let low = max(0, offset(range.lowerBound))
        // The last offset stands for "no number".
        let high = min(Int64(UInt32.max) - 1, offset(range.upperBound))
        guard low <= high else { return nil }
        return (UInt32(low), UInt32(high - low))
    }
}
