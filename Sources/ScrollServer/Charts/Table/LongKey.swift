// The column that distinguishes the lines of a long table.

/// The column of a long table (`symbol,date,price`) whose values distinguish the lines.
package struct LongKey: Sendable, Equatable {
    /// How many values have lines unless the user chooses.
    static let shownCount = 12

    package var name: String
    /// The values that have lines, as their cells hold them.
    package var values: [[UInt8]]
    /// The number of columns of numbers: the lines of value v are v · measureCount ….
    var measureCount: Int
    /// The number of all values that are known.
    var valueCount: Int
    /// Whether the client has chosen the values.
    var isChosen = false

    /// The values with the most rows, in the order of the file.
    static func shown(_ counts: [(value: [UInt8], count: Int)], limit: Int) -> [[UInt8]] {
        let ranked = counts.enumerated().sorted {
            ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
        }
        return ranked.prefix(max(limit, 1)).sorted { $0.offset < $1.offset }.map(\.element.value)
    }
}

extension LongKey {
    /// What stands between the values of two columns that distinguish the lines together.
    static func separator(isLatin: Bool) -> [UInt8] { isLatin ? [0x20, 0xB7, 0x20] : Array(pairSeparator.utf8) }
    /// What stands between the names of two such columns.
    static let pairSeparator = " · "
}

/// Counts the rows of each value of a key.
///
/// `@unchecked Sendable`: only the thread that reads the table uses it.
final class KeyCounter: @unchecked Sendable {
    /// The most values that are counted.
    private static let limit = 200_000

    private var indices: [[UInt8]: Int] = [:]
    /// In the order of the file.
    private(set) var counts: [(value: [UInt8], count: Int)]

    /// - Parameter counts: what was counted before; each value once.
    init(_ counts: [(value: [UInt8], count: Int)] = []) {
        self.counts = counts
        for (index, entry) in counts.enumerated() { indices[entry.value] = index }
    }

    /// The index of the value, from 0; nil beyond the limit.
    func add(_ value: [UInt8]) {
        if let index = indices[value] {
            counts[index].count += 1
        } else if counts.count < Self.limit {
            indices[value] = counts.count
            counts.append((value, 1))
        }
    }
}

/// Finds the column that distinguishes the lines of a long table.
struct KeySearch {
    private let columns: [ColumnFacts]
    private let x: [Double?]

    /// Prepares the search; `x` has the x of each row of the sample.
    init(_ columns: [ColumnFacts], x: [Double?]) {
        self.columns = columns
        self.x = x
    }

    /// The key's column; nil where the table is not long.
    func find(excluding excluded: Set<Int>) -> Int? {
        let known = x.compactMap { $0 }
        guard known.count >= 6 else { return nil }
        let distinct = Set(known).count
        let repeats = known.count - distinct
        var best: (column: Int, rank: Double)?
        for (index, column) in columns.enumerated() where !excluded.contains(index) {
            guard let rank = rank(column, known.count, distinct, repeats), hasMeasure(without: index, excluded) else {
                continue
            }
            if rank > best?.rank ?? 0 { best = (index, rank) }
        }
        return best?.column
    }

    /// Two columns that distinguish the lines together, where no single one does; nil where these do not either.
    func findPair(excluding excluded: Set<Int>) -> (first: Int, second: Int)? {
        let known = x.compactMap { $0 }
        let distinct = Set(known).count
        guard known.count >= 6, (known.count - distinct) * 10 >= known.count else { return nil }
        let candidates = columns.indices.filter { index in
            let column = columns[index]
            guard !excluded.contains(index), column.filledCount * 100 >= column.cells.count * 95,
                column.isText || column.isNumeric && column.isWhole
            else { return false }
            return (2...max(2, known.count / 3)).contains(column.distinctCount)
        }.prefix(8)
        var best: (pair: (Int, Int), count: Int)?
        for first in candidates {
            for second in candidates where second > first {
                let texts = columns[first].isText || columns[second].isText
                guard texts,
                    columns.indices.contains(where: {
                        $0 != first && $0 != second && !excluded.contains($0) && columns[$0].isNumeric
                    })
                else { continue }
                var (pairs, keys): (Set<Pair>, Set<[UInt8]>) = ([], [])
                for (row, value) in x.enumerated() {
                    guard let value else { continue }
                    let key = columns[first].cells[row] + [0] + columns[second].cells[row]
                    pairs.insert(Pair(x: value, key: key))
                    keys.insert(key)
                }
                guard pairs.count * 100 >= known.count * 98, keys.count * 2 <= known.count,
                    Double(known.count) >= 0.2 * Double(distinct) * Double(keys.count)
                else { continue }
                if keys.count < best?.count ?? .max { best = ((first, second), keys.count) }
            }
        }
        return best.map { ($0.pair.0, $0.pair.1) }
    }

    private func hasMeasure(without key: Int, _ excluded: Set<Int>) -> Bool {
        columns.indices.contains { $0 != key && !excluded.contains($0) && columns[$0].isNumeric }
    }

    /// How well a column distinguishes the lines; nil where it does not.
    private func rank(_ column: ColumnFacts, _ count: Int, _ distinct: Int, _ repeats: Int) -> Double? {
        guard column.filledCount * 100 >= column.cells.count * 95 else { return nil }
        let keys = column.distinctCount
        guard keys >= 2, keys * 2 <= count else { return nil }
        let isText = column.isText
        if !isText {
            guard column.isNumeric, column.isWhole, keys <= 100, keys * 3 <= count else { return nil }
        }
        if repeats * 10 >= count {
            var pairs: Set<Pair> = []
            for (value, cell) in zip(x, column.cells) { if let value { pairs.insert(Pair(x: value, key: cell)) } }
            // Nearly every pair of x and key stands once, and the pairs fill a good part of all that there could be.
            guard pairs.count * 100 >= count * 98 else { return nil }
            let density = Double(count) / (Double(distinct) * Double(keys))
            guard density >= (isText || TimeNames.isKeyName(column.name) ? 0.2 : 0.5) else { return nil }
        } else {
            guard isText, keys <= 50, keys * 3 <= count else { return nil }
            guard TimeNames.isKeyName(column.name) || fallsOnlyBetweenKeys(column) else { return nil }
        }
        let length = column.cells.reduce(0) { $0 + $1.count }
        // The longer names are the better ones: 'Afghanistan' before 'AFG'.
        return (isText ? 1000 : 1) + min(Double(length) / Double(max(column.cells.count, 1)), 900)
    }

    private struct Pair: Hashable {
        let x: Double
        let key: [UInt8]
    }

    /// Whether x is in order within the rows of each value, but not from one value to the next.
    private func fallsOnlyBetweenKeys(_ column: ColumnFacts) -> Bool {
        var (within, between, changes, steps) = (0, 0, 0, 0)
        for row in x.indices.dropFirst() {
            guard let one = x[row - 1], let next = x[row] else { continue }
            let isSame = column.cells[row - 1] == column.cells[row]
            if isSame { steps += 1 } else { changes += 1 }
            if next < one { if isSame { within += 1 } else { between += 1 } }
        }
        guard steps > 0, changes > 0 else { return false }
        let rises = within * 50 <= steps && between * 2 > changes
        let falls = (steps - within) * 50 <= steps && (changes - between) * 2 > changes
        return (rises || falls) && changes * 3 <= steps
    }
}
