// A look-up table that skips the coefficients of a block, several at a time.

/// For each 12-bit prefix of AC data, how many whole codes with their magnitudes it holds and where they lead.
///
/// In most photographs these are two or three codes.
///
/// ```
/// entry  bits 0 ...  3  bits to take, 1 ... 12
///        bits 4 ... 10  coefficients passed; 64 where no code with its magnitude lies in 12 bits
///        bit        11  set when the last code is the end of the block
/// ```
/// An entry may only be used where it ends before coefficient 64: the codes after that belong to the next block.
/// Building a table takes about 30 µs.
struct JPEGSkipTable {
    static let lookAhead = 12
    static let endOfBlock: UInt16 = 1 << 11
    static let count = 1 << lookAhead
    private static let none: UInt16 = 64 << 4

    /// `count` entries.
    private(set) var entries = [UInt16](repeating: none, count: count)

    /// Builds the table in about 30 µs; nil when the code is impossible.
    init?(_ code: JPEGHuffmanCode) {
        // First pass: a single code with its magnitude per entry.
        let isSound = code.forEachCode { symbol, code, length in
            let taken = length + Int(symbol & 15)
            guard taken <= Self.lookAhead else { return }
            let (run, size) = (UInt16(symbol >> 4), symbol & 15)
            let isEnd = size == 0 && run != 15
            let entry = UInt16(taken) | (isEnd ? Self.endOfBlock : (run + 1) << 4)
            let first = code << (Self.lookAhead - length)
            for index in first..<first + 1 << (Self.lookAhead - length) { entries[index] = entry }
        }
        guard isSound else { return nil }
        // Second pass: append the codes that follow. The unknown bits are filled with zeros, so a code counts only if
        // it lies in the known bits; entries further down are still single.
        let single = entries
        for index in 0..<Self.count {
            var (taken, passed, isEnd) = (0, 0, false)
            while !isEnd, taken < Self.lookAhead {
                let entry = single[index << taken & (Self.count - 1)]
                let more = Int(entry >> 4 & 127)
                guard taken + Int(entry & 15) <= Self.lookAhead, passed + more < 64 else { break }
                taken += Int(entry & 15)
                passed += more
                isEnd = entry & Self.endOfBlock != 0
            }
            if taken > 0 { entries[index] = UInt16(taken | passed << 4) | (isEnd ? Self.endOfBlock : 0) }
        }
    }
}
