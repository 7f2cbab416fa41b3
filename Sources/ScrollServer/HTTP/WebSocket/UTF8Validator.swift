// Whether bytes that come bit by bit are UTF-8 (RFC 3629 §4, Unicode table 3-7).

/// A check that refuses at the first byte that no UTF-8 text could go on with.
struct UTF8Validator: Sendable {
    /// Continuation bytes that the current character still needs.
    private var missing = 0
    /// What the next continuation byte may be.
    private var lower: UInt8 = 0x80
    private var upper: UInt8 = 0xBF

    /// Whether the bytes so far end with a whole character.
    var isComplete: Bool { missing == 0 }

    /// Takes more bytes in. O(count), eight at a time through ASCII.
    ///
    /// - Returns: the index of the first byte that cannot be; nil when all may.
    mutating func firstError(in bytes: Span<UInt8>) -> Int? {
        let raw = bytes.bytes
        let count = bytes.count
        var index = 0
        while index < count {
            if missing == 0 {
                // The bound is checked before each load, and the load checks it again.
                while index &+ 8 <= count,
                    raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
                {
                    index &+= 8
                }
                guard index < count else { break }
            }
            guard accept(bytes[index]) else { return index }
            index &+= 1
        }
        return nil
    }

    @inline(__always)
    private mutating func accept(_ byte: UInt8) -> Bool {
        if missing > 0 {
            guard byte >= lower, byte <= upper else { return false }
            (missing, lower, upper) = (missing &- 1, 0x80, 0xBF)
            return true
        }
        switch byte {
        case 0x00...0x7F: break
        case 0xC2...0xDF: missing = 1
        // No character in more bytes than it needs, no surrogate, none beyond U+10FFFF.
        case 0xE0: (missing, lower) = (2, 0xA0)
        case 0xED: (missing, upper) = (2, 0x9F)
        case 0xE1...0xEF: missing = 2
        case 0xF0: (missing, lower) = (3, 0x90)
        case 0xF4: (missing, upper) = (3, 0x8F)
        case 0xF1...0xF3: missing = 3
        default: return false
        }
        return true
    }
}
