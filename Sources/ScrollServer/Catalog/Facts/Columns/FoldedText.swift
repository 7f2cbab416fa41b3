// Texts in the form in which they are searched.

/// Folds texts for searching: no case or accents (see `LetterFolding`), UTF-8, a space for separators outside ASCII.
///
/// A word is a run of letters and digits. A word begins where no letter or digit stands before it, where digits follow
/// letters or letters follow digits, and at each letter of a script that is written without spaces.
enum FoldedText {
    /// Folds a text in O(length).
    ///
    /// Bytes that are not UTF-8 become U+FFFD. No byte of the result is 0.
    static func fold(_ text: [UInt8]) -> [UInt8] {
        // Nearly all names are ASCII.
        if !text.contains(where: { $0 >= 0x80 || $0 == 0 }) {
            return text.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        }
        var folded: [UInt8] = []
        folded.reserveCapacity(text.count)
        let bytes = text.span
        var letters = LetterFolding()
        while let letter = letters.next(in: bytes) { append(letter, to: &folded) }
        return folded
    }

    private static func append(_ letter: UInt32, to folded: inout [UInt8]) {
        switch letter {
        // Not letters but separators, so that a direction mark between words does not join them.
        case 0, 0x80...0xA9, 0xAB...0xB1, 0xB4, 0xB6...0xB9, 0xBB...0xBF, 0x2000...0x206F, 0x3000...0x3004,
            0x3008...0x3020, 0xFEFF:
            folded.append(0x20)
        default:
            let scalar = Unicode.Scalar(letter) ?? "\u{FFFD}"
            folded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    /// Whether a byte belongs to a letter or digit.
    @inline(__always)
    static func isLetter(_ byte: UInt8) -> Bool {
        byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte >= 0x80
    }

    /// Whether a word begins at `offset`, which must be the first byte of a character.
    @inline(__always)
    static func isWordStart(_ bytes: Span<UInt8>, _ offset: Int) -> Bool {
        guard offset > 0 else { return true }
        let (before, here) = (bytes[offset - 1], bytes[offset])
        if !isLetter(before) || !isLetter(here) { return true }
        if here >= 0xE2 { return true }
        return (before &- 0x30 < 10) != (here &- 0x30 < 10)
    }

    /// Whether a word ends right before `offset`.
    @inline(__always)
    static func isWordEnd(_ bytes: Span<UInt8>, _ offset: Int) -> Bool {
        offset >= bytes.count || isWordStart(bytes, offset)
    }
}
