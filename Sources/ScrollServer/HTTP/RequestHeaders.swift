// The header section of a request, stored as the bytes received.

import Platform

/// The header fields of a request in order; names are compared without regard to ASCII case.
///
/// Stores one copy of the header section and the positions of names and values in it, so that no field needs an
/// allocation until its value is read.
package struct RequestHeaders: Sendable {
    /// The position of a field in the header section, in bytes.
    ///
    /// The parser's limits keep offsets far below 2³².
    struct Field: Sendable {
        var nameStart: UInt32
        var nameCount: UInt32
        var valueStart: UInt32
        var valueCount: UInt32
    }

    private let bytes: [UInt8]
    private let fields: [Field]
    /// Whether a field may make the request conditional or partial: `If-…` or `Range`.
    let hasConditions: Bool

    /// Makes headers from a header section and the positions of its fields; positions outside it read as empty texts.
    init(bytes: [UInt8] = [], fields: [Field] = [], hasConditions: Bool = false) {
        self.bytes = bytes
        self.fields = fields
        self.hasConditions = hasConditions
    }

    /// Returns the values of all fields with this name, joined with `, ` as RFC 9110 §5.3 allows; nil if there is none.
    package subscript(name: String) -> String? {
        var joined: String?
        for field in fields where matches(field, name) {
            let value = text(start: field.valueStart, count: field.valueCount)
            joined = joined.map { $0 + ", " + value } ?? value
        }
        return joined
    }

    /// All fields as received, in order.
    var all: [(name: String, value: String)] {
        fields.map {
            (text(start: $0.nameStart, count: $0.nameCount), text(start: $0.valueStart, count: $0.valueCount))
        }
    }

    private func matches(_ field: Field, _ name: String) -> Bool {
        let wanted = name.utf8
        guard wanted.count == Int(field.nameCount) else { return false }
        var position = Int(field.nameStart)
        guard position + wanted.count <= bytes.count else { return false }
        for byte in wanted {
            if ASCII.lowercased(byte) != ASCII.lowercased(bytes[position]) { return false }
            position += 1
        }
        return true
    }

    private func text(start: UInt32, count: UInt32) -> String {
        let range = Int(start)..<Int(start) + Int(count)
        guard range.upperBound <= bytes.count else { return "" }
        return String(decoding: bytes[range], as: UTF8.self)
    }
}
