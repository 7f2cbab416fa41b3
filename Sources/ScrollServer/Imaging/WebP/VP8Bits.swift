// The boolean decoder of VP8 (RFC 6386 §7).

/// Reads booleans of given probabilities from a block of bytes.
///
/// The value is kept at the upper end of 64 bits, so that bytes are loaded once in some fifty bits:
/// ```
/// bit 63     56                                        0
///     ┌────────┬──────────────────────┬────────────────┐
///     │ window │ bits that come next  │ not valid yet  │   `count` bits are valid
///     └────────┴──────────────────────┴────────────────┘
/// ```
struct VP8Bits {
    private var value: UInt64 = 0
    /// 128 … 255 between two booleans.
    private var range: UInt32 = 255
    private var count = 0
    /// The next byte of the block that is loaded; grows beyond the end, where zeros are read.
    private var position = 0
    private var base: UnsafeRawPointer
    private var filled: Int

    /// A block must be there of what is read at once: see `prepare`.
    init(_ bytes: WebPBytes) {
        base = bytes.base
        filled = bytes.filled
    }

    /// Sees to it that the next `byteCount` bytes are in the buffer, or all that there are.
    @inline(__always)
    mutating func prepare(_ bytes: WebPBytes, byteCount: Int) {
        if filled &- position < byteCount, !bytes.isAtEnd { load(bytes) }
    }

    @inline(never)
    private mutating func load(_ bytes: WebPBytes) {
        position = bytes.advance(to: position)
        filled = bytes.filled
    }

    /// Whether booleans have been read that are not there. What is whole may lack zeros at its end; of what was cut short, eight
    /// bits must be there from which the next boolean can be told, or the last one may be wrong.
    func isExhausted(_ bytes: WebPBytes) -> Bool {
        bytes.isAtEnd && position * 8 - count + (bytes.isCut ? 8 : -16) > filled * 8
    }

    /// Sees to it that a boolean can be told from the bits there are.
    @inline(__always)
    private mutating func fill() {
        if count < 8 {
            // Within the buffer: eight bytes follow the last one.
            let word = UInt64(
                bigEndian: base.loadUnaligned(fromByteOffset: position < filled ? position : filled, as: UInt64.self))
            value |= word &>> UInt64(truncatingIfNeeded: count)
            let byteCount = (64 &- count) &>> 3
            position &+= byteCount
            count &+= byteCount &* 8
        }
    }

    /// The next boolean.
    ///
    /// - Parameter probability: that it is false, in parts of 256.
    @inline(__always)
    mutating func bit(_ probability: UInt8) -> Bool {
        fill()
        let split = 1 &+ (((range &- 1) &* UInt32(probability)) &>> 8)
        let bigSplit = UInt64(split) &<< 56
        // Each branch ends with its own shift, so that the processor goes on with the guessed one.
        if value < bigSplit {
            range = split
            normalise()
            return false
        }
        range &-= split
        value &-= bigSplit
        normalise()
        return true
    }

    /// Brings the range back to 128 … 255.
    @inline(__always)
    private mutating func normalise() {
        let shift = range.leadingZeroBitCount &- 24
        range = range &<< UInt32(truncatingIfNeeded: shift)
        value = value &<< UInt64(truncatingIfNeeded: shift)
        count &-= shift
    }

    /// The number, or its negative where the next boolean, as likely as not, is true. Without a branch, since none can be foreseen.
    @inline(__always)
    mutating func withSign(_ number: Int32) -> Int32 {
        fill()
        let split = 1 &+ ((range &- 1) &>> 1)
        let bigSplit = UInt64(split) &<< 56
        // All bits set where the boolean is true.
        let mask = value < bigSplit ? 0 : ~UInt64(0)
        let narrow = UInt32(truncatingIfNeeded: mask)
        // The upper part is split or one less.
        range = split &- (((split &+ split &- range) & narrow))
        value &-= bigSplit & mask
        // The range is at least 64.
        let shift = 1 ^ (range &>> 7)
        range = range &<< shift
        value = value &<< UInt64(shift)
        count &-= Int(shift)
        let sign = Int32(truncatingIfNeeded: mask)
        return (number ^ sign) &- sign
    }

    /// A boolean as 0 or 1.
    @inline(__always)
    mutating func number(_ probability: UInt8) -> Int { bit(probability) ? 1 : 0 }

    /// An unsigned number of `bitCount` bits, the highest first (§8).
    mutating func literal(_ bitCount: Int) -> Int {
        (0..<bitCount).reduce(0) { result, _ in result << 1 | number(128) }
    }

    mutating func flag() -> Bool { bit(128) }

    /// A number whose sign follows it.
    mutating func signed(_ bitCount: Int) -> Int {
        let size = literal(bitCount)
        return flag() ? -size : size
    }

    /// A number with a sign where a flag says that there is one.
    mutating func optionalSigned(_ bitCount: Int) -> Int? { flag() ? signed(bitCount) : nil }
}
