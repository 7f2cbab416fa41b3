// The boolean decoder of VP8 (RFC 6386 §7).

/// Reads booleans of given probabilities from a block of bytes.
///
/// The value is kept at the upper end of 64 bits, so that bytes are loaded only once in about fifty bits:
/// ```
/// bit 63     56                                        0
///     ┌────────┬──────────────────────┬────────────────┐
///     │ window │ bits that come next  │ not valid yet  │   `count` bits are valid
///     └────────┴──────────────────────┴────────────────┘
/// ```
@safe struct VP8Bits {
    private var value: UInt64 = 0
    /// The range minus one: 127...254 between two booleans.
    private var range: UInt32 = 254
    private var count = 0
    /// Index of the block's next byte to load; grows beyond the end, where zeros are read.
    private var position = 0
    private var base: UnsafeRawPointer
    private var filled: Int
    /// The two tables of `VP8Range`.
    private let ranges: UnsafePointer<UInt8>

    /// Starts at the buffer's first byte; call `prepare` before reading.
    init(_ bytes: WebPBytes) {
        unsafe base = unsafe bytes.base
        filled = bytes.filled
        unsafe ranges = unsafe VP8Range.tables
    }

    /// Makes the next `byteCount` bytes available in the buffer, or all that are left.
    @inline(__always)
    mutating func prepare(_ bytes: WebPBytes, byteCount: Int) {
        if filled &- position < byteCount, !bytes.isAtEnd { load(bytes) }
    }

    @inline(never)
    private mutating func load(_ bytes: WebPBytes) {
        position = bytes.advance(to: position)
        filled = bytes.filled
    }

    /// Whether booleans beyond the end of the data have been read.
    ///
    /// Complete data may lack zeros at its end. In truncated data, eight bits must be left to determine the next
    /// boolean; else the last one may be wrong.
    func isExhausted(_ bytes: WebPBytes) -> Bool {
        bytes.isAtEnd && position * 8 - count + (bytes.isCut ? 8 : -16) > filled * 8
    }

    /// Makes enough bits available to decode a boolean.
    @inline(__always)
    private mutating func fill() {
        if count < 8 {
            // In bounds: eight bytes follow the last one.
            let word = unsafe UInt64(
                bigEndian: base.loadUnaligned(fromByteOffset: position < filled ? position : filled, as: UInt64.self))
            value |= word &>> UInt64(truncatingIfNeeded: count)
            let byteCount = (64 &- count) &>> 3
            position &+= byteCount
            count &+= byteCount &* 8
        }
    }

    /// Decodes the next boolean; `probability` / 256 is the probability that it is false.
    @inline(__always)
    mutating func bit(_ probability: UInt8) -> Bool {
        fill()
        let split = (range &* UInt32(probability)) &>> 8
        let bigSplit = UInt64(split &+ 1) &<< 56
        // Each branch ends with its own shift, so that the processor continues with the predicted one.
        if value < bigSplit {
            normalise(split)
            return false
        }
        value &-= bigSplit
        normalise(range &- split &- 1)
        return true
    }

    /// Brings the range minus one back to 127...254.
    ///
    /// Each boolean waits for the one before: a table is quicker than counting bits and shifting.
    @inline(__always)
    private mutating func normalise(_ narrow: UInt32) {
        // At most 254; the mask keeps it within the tables whatever the file contains.
        let place = Int(narrow & 255)
        range = unsafe UInt32(ranges[place])
        let shift = unsafe ranges[256 &+ place]
        value = value &<< UInt64(shift)
        count &-= Int(shift)
    }

    /// Negates the number where the next boolean, of probability one half, is true.
    ///
    /// Branch-free, since the sign is unpredictable.
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
        // `narrow` is at least 63.
        let shift = (narrow &- 127) &>> 31
        range = narrow &<< shift | shift
        value = value &<< UInt64(shift)
        count &-= Int(shift)
        let sign = Int32(truncatingIfNeeded: mask)
        return (number ^ sign) &- sign
    }

    /// Decodes a boolean as 0 or 1.
    @inline(__always)
    mutating func number(_ probability: UInt8) -> Int { bit(probability) ? 1 : 0 }

    /// Reads an unsigned number of `bitCount` bits, most significant first (§8).
    mutating func literal(_ bitCount: Int) -> Int {
        (0..<bitCount).reduce(0) { result, _ in result << 1 | number(128) }
    }

    mutating func flag() -> Bool { bit(128) }

    /// Reads a number that is followed by its sign.
    mutating func signed(_ bitCount: Int) -> Int {
        let size = literal(bitCount)
        return flag() ? -size : size
    }

    /// Reads a signed number if a flag says that there is one.
    mutating func optionalSigned(_ bitCount: Int) -> Int? { flag() ? signed(bitCount) : nil }
}

/// Renormalisation of narrow ranges of the boolean decoder (RFC 6386 §7.3).
enum VP8Range {
    /// By range minus one: the range doubled until it is 128 or more, minus one; then the number of doublings.
    ///
    /// 256 entries each, never deallocated.
    ///
    /// `nonisolated(unsafe)`: the tables are filled before they are published, and only read from then on. Bounds:
    /// `normalise`, the only reader, masks its index to 0...255.
    nonisolated(unsafe) static let tables: UnsafePointer<UInt8> = {
        let tables = UnsafeMutablePointer<UInt8>.allocate(capacity: 512)
        for place in 0..<256 {
            let shift = max(0, UInt32(place + 1).leadingZeroBitCount - 24)
            unsafe tables[place] = UInt8(truncatingIfNeeded: (place + 1) << shift - 1)
            unsafe tables[256 + place] = UInt8(truncatingIfNeeded: shift)
        }
        return unsafe UnsafePointer(tables)
    }()
}
