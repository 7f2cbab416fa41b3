// A column of small numbers, each stored in as few bytes as possible.

/// A code for each row: the number of a distinct value of the column, or 0 for none.
///
/// 1, 2 or 4 bytes a row, chosen for each chunk; 6 bytes for each value where few rows of a chunk have one.
struct CodeColumn: Sendable {
    struct Chunk: Sendable {
        /// In use as long as all of the arrays are empty.
        private var few = FewRows<UInt32>()
        /// At most one of the arrays has elements; it may end before the chunk does: the remaining codes are 0.
        private(set) var bytes: [UInt8] = []
        private(set) var shorts: [UInt16] = []
        private(set) var words: [UInt32] = []

        subscript(index: Int) -> UInt32 {
            if index < bytes.count { return UInt32(bytes[index]) }
            if index < shorts.count { return UInt32(shorts[index]) }
            if index < words.count { return words[index] }
            return few[index] ?? 0
        }

        fileprivate var storedCount: Int { few.count + bytes.count + shorts.count + words.count }

        /// The same chunk with its codes in one of the arrays; O(rows) where they are few.
        fileprivate var spread: Chunk {
            guard few.count > 0 else { return self }
            var chunk = Chunk()
            few.forEachFromLast { chunk.spread($1, at: $0) }
            return chunk
        }

        fileprivate mutating func set(_ code: UInt32, at index: Int) {
            if bytes.isEmpty, shorts.isEmpty, words.isEmpty {
                few.set(code == 0 ? nil : code, at: index)
                if few.count > FewRows<UInt32>.limit { self = spread }
            } else {
                spread(code, at: index)
            }
        }

        private mutating func spread(_ code: UInt32, at index: Int) {
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

    private var chunks: [Chunk] = []

    /// Number of rows for which memory is allocated.
    var storedCount: Int { chunks.reduce(0) { $0 + $1.storedCount } }

    /// Whether no row has ever had a code.
    var isEmpty: Bool { chunks.isEmpty }

    /// The chunk of this number, its codes in one of its arrays; nil where it has none.
    ///
    /// O(1), or O(rows) where few rows have a code.
    func chunk(_ number: Int) -> Chunk? { number < chunks.count ? chunks[number].spread : nil }

    /// The code of a row; 0 also for rows that were never set.
    subscript(row: Int) -> UInt32 {
        let chunk = row >> RowChunk.bits
        return chunk < chunks.count ? chunks[chunk][row & (RowChunk.count - 1)] : 0
    }

    /// Sets the code of a row, in O(1) unless it copies a chunk that a snapshot holds or whose codes become wider.
    mutating func set(_ code: UInt32, row: Int) {
        let chunk = row >> RowChunk.bits
        if chunk >= chunks.count {
            if code == 0 { return }
            chunks.append(contentsOf: repeatElement(Chunk(), count: chunk + 1 - chunks.count))
        }
        chunks[chunk].set(code, at: row & (RowChunk.count - 1))
    }
}
