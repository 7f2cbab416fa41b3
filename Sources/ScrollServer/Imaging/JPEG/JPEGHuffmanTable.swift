// Look-up tables that decode a Huffman code: symbol and magnitude in one step.

/// Look-up tables for one Huffman code, in one block of 32-bit words.
///
/// ```
/// word      0 ..< 1024  entries by the next 10 bits; 0 where the code is longer
///        1024 ..< 1042  by length: one past the largest code, moved up to 16 bits
///        1042 ..< 1060  by length: what to add to a code to get the index of its symbol (two's complement)
///        1060 ..< 1316  the symbols
/// entry  bits  0 ...  4  bits to take: the code's, and the magnitude's if the entry holds the coefficient
///        bit         5  set when no code matches
///        bits  8 ... 11  zeros before the coefficient
///        bits 12 ... 15  magnitude bits still to take; 0 if the entry holds the coefficient or there are none
///        bits 16 ... 31  the coefficient (never 0) if code and magnitude fit in 10 bits; 0 otherwise
/// ```
/// Readers put the tables of a scan into one array, so that their loops borrow memory once.
struct JPEGHuffmanTable {
    /// Bits that index the first table; longer codes take a second step.
    static let lookAhead = 10
    private static let limits = 1 << lookAhead
    private static let offsets = limits + 18
    private static let symbols = offsets + 18
    static let wordCount = symbols + 256

    /// `wordCount` words.
    private(set) var words = [UInt32](repeating: 0, count: wordCount)

    /// Builds the table; nil when the code is impossible.
    ///
    /// With `isDC`, the symbols are sizes of DC differences (T.81 §F.2.2.1), which must be below 16.
    init?(_ code: JPEGHuffmanCode, isDC: Bool) {
        if isDC, code.symbols.contains(where: { $0 > 15 }) { return nil }
        var index = 0
        let isSound = code.forEachCode { symbol, code, length in
            words[Self.limits + length] = UInt32(code + 1) << UInt32(16 - length)
            words[Self.offsets + length] = UInt32(truncatingIfNeeded: index - code)
            words[Self.symbols + index] = UInt32(symbol)
            index += 1
            guard length <= Self.lookAhead else { return }
            let free = Self.lookAhead - length
            for rest in 0..<(1 << free) {
                words[code << free | rest] = Self.entry(symbol, length: length, followedBy: rest, bitCount: free)
            }
        }
        guard isSound else { return nil }
    }

    /// Returns the entry for `symbol`, whose code of `length` bits is followed by `bitCount` known bits.
    private static func entry(_ symbol: UInt8, length: Int, followedBy rest: Int, bitCount: Int) -> UInt32 {
        let size = Int(symbol & 15)
        let run = UInt32(symbol >> 4) << 8
        guard size > 0, size <= bitCount else { return UInt32(length) | run | UInt32(size) << 12 }
        let magnitude = rest >> (bitCount - size)
        let value = magnitude < 1 << (size - 1) ? magnitude - (1 << size) + 1 : magnitude
        return UInt32(length + size) | run | UInt32(truncatingIfNeeded: value) << 16
    }

    /// Returns the entry for a code longer than `lookAhead` bits; `bits` are the next 16.
    ///
    /// Where no code matches, the entry drops 17 bits and has symbol 0, as in libjpeg.
    @inline(never)
    static func longCode(_ words: Span<UInt32>, _ bits: UInt64) -> UInt32 {
        let bits = UInt32(truncatingIfNeeded: bits & 0xFFFF)
        for length in (lookAhead + 1)...16 where bits < words[limits + length] {
            let index = (bits >> UInt32(16 - length)) &+ words[offsets + length]
            return entry(
                UInt8(truncatingIfNeeded: words[symbols + Int(index & 255)]), length: length, followedBy: 0, bitCount: 0
            )
        }
        return 17 | 1 << 5
    }
}
