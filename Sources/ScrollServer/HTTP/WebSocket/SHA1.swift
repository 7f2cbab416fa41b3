// SHA-1 (FIPS 180-4 §6.1). The WebSocket handshake requires it; nothing there depends on its security.

/// Computes the SHA-1 digest of short messages.
enum SHA1 {
    /// Returns the digest, 20 bytes.
    ///
    /// O(message); copies the message.
    static func digest(_ message: [UInt8]) -> [UInt8] {
        var words: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        let padded = padded(message)
        var schedule = [UInt32](repeating: 0, count: 80)
        for block in stride(from: 0, to: padded.count, by: 64) {
            for index in 0..<16 {
                schedule[index] = padded[(block + 4 * index)..<(block + 4 * index + 4)].reduce(0) {
                    $0 << 8 | UInt32($1)
                }
            }
            for index in 16..<80 {
                let mixed = schedule[index - 3] ^ schedule[index - 8] ^ schedule[index - 14] ^ schedule[index - 16]
                schedule[index] = rotated(mixed, by: 1)
            }
            mix(schedule, into: &words)
        }
        return words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    /// Pads to a multiple of 64 bytes: the message, a one bit, zeros, and the message's length in bits (§5.1.1).
    private static func padded(_ message: [UInt8]) -> [UInt8] {
        var padded = message
        padded.append(0x80)
        padded.append(contentsOf: repeatElement(0, count: (120 - padded.count % 64) % 64))
        let bitCount = UInt64(message.count) &* 8
        for shift in stride(from: 56, through: 0, by: -8) {
            padded.append(UInt8(truncatingIfNeeded: bitCount >> shift))
        }
        return padded
    }

    /// Performs the 80 steps for one block (§6.1.2).
    private static func mix(_ schedule: [UInt32], into words: inout [UInt32]) {
        var (a, b, c, d, e) = (words[0], words[1], words[2], words[3], words[4])
        for step in 0..<80 {
            let (function, constant): (UInt32, UInt32) =
                switch step {
                case 0..<20: (b & c | ~b & d, 0x5A82_7999)
                case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let next = rotated(a, by: 5) &+ function &+ e &+ constant &+ schedule[step]
            (e, d, c, b, a) = (d, c, rotated(b, by: 30), a, next)
        }
        words[0] &+= a
        words[1] &+= b
        words[2] &+= c
        words[3] &+= d
        words[4] &+= e
    }

    private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}
