// Base 32: short spellings of numbers, without characters that are easily confused.

/// Writes numbers in digits of 5 bits: 0…9 and the lower-case letters without i, l, o and u.
package enum Base32 {
    private static var digits: StaticString { "0123456789abcdefghjkmnpqrstvwxyz" }
    /// The value of each byte as a digit; 255 if it is none.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for value in 0..<32 { values[Int(digits.byte(at: value))] = UInt8(value) }
        return values
    }()

    /// Writes the lowest `5 × length` bits.
    ///
    /// A string of at most 15 characters needs no allocation.
    package static func encode(_ value: UInt64, length: Int) -> String {
        String(utf8Capacity: length) { output in
            for digit in (0..<UInt64(length)).reversed() {
                output.append(digits.byte(at: Int(value >> (digit * 5) & 31)))
            }
        }
    }

    /// Returns the number that `encode(_:length:)` writes as `text`; nil for any other text.
    ///
    /// Fast, since a plan reads the ids and versions of all its items this way.
    package static func decode64(_ text: String, length: Int = 13) -> UInt64? {
        text.withUTF8Span { bytes in
            let values = values.span
            // The optimiser needs the table's size to drop the checks. 13 × 5 bits are 65, so the highest bit of the
            // first of them must be 0.
            guard bytes.count == length, 1...13 ~= length, values.count == 256,
                length < 13 || values[Int(bytes[0])] < 16
            else { return nil }
            var value: UInt64 = 0
            var highest: UInt8 = 0
            for index in bytes.indices {
                let digit = values[Int(bytes[index])]
                highest |= digit
                value = value << 5 | UInt64(digit & 31)
            }
            return highest < 32 ? value : nil
        }
    }
}
