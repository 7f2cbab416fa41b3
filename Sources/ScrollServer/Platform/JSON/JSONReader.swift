// Reads JSON (RFC 8259).

/// A JSON value.
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSONValue])
    /// The reader rejects duplicate names, since JSON programs disagree on which value counts.
    case object([String: JSONValue])

    /// The object's member with this name; nil if there is none, or this is not an object.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    package var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    package var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// The number, if it is whole and fits into an `Int`.
    package var integer: Int? { number.flatMap { Int(exactly: $0) } }
}

/// A syntax error in a JSON text.
package struct JSONError: Error, Equatable, CustomStringConvertible {
    /// The byte offset of the error.
    package var offset: Int
    package var description: String

    package init(offset: Int, description: String) {
        self.offset = offset
        self.description = description
    }
}

/// A strict parser: one value in UTF-8 with nothing after it, nested at most `deepest` levels.
///
/// O(bytes).
package struct JSONReader {
    /// The maximum nesting of lists and objects.
    static let deepest = 32

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    /// Parses a document.
    ///
    /// - Throws: the first error and its offset.
    package static func value(of bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes: bytes)
        let value = try reader.value()
        reader.skipSpace()
        guard reader.position == bytes.count else { throw reader.error("something follows the value") }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func error(_ description: String) -> JSONError { JSONError(offset: position, description: description) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try nested { reader throws(JSONError) in try reader.object() }
        case UInt8(ascii: "["): return try nested { reader throws(JSONError) in try reader.list() }
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw error("a value is missing")
        default: return .number(try number())
        }
    }

    private mutating func nested(
        _ body: (inout JSONReader) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard depth < Self.deepest else { throw error("lists and objects are more than \(Self.deepest) deep") }
        depth += 1
        position += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw error("this is no value") }
        position += word.utf8.count
        return value
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        skipSpace()
        if consume(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw error("a member's name is missing") }
            let name = try string()
            skipSpace()
            guard consume(UInt8(ascii: ":")) else { throw error("the colon behind '\(name)' is missing") }
            guard members.updateValue(try value(), forKey: name) == nil else {
                throw error("'\(name)' is given more than once")
            }
            skipSpace()
            if consume(UInt8(ascii: "}")) { return .object(members) }
            guard consume(UInt8(ascii: ",")) else { throw error("a comma or the object's end is missing") }
        }
    }

    private mutating func list() throws(JSONError) -> JSONValue {
        var values: [JSONValue] = []
        skipSpace()
        if consume(UInt8(ascii: "]")) { return .list(values) }
        while true {
            values.append(try value())
            skipSpace()
            if consume(UInt8(ascii: "]")) { return .list(values) }
            guard consume(UInt8(ascii: ",")) else { throw error("a comma or the list's end is missing") }
        }
    }

    /// Reads a number (RFC 8259 §6): no plus sign, no leading zero, digits on both sides of the point.
    ///
    /// It must have at most 64 bytes and be finite as a Double.
    private mutating func number() throws(JSONError) -> Double {
        let start = position
        _ = consume(UInt8(ascii: "-"))
        let first = next
        guard digits() > 0 else { throw error("this is no value") }
        if first == UInt8(ascii: "0"), position - start > (bytes[start] == UInt8(ascii: "-") ? 2 : 1) {
            throw error("a number begins with a needless zero")
        }
        if consume(UInt8(ascii: ".")) {
            guard digits() > 0 else { throw error("the digits behind the point are missing") }
        }
        if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
            if !consume(UInt8(ascii: "-")) { _ = consume(UInt8(ascii: "+")) }
            guard digits() > 0 else { throw error("the exponent's digits are missing") }
        }
        guard position - start <= 64, let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)),
            number.isFinite
        else { throw error("the number is too long or too large") }
        return number
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        return position - start
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw error("the text is not UTF-8")
                }
                return string
            case UInt8(ascii: "\\"):
                position += 1
                try escape(into: &text)
            case ..<0x20: throw error("a control character in a text is not escaped")
            default:
                text.append(byte)
                position += 1
            }
        }
        throw error("the text does not end")
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        guard let byte = next else { throw error("the text does not end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var code = try hexadecimal()
            if (0xD800..<0xDC00).contains(code) {
                // A high surrogate: the low one must follow.
                guard consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")) else {
                    throw error("half a surrogate pair")
                }
                let low = try hexadecimal()
                guard (0xDC00..<0xE000).contains(low) else { throw error("half a surrogate pair") }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw error("half a surrogate pair") }
            text.append(contentsOf: String(Character(scalar)).utf8)
        default: throw error("there is no such escape")
        }
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                throw error("four hexadecimal digits are expected")
            }
            code = code << 4 | UInt32(digit)
            position += 1
        }
        return code
    }
}
