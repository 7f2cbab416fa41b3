// A column of whole numbers that mostly differ from row to row.

/// For each row a 64-bit number or none: times, lengths, coordinates.
typealias KeyColumn = ChunkedColumn<KeyChunk>

/// 4 bytes a row where the numbers of a chunk lie within 2³² of each other, else 8; 10 bytes for each number where few
/// rows of a chunk have one.
struct KeyChunk: ColumnChunk {
    /// No real number is that small.
    static var none: Int64 { .min }

    /// In use as long as both of the arrays are empty.
    var few = FewRows<Int64>()
    /// The number from which `offsets` count.
    private(set) var base: Int64 = 0
    /// Differences from `base`, `UInt32.max` for "no number"; empty while `wide` is in use.
    ///
    /// Both arrays may end before the chunk does.
    private(set) var offsets: [UInt32] = []
    private(set) var wide: [Int64] = []

    subscript(index: Int) -> Int64 {
        if index < offsets.count {
            return offsets[index] == .max ? Self.none : base &+ Int64(offsets[index])
        }
        if index < wide.count { return wide[index] }
        return few[index] ?? Self.none
    }

    var isFew: Bool { offsets.isEmpty && wide.isEmpty }
    var storedCount: Int { few.count + offsets.count + wide.count }

    mutating func spread(_ key: Int64, at index: Int) {
        if wide.isEmpty {
            if offsets.isEmpty {
                // In the middle, so that later numbers may be smaller or greater.
                base = key.subtractingReportingOverflow(1 << 31).partialValue
                if base > key { base = Self.none + 1 }
            }
            let (difference, overflow) = key.subtractingReportingOverflow(base)
            if key == Self.none || !overflow && difference >= 0 && difference < Int64(UInt32.max) {
                if index >= offsets.count {
                    offsets.append(contentsOf: repeatElement(.max, count: index + 1 - offsets.count))
                }
                offsets[index] = key == Self.none ? .max : UInt32(truncatingIfNeeded: difference)
                return
            }
            wide = offsets.indices.map { self[$0] }
            offsets = []
        }
        if index >= wide.count {
            wide.append(contentsOf: repeatElement(Self.none, count: index + 1 - wide.count))
        }
        wide[index] = key
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
