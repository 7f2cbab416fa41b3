// Unmasks a client's payload (RFC 6455 §5.3).

import Platform

/// The masking key of a frame: four bytes, repeatedly XORed with the payload.
struct WebSocketMask: Sendable {
    /// The key twice, with its first byte in the lowest bits.
    private let key: UInt64

    init(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
        let half = UInt64(first) | UInt64(second) << 8 | UInt64(third) << 16 | UInt64(fourth) << 24
        key = half | half << 32
    }

    /// Unmasks a buffer in place from index `start` (clamped) on, eight bytes at a time.
    ///
    /// `position` is the index of the first of these bytes within the payload.
    func apply(to buffer: inout [UInt8], from start: Int, position: Int) {
        let shift = UInt64(position & 3) * 8
        let rotated = key >> shift | key << ((64 - shift) & 63)
        var bytes = buffer.mutableSpan
        var index = min(max(start, 0), bytes.count)
        while bytes.count &- index >= 8 {
            let masked = bytes.load(at: index, as: UInt64.self)
            bytes.store(masked ^ rotated.littleEndian, at: index)
            index &+= 8
        }
        var rest = rotated
        while index < bytes.count {
            bytes[index] ^= UInt8(truncatingIfNeeded: rest)
            rest >>= 8
            index &+= 1
        }
    }
}
