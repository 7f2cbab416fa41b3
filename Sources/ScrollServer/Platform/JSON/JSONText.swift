// The buffer for JSON text.

/// A growing buffer of bytes that appends strings, escaped by RFC 8259 §7, and numbers.
///
/// It uses a raw pointer, since an array's `append` is a call that checks for shared storage each time. A plan is
/// written in about 1,500 pieces of a few bytes, and those calls took two thirds of the time. Only this file and
/// `JSONNumber` access the pointer, and every write goes through `room(for:)`, which first ensures enough memory.
@safe @usableFromInline package struct JSONText: ~Copyable {
    /// The start of the text, the position of its next byte, and the end of the memory.
    @usableFromInline
    var memory: UnsafeMutablePointer<UInt8>
    @usableFromInline
    var next: UnsafeMutablePointer<UInt8>
    @usableFromInline
    var end: UnsafeMutablePointer<UInt8>

    /// - Parameter capacity: the expected number of bytes; the buffer grows beyond it if needed.
    package init(capacity: Int) {
        let capacity = max(capacity, 64)
        unsafe memory = .allocate(capacity: capacity)
        unsafe next = unsafe memory
        unsafe end = unsafe memory + capacity
    }

    deinit { unsafe memory.deallocate() }

    /// The number of bytes written so far.
    package var count: Int { unsafe next - memory }

    /// Copies the first `count` bytes, or all if there are fewer.
    ///
    /// O(count).
    package func bytes(_ count: Int) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: memory, count: min(max(0, count), self.count)))
    }

    @inlinable package var last: UInt8? { unsafe next > memory ? next[-1] : nil }

    @inlinable package mutating func removeLast() { if unsafe next > memory { unsafe next -= 1 } }

    /// Returns the position of the next bytes, with room for at least `byteCount`.
    @inlinable @inline(__always)
    package mutating func room(for byteCount: Int) -> UnsafeMutablePointer<UInt8> {
        if unsafe end - next < byteCount { grow(byteCount) }
        return unsafe next
    }

    /// Doubles the memory at least, so that on average each byte is copied at most twice.
    @inline(never) @usableFromInline
    mutating func grow(_ byteCount: Int) {
        let count = count
        let capacity = unsafe max((end - memory) * 2, count + byteCount)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        unsafe larger.update(from: memory, count: count)
        unsafe memory.deallocate()
        unsafe memory = unsafe larger
        unsafe next = unsafe larger + count
        unsafe end = unsafe larger + capacity
    }

    // MARK: Text

    /// Appends a byte without escaping.
    @inlinable @inline(__always)
    package mutating func append(plain byte: UInt8) {
        unsafe room(for: 1).pointee = byte
        unsafe next += 1
    }

    /// Appends text without escaping.
    @inlinable @inline(__always)
    package mutating func append(plain text: StaticString) {
        let byteCount = text.utf8CodeUnitCount
        unsafe room(for: byteCount).update(from: text.utf8Start, count: byteCount)
        unsafe next += byteCount
    }

    /// Appends `"name":`; the name must not need escaping.
    @inlinable @inline(__always)
    package mutating func append(name: StaticString) {
        let start = unsafe room(for: name.utf8CodeUnitCount + 3)
        unsafe next = unsafe Self.write(name: name, at: start)
    }

    /// Appends bytes without escaping.
    @inlinable @inline(__always)
    package mutating func append(plain bytes: [UInt8]) {
        let pointer = unsafe room(for: bytes.count)
        unsafe bytes.withUnsafeBufferPointer { bytes in
            if let start = bytes.baseAddress { unsafe pointer.update(from: start, count: bytes.count) }
        }
        unsafe next += bytes.count
    }

    /// Appends text escaped for a JSON string, without the quotes; a byte becomes at most six.
    package mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            let start = unsafe room(for: utf8.count * 6)
            unsafe next = unsafe Self.write(utf8, at: start)
        }
    }

    /// Appends `"text",`, escaped.
    @usableFromInline package mutating func append(element text: String) {
        var text = text
        text.withUTF8 { utf8 in
            let start = unsafe room(for: utf8.count * 6 + 3)
            unsafe start.pointee = UInt8(ascii: "\"")
            let end = unsafe Self.write(utf8, at: start + 1)
            unsafe end.pointee = UInt8(ascii: "\"")
            unsafe next = unsafe Self.writeComma(end + 1)
        }
    }

    @inline(__always)
    private static func write(
        _ utf8: UnsafeBufferPointer<UInt8>, at pointer: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var pointer = unsafe pointer
        var rest = unsafe utf8[...]
        // Copy eight bytes at a time while none needs escaping.
        while unsafe rest.count >= 8,
            let eight = unsafe utf8.baseAddress.map({ unsafe UnsafeRawPointer($0 + rest.startIndex) })
        {
            let bytes = unsafe eight.loadUnaligned(as: UInt64.self)
            if needsEscape(bytes) { break }
            unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: bytes, as: UInt64.self)
            unsafe pointer += 8
            unsafe rest = unsafe rest.dropFirst(8)
        }
        for index in unsafe rest.indices {
            let byte = unsafe rest[index]
            if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                unsafe pointer.pointee = byte
                unsafe pointer += 1
            } else {
                unsafe pointer += escape(byte, at: pointer)
            }
        }
        return unsafe pointer
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
    ///
    /// - Returns: the number of bytes.
    private static func escape(_ byte: UInt8, at pointer: UnsafeMutablePointer<UInt8>) -> Int {
        unsafe pointer[0] = UInt8(ascii: "\\")
        if byte >= 0x20 {
            unsafe pointer[1] = byte
            return 2
        }
        unsafe pointer[1] = UInt8(ascii: "u")
        unsafe JSONNumber.writePair(0, at: pointer + 2)
        unsafe pointer[4] = hexadecimal(byte >> 4)
        unsafe pointer[5] = hexadecimal(byte & 15)
        return 6
    }

    /// Appends a colour 0xRRGGBB as six hexadecimal digits, as in CSS.
    package mutating func append(colour: UInt32) {
        let pointer = unsafe room(for: 6)
        for digit in 0..<6 {
            unsafe pointer[digit] = Self.hexadecimal(UInt8(truncatingIfNeeded: colour >> (20 - 4 * UInt32(digit)) & 15))
        }
        unsafe next += 6
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }

    // MARK: Numbers

    @inlinable @inline(__always)
    package mutating func append(_ value: Int) {
        let start = unsafe room(for: JSONNumber.longest)
        unsafe next = unsafe JSONNumber.write(value, at: start)
    }

    /// Appends text without escaping, then a number.
    @inlinable @inline(__always)
    package mutating func append(plain text: StaticString, _ value: Int) {
        let byteCount = text.utf8CodeUnitCount
        let start = unsafe room(for: byteCount + JSONNumber.longest)
        unsafe start.update(from: text.utf8Start, count: byteCount)
        unsafe next = unsafe JSONNumber.write(value, at: start + byteCount)
    }

    // MARK: Elements and members: a value and the comma after it

    /// Appends `12,`.
    @inlinable @inline(__always)
    package mutating func append(element value: Int) {
        let start = unsafe room(for: JSONNumber.longest + 1)
        unsafe next = unsafe Self.writeComma(JSONNumber.write(value, at: start))
    }

    /// Appends `1.5,`, rounded to three decimals; 0 for infinity and NaN.
    @inlinable @inline(__always)
    package mutating func append(element value: Double) {
        let start = unsafe room(for: JSONNumber.longest + 1)
        unsafe next = unsafe Self.writeComma(JSONNumber.write(value, at: start))
    }

    /// Appends `0.3333333333333333,`: all digits, so that parsing gives the same number.
    ///
    /// For scales and fractions, which clients multiply with lengths of any size.
    package mutating func append(exactly value: Double) {
        let start = unsafe room(for: JSONNumber.longest + 1)
        unsafe next = unsafe Self.writeComma(JSONNumber.write(exactly: value, at: start))
    }

    /// Appends `"name":12,`.
    @inlinable @inline(__always)
    package mutating func append(name: StaticString, element value: Int) {
        let start = unsafe room(for: name.utf8CodeUnitCount + JSONNumber.longest + 4)
        unsafe next = unsafe Self.writeComma(JSONNumber.write(value, at: Self.write(name: name, at: start)))
    }

    /// Appends `"name":1.5,`, rounded to three decimals.
    @inlinable @inline(__always)
    package mutating func append(name: StaticString, element value: Double) {
        let start = unsafe room(for: name.utf8CodeUnitCount + JSONNumber.longest + 4)
        unsafe next = unsafe Self.writeComma(JSONNumber.write(value, at: Self.write(name: name, at: start)))
    }

    // MARK: Writing to memory. Each function needs enough room at `pointer`, and returns the position after the bytes.

    @inlinable @inline(__always)
    package static func writeComma(_ pointer: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        unsafe pointer.pointee = UInt8(ascii: ",")
        return unsafe pointer + 1
    }

    @inlinable @inline(__always)
    package static func write(name: StaticString, at pointer: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<
        UInt8
    > {
        let byteCount = name.utf8CodeUnitCount
        unsafe pointer[0] = UInt8(ascii: "\"")
        unsafe (pointer + 1).update(from: name.utf8Start, count: byteCount)
        unsafe pointer[byteCount + 1] = UInt8(ascii: "\"")
        unsafe pointer[byteCount + 2] = UInt8(ascii: ":")
        return unsafe pointer + byteCount + 3
    }
}
