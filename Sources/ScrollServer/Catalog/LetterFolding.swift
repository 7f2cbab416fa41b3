// Letters as people search for them: without case and accents.

/// Reads a name letter by letter, folded as people search for it.
///
/// Latin letters lose case and accents; ligatures and the like become two letters (`æ` is `ae`, `ß` is `ss`, `þ` is
/// `th`): the primary level of the root of Unicode's collation (UTS #10). Greek letters lose case and accents, Cyrillic
/// ones case. Combining marks are ignored, so that a decomposed name, as macOS writes it, is equal. All else compares
/// by code point. Each function is given the same bytes.
struct LetterFolding {
    /// The offset of the next byte.
    private var offset: Int
    /// The second letter of the character read last; 0 for none.
    private var second: UInt32 = 0

    init(from offset: Int = 0) { self.offset = offset }

    /// The value of the next character if it is an ASCII digit, 0 … 9; else nil.
    func digit(in bytes: Span<UInt8>) -> UInt8? {
        guard second == 0, offset < bytes.count, bytes[offset] &- 0x30 < 10 else { return nil }
        return bytes[offset] - 0x30
    }

    /// Skips combining diacritical marks (Unicode Standard, block U+0300 … U+036F).
    mutating func skipMarks(in bytes: Span<UInt8>) {
        while second == 0, offset + 1 < bytes.count,
            bytes[offset] == 0xCC && bytes[offset + 1] & 0xC0 == 0x80
                || bytes[offset] == 0xCD && (0x80...0xAF).contains(bytes[offset + 1])
        {
            offset += 2
        }
    }

    /// Skips the next digit.
    mutating func skipDigit() { offset += 1 }

    /// The next letter; nil at the end.
    ///
    /// Bytes that are not UTF-8 sort behind all letters.
    mutating func next(in bytes: Span<UInt8>) -> UInt32? {
        if second != 0 {
            defer { second = 0 }
            return second
        }
        skipMarks(in: bytes)
        guard offset < bytes.count else { return nil }
        let folded = Self.fold(scalar(in: bytes))
        second = folded.second
        return folded.first
    }

    /// Decodes the scalar at `offset` and moves behind it (RFC 3629 §4); a byte that is not UTF-8 gives a value above
    /// all scalars.
    private mutating func scalar(in bytes: Span<UInt8>) -> UInt32 {
        let lead = bytes[offset]
        let length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
        guard length > 0, offset + length <= bytes.count,
            ((offset + 1)..<(offset + length)).allSatisfy({ bytes[$0] & 0xC0 == 0x80 })
        else {
            offset += 1
            return 0x11_0000 + UInt32(lead)
        }
        var value = length == 1 ? UInt32(lead) : UInt32(lead & (0x7F >> UInt8(length)))
        for index in (offset + 1)..<(offset + length) { value = value << 6 | UInt32(bytes[index] & 0x3F) }
        offset += length
        return value
    }

    private static func fold(_ scalar: UInt32) -> (first: UInt32, second: UInt32) {
        switch scalar {
        case 0x41...0x5A: return (scalar | 0x20, 0)
        case 0..<0xC0: return (scalar, 0)
        case 0xC0...0x24F: return latin(scalar, in: Self.latin, from: 0xC0)
        case 0x1E00...0x1EFF: return latin(scalar, in: Self.latinAdditional, from: 0x1E00)
        case 0x370...0x3FF: return (greek(scalar), 0)
        case 0x401, 0x451: return (0x435, 0)
        case 0x400...0x40F: return (scalar + 80, 0)
        case 0x410...0x42F: return (scalar + 32, 0)
        default: return (scalar, 0)
        }
    }

    private static func latin(_ scalar: UInt32, in table: [UInt8], from start: UInt32) -> (UInt32, UInt32) {
        let letter = table[Int(scalar - start)]
        guard letter != UInt8(ascii: ".") else { return (scalar, 0) }
        return (UInt32(letter), seconds[scalar] ?? 0)
    }

    /// The base letters of U+00C0 … U+024F (Unicode Character Database, decompositions; letters with a stroke and the
    /// like by their form); a dot for other characters.
    private static let latin = Array(
        """
        aaaaaaaceeeeiiiidnooooo.ouuuuytsaaaaaaaceeeeiiiidnooooo.ouuuuytyaaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiii\
        iiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs................................\
        oo.............uu...................dddlllnnnaaiioouuuuuuuuuu.aaaaaa..ggkkoooo..jdddgg..nnaaaaooaaaaeeeeiiiioooo\
        rrrruuuusstt..hh......aaeeooooooooyy............................
        """.utf8)
    /// The same for U+1E00 … U+1EFF.
    private static let latinAdditional = Array(
        """
        aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuu\
        uuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy.s..s.aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuu\
        uuuuuuuuuuyyyyyyyy......
        """.utf8)

    /// The second letters of characters that fold to two.
    private static let seconds: [UInt32: UInt32] = {
        var seconds: [UInt32: UInt32] = [:]
        let letters: [(Character, [UInt32])] = [
            ("e", [0xC6, 0xE6, 0x152, 0x153, 0x1E2, 0x1E3, 0x1FC, 0x1FD]), ("h", [0xDE, 0xFE]), ("s", [0xDF, 0x1E9E]),
            ("j", [0x132, 0x133, 0x1C7, 0x1C8, 0x1C9, 0x1CA, 0x1CB, 0x1CC]),
            ("z", [0x1C4, 0x1C5, 0x1C6, 0x1F1, 0x1F2, 0x1F3]),
        ]
        for (letter, scalars) in letters {
            for scalar in scalars { seconds[scalar] = letter.unicodeScalars.first?.value }
        }
        return seconds
    }()

    private static func greek(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x386, 0x3AC: 0x3B1
        case 0x388, 0x3AD: 0x3B5
        case 0x389, 0x3AE: 0x3B7
        case 0x38A, 0x390, 0x3AA, 0x3AF, 0x3CA: 0x3B9
        case 0x38C, 0x3CC: 0x3BF
        case 0x38E, 0x3AB, 0x3B0, 0x3CB, 0x3CD: 0x3C5
        case 0x38F, 0x3CE: 0x3C9
        case 0x3C2: 0x3C3
        case 0x391...0x3A9: scalar + 32
        default: scalar
        }
    }
}
