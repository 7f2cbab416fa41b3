// A hash that is the same in every run, and its spelling.

/// 64 bits of bytes fed one after the other: FNV-1a, well mixed at the end, so that any part of the value is as good
/// as any other. Not proof against someone who makes names collide: who uses it has to resolve collisions.
struct StableHash: Sendable {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    mutating func add(_ number: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            state = (state ^ (number >> shift & 255)) &* 0x0000_0100_0000_01B3
        }
    }

    var value: UInt64 { Self.mix(state) }

    /// A bijection of 64 bits in which every bit of the outcome depends on every bit of the input (SplitMix64's).
    static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

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
