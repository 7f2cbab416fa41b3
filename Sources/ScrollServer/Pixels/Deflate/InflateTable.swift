// A Huffman code as a table indexed by the next bits of the stream.

/// Decodes one symbol with one look-up, or with two for codes longer than the primary index.
///
/// The low six bits of an entry are the number of bits it consumes, extra bits included. The bits above:
/// ```
/// literals    bit 31 · 24–25 how many literals (1, 2) · 8–15 the first · 16–23 the second
/// length      16–24 base · 8–11 bits of the code, after which the extra bits follow
/// distance    12–26 base · 8–11 bits of the code, after which the extra bits follow
/// subtable    bit 29 · 12–27 its start · 8–11 its index bits
/// end         bit 28
/// invalid     bit 30
/// ```
struct InflateTable {
    static let literalFlag: UInt32 = 1 << 31
    static let invalidFlag: UInt32 = 1 << 30
    static let subtableFlag: UInt32 = 1 << 29
    static let endFlag: UInt32 = 1 << 28
    /// The three flags of entries that need more than one look-up: invalid, subtable, end of block.
    static let specialFlags: UInt32 = 7 << 28

    enum Alphabet {
        case literals
        case distances
        /// The code-length code: an entry's symbol is shifted left by eight.
        case codeLengths

        /// Bits of the primary index.
        var primaryBitCount: Int {
            switch self {
            case .literals: 11
            case .distances: 9
            case .codeLengths: 7
            }
        }
    }

    /// Entries of a table: the primary ones and those of subtables.
    ///
    /// A code has at most 288 symbols, and a subtable of k index bits holds more than 2ᵏ⁻¹ of them, so all subtables
    /// together have fewer than 576 entries. The builder checks this nevertheless.
    static let literalEntryCount = 1 << 11 + 1024
    static let distanceEntryCount = 1 << 9 + 1024

    /// The primary table of 2ⁿ entries, followed by the subtables.
    private(set) var entries: [UInt32]
    private let alphabet: Alphabet
    private let primaryBitCount: Int

    init(_ alphabet: Alphabet) {
        self.alphabet = alphabet
        primaryBitCount = alphabet.primaryBitCount
        let count =
            switch alphabet {
            case .literals: Self.literalEntryCount
            case .distances: Self.distanceEntryCount
            case .codeLengths: 1 << primaryBitCount
            }
        entries = [UInt32](repeating: Self.invalidFlag, count: count)
    }

    /// Builds the table of the canonical code with these lengths (0...15 each; RFC 1951 §3.2.2).
    ///
    /// - Returns: false when the lengths are no complete code. Except for code lengths, two incomplete codes are
    ///   allowed: a single code of one bit, and no code at all, which zlib's encoder may write for distances.
    mutating func build(lengths: ArraySlice<UInt8>) -> Bool {
        var counts = [Int](repeating: 0, count: 16)
        for length in lengths { counts[Int(length & 15)] += 1 }
        counts[0] = 0
        let longest = counts.lastIndex { $0 > 0 } ?? 0
        var space = 1
        for length in 1...15 {
            space = space << 1 - counts[length]
            if space < 0 { return false }
        }
        if space > 0 && !(alphabet != .codeLengths && longest <= 1) { return false }
        // Symbols in code order.
        var starts = [Int](repeating: 0, count: 17)
        for length in 1...15 { starts[length + 1] = starts[length] + counts[length] }
        var sorted = [UInt16](repeating: 0, count: starts[16])
        for (symbol, length) in lengths.enumerated() where length > 0 {
            sorted[starts[Int(length & 15)]] = UInt16(symbol)
            starts[Int(length & 15)] += 1
        }
        for index in 0..<(1 << primaryBitCount) { entries[index] = Self.invalidFlag }
        guard fill(sorted, counts: counts, longest: longest) else { return false }
        if alphabet == .literals { joinLiterals() }
        return true
    }

    private mutating func fill(_ sorted: [UInt16], counts: [Int], longest: Int) -> Bool {
        var index = 0
        var code = 0
        var subtable = (prefix: -1, start: 0, bitCount: 0)
        var end = 1 << primaryBitCount
        for length in stride(from: 1, through: longest, by: 1) {
            for number in 0..<counts[length] {
                let symbol = Int(sorted[index])
                // The stream has a code's first bit lowest.
                let reversed = Int(UInt16(code).bitReversed >> UInt16(16 - length))
                if length <= primaryBitCount {
                    let entry = entry(symbol: symbol, bitCount: length)
                    for slot in stride(from: reversed, to: 1 << primaryBitCount, by: 1 << length) {
                        entries[slot] = entry
                    }
                } else {
                    let prefix = reversed & (1 << primaryBitCount - 1)
                    if prefix != subtable.prefix {
                        var bitCount = length - primaryBitCount
                        // Adds index bits until the remaining codes fill the subtable.
                        var space = 1 << bitCount - (counts[length] - number)
                        while space > 0 && primaryBitCount + bitCount < longest {
                            bitCount += 1
                            space = space << 1 - counts[primaryBitCount + bitCount]
                        }
                        subtable = (prefix, end, bitCount)
                        end += 1 << bitCount
                        guard end <= entries.count else { return false }
                        for slot in subtable.start..<end { entries[slot] = Self.invalidFlag }
                        entries[prefix] =
                            Self.subtableFlag | UInt32(subtable.start) << 12 | UInt32(bitCount) << 8
                            | UInt32(primaryBitCount)
                    }
                    let rest = length - primaryBitCount
                    let entry = entry(symbol: symbol, bitCount: rest)
                    for slot in stride(from: reversed >> primaryBitCount, to: 1 << subtable.bitCount, by: 1 << rest) {
                        entries[subtable.start + slot] = entry
                    }
                }
                index += 1
                code += 1
            }
            code <<= 1
        }
        return true
    }

    /// Returns the entry of a symbol; `bitCount` bits of its code are consumed at that look-up.
    private func entry(symbol: Int, bitCount: Int) -> UInt32 {
        let code = UInt32(bitCount)
        switch alphabet {
        case .codeLengths:
            return UInt32(symbol) << 8 | code
        case .literals:
            if symbol < 256 { return Self.literalFlag | 1 << 24 | UInt32(symbol) << 8 | code }
            if symbol == DeflateSymbols.endOfBlock { return Self.endFlag | code }
            if symbol >= DeflateSymbols.literalCount { return Self.invalidFlag | code }
            let extra = UInt32(DeflateSymbols.extraBitCount(lengthSymbol: symbol))
            return UInt32(DeflateSymbols.baseLength(symbol: symbol)) << 16 | code << 8 | (code + extra)
        case .distances:
            if symbol >= DeflateSymbols.distanceCount { return Self.invalidFlag | code }
            let extra = UInt32(DeflateSymbols.extraBitCount(distanceSymbol: symbol))
            return UInt32(DeflateSymbols.baseDistance(symbol: symbol)) << 12 | code << 8 | (code + extra)
        }
    }

    /// Merges entries: if a literal's code is followed by another literal's and both fit in the index, the entry holds
    /// both.
    ///
    /// Visits the entries from the last, because the second code's entry has the lower index and must not be merged
    /// yet.
    private mutating func joinLiterals() {
        let primaryBitCount = UInt32(primaryBitCount)
        var entries = entries.mutableSpan
        for index in stride(from: 1 << Int(primaryBitCount) - 1, through: 0, by: -1) {
            let first = entries[index]
            guard first & Self.literalFlag != 0 else { continue }
            let second = entries[index &>> Int(first & 63)]
            let bitCount = first & 63 &+ second & 63
            if second & Self.literalFlag != 0 && bitCount <= primaryBitCount {
                entries[index] = Self.literalFlag | 2 << 24 | (second & 0xFF00) << 8 | first & 0xFF00 | bitCount
            }
        }
    }
}

extension UInt16 {
    /// The same bits in reverse order.
    fileprivate var bitReversed: UInt16 {
        var x = self
        x = (x & 0x5555) << 1 | x >> 1 & 0x5555
        x = (x & 0x3333) << 2 | x >> 2 & 0x3333
        x = (x & 0x0F0F) << 4 | x >> 4 & 0x0F0F
        return x << 8 | x >> 8
    }
}
