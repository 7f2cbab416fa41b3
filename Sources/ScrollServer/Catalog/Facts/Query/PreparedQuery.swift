// A query prepared for one state of a table.

import Platform
import Synchronization

/// A query whose words were looked up among a table's distinct texts.
///
/// Each row then costs one table lookup or one comparison of two numbers.
indirect enum PreparedQuery: Sendable {
    case everything
    case nothing
    /// Rows whose code in this column is marked. There are at least 256 marks, and at least 65,536 if there are 256
    /// codes or more, so that codes of one or two bytes need no bounds check.
    case codes(column: Int, marks: [UInt8])
    /// Rows whose key in this column is within the bounds.
    case keys(column: Int, ClosedRange<Int64>)
    case near(column: Int, Circle)
    /// Rows whose time in this column lies in these days of any year.
    case yearly(column: Int, YearlyDays)
    case like(Likeness)
    /// Rows that were found in advance.
    case rows(RowBits)
    case not(PreparedQuery)
    case all([PreparedQuery])
    case any([PreparedQuery])

    /// Prepares a query in O(distinct texts), plus O(bytes of the names) where words are searched in them, on all
    /// processors.
    init(_ query: FactQuery, for table: FactTable) {
        switch query {
        case .everything: self = .everything
        case .unreadable: self = .rows(table.unreadable)
        case .duplicate: self = .rows(table.duplicates)
        case .selected: self = .rows(table.selection.rows)
        case .like(let likeness): self = likeness.look == nil ? .nothing : .like(likeness)
        case .not(let part): self = .not(PreparedQuery(part, for: table))
        case .all(let parts): self = .all(parts.map { PreparedQuery($0, for: table) })
        case .any(let parts): self = .any(parts.map { PreparedQuery($0, for: table) })
        case .word(let pattern):
            let searched = table.columns.indices.filter { table.columns[$0].field.isSearched }
            self = .any(searched.map { Self.text(pattern, in: table, column: $0) })
        case .field(let name, let test):
            guard let index = table.columnIndex(of: name) else {
                self = .nothing
                return
            }
            self = Self.test(test, in: table, column: index)
        }
    }

    private static func test(_ test: FactTest, in table: FactTable, column index: Int) -> PreparedQuery {
        let column = table.columns[index]
        switch (test, column.field.kind) {
        case (.text(let pattern), .text), (.text(let pattern), .category), (.text(let pattern), .keywords):
            return text(pattern, in: table, column: index)
        case (.range(let range), .number), (.range(let range), .time):
            return column.isDense
                ? keys(range, of: column).map { .keys(column: index, $0) } ?? .nothing
                : .codes(
                    column: index,
                    marks: marks(column.numbers.values.count) { range.contains(column.numbers.values[$0]) })
        case (.yearly(let days), .time): return .yearly(column: index, days)
        case (.near(let circle), .position): return .near(column: index, circle)
        case (.exists, _): return exists(column, at: index)
        default: return .nothing
        }
    }

    private static func exists(_ column: FactTable.Column, at index: Int) -> PreparedQuery {
        switch column.field.kind {
        case .text where column.isName:
            return .rows(names(TextPattern(word: Array("*".utf8)), in: column.names))
        case .text, .category: return .codes(column: index, marks: marks(column.texts.count) { _ in true })
        case .keywords: return .codes(column: index, marks: marks(column.sets.count) { _ in true })
        case .number where !column.isDense:
            return .codes(column: index, marks: marks(column.numbers.values.count) { _ in true })
        case .number, .time, .position: return .keys(column: index, (KeyColumn.none + 1)...Int64.max)
        }
    }

    /// The keys of the numbers in a range; nil for none.
    private static func keys(_ range: NumberRange, of column: FactTable.Column) -> ClosedRange<Int64>? {
        var (lower, upper) = (KeyColumn.none + 1, Int64.max)
        if column.field.kind == .time || column.isWhole {
            // Bounds beyond what is stored have no effect.
            if range.lower > -9e18 {
                guard range.lower < 9e18 else { return nil }
                lower = Int64(clamping: range.lower.rounded(.up))
                if !range.includesLower, Double(lower) == range.lower { lower += 1 }
            }
            if range.upper < 9e18 {
                guard range.upper > -9e18 else { return nil }
                upper = Int64(clamping: range.upper.rounded(.down))
                if !range.includesUpper, Double(upper) == range.upper { upper -= 1 }
            }
        } else {
            guard !range.lower.isNaN, !range.upper.isNaN else { return nil }
            lower = max(lower, DoubleKey.key(range.lower) + (range.includesLower ? 0 : 1))
            upper = DoubleKey.key(range.upper) - (range.includesUpper ? 0 : 1)
        }
        return lower <= upper ? lower...upper : nil
    }

    private static func text(_ pattern: TextPattern, in table: FactTable, column index: Int) -> PreparedQuery {
        let column = table.columns[index]
        if column.isName { return .rows(names(pattern.inNames, in: column.names)) }
        var found = [Bool](repeating: false, count: column.texts.count)
        var hasFound = false
        pattern.forEachMatch(in: column.texts.folded, blocks: column.texts.folded.blocks.indices) {
            found[$0] = true
            hasFound = true
        }
        guard hasFound else { return .nothing }
        guard column.field.kind == .keywords else {
            return .codes(column: index, marks: marks(found.count) { found[$0] })
        }
        return .codes(
            column: index,
            marks: marks(column.sets.count) { set in
                column.sets[UInt32(set + 1)].contains { found[Int($0) - 1] }
            })
    }

    /// Marks the codes below `count` for which `isMarked` is true, with padding.
    private static func marks(_ count: Int, _ isMarked: (Int) -> Bool) -> [UInt8] {
        let size = count < 256 ? 256 : count < 65_536 ? 65_536 : count + 1
        var marks = [UInt8](repeating: 0, count: size)
        for number in 0..<count where isMarked(number) { marks[number + 1] = 1 }
        return marks
    }

    /// Rows whose text matches the pattern, by their numbers.
    private static func names(_ pattern: TextPattern, in texts: TextChunks) -> RowBits {
        let count = texts.end
        // A part is a multiple of 64 rows, so that no two parts share a word.
        let parts = Parallel.map(texts.blocks.count, minimumRun: 64) { blocks in
            var bits = [UInt64](repeating: 0, count: (blocks.count << TextChunks.bits) / 64)
            let first = blocks.lowerBound << TextChunks.bits
            pattern.forEachMatch(in: texts, blocks: blocks) { row in
                bits[(row - first) >> 6] |= 1 << ((row - first) & 63)
            }
            return bits
        }
        var words: [UInt64] = []
        words.reserveCapacity(texts.blocks.count << TextChunks.bits / 64)
        for part in parts { words += part }
        return RowBits(words: words, rowCount: count)
    }
}
