// Writes JSON (RFC 8259) directly as bytes.

/// Appends JSON to a growing buffer.
///
/// Objects and arrays take closures, so that every bracket is closed; the writer sets the commas.
///
/// The writer puts a comma after every value, and the closing bracket overwrites the last comma, so values need no
/// check. A plan of 50 tiles has about 10 KB and takes a few microseconds.
///
///     json.object { json in
///         json.member("count", 3)
///         json.array("items") { json in json.value("a") }
///     }
@usableFromInline package struct JSONWriter: ~Copyable {
    @usableFromInline var buffer: JSONText

    /// - Parameter capacity: the expected number of bytes; the buffer grows beyond it if needed.
    package init(capacity: Int = 256) { buffer = JSONText(capacity: capacity) }

    /// Returns the bytes of the document that `write` makes.
    package static func bytes(capacity: Int = 256, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter(capacity: capacity)
        write(&json)
        return json.finished()
    }

    /// Returns the bytes of an object whose members `members` writes.
    package static func object(capacity: Int = 256, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        bytes(capacity: capacity) { $0.object(members) }
    }

    /// A copy of the text so far, without a final comma.
    ///
    /// O(length).
    package var bytes: [UInt8] { buffer.bytes(buffer.count - (buffer.last == UInt8(ascii: ",") ? 1 : 0)) }

    /// The text without a final comma, which is not copied.
    private consuming func finished() -> [UInt8] {
        if buffer.last == UInt8(ascii: ",") { buffer.removeLast() }
        return buffer.text
    }

    // MARK: Values

    @inlinable @inline(__always)
    package mutating func value(_ value: Int) { buffer.append(element: value) }

    @usableFromInline package mutating func value(_ value: Bool) {
        if value { buffer.append(plain: "true,") } else { buffer.append(plain: "false,") }
    }

    @usableFromInline package mutating func null() { buffer.append(plain: "null,") }

    /// Writes a number rounded to three decimals, which is finer than any device's pixels.
    ///
    /// Infinity and NaN, which JSON cannot express, become 0.
    @inlinable @inline(__always)
    package mutating func value(_ value: Double) { buffer.append(element: value) }

    /// Writes all digits of a number, so that parsing gives the same number.
    package mutating func value(exactly value: Double) { buffer.append(exactly: value) }

    @inlinable package mutating func value(_ value: String) { buffer.append(element: value) }

    /// Writes a string made of parts; `parts` must escape what it appends.
    @inlinable @inline(__always)
    package mutating func text(_ parts: (inout JSONText) -> Void) {
        buffer.append(plain: "\"")
        parts(&buffer)
        buffer.append(plain: "\",")
    }

    /// Writes what `write` writes in one piece, at most `byteCount` bytes; a comma must end it.
    ///
    /// For what is written for each tile: a piece costs as much as some twenty bytes.
    @inlinable @inline(__always)
    package mutating func piece(atMost byteCount: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        buffer.append(atMost: byteCount, write)
    }

    /// Writes a value that is already JSON text; the bytes are not checked.
    package mutating func value(written bytes: [UInt8]) {
        buffer.append(plain: bytes)
        buffer.append(plain: ",")
    }

    @inlinable @inline(__always)
    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        buffer.append(plain: "{")
        members(&self)
        close("},")
    }

    @inlinable @inline(__always)
    package mutating func array(_ elements: (inout JSONWriter) -> Void) {
        buffer.append(plain: "[")
        elements(&self)
        close("],")
    }

    package mutating func values(_ values: [Int]) {
        array { json in for one in values { json.value(one) } }
    }

    package mutating func values(_ values: [String]) {
        array { json in for one in values { json.value(one) } }
    }

    @inlinable @inline(__always)
    package mutating func close(_ bracket: StaticString) {
        if buffer.last == UInt8(ascii: ",") { buffer.removeLast() }
        buffer.append(plain: bracket)
    }

    // MARK: Members of an object. Names are plain ASCII without quotes; nil is written as null.

    /// Writes a name of any text; its value must follow.
    package mutating func key(_ name: String) {
        buffer.append(element: name)
        buffer.removeLast()
        buffer.append(plain: ":")
    }

    @usableFromInline package mutating func null(_ name: StaticString) {
        buffer.append(name: name)
        null()
    }

    @inlinable @inline(__always)
    package mutating func member(_ name: StaticString, _ value: Int?) {
        if let value { buffer.append(name: name, element: value) } else { null(name) }
    }

    @inlinable @inline(__always)
    package mutating func member(_ name: StaticString, _ value: Bool) {
        buffer.append(name: name)
        self.value(value)
    }

    /// Writes a number rounded to three decimals.
    @inlinable @inline(__always)
    package mutating func member(_ name: StaticString, _ value: Double?) {
        if let value { buffer.append(name: name, element: value) } else { null(name) }
    }

    /// Writes all digits of a number, so that parsing gives the same number.
    package mutating func member(_ name: StaticString, exactly value: Double?) {
        buffer.append(name: name)
        if let value { self.value(exactly: value) } else { null() }
    }

    @inlinable @inline(__always)
    package mutating func member(_ name: StaticString, _ value: String?) {
        buffer.append(name: name)
        if let value { self.value(value) } else { null() }
    }

    package mutating func member(_ name: StaticString, _ values: [Int]) {
        buffer.append(name: name)
        self.values(values)
    }

    package mutating func member(_ name: StaticString, _ values: [String]) {
        buffer.append(name: name)
        self.values(values)
    }

    /// Writes a value that is already JSON text; the bytes are not checked.
    package mutating func member(_ name: StaticString, written bytes: [UInt8]) {
        buffer.append(name: name)
        value(written: bytes)
    }

    /// Writes a string made of parts; `parts` must escape what it appends.
    @inlinable @inline(__always)
    package mutating func text(_ name: StaticString, _ parts: (inout JSONText) -> Void) {
        buffer.append(name: name)
        text(parts)
    }

    @inlinable @inline(__always)
    package mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
        buffer.append(name: name)
        object(members)
    }

    @inlinable @inline(__always)
    package mutating func array(_ name: StaticString, _ elements: (inout JSONWriter) -> Void) {
        buffer.append(name: name)
        array(elements)
    }

    /// Writes an array with an object for each of `elements`, whose members `members` writes.
    @inlinable @inline(__always)
    package mutating func objects<Elements: Sequence>(
        _ name: StaticString, of elements: Elements, _ members: (inout JSONWriter, Elements.Element) -> Void
    ) {
        array(name) { json in
            for element in elements { json.object { json in members(&json, element) } }
        }
    }
}
