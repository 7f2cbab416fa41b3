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
    /// The range less one: 127 … 254 between two booleans.
    private var range: UInt32 = 254
    private var count = 0
    /// The next byte of the block that is loaded; grows beyond the end, where zeros are read.
    private var position = 0
    private var base: UnsafeRawPointer
    private var filled: Int
    /// The two tables of `VP8Range`.
    private let ranges: UnsafePointer<UInt8>

    /// A block must be there of what is read at once: see `prepare`.
    init(_ bytes: WebPBytes) {
        base = bytes.base
        filled = bytes.filled
        ranges = VP8Range.tables
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
        let split = (range &* UInt32(probability)) &>> 8
        let bigSplit = UInt64(split &+ 1) &<< 56
        // Each branch ends with its own shift, so that the processor goes on with the guessed one.
        if value < bigSplit {
            normalise(split)
            return false
        }
        value &-= bigSplit
        normalise(range &- split &- 1)
        return true
    }

    /// Brings a range, less one, back to 127 … 254. Each boolean waits for that of the one before: a table is quicker than to count
    /// bits and to shift.
    @inline(__always)
    private mutating func normalise(_ narrow: UInt32) {
        // At most 254; the mask keeps it within the tables whatever a file holds.
        let place = Int(narrow & 255)
        range = UInt32(ranges[place])
        let shift = ranges[256 &+ place]
        value = value &<< UInt64(shift)
        count &-= Int(shift)
    }

    /// The number, or its negative where the next boolean, as likely as not, is true. Without a branch, since none can be foreseen.
    @inline(__always)
    mutating func withSign(_ number: Int32) -> Int32 {
        fill()
        let split = range &>> 1
        let bigSplit = UInt64(split &+ 1) &<< 56
        // All bits set where the boolean is true.
        let mask = value < bigSplit ? 0 : ~UInt64(0)
        // The upper part is as large as the lower one, or one less.
        let narrow = split &- (UInt32(truncatingIfNeeded: mask) & (~range & 1))
        value &-= bigSplit & mask
        // It is 63 at least.
        let shift = (narrow &- 127) &>> 31
        range = narrow &<< shift | shift
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

/// What narrow ranges of the boolean decoder become (RFC 6386 §7.3).
enum VP8Range {
    /// Of each range less one, that of the range doubled until it is 128 or more, less one; then how often it was doubled.
    /// 256 entries each, which are never given back.
    ///
    /// Not checked by the compiler: the tables are filled before anybody sees them, and only read from then on. Bounds:
    /// `normalise`, the only reader, masks its index to 0...255.
    nonisolated(unsafe) static let tables: UnsafePointer<UInt8> = {
        let tables = UnsafeMutablePointer<UInt8>.allocate(capacity: 512)
        for place in 0..<256 {
            let shift = max(0, UInt32(place + 1).leadingZeroBitCount - 24)
            tables[place] = UInt8(truncatingIfNeeded: (place + 1) << shift - 1)
            tables[256 + place] = UInt8(truncatingIfNeeded: shift)
        }
        return UnsafePointer(tables)
    }()
}
