// A hash that is the same in every run of the program.

/// A 64-bit hash of bytes: FNV-1a, then SplitMix64's mixing, so that any subset of its bits can be used.
///
/// An attacker can cause collisions, so users of the hash must resolve them.
@usableFromInline package struct StableHash: Sendable {
    @usableFromInline var state: UInt64 = 0xCBF2_9CE4_8422_2325

    @inlinable package init() {}

    @inlinable package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    @inlinable package mutating func add(_ number: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            state = (state ^ (number >> shift & 255)) &* 0x0000_0100_0000_01B3
        }
    }

    @inlinable package var value: UInt64 { Self.mix(state) }

    /// The hash of these bytes alone.
    @inlinable package static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash = Self()
        hash.add(bytes)
        return hash.value
    }

    /// A bijection of 64 bits in which every bit of the result depends on every bit of the input (from SplitMix64).
    @inlinable package static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
