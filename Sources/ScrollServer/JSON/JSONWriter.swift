// JSON text, written straight into bytes (RFC 8259).

/// Appends JSON to a buffer that grows by itself. Objects and arrays are closures, so that each bracket has its other
/// half; commas are put by the writer.
///
/// Every value is written with a comma behind it, which the bracket that closes overwrites: nothing has to be asked
/// before a value. A plan of 50 tiles is some 10 KB, written in a few microseconds.
///
///     json.object { json in
///         json.member("count", 3)
///         json.array("items") { json in json.value("a") }
///     }
struct JSONWriter: ~Copyable {
    private var buffer: JSONText

    /// - Parameter capacity: bytes that are expected; more may come.
    init(capacity: Int = 256) { buffer = JSONText(capacity: capacity) }

    /// The bytes of one document.
    static func bytes(capacity: Int = 256, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter(capacity: capacity)
        write(&json)
        return json.bytes
    }

    /// The text so far. O(its length).
    var bytes: [UInt8] { buffer.bytes(buffer.count - (buffer.last == UInt8(ascii: ",") ? 1 : 0)) }

    // MARK: Values

    @inline(__always)
    mutating func value(_ value: Int) { buffer.append(element: value) }

    mutating func value(_ value: Bool) {
        if value { buffer.append(plain: "true,") } else { buffer.append(plain: "false,") }
    }

    mutating func null() { buffer.append(plain: "null,") }

    /// A number to three decimals, which is finer than any device's pixels. What is not a finite number is written as 0:
    /// JSON has no word for it.
    @inline(__always)
    mutating func value(_ value: Double) { buffer.append(element: value) }

    /// A number with all of its digits.
    mutating func value(exactly value: Double) { buffer.append(exactly: value) }

    mutating func value(_ value: String) { buffer.append(element: value) }

    /// A string that is put together of parts.
    @inline(__always)
    mutating func text(_ parts: (inout JSONText) -> Void) {
        buffer.append(plain: "\"")
        parts(&buffer)
        buffer.append(plain: "\",")
    }

    /// A value that has been written before.
    mutating func value(written bytes: [UInt8]) {
        buffer.append(plain: bytes)
        buffer.append(plain: ",")
    }

    @inline(__always)
    mutating func object(_ members: (inout JSONWriter) -> Void) {
        buffer.append(plain: "{")
        members(&self)
        close("},")
    }

    @inline(__always)
    mutating func array(_ elements: (inout JSONWriter) -> Void) {
        buffer.append(plain: "[")
        elements(&self)
        close("],")
    }

    mutating func values(_ values: [Int]) {
        array { json in for one in values { json.value(one) } }
    }

    mutating func values(_ values: [String]) {
        array { json in for one in values { json.value(one) } }
    }

    @inline(__always)
    private mutating func close(_ bracket: StaticString) {
        if buffer.last == UInt8(ascii: ",") { buffer.removeLast() }
        buffer.append(plain: bracket)
    }

    // MARK: Members of an object. Names are plain ASCII without quotes; nil is written as null.

    mutating func null(_ name: StaticString) {
        buffer.append(name: name)
        null()
    }

    @inline(__always)
    mutating func member(_ name: StaticString, _ value: Int?) {
        if let value { buffer.append(name: name, element: value) } else { null(name) }
    }

    @inline(__always)
    mutating func member(_ name: StaticString, _ value: Bool) {
        buffer.append(name: name)
        self.value(value)
    }

    /// To three decimals.
    @inline(__always)
    mutating func member(_ name: StaticString, _ value: Double?) {
        if let value { buffer.append(name: name, element: value) } else { null(name) }
    }

    /// With all of its digits.
    mutating func member(_ name: StaticString, exactly value: Double?) {
        buffer.append(name: name)
        if let value { self.value(exactly: value) } else { null() }
    }

    @inline(__always)
    mutating func member(_ name: StaticString, _ value: String?) {
        buffer.append(name: name)
        if let value { self.value(value) } else { null() }
    }

    mutating func member(_ name: StaticString, _ values: [Int]) {
        buffer.append(name: name)
        self.values(values)
    }

    mutating func member(_ name: StaticString, _ values: [String]) {
        buffer.append(name: name)
        self.values(values)
    }

    /// A value that has been written before.
    mutating func member(_ name: StaticString, written bytes: [UInt8]) {
        buffer.append(name: name)
        value(written: bytes)
    }

    /// A string that is put together of parts.
    @inline(__always)
    mutating func text(_ name: StaticString, _ parts: (inout JSONText) -> Void) {
        buffer.append(name: name)
        text(parts)
    }

    @inline(__always)
    mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
        buffer.append(name: name)
        object(members)
    }

    @inline(__always)
    mutating func array(_ name: StaticString, _ elements: (inout JSONWriter) -> Void) {
        buffer.append(name: name)
        array(elements)
    }
}
