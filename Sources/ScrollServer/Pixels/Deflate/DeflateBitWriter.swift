// Packs bits into bytes, lowest bit first (RFC 1951 §3.1.1).

import Platform

/// Where the next bits of a stream go, and those that fill no byte yet.
struct DeflateBitWriter {
    private var bits: UInt64 = 0
    private var bitCount = 0
    /// Whole bytes written.
    private(set) var byteCount = 0

    /// Appends the low `count` (at most 56) bits of `value`; the higher bits must be 0.
    ///
    /// `bytes` is the whole stream, with at least eight bytes of room after `byteCount`.
    @inline(__always)
    mutating func put(_ value: UInt64, _ count: Int, to bytes: inout MutableSpan<UInt8>) {
        bits |= value &<< UInt64(truncatingIfNeeded: bitCount)
        bitCount &+= count
        bytes.store(bits.littleEndian, at: byteCount)
        byteCount &+= bitCount &>> 3
        bits &>>= UInt64(truncatingIfNeeded: bitCount & 56)
        bitCount &= 7
    }

    /// Fills the last byte with zero bits.
    mutating func alignToByte(in bytes: inout MutableSpan<UInt8>) {
        if bitCount > 0 { put(0, 8 - bitCount, to: &bytes) }
    }

    /// Notes that `count` bytes follow, which another wrote; the bits written so far must fill whole bytes.
    mutating func skip(_ count: Int) {
        precondition(bitCount == 0)
        byteCount += count
    }
}
