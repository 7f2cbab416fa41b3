// Guesses the charset of an IPTC record's texts.

import Platform

/// The charset of texts that are not UTF-8.
///
/// Dataset 1:90 may name the charset, but few programs write it except for UTF-8. UTF-8 is recognised without it, so
/// this guesses between the other two from the texts.
enum IPTCCharset {
    case windows1252, macRoman

    /// Characters of MacRoman, 0x80...0xFF (Unicode Consortium, ROMAN.TXT).
    private static let macRomanCharacters = Array(
        ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø"
            + "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ").unicodeScalars)

    /// Guesses MacRoman where more of the bytes beside letters are letters in MacRoman than in Windows-1252.
    init(guessedFrom texts: some Sequence<ArraySlice<UInt8>>) {
        var (mac, windows) = (0, 0)
        for text in texts where text.contains(where: { $0 >= 0x80 }) {
            guard Self.utf8(text) == nil else { continue }
            for index in text.indices where text[index] >= 0x80 && Self.isBesideLetter(index, in: text) {
                switch text[index] {
                // In Windows-1252 these are quotation marks, dashes and dots, which occur beside letters, too.
                case 0x85, 0x91...0x97: break
                case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0xFF: windows += 1
                // In Windows-1252 these are signs, or rare letters such as Š.
                case 0x80...0x9F, 0xA7, 0xAE, 0xAF, 0xBE, 0xBF: mac += 1
                default: break
                }
            }
        }
        self = mac > windows ? .macRoman : .windows1252
    }

    /// Decodes a text, and checks it as `PictureFacts.text` does; nil where nothing is left.
    func text(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return PictureFacts.text(bytes) }
        let bytes = bytes.prefix { $0 != 0 }
        if let text = Self.utf8(bytes) { return PictureFacts.text(text) }
        switch self {
        case .windows1252: return PictureFacts.text(Windows1252.text(bytes))
        case .macRoman:
            var text = String.UnicodeScalarView()
            for byte in bytes {
                let index = Int(byte) - 0x80
                let isOther = Self.macRomanCharacters.indices.contains(index)
                text.append(isOther ? Self.macRomanCharacters[index] : Unicode.Scalar(byte))
            }
            return PictureFacts.text(String(text))
        }
    }

    /// Decodes UTF-8 without a last character that was cut off; nil for other bytes.
    ///
    /// Programs cut texts at a dataset's maximum length in bytes.
    private static func utf8(_ bytes: ArraySlice<UInt8>) -> String? {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return (1...3).lazy.filter { $0 < bytes.count }
            .compactMap { String(validating: bytes.dropLast($0), as: UTF8.self) }
            .first { $0.utf8.contains { $0 >= 0x80 } }
    }

    private static func isBesideLetter(_ index: Int, in text: ArraySlice<UInt8>) -> Bool {
        func isLetter(_ index: Int) -> Bool {
            text.indices.contains(index) && (text[index] >= 0x80 || (text[index] | 0x20) &- 0x61 < 26)
        }
        return isLetter(index - 1) || isLetter(index + 1)
    }
}
