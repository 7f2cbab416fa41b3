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

    /// Appends what `write` writes in one piece, at most `byteCount` bytes; traps where it writes more.
    @inlinable @inline(__always)
    package mutating func append(atMost byteCount: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
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
        append(atMost: name.utf8CodeUnitCount + 3) { $0.append(name: name) }
    }

    /// Appends bytes without escaping.
    @inlinable @inline(__always)
    package mutating func append(plain bytes: [UInt8]) { text += bytes }

    /// Appends text escaped for a JSON string, without the quotes; a byte becomes at most six.
    package mutating func append(_ text: String) {
        text.withUTF8Span { utf8 in append(atMost: utf8.count * 6) { $0.append(escaping: utf8) } }
    }

    /// Appends `"text",`, escaped.
    @usableFromInline package mutating func append(element text: String) {
        text.withUTF8Span { utf8 in
            append(atMost: utf8.count * 6 + 3) { output in
                output.append(UInt8(ascii: "\""))
                output.append(escaping: utf8)
                output.append(UInt8(ascii: "\""))
                output.append(UInt8(ascii: ","))
            }
        }
    }

    /// Appends a colour 0xRRGGBB as six hexadecimal digits, as in CSS.
    package mutating func append(colour: UInt32) { append(atMost: 6) { $0.append(colour: colour) } }

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
            output.append(name: name)
            JSONNumber.write(value, to: &output)
            output.append(UInt8(ascii: ","))
        }
    }

    /// Appends `"name":1.5,`, rounded to three decimals.
    @inlinable @inline(__always)
    package mutating func append(name: StaticString, element value: Double) {
        append(atMost: name.utf8CodeUnitCount + JSONNumber.longest + 4) { output in
            output.append(name: name)
            JSONNumber.write(value, to: &output)
            output.append(UInt8(ascii: ","))
        }
    }
}
