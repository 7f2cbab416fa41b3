// SHA-256 (FIPS 180-4), by which the corpus names the pixels it expects.

/// Computes a digest of bytes in memory.
enum SHA256Digest {
    private static let constants: [UInt32] = primes(64).map { fraction(of: $0, root: 1.0 / 3.0) }
    private static let initial: [UInt32] = primes(8).map { fraction(of: $0, root: 0.5) }

    private static func primes(_ count: Int) -> [Int] {
        var primes: [Int] = []
        var candidate = 2
        while primes.count < count {
            if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
            candidate += 1
        }
        return primes
    }

    /// The first 32 bits of the fractional part of a square (0.5) or cube root, found exactly in integers.
    private static func fraction(of prime: Int, root: Double) -> UInt32 {
        let power = root == 0.5 ? 2 : 3
        // The greatest x with x^power ≤ prime · 2^(32 · power), bit by bit.
        var x: UInt64 = 0
        for bit in stride(from: UInt64(36), through: 0, by: -1) {
            let candidate = x | 1 << bit
            if isAtMost(candidate, power, UInt64(prime)) { x = candidate }
        }
        return UInt32(truncatingIfNeeded: x)
    }

    private static func isAtMost(_ x: UInt64, _ power: Int, _ prime: UInt64) -> Bool {
        // x < 2³⁷, so x³ < 2¹¹¹ and prime · 2⁹⁶ < 2¹⁰⁵ fit 128 bits.
        var product: UInt128 = 1
        for _ in 0..<power { product *= UInt128(x) }
        return product <= UInt128(prime) << UInt128(32 * power)
    }

    /// The digest in lower-case hexadecimal.
    static func hex(_ bytes: [UInt8]) -> String {
        var state = initial
        let fullCount = bytes.count / 64 * 64
        var tail = Array(bytes[fullCount...]) + [0x80]
        while tail.count % 64 != 56 { tail.append(0) }
        let bitCount = UInt64(bytes.count) * 8
        for shift in stride(from: 56, through: 0, by: -8) { tail.append(UInt8(truncatingIfNeeded: bitCount >> shift)) }
        var schedule = [UInt32](repeating: 0, count: 64)
        for block in stride(from: 0, to: fullCount, by: 64) { add(bytes, block, &schedule, &state) }
        for block in stride(from: 0, to: tail.count, by: 64) { add(tail, block, &schedule, &state) }
        return state.map { word in
            let text = String(word, radix: 16)
            return String(repeating: "0", count: 8 - text.count) + text
        }.joined()
    }

    private static func add(_ bytes: [UInt8], _ start: Int, _ w: inout [UInt32], _ state: inout [UInt32]) {
        func rotated(_ x: UInt32, _ count: UInt32) -> UInt32 { x &>> count | x &<< (32 &- count) }
        for i in 0..<16 {
            let at = start + 4 * i
            w[i] =
                UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8
                | UInt32(bytes[at + 3])
        }
        for i in 16..<64 {
            let s0 = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ w[i - 15] >> 3
            let s1 = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ w[i - 2] >> 10
            w[i] = w[i - 16] &+ s0 &+ w[i - 7] &+ s1
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for i in 0..<64 {
            let s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let choice = (e & f) ^ (~e & g)
            let first = h &+ s1 &+ choice &+ constants[i] &+ w[i]
            let s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ s0 &+ majority)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }
}
