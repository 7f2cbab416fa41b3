// Validates UTF-8 that arrives in pieces (RFC 3629 §4, Unicode table 3-7).

import Platform

/// An incremental validator, which fails at the first byte that cannot continue a UTF-8 text.
struct UTF8Validator: Sendable {
    /// The bits that are 0 in eight bytes of ASCII.
    private static let highBits: UInt64 = 0x8080_8080_8080_8080
    /// The number of continuation bytes that the current character still needs.
    private var missing = 0
    /// The valid range of the next continuation byte.
    private var lower: UInt8 = 0x80
    private var upper: UInt8 = 0xBF

    /// Whether the bytes so far end with a complete character.
    var isComplete: Bool { missing == 0 }

    /// Validates more bytes.
    ///
    /// O(count); ASCII is checked eight bytes at a time, then 32.
    ///
    /// - Returns: the index of the first invalid byte; nil if all are valid so far.
    mutating func firstError(in bytes: Span<UInt8>) -> Int? {
        let count = bytes.count
        var index = 0
        while index < count {
            if missing == 0 {
                while count &- index >= 8, bytes.load(at: index, as: UInt64.self) & Self.highBits == 0 {
                    index &+= 8
                    while count &- index >= 32, bytes.load(at: index, as: SIMD4<UInt64>.self) & Self.highBits == .zero {
                        index &+= 32
                    }
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
        // Rejects overlong forms, surrogates, and characters beyond U+10FFFF.
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
