// JSON text, written straight into bytes (RFC 8259).

/// Appends JSON to a buffer. The caller opens and closes objects and arrays in the right order; commas are put by the
/// writer.
///
/// Cost: a plan of 50 tiles is some 10 KB, written in a few microseconds; nothing is allocated but the buffer.
struct JSONWriter {
    /// All of it is initialised; the text is the first `count` bytes.
    private var storage: [UInt8]
    private var count = 0
    /// Whether the next value or name follows another one at the same depth.
    private var needsComma = false

    init(capacity: Int = 256) {
        storage = [UInt8](repeating: 0, count: max(capacity, 64))
    }

    /// The text so far. O(its length).
    var bytes: [UInt8] { Array(storage[..<count]) }

    mutating func beginObject() { open(UInt8(ascii: "{")) }
    mutating func endObject() { close(UInt8(ascii: "}")) }
    mutating func beginArray() { open(UInt8(ascii: "[")) }
    mutating func endArray() { close(UInt8(ascii: "]")) }

    /// An array of these.
    mutating func values(_ values: [Int]) {
        beginArray()
        for one in values { value(one) }
        endArray()
    }

    /// An array of these.
    mutating func values(_ values: [String]) {
        beginArray()
        for one in values { value(one) }
        endArray()
    }

    /// The name of the member whose value is written next; plain ASCII without quotes.
    mutating func name(_ name: StaticString) {
        let comma = needsComma
        write(atMost: name.utf8CodeUnitCount + 4) { cursor in
            if comma { cursor.put(UInt8(ascii: ",")) }
            cursor.put(UInt8(ascii: "\""))
            cursor.put(name)
            cursor.put(UInt8(ascii: "\""))
            cursor.put(UInt8(ascii: ":"))
        }
        needsComma = false
    }

    mutating func value(_ value: Int) {
        write(valueOfAtMost: JSONCursor.longestNumber) { $0.put(value) }
    }

    mutating func value(_ value: Bool) {
        write(valueOfAtMost: 5) { $0.put(value ? "true" : "false") }
    }

    mutating func null() {
        write(valueOfAtMost: 4) { $0.put("null") }
    }

    /// A number to three decimals, which is finer than any device's pixels. What is not a finite number is written as 0:
    /// JSON has no word for it.
    mutating func value(_ value: Double) {
        write(valueOfAtMost: JSONCursor.longestNumber) { $0.put(value) }
    }

    /// A number with all of its digits.
    mutating func value(exactly value: Double) {
        write(valueOfAtMost: JSONCursor.longestNumber) { $0.put(exactly: value) }
    }

    mutating func value(_ value: String) {
        write(valueOfAtMost: value.utf8.count * 6 + 2) { cursor in
            cursor.put(UInt8(ascii: "\""))
            cursor.put(inside: value)
            cursor.put(UInt8(ascii: "\""))
        }
    }

    /// A value that the caller writes as it pleases, in at most `byteCount` bytes.
    @inline(__always)
    mutating func write(valueOfAtMost byteCount: Int, _ body: (inout JSONCursor) -> Void) {
        let comma = needsComma
        write(atMost: byteCount + 1) { cursor in
            if comma { cursor.put(UInt8(ascii: ",")) }
            body(&cursor)
        }
        needsComma = true
    }

    @inline(__always)
    private mutating func write(atMost byteCount: Int, _ body: (inout JSONCursor) -> Void) {
        if storage.count - count < byteCount {
            let added = max(storage.count, byteCount)
            storage.append(contentsOf: repeatElement(0, count: added))
        }
        let start = count
        count += storage.withUnsafeMutableBufferPointer { memory in
            var cursor = JSONCursor(UnsafeMutableBufferPointer(rebasing: memory[start...]))
            body(&cursor)
            return cursor.count
        }
    }

    private mutating func open(_ bracket: UInt8) {
        write(valueOfAtMost: 1) { $0.put(bracket) }
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        write(atMost: 1) { $0.put(bracket) }
        needsComma = true
    }
}
