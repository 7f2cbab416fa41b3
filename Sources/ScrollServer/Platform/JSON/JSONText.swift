// The buffer for JSON text.

/// A growing buffer of bytes that appends strings, escaped by RFC 8259 §7, and numbers.
///
/// A plan is written in about 1,500 pieces of a few bytes, so each piece reserves its room with one check.
@usableFromInline package struct JSONText: ~Copyable {
    @usableFromInline var text: [UInt8] = []

    /// - Parameter capacity: the expected number of bytes; the buffer grows beyond it if needed.
    package init(capacity: Int) { text.reserveCapacity(max(capacity, 64)) }

    /// The number of bytes written so far.
    package var count: Int { text.count }

    /// Copies the first `count` bytes, or all if there are fewer.
    ///
    /// O(count).
    package func bytes(_ count: Int) -> [UInt8] { Array(text.prefix(max(0, count))) }

    @inlinable package var last: UInt8? { text.last }

    @inlinable package mutating func removeLast() { _ = text.popLast() }

    /// Appends what `write` writes, at most `byteCount` bytes.
    @inlinable @inline(__always)
    mutating func append(atMost byteCount: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        text.append(addingCapacity: byteCount, initializingWith: write)
    }

    // MARK: Text

    /// Appends a byte without escaping.
    @inlinable @inline(__always)
    package mutating func append(plain byte: UInt8) { text.append(byte) }

    /// Appends text without escaping.
    @inlinable @inline(__always)
    package mutating func append(plain text: StaticString) {
        append(atMost: text.utf8CodeUnitCount) { $0.append(copying: text) }
    }

    /// Appends `"name":`; the name must not need escaping.
    @inlinable @inline(__always)
    package mutating func append(name: StaticString) {
        append(atMost: name.utf8CodeUnitCount + 3) { Self.write(name: name, to: &$0) }
    }

    /// Appends bytes without escaping.
    @inlinable @inline(__always)
    package mutating func append(plain bytes: [UInt8]) { text += bytes }

    /// Appends text escaped for a JSON string, without the quotes; a byte becomes at most six.
    package mutating func append(_ text: String) {
        text.withUTF8Span { utf8 in append(atMost: utf8.count * 6) { Self.write(utf8, to: &$0) } }
    }

    /// Appends `"text",`, escaped.
    @usableFromInline package mutating func append(element text: String) {
        text.withUTF8Span { utf8 in
            append(atMost: utf8.count * 6 + 3) { output in
                output.append(UInt8(ascii: "\""))
                Self.write(utf8, to: &output)
                output.append(UInt8(ascii: "\""))
                output.append(UInt8(ascii: ","))
            }
        }
    }

    @inline(__always)
    private static func write(_ utf8: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
        var start = 0
        // Skip eight bytes at a time while none needs escaping.
        while utf8.count - start >= 8, !needsEscape(utf8.load(at: start, as: UInt64.self)) { start += 8 }
        output.append(copying: utf8.extracting(..<start))
        for index in start..<utf8.count {
            let byte = utf8[index]
            if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                output.append(byte)
            } else {
                escape(byte, to: &output)
            }
        }
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
    private static func escape(_ byte: UInt8, to output: inout OutputSpan<UInt8>) {
        if byte >= 0x20 {
            output.append(UInt8(ascii: "\\"))
            output.append(byte)
        } else {
            output.append(copying: "\\u00")
            output.append(hexadecimal(byte >> 4))
            output.append(hexadecimal(byte & 15))
        }
    }

    /// Appends a colour 0xRRGGBB as six hexadecimal digits, as in CSS.
    package mutating func append(colour: UInt32) {
        for shift in stride(from: UInt32(20), through: 0, by: -4) {
            append(plain: Self.hexadecimal(UInt8(truncatingIfNeeded: colour >> shift & 15)))
        }
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }

    // MARK: Numbers

    @inlinable @inline(__always)
    package mutating func append(_ value: Int) {
        append(atMost: JSONNumber.longest) { JSONNumber.write(value, to: &$0) }
    }

    /// Appends text without escaping, then a number.
    @inlinable @inline(__always)
    package mutating func append(plain text: StaticString, _ value: Int) {
        append(atMost: text.utf8CodeUnitCount + JSONNumber.longest) { output in
            output.append(copying: text)
            JSONNumber.write(value, to: &output)
        }
    }

    // MARK: Elements and members: a value and the comma after it

    /// Appends `12,`.
    @inlinable @inline(__always)
    package mutating func append(element value: Int) {
        append(atMost: JSONNumber.longest + 1) { output in
            JSONNumber.write(value, to: &output)
            output.append(UInt8(ascii: ","))
        }
    }

    /// Appends `1.5,`, rounded to three decimals; 0 for infinity and NaN.
    @inlinable @inline(__always)
    package mutating func append(element value: Double) {
        append(atMost: JSONNumber.longest + 1) { output in
            JSONNumber.write(value, to: &output)
            output.append(UInt8(ascii: ","))
        }
    }

    /// Appends `0.3333333333333333,`: all digits, so that parsing gives the same number.
    ///
    /// For scales and fractions, which clients multiply with lengths of any size.
    package mutating func append(exactly value: Double) {
        append(atMost: JSONNumber.longest + 1) { output in
            JSONNumber.write(exactly: value, to: &output)
            output.append(UInt8(ascii: ","))
        }
    }

    /// Appends `"name":12,`.
    @inlinable @inline(__always)
    package mutating func append(name: StaticString, element value: Int) {
        append(atMost: name.utf8CodeUnitCount + JSONNumber.longest + 4) { output in
            Self.write(name: name, to: &output)
            JSONNumber.write(value, to: &output)
            output.append(UInt8(ascii: ","))
        }
    }

    /// Appends `"name":1.5,`, rounded to three decimals.
    @inlinable @inline(__always)
    package mutating func append(name: StaticString, element value: Double) {
        append(atMost: name.utf8CodeUnitCount + JSONNumber.longest + 4) { output in
            Self.write(name: name, to: &output)
            JSONNumber.write(value, to: &output)
            output.append(UInt8(ascii: ","))
        }
    }

    @inlinable @inline(__always)
    static func write(name: StaticString, to output: inout OutputSpan<UInt8>) {
        output.append(UInt8(ascii: "\""))
        output.append(copying: name)
        output.append(UInt8(ascii: "\""))
        output.append(UInt8(ascii: ":"))
    }
}
