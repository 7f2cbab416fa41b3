// The header fields of a response.

import Platform

/// A short ordered list of header fields.
///
/// Names are compared without regard to ASCII case. Every operation is O(number of fields).
package struct ResponseHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    struct Field: Sendable, Equatable {
        var name: String
        var value: String
    }

    private(set) var fields: [Field]

    package init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// The value of the first field with this name; nil if there is none.
    ///
    /// Setting it replaces all fields with the name; nil removes them.
    package subscript(name: String) -> String? {
        get {
            for field in fields where Self.same(field.name, name) { return field.value }
            return nil
        }
        set {
            guard let index = fields.firstIndex(where: { Self.same($0.name, name) }) else {
                if let newValue { fields.append(Field(name: name, value: newValue)) }
                return
            }
            guard let newValue else { return fields.removeAll { Self.same($0.name, name) } }
            fields[index].value = newValue
            let rest = fields[(index + 1)...].filter { !Self.same($0.name, name) }
            fields.replaceSubrange((index + 1)..., with: rest)
        }
    }

    /// Removes the fields for which the closure returns true.
    mutating func removeAll(where shouldRemove: (Field) -> Bool) {
        fields.removeAll(where: shouldRemove)
    }

    /// Returns whether two names are equal without regard to ASCII case.
    static func same(_ left: String, _ right: String) -> Bool {
        let left = left.utf8
        var rest = right.utf8.makeIterator()
        guard left.count == right.utf8.count else { return false }
        for byte in left {
            guard let other = rest.next(), ASCII.lowercased(byte) == ASCII.lowercased(other) else { return false }
        }
        return true
    }
}
