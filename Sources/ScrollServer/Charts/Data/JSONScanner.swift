// Finds the parts of one line of JSON, without making values of them.

import Platform

/// Walks over JSON text (RFC 8259) on one line.
///
/// The text ends with a line end, and the padding as for `DecimalNumber`. A line end is inside no string or value, so
/// every loop stops at it.
struct JSONScanner {
    enum Value {
        /// A string, with its quotes.
        case string
        /// `null`, a number, or another bare word such as `NaN` or `true`.
        case word
        /// An array or an object.
        case nested
    }

    @inline(__always)
    static func skipSpace(_ bytes: Span<UInt8>, _ offset: inout Int) {
        while bytes[offset] == 0x20 || bytes[offset] == 0x09 || bytes[offset] == 0x0D { offset &+= 1 }
    }

    /// Moves `offset` past a string that begins there.
    ///
    /// - Returns: whether the string has escapes; nil where no string begins, or where it does not end on this line.
    @inline(__always)
    static func string(_ bytes: Span<UInt8>, _ offset: inout Int) -> Bool? {
        guard bytes[offset] == UInt8(ascii: "\"") else { return nil }
        offset &+= 1
        var hasEscape = false
        while true {
            let word = bytes.load(at: offset, as: UInt64.self).littleEndian
            let (quotes, escapes) = (UInt64(repeating: UInt8(ascii: "\"")), UInt64(repeating: UInt8(ascii: "\\")))
            let count = (word ^ quotes).byteCount(beforeZeroHereOrIn: word ^ escapes)
            offset &+= min(count, (word ^ UInt64(repeating: 0x0A)).byteCount(beforeZeroHereOrIn: .max))
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                offset &+= 1
                return hasEscape
            case UInt8(ascii: "\\"):
                hasEscape = true
                offset &+= 1
                if bytes[offset] == 0x0A { return nil }
                offset &+= 1
            case 0x0A: return nil
            default: continue
            }
        }
    }

    /// Moves `offset` past these bytes, none of which is a line end; false where others are there.
    @inline(__always)
    static func skip(_ text: Span<UInt8>, in bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
        for index in text.indices where bytes[offset &+ index] != text[index] { return false }
        offset &+= text.count
        return true
    }

    /// Moves `offset` past a comma, or to the end of an object or array; false where neither follows.
    @inline(__always)
    static func skipComma(_ bytes: Span<UInt8>, _ offset: inout Int, close: UInt8) -> Bool {
        skipSpace(bytes, &offset)
        guard bytes[offset] == UInt8(ascii: ",") else { return bytes[offset] == close }
        offset &+= 1
        skipSpace(bytes, &offset)
        return true
    }

    /// Moves `offset` past any value; nil where there is none.
    ///
    /// The contents of arrays and objects are not checked.
    static func value(_ bytes: Span<UInt8>, _ offset: inout Int) -> Value? {
        switch bytes[offset] {
        case UInt8(ascii: "\""): return string(bytes, &offset) == nil ? nil : .string
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            var depth = 0
            repeat {
                switch bytes[offset] {
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                case UInt8(ascii: "\""):
                    guard string(bytes, &offset) != nil else { return nil }
                    continue
                case 0x0A: return nil
                default: break
                }
                offset &+= 1
            } while depth > 0
            return .nested
        default:
            let start = offset
            while isWordByte(bytes[offset]) { offset &+= 1 }
            return offset == start ? nil : .word
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }

    /// The text of a value; that of a string without its quotes.
    static func text(_ bytes: Span<UInt8>, _ kind: Value) -> [UInt8] {
        let bytes = [UInt8](bytes)
        return kind == .string ? text(bytes, hasEscape: bytes.contains(0x5C)) : bytes
    }

    /// The text of a string that is given with its quotes.
    static func text(_ string: [UInt8], hasEscape: Bool) -> [UInt8] {
        guard hasEscape else { return [UInt8](string.dropFirst().dropLast()) }
        guard let value = try? JSONReader.value(of: string), let text = value.text else { return string }
        return [UInt8](text.utf8)
    }

    /// The depth to which nested objects are read.
    static let depthLimit = 8

    /// As `members`, with nested members in place of objects: `{"a":{"b":1}}` has the member `a.b`.
    static func flatMembers(
        of line: [UInt8], _ depth: Int = 0
    ) -> (isObject: Bool, members: [(name: [UInt8], text: [UInt8])])? {
        guard let (isObject, found) = members(of: line) else { return nil }
        guard isObject else { return (false, found) }
        var flat: [(name: [UInt8], text: [UInt8])] = []
        for member in found {
            if depth < depthLimit, member.text.first == UInt8(ascii: "{"),
                let inner = flatMembers(of: member.text, depth + 1), inner.isObject
            {
                flat += inner.members.map { (member.name + [UInt8(ascii: ".")] + $0.name, $0.text) }
            } else {
                flat.append(member)
            }
        }
        return (true, flat)
    }

    /// The members of an object, or the elements of an array (with empty names), in order: their names and texts,
    /// strings without quotes.
    ///
    /// nil for anything else.
    static func members(of line: [UInt8]) -> (isObject: Bool, members: [(name: [UInt8], text: [UInt8])])? {
        let line = CellReader.padded(line)
        let bytes = line.span
        var offset = 0
        skipSpace(bytes, &offset)
        let isObject = bytes[offset] == UInt8(ascii: "{")
        guard isObject || bytes[offset] == UInt8(ascii: "[") else { return nil }
        let close = UInt8(ascii: isObject ? "}" : "]")
        offset += 1
        var members: [(name: [UInt8], text: [UInt8])] = []
        skipSpace(bytes, &offset)
        if bytes[offset] == close { return (isObject, []) }
        while true {
            var name: [UInt8] = []
            if isObject {
                skipSpace(bytes, &offset)
                let first = offset
                guard let hasEscape = string(bytes, &offset) else { return nil }
                name = text([UInt8](bytes.extracting(first..<offset)), hasEscape: hasEscape)
                skipSpace(bytes, &offset)
                guard bytes[offset] == UInt8(ascii: ":") else { return nil }
                offset += 1
            }
            skipSpace(bytes, &offset)
            let first = offset
            guard let kind = value(bytes, &offset) else { return nil }
            members.append((name, text(bytes.extracting(first..<offset), kind)))
            skipSpace(bytes, &offset)
            if bytes[offset] == close { break }
            guard bytes[offset] == UInt8(ascii: ",") else { return nil }
            offset += 1
        }
        offset += 1
        skipSpace(bytes, &offset)
        return bytes[offset] == 0x0A ? (isObject, members) : nil
    }
}
