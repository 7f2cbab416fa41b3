// The distinct texts of a column.

import Platform

/// Distinct texts, numbered from 1 in the order of their arrival, each as written and as searched.
///
/// A text stays even when no row has it any more.
struct TextDictionary: Sendable {
    /// The texts as written; text n is number n − 1 here.
    private(set) var texts = TextChunks()
    /// The texts folded (see `FoldedText`), at the same indices.
    private(set) var folded = TextChunks()
    /// An open-addressing hash table of codes, 0 where free; empty in a snapshot, which is only read.
    private var table: [UInt32] = []
    private(set) var count = 0

    /// The text of a code; empty for 0.
    subscript(code: UInt32) -> ArraySlice<UInt8> { code == 0 ? [] : texts[Int(code) - 1] }

    /// Returns the code of a text, and adds the text if it is new; O(length).
    mutating func code(of text: [UInt8]) -> UInt32 {
        if 4 * (count + 1) > 3 * table.count { grow() }
        var bucket = start(text[...])
        while table[bucket] != 0 {
            if self[table[bucket]].elementsEqual(text) { return table[bucket] }
            bucket = (bucket + 1) & (table.count - 1)
        }
        guard count < Int(UInt32.max) - 1 else { return 0 }
        texts.set(text, at: count)
        folded.set(FoldedText.fold(text), at: count)
        count += 1
        table[bucket] = UInt32(count)
        return UInt32(count)
    }

    private func start(_ text: ArraySlice<UInt8>) -> Int {
        Int(truncatingIfNeeded: StableHash.of(text)) & (table.count - 1)
    }

    private mutating func grow() {
        table = [UInt32](repeating: 0, count: max(16, 2 * table.count))
        for code in 1..<UInt32(count + 1) {
            var bucket = start(self[code])
            while table[bucket] != 0 { bucket = (bucket + 1) & (table.count - 1) }
            table[bucket] = code
        }
    }

    /// Frees what only adding needs, so that the original need not copy it when it grows.
    mutating func close() { table = [] }
}
