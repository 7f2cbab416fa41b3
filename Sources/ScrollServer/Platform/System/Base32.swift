// Base 32: short spellings of numbers, without characters that are easily confused.

/// Writes numbers in digits of 5 bits: 0…9 and the lower-case letters without i, l, o and u.
package enum Base32 {
    private static let digits = [UInt8]("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    /// The value of each byte as a digit; 255 if it is none.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    /// Writes the lowest `5 × length` bits.
    ///
    /// A string of at most 15 characters needs no allocation.
    package static func encode(_ value: UInt64, length: Int) -> String {
        unsafe String(unsafeUninitializedCapacity: length) { buffer in
            for place in 0..<length {
                let shift = UInt64((length - 1 - place) * 5)
                unsafe buffer[place] = digits[Int(value >> shift & 31)]
            }
            return length
        }
    }

    /// Returns the number that `encode(_:length: 13)` writes as `text`; nil for any other text.
    ///
    /// Fast, since a plan reads the ids of all its items this way.
    package static func decode64(_ text: String) -> UInt64? {
        var text = text
        return text.withUTF8 { bytes in
            // 13 × 5 bits are 65, so the highest bit of the first digit must be 0.
            guard bytes.count == 13, let first = unsafe bytes.first, values[Int(first)] < 16 else { return nil }
            var value: UInt64 = 0
            var highest: UInt8 = 0
            unsafe values.withUnsafeBufferPointer { values in
                // Always in bounds: there are 256 values.
                for index in bytes.indices {
                    let digit = unsafe values[Int(bytes[index])]
                    highest |= digit
                    value = value << 5 | UInt64(digit & 31)
                }
            }
            return highest < 32 ? value : nil
        }
    }
}
