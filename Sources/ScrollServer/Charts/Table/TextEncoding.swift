// The character encodings of tables.

import Platform

/// Tells the encoding of a text by its bytes.
package enum TextEncoding {
    /// Whether the text is Windows-1252 (or Latin-1) and not UTF-8.
    ///
    /// Throws for encodings that are not read.
    static func isLatin(_ bytes: [UInt8]) throws(SeriesError) -> Bool {
        if isUTF8(bytes) { return false }
        if isShiftJIS(bytes) {
            throw .unreadable("the text is in Shift-JIS, which is not read; save the table as UTF-8")
        }
        return true
    }

    /// Whether the bytes are UTF-8; a character may be cut off at the end.
    ///
    /// Pure ASCII is UTF-8.
    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let length =
                byte < 0x80
                ? 1
                : byte >= 0xC2 && byte < 0xE0
                    ? 2
                    : byte >= 0xE0 && byte < 0xF0
                        ? 3
                        : byte >= 0xF0 && byte < 0xF5 ? 4 : 0
            guard length > 0 else { return false }
            for ahead in 1..<max(length, 1) where index + ahead < bytes.count {
                // Cut off where the sample ends: only its line end follows.
                if index + ahead == bytes.count - 1, bytes[index + ahead] == 0x0A { return true }
                guard bytes[index + ahead] & 0xC0 == 0x80 else { return false }
            }
            index += length
        }
        return true
    }

    /// Whether all non-ASCII bytes form Shift-JIS characters, with two double-byte ones side by side.
    ///
    /// In Western texts such letters are single.
    private static func isShiftJIS(_ bytes: [UInt8]) -> Bool {
        var (index, pairs, wasPair) = (0, 0, false)
        while index < bytes.count {
            let byte = bytes[index]
            if (0x81...0x9F).contains(byte) || (0xE0...0xEF).contains(byte) {
                guard index + 1 < bytes.count else { break }
                let trail = bytes[index + 1]
                guard (0x40...0xFC).contains(trail), trail != 0x7F else { return false }
                if wasPair { pairs += 1 }
                wasPair = byte <= 0x9F
                index += 2
                continue
            }
            // A half-width katakana, or no character at all.
            if byte >= 0x80, !(0xA1...0xDF).contains(byte) { return false }
            wasPair = false
            index += 1
        }
        return pairs > 0
    }

    /// The text of bytes in UTF-8 or Windows-1252.
    package static func text(_ bytes: [UInt8], isLatin: Bool) -> String {
        isLatin ? Windows1252.text(bytes) : String(decoding: bytes, as: UTF8.self)
    }
}
