// The parameters after the question mark of a request target.

/// Query parameters in the order received.
///
/// Names and values are percent-decoded once, and `+` is a space.
package struct Query: Sendable, Equatable, ExpressibleByArrayLiteral {
    package struct Parameter: Sendable, Equatable {
        package var name: String
        package var value: String
    }

    package private(set) var parameters: [Parameter]

    package init(_ parameters: [Parameter] = []) {
        self.parameters = parameters
    }

    package init(arrayLiteral elements: (String, String)...) {
        parameters = elements.map { Parameter(name: $0.0, value: $0.1) }
    }

    /// Returns the value of the first parameter with this name; nil if there is none.
    ///
    /// O(number of parameters).
    package subscript(name: String) -> String? {
        for parameter in parameters where parameter.name == name { return parameter.value }
        return nil
    }

    /// Returns whether a parameter occurs more than once.
    ///
    /// O(number of parameters).
    func isRepeated(_ name: String) -> Bool {
        var seen = false
        for parameter in parameters where parameter.name == name {
            if seen { return true }
            seen = true
        }
        return false
    }

    /// Percent-encodes all characters except the unreserved ones (RFC 3986 §2.3).
    package static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
