// A position in the text of a cell.

/// Reads bytes of a text one by one, and zeros past its end; every access is checked.
struct ByteCursor {
    let bytes: [UInt8]
    var index: Int
    let end: Int

    /// The text without blanks at its ends.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var (start, end) = (0, bytes.count)
        while start < end, Self.isBlank(bytes[start]) { start += 1 }
        while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
        index = start
        self.end = end
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }

    var isAtEnd: Bool { index >= end }
    var byte: UInt8 { index < end ? bytes[index] : 0 }

    /// The byte `distance` bytes ahead.
    func byte(ahead distance: Int) -> UInt8 { index + distance < end ? bytes[index + distance] : 0 }

    var isDigit: Bool { byte &- 0x30 < 10 }
    func isDigit(ahead distance: Int) -> Bool { byte(ahead: distance) &- 0x30 < 10 }
    /// Whether a letter follows; bytes of other scripts and of letters with accents count too.
    var isLetter: Bool { (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard self.byte == byte, index < end else { return false }
        index += 1
        return true
    }

    /// Skips an en dash in UTF-8.
    mutating func skipDash() -> Bool {
        guard byte == 0xE2, byte(ahead: 1) == 0x80, byte(ahead: 2) == 0x93 else { return false }
        index += 3
        return true
    }

    mutating func skipBlanks() {
        while index < end, Self.isBlank(bytes[index]) { index += 1 }
    }

    /// Reads at most `limit` digits; nil where there is none.
    ///
    /// `limit` is at most 18.
    mutating func number(limit: Int) -> (value: Int, digitCount: Int)? {
        var (value, count) = (0, 0)
        while count < limit, isDigit {
            value = value * 10 + Int(byte &- 0x30)
            count += 1
            index += 1
        }
        return count == 0 ? nil : (value, count)
    }

    /// Reads a word in lower case (of ASCII letters only).
    mutating func word() -> [UInt8] {
        var word: [UInt8] = []
        while isLetter {
            word.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
            index += 1
        }
        return word
    }
}
