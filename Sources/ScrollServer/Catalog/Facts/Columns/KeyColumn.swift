// A column of whole numbers that mostly differ from row to row.

/// For each row a 64-bit number or none: times, lengths, coordinates.
///
/// 4 bytes a row where the numbers of a chunk lie within 2³² of each other, else 8; 10 bytes for each number where few
/// rows of a chunk have one.
struct KeyColumn: Sendable {
    /// Stands for "no number"; no real number is that small.
    static let none = Int64.min

    struct Chunk: Sendable {
        /// In use as long as both of the arrays are empty.
        private var few = FewRows<Int64>()
        /// The number from which `offsets` count.
        private(set) var base: Int64 = 0
        /// Differences from `base`, `UInt32.max` for "no number"; empty while `wide` is in use.
        ///
        /// Both arrays may end before the chunk does.
        private(set) var offsets: [UInt32] = []
        private(set) var wide: [Int64] = []

        subscript(index: Int) -> Int64 {
            if index < offsets.count {
                return offsets[index] == .max ? KeyColumn.none : base &+ Int64(offsets[index])
            }
            if index < wide.count { return wide[index] }
            return few[index] ?? KeyColumn.none
        }

        fileprivate var storedCount: Int { few.count + offsets.count + wide.count }

        /// The same chunk with its numbers in one of the arrays; O(rows) where they are few.
        fileprivate var spread: Chunk {
            guard few.count > 0 else { return self }
            var chunk = Chunk()
            few.forEachFromLast { chunk.spread($1, at: $0) }
            return chunk
        }

        fileprivate mutating func set(_ key: Int64, at index: Int) {
            if offsets.isEmpty, wide.isEmpty {
                few.set(key == KeyColumn.none ? nil : key, at: index)
                if few.count > FewRows<Int64>.limit { self = spread }
            } else {
                spread(key, at: index)
            }
        }

        private mutating func spread(_ key: Int64, at index: Int) {
            if wide.isEmpty {
                if offsets.isEmpty {
                    // In the middle, so that later numbers may be smaller or greater.
                    base = key.subtractingReportingOverflow(1 << 31).partialValue
                    if base > key { base = KeyColumn.none + 1 }
                }
                let (difference, overflow) = key.subtractingReportingOverflow(base)
                if key == KeyColumn.none || !overflow && difference >= 0 && difference < Int64(UInt32.max) {
                    if index >= offsets.count {
                        offsets.append(contentsOf: repeatElement(.max, count: index + 1 - offsets.count))
                    }
                    offsets[index] = key == KeyColumn.none ? .max : UInt32(truncatingIfNeeded: difference)
                    return
                }
                wide = offsets.indices.map { self[$0] }
                offsets = []
            }
            if index >= wide.count {
                wide.append(contentsOf: repeatElement(KeyColumn.none, count: index + 1 - wide.count))
            }
            wide[index] = key
        }
    }

    private var chunks: [Chunk] = []

    /// Number of rows for which memory is allocated.
    var storedCount: Int { chunks.reduce(0) { $0 + $1.storedCount } }

    /// Whether no row has ever had a number.
    var isEmpty: Bool { chunks.isEmpty }
    var chunkCount: Int { chunks.count }

    /// The chunk of this number, its numbers in one of its arrays; nil where it has none.
    ///
    /// O(1), or O(rows) where few rows have a number.
    func chunk(_ number: Int) -> Chunk? { number < chunks.count ? chunks[number].spread : nil }

    /// The number of a row; `none` also for rows that were never set.
    subscript(row: Int) -> Int64 {
        let chunk = row >> RowChunk.bits
        return chunk < chunks.count ? chunks[chunk][row & (RowChunk.count - 1)] : Self.none
    }

    /// Sets the number of a row, in O(1) unless it copies a chunk that a snapshot holds or whose numbers become wider.
    mutating func set(_ key: Int64, row: Int) {
        let chunk = row >> RowChunk.bits
        if chunk >= chunks.count {
            if key == Self.none { return }
            chunks.append(contentsOf: repeatElement(Chunk(), count: chunk + 1 - chunks.count))
        }
        chunks[chunk].set(key, at: row & (RowChunk.count - 1))
    }
}

/// Doubles as whole numbers of the same order.
enum DoubleKey {
    /// The key of a double: greater for a greater one, equal for 0 and −0, `KeyColumn.none` for NaN.
    static func key(_ value: Double) -> Int64 {
        guard !value.isNaN else { return KeyColumn.none }
        let bits = Int64(bitPattern: (value == 0 ? 0 : value).bitPattern)
        // IEEE 754: the bits of positive numbers ascend with them; those of negative numbers descend.
        return bits >= 0 ? bits : bits ^ Int64.max
    }

    static func value(_ key: Int64) -> Double {
        Double(bitPattern: UInt64(bitPattern: key >= 0 ? key : key ^ Int64.max))
    }
}
