// What JSON text consists of, written where there is room for it.

/// Each traps unless there is room for what it writes.
extension OutputSpan<UInt8> {
    /// Room for a member whose name has at most 16 letters, and whose value is a number.
    @inlinable package static var longestMember: Int { JSONNumber.longest + 20 }

    /// Writes text without escaping, then a whole number.
    @inlinable @inline(__always)
    package mutating func append(_ text: StaticString, _ value: Int) {
        append(copying: text)
        append(value)
    }

    /// Writes text without escaping, then a number rounded to three decimals; 0 for infinity and NaN.
    @inlinable @inline(__always)
    package mutating func append(_ text: StaticString, _ value: Double) {
        append(copying: text)
        JSONNumber.write(value, to: &self)
    }

    /// Writes `"name":`; the name must not need escaping.
    @inlinable @inline(__always)
    package mutating func append(name: StaticString) {
        append(UInt8(ascii: "\""))
        append(copying: name)
        append(UInt8(ascii: "\""))
        append(UInt8(ascii: ":"))
    }

    /// Writes a whole number.
    @inlinable @inline(__always)
    package mutating func append(_ value: Int) { JSONNumber.write(value, to: &self) }

    /// Writes text escaped for a JSON string, without the quotes; a byte becomes at most six.
    @inlinable
    package mutating func append(escaping text: String) {
        text.withUTF8Span { append(escaping: $0) }
    }

    /// Writes UTF-8 escaped for a JSON string, without the quotes; a byte becomes at most six.
    @usableFromInline
    package mutating func append(escaping utf8: Span<UInt8>) {
        // Ids and versions are mostly so short.
        if utf8.count < 8, freeCapacity >= 8 {
            var word: UInt64 = 0x2020_2020_2020_2020
            for index in 0..<utf8.count { word ^= UInt64(utf8[index] ^ 0x20) << UInt64(8 * index) }
            if !Self.needsEscape(word) { return append(word, count: utf8.count) }
        }
        var start = 0
        // Skip eight bytes at a time while none needs escaping.
        while utf8.count - start >= 8, !Self.needsEscape(utf8.load(at: start, as: UInt64.self)) { start += 8 }
        while start < utf8.count, !Self.needsEscape(utf8[start]) { start += 1 }
        append(copying: utf8.extracting(..<start))
        for index in start..<utf8.count {
            if Self.needsEscape(utf8[index]) { append(escape: utf8[index]) } else { append(utf8[index]) }
        }
    }

    @inline(__always)
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Returns whether one of the eight bytes is a quote, a backslash or below 0x20.
    ///
    /// Also true if a byte is 0x80 or above; then the slow path is taken needlessly.
    @inline(__always)
    private static func needsEscape(_ bytes: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Sets the top bit of the lowest zero byte, since no lower byte borrows from it.
        func zero(_ value: UInt64) -> UInt64 { value &- ones }
        let quotes = zero(bytes ^ (ones &* 0x22))
        let backslashes = zero(bytes ^ (ones &* 0x5C))
        let controls = bytes &- ones &* 0x20
        return (quotes | backslashes | controls | bytes) & (ones &* 0x80) != 0
    }

    /// Writes `\"`, `\\` or `\u00xx`.
    private mutating func append(escape byte: UInt8) {
        if byte >= 0x20 {
            append(UInt8(ascii: "\\"))
            append(byte)
        } else {
            append(copying: "\\u00")
            append(Self.hexadecimal(byte >> 4))
            append(Self.hexadecimal(byte & 15))
        }
    }

    /// Writes a colour 0xRRGGBB as six hexadecimal digits, as in CSS.
    package mutating func append(colour: UInt32) {
        if freeCapacity < 8 {
            for shift in stride(from: UInt32(20), through: 0, by: -4) {
                append(Self.hexadecimal(UInt8(truncatingIfNeeded: colour >> shift & 15)))
            }
            return
        }
        // Red in the lowest byte, then each of the three bytes in sixteen bits.
        let bytes = UInt64(colour.byteSwapped >> 8)
        let pairs = bytes & 0xFF | (bytes & 0xFF00) << 8 | (bytes & 0xFF_0000) << 16
        let digits = pairs >> 4 & 0x000F_000F_000F | (pairs & 0x000F_000F_000F) << 8
        // Adding 6 to a digit carries where it is a letter.
        let letters = (digits + 0x0606_0606_0606) >> 4 & 0x0101_0101_0101
        append(digits + 0x3030_3030_3030 + letters * 39, count: 6)
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}
