// The bits of a lossless WebP (RFC 9649 §3.1).

/// Reads bits, the lowest of each byte first, from a block of bytes.
struct VP8LBits {
    /// The next bits, the next one lowest; those from `count` on are not valid yet.
    private(set) var value: UInt64 = 0
    private var count = 0
    /// The next byte of the block that is loaded; grows beyond the end, where zeros are read.
    private var position = 0
    private var base: UnsafeRawPointer
    private var filled: Int

    init(_ bytes: WebPBytes) {
        base = bytes.base
        filled = bytes.filled
    }

    /// Sees to it that the next `byteCount` bytes are in the buffer, or all that there are.
    mutating func prepare(_ bytes: WebPBytes, byteCount: Int) {
        if filled - position < byteCount, !bytes.isAtEnd {
            position = bytes.advance(to: position)
            filled = bytes.filled
        }
    }

    /// Bytes of the buffer that have not been loaded.
    var availableByteCount: Int { max(0, filled - position) }

    /// Whether bits have been taken that lie beyond the last byte.
    var isExhausted: Bool { position - count / 8 > filled }

    /// Loads bits: at least 56 are valid then.
    @inline(__always)
    mutating func refill() {
        // Within the buffer: more than eight bytes follow the last one.
        let word = UInt64(
            littleEndian: base.loadUnaligned(fromByteOffset: position < filled ? position : filled, as: UInt64.self))
        value |= word &<< UInt64(truncatingIfNeeded: count)
        position &+= (63 &- count) &>> 3
        count |= 56
    }

    /// Takes bits that have been loaded.
    @inline(__always)
    mutating func skip(_ bitCount: Int) {
        value = value &>> UInt64(truncatingIfNeeded: bitCount)
        count &-= bitCount
    }

    /// A number of at most 24 bits that have been loaded.
    @inline(__always)
    mutating func take(_ bitCount: Int) -> Int {
        let result = Int(truncatingIfNeeded: value & (1 &<< UInt64(truncatingIfNeeded: bitCount) &- 1))
        skip(bitCount)
        return result
    }
}

/// A stream of bits and where they come from, for what is read seldom.
struct VP8LInput {
    let bytes: WebPBytes
    var bits: VP8LBits

    init(_ bytes: WebPBytes) {
        self.bytes = bytes
        bits = VP8LBits(bytes)
    }

    mutating func read(_ bitCount: Int) -> Int {
        bits.prepare(bytes, byteCount: 16)
        bits.refill()
        return bits.take(bitCount)
    }

    mutating func flag() -> Bool { read(1) == 1 }

    /// An error about what was read last.
    func damaged(_ text: String) -> ImageError {
        .damaged(text, offset: bytes.fileOffset - bits.availableByteCount)
    }

    /// - Throws: where more was read than there is.
    func check() throws(ImageError) {
        if bits.isExhausted { throw damaged("the image data ends early") }
    }
}
