// A column of whole numbers of which most rows have their own.

/// For each row a number of 64 bits, or none: times, lengths, coordinates. 4 bytes a row where the numbers of a chunk
/// lie within 2³² of each other, else 8; none where a chunk has no number.
struct KeyColumn: Sendable {
    /// Stands for "no number"; no number is that small.
    static let none = Int64.min

    struct Chunk: Sendable {
        /// What `offsets` are counted from.
        fileprivate(set) var base: Int64 = 0
        /// `UInt32.max` stands for "no number". Empty where `wide` is not. Both may end before the chunk does.
        fileprivate(set) var offsets: [UInt32] = []
        fileprivate(set) var wide: [Int64] = []

        subscript(place: Int) -> Int64 {
            if place < offsets.count {
                return offsets[place] == .max ? KeyColumn.none : base &+ Int64(offsets[place])
            }
            return place < wide.count ? wide[place] : KeyColumn.none
        }

        fileprivate mutating func set(_ key: Int64, at place: Int) {
            if wide.isEmpty {
                if offsets.isEmpty {
                    if key == KeyColumn.none { return }
                    // In the middle, so that later numbers may be smaller or greater.
                    base = key.subtractingReportingOverflow(1 << 31).partialValue
                    if base > key { base = KeyColumn.none + 1 }
                }
                let (difference, overflow) = key.subtractingReportingOverflow(base)
                if key == KeyColumn.none || !overflow && difference >= 0 && difference < Int64(UInt32.max) {
                    if place >= offsets.count {
                        offsets.append(contentsOf: repeatElement(.max, count: place + 1 - offsets.count))
                    }
                    offsets[place] = key == KeyColumn.none ? .max : UInt32(truncatingIfNeeded: difference)
                    return
                }
                wide = offsets.indices.map { self[$0] }
                offsets = []
            }
            if place >= wide.count {
                wide.append(contentsOf: repeatElement(KeyColumn.none, count: place + 1 - wide.count))
            }
            wide[place] = key
        }
    }

    private(set) var chunks: [Chunk] = []

    /// The number of a row; `none` also for rows that were never set.
    subscript(row: Int) -> Int64 {
        let chunk = row >> RowChunk.bits
        return chunk < chunks.count ? chunks[chunk][row & (RowChunk.count - 1)] : Self.none
    }

    /// O(1), but for the copy of a chunk that a snapshot holds or whose numbers become wider.
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
    /// Greater for a greater double; equal for 0 and −0. `KeyColumn.none` for what is no number.
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
