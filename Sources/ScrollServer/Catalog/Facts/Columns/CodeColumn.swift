// A column of small numbers, each stored in as few bytes as possible.

/// A code for each row: the number of a distinct value of the column, or 0 for none.
typealias CodeColumn = ChunkedColumn<CodeChunk>

/// 1, 2 or 4 bytes a row, chosen for each chunk; 6 bytes for each value where few rows of a chunk have one.
struct CodeChunk: ColumnChunk {
    static var none: UInt32 { 0 }

    /// In use as long as all of the arrays are empty.
    var few = FewRows<UInt32>()
    /// At most one of the arrays has elements; it may end before the chunk does: the remaining codes are 0.
    private(set) var bytes: [UInt8] = []
    private(set) var shorts: [UInt16] = []
    private(set) var words: [UInt32] = []

    subscript(index: Int) -> UInt32 {
        if index < bytes.count { return UInt32(bytes[index]) }
        if index < shorts.count { return UInt32(shorts[index]) }
        if index < words.count { return words[index] }
        return few[index] ?? Self.none
    }

    var isFew: Bool { bytes.isEmpty && shorts.isEmpty && words.isEmpty }
    var storedCount: Int { few.count + bytes.count + shorts.count + words.count }

    mutating func spread(_ code: UInt32, at index: Int) {
        if words.isEmpty, code > 0xFFFF {
            words = bytes.isEmpty ? shorts.map(UInt32.init) : bytes.map(UInt32.init)
            (bytes, shorts) = ([], [])
            // An empty array would not show that the chunk has words.
            if words.isEmpty { words.append(0) }
        } else if words.isEmpty, shorts.isEmpty, code > 0xFF {
            shorts = bytes.map(UInt16.init)
            bytes = []
            if shorts.isEmpty { shorts.append(0) }
        }
        if !words.isEmpty {
            Self.set(code, at: index, in: &words)
        } else if !shorts.isEmpty {
            Self.set(UInt16(truncatingIfNeeded: code), at: index, in: &shorts)
        } else if code != 0 || index < bytes.count {
            Self.set(UInt8(truncatingIfNeeded: code), at: index, in: &bytes)
        }
    }

    private static func set<Code: FixedWidthInteger>(_ code: Code, at index: Int, in codes: inout [Code]) {
        if index >= codes.count {
            codes.append(contentsOf: repeatElement(0, count: index + 1 - codes.count))
        }
        codes[index] = code
    }
}
