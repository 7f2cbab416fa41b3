// Spells numbers in few characters that are hard to mistake.

/// Numbers in digits of 5 bits each: 0...9 and the small letters without i, l, o and u, which are easily mistaken.
enum Base32 {
    private static let digits = [UInt8]("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    /// The value of each ASCII character, 255 for those that are no digits.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    /// The lowest `5 × length` bits. At most 15 characters take no memory of their own.
    static func encode(_ value: UInt64, length: Int) -> String {
        String(unsafeUninitializedCapacity: length) { buffer in
            for place in 0..<length {
                let shift = UInt64((length - 1 - place) * 5)
                buffer[place] = digits[Int(value >> shift & 31)]
            }
            return length
        }
    }

    /// The number of which `text` is the spelling in 13 characters. nil for anything else.
    static func decode64(_ text: String) -> UInt64? {
        guard text.utf8.count == 13 else { return nil }
        var value: UInt64 = 0
        for (place, character) in text.utf8.enumerated() {
            let digit = values[Int(character)]
            // 13 × 5 are 65 bits: the first digit has one too many.
            guard digit < (place == 0 ? 16 : 32) else { return nil }
            value = value << 5 | UInt64(digit)
        }
        return value
    }
}
