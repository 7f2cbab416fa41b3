// The bits of a lossless WebP (RFC 9649 §3.1).

import Pixels

/// Reads bits from a block of bytes, the lowest of each byte first.
struct VP8LBits {
    /// The next bits, the next one lowest; those from `count` on are not valid yet.
    private(set) var value: UInt64 = 0
    private var count = 0
    /// Index of the block's next byte to load; grows beyond the end, where zeros are read.
    private var position = 0

    /// Makes the next `byteCount` bytes available in the block, or all that are left.
    mutating func prepare(_ bytes: inout WebPBytes, byteCount: Int) {
        if bytes.filled - position < byteCount, !bytes.isAtEnd { position = bytes.advance(to: position) }
    }

    /// Returns how many bytes of the block have not been loaded.
    func availableByteCount(_ bytes: WebPBytes) -> Int { max(0, bytes.filled - position) }

    /// Returns whether bits beyond the last byte have been taken.
    func isExhausted(_ bytes: WebPBytes) -> Bool { position - count / 8 > bytes.filled }

    /// Loads bits from the block of the `WebPBytes`, so that at least 56 are valid.
    @inline(__always)
    mutating func refill(_ block: Span<UInt8>) {
        value |= block.word(at: position).littleEndian &<< UInt64(truncatingIfNeeded: count)
        position &+= (63 &- count) &>> 3
        count |= 56
    }

    /// Skips bits that have been loaded.
    @inline(__always)
    mutating func skip(_ bitCount: Int) {
        value = value &>> UInt64(truncatingIfNeeded: bitCount)
        count &-= bitCount
    }

    /// Takes a number of at most 24 loaded bits.
    @inline(__always)
    mutating func take(_ bitCount: Int) -> Int {
        let result = Int(truncatingIfNeeded: value & (1 &<< UInt64(truncatingIfNeeded: bitCount) &- 1))
        skip(bitCount)
        return result
    }
}

/// A bit stream with its bytes, for what is read rarely.
struct VP8LInput {
    private(set) var bytes: WebPBytes
    var bits = VP8LBits()

    init(_ bytes: WebPBytes) { self.bytes = bytes }

    /// Makes the next `byteCount` bytes available in the block, or all that are left.
    mutating func prepare(byteCount: Int) { bits.prepare(&bytes, byteCount: byteCount) }

    /// Loads bits, so that at least 56 are valid.
    mutating func refill() {
        prepare(byteCount: 16)
        let block = bytes.block
        bits.refill(block.span)
    }

    mutating func read(_ bitCount: Int) -> Int {
        refill()
        return bits.take(bitCount)
    }

    mutating func flag() -> Bool { read(1) == 1 }

    /// Whether bits beyond the last byte have been taken.
    var isExhausted: Bool { bits.isExhausted(bytes) }

    /// Bytes of the block that have not been loaded.
    var availableByteCount: Int { bits.availableByteCount(bytes) }

    /// Creates an error at the current offset.
    func damaged(_ text: String) -> ImageError { .damaged(text, offset: bytes.fileOffset - availableByteCount) }

    /// Throws `damaged` where more was read than there is.
    func check() throws(ImageError) {
        if isExhausted { throw damaged("the image data ends early") }
    }
}
