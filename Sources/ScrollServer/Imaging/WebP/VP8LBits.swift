// The bits of a lossless WebP (RFC 9649 §3.1).

/// Reads bits from a block of bytes, the lowest of each byte first.
@safe struct VP8LBits {
    /// The next bits, the next one lowest; those from `count` on are not valid yet.
    private(set) var value: UInt64 = 0
    private var count = 0
    /// Index of the block's next byte to load; grows beyond the end, where zeros are read.
    private var position = 0
    private var base: UnsafeRawPointer
    private var filled: Int

    init(_ bytes: WebPBytes) {
        unsafe base = unsafe bytes.base
        filled = bytes.filled
    }

    /// Makes the next `byteCount` bytes available in the buffer, or all that are left.
    mutating func prepare(_ bytes: WebPBytes, byteCount: Int) {
        if filled - position < byteCount, !bytes.isAtEnd {
            position = bytes.advance(to: position)
            filled = bytes.filled
        }
    }

    /// Bytes of the buffer that have not been loaded.
    var availableByteCount: Int { max(0, filled - position) }

    /// Whether bits beyond the last byte have been taken.
    var isExhausted: Bool { position - count / 8 > filled }

    /// Loads bits, so that at least 56 are valid.
    @inline(__always)
    mutating func refill() {
        // In bounds: more than eight bytes follow the last one.
        let word = unsafe UInt64(
            littleEndian: base.loadUnaligned(fromByteOffset: position < filled ? position : filled, as: UInt64.self))
        value |= word &<< UInt64(truncatingIfNeeded: count)
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

    /// Creates an error at the current offset.
    func damaged(_ text: String) -> ImageError {
        .damaged(text, offset: bytes.fileOffset - bits.availableByteCount)
    }

    /// Throws `damaged` where more was read than there is.
    func check() throws(ImageError) {
        if bits.isExhausted { throw damaged("the image data ends early") }
    }
}
