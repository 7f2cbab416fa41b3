// Finds the parts of one line of JSON, without making values of them.

import Platform

/// Walks over JSON text (RFC 8259) on one line.
///
/// Bounds: as for `DecimalNumber`. A line end is inside no string or value, so every loop stops at it.
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
    static func skipSpace(_ pointer: inout UnsafePointer<UInt8>) {
        while unsafe pointer[0] == 0x20 || pointer[0] == 0x09 || pointer[0] == 0x0D { unsafe pointer += 1 }
    }

    /// Moves `pointer` past a string that begins there.
    ///
    /// - Returns: whether the string has escapes; nil where no string begins, or where it does not end on this line.
    @inline(__always)
    static func string(_ pointer: inout UnsafePointer<UInt8>) -> Bool? {
        guard unsafe pointer[0] == UInt8(ascii: "\"") else { return nil }
        unsafe pointer += 1
        var hasEscape = false
        while unsafe pointer[0] != UInt8(ascii: "\"") {
            if unsafe pointer[0] == UInt8(ascii: "\\") {
                hasEscape = true
                unsafe pointer += 1
            }
            if unsafe pointer[0] == 0x0A { return nil }
            unsafe pointer += 1
        }
        unsafe pointer += 1
        return hasEscape
    }

    /// Moves `pointer` past any value; nil where there is none.
    ///
    /// The contents of arrays and objects are not checked.
    static func value(_ pointer: inout UnsafePointer<UInt8>) -> Value? {
        switch unsafe pointer[0] {
        case UInt8(ascii: "\""): return unsafe string(&pointer) == nil ? nil : .string
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            var depth = 0
            repeat {
                switch unsafe pointer[0] {
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                case UInt8(ascii: "\""):
                    guard unsafe string(&pointer) != nil else { return nil }
                    continue
                case 0x0A: return nil
                default: break
                }
                unsafe pointer += 1
            } while depth > 0
            return .nested
        default:
            let start = unsafe pointer
            while unsafe isWordByte(pointer[0]) { unsafe pointer += 1 }
            return unsafe pointer == start ? nil : .word
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
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
        unsafe CellReader.withPadding(line) { start in
            var pointer = unsafe start
            unsafe skipSpace(&pointer)
            let isObject = unsafe pointer[0] == UInt8(ascii: "{")
            guard unsafe isObject || pointer[0] == UInt8(ascii: "[") else { return nil }
            let close = UInt8(ascii: isObject ? "}" : "]")
            unsafe pointer += 1
            var members: [(name: [UInt8], text: [UInt8])] = []
            unsafe skipSpace(&pointer)
            if unsafe pointer[0] == close { return (isObject, []) }
            while true {
                var name: [UInt8] = []
                if isObject {
                    unsafe skipSpace(&pointer)
                    let first = unsafe pointer
                    guard let hasEscape = unsafe string(&pointer) else { return nil }
                    name = unsafe text(
                        [UInt8](UnsafeBufferPointer(start: first, count: pointer - first)), hasEscape: hasEscape)
                    unsafe skipSpace(&pointer)
                    guard unsafe pointer[0] == UInt8(ascii: ":") else { return nil }
                    unsafe pointer += 1
                }
                unsafe skipSpace(&pointer)
                let first = unsafe pointer
                guard let kind = unsafe value(&pointer) else { return nil }
                let bytes = unsafe [UInt8](UnsafeBufferPointer(start: first, count: pointer - first))
                members.append((name, kind == .string ? text(bytes, hasEscape: bytes.contains(0x5C)) : bytes))
                unsafe skipSpace(&pointer)
                if unsafe pointer[0] == close { break }
                guard unsafe pointer[0] == UInt8(ascii: ",") else { return nil }
                unsafe pointer += 1
            }
            unsafe pointer += 1
            unsafe skipSpace(&pointer)
            return unsafe pointer[0] == 0x0A ? (isObject, members) : nil
        }
    }
}
