// The boolean decoder of VP8 (RFC 6386 §7).

/// Reads booleans of given probabilities from a block of bytes.
///
/// The bytes are a `WebPBytes`; every function gets its current block. The value is kept at the upper end of 64
/// bits, so that bytes are loaded only once in about fifty bits:
/// ```
/// bit 63     56                                        0
///     ┌────────┬──────────────────────┬────────────────┐
///     │ window │ bits that come next  │ not valid yet  │   `count` bits are valid
///     └────────┴──────────────────────┴────────────────┘
/// ```
struct VP8Bits {
    private var value: UInt64 = 0
    /// The range minus one: 127...254 between two booleans.
    private var range: UInt32 = 254
    private var count = 0
    /// Index of the block's next byte to load; grows beyond the end, where zeros are read.
    private var position = 0

    /// Makes the next `byteCount` bytes available in the block, or all that are left.
    @inline(__always)
    mutating func prepare(_ bytes: inout WebPBytes, byteCount: Int) {
        if bytes.filled &- position < byteCount, !bytes.isAtEnd { position = bytes.advance(to: position) }
    }

    /// Returns whether booleans beyond the end of the data have been read.
    ///
    /// Complete data may lack zeros at its end. In truncated data, eight bits must be left to determine the next
    /// boolean; else the last one may be wrong.
    func isExhausted(_ bytes: WebPBytes) -> Bool {
        bytes.isAtEnd && position * 8 - count + (bytes.isCut ? 8 : -16) > bytes.filled * 8
    }

    /// Makes enough bits available to decode a boolean.
    @inline(__always)
    private mutating func fill(_ block: Span<UInt8>) {
        if count < 8 {
            value |= block.word(at: position).bigEndian &>> UInt64(truncatingIfNeeded: count)
            let byteCount = (64 &- count) &>> 3
            position &+= byteCount
            count &+= byteCount &* 8
        }
    }

    /// Decodes the next boolean; `probability` / 256 is the probability that it is false.
    @inline(__always)
    mutating func bit(_ block: Span<UInt8>, _ probability: UInt8) -> Bool {
        fill(block)
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

    /// Brings the range minus one back to 127...254 (§7.3).
    ///
    /// Each boolean waits for the one before: a table is quicker than counting bits and shifting.
    @inline(__always)
    private mutating func normalise(_ narrow: UInt32) {
        // At most 254; the mask lets the compiler see that it is within the tables.
        let index = Int(narrow & 255)
        range = UInt32(Self.ranges[index])
        let shift = Self.shifts[index]
        value = value &<< UInt64(shift)
        count &-= Int(shift)
    }

    /// Negates the number where the next boolean, of probability one half, is true.
    ///
    /// Branch-free, since the sign is unpredictable.
    @inline(__always)
    mutating func withSign(_ block: Span<UInt8>, _ number: Int32) -> Int32 {
        fill(block)
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
    mutating func number(_ block: Span<UInt8>, _ probability: UInt8) -> Int { bit(block, probability) ? 1 : 0 }

    /// Reads an unsigned number of `bitCount` bits, most significant first (§8).
    mutating func literal(_ block: Span<UInt8>, _ bitCount: Int) -> Int {
        var result = 0
        for _ in 0..<bitCount { result = result << 1 | number(block, 128) }
        return result
    }

    mutating func flag(_ block: Span<UInt8>) -> Bool { bit(block, 128) }

    /// Reads a signed number if a flag says that there is one (the sign is last).
    mutating func optionalSigned(_ block: Span<UInt8>, _ bitCount: Int) -> Int? {
        guard flag(block) else { return nil }
        let size = literal(block, bitCount)
        return flag(block) ? -size : size
    }

    // Literals of 256 numbers are constants of the program: no access is checked, since every index is masked.

    /// By range minus one: the range doubled until it is 128 or more, minus one.
    private static let ranges: [UInt8] = [
        127, 127, 191, 127, 159, 191, 223, 127, 143, 159, 175, 191, 207, 223, 239, 127, 135, 143, 151, 159, 167, 175,
        183, 191, 199, 207, 215, 223, 231, 239, 247, 127, 131, 135, 139, 143, 147, 151, 155, 159, 163, 167, 171, 175,
        179, 183, 187, 191, 195, 199, 203, 207, 211, 215, 219, 223, 227, 231, 235, 239, 243, 247, 251, 127, 129, 131,
        133, 135, 137, 139, 141, 143, 145, 147, 149, 151, 153, 155, 157, 159, 161, 163, 165, 167, 169, 171, 173, 175,
        177, 179, 181, 183, 185, 187, 189, 191, 193, 195, 197, 199, 201, 203, 205, 207, 209, 211, 213, 215, 217, 219,
        221, 223, 225, 227, 229, 231, 233, 235, 237, 239, 241, 243, 245, 247, 249, 251, 253, 127, 128, 129, 130, 131,
        132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153,
        154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175,
        176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196, 197,
        198, 199, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219,
        220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241,
        242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255,
    ]

    /// By range minus one: the number of these doublings.
    private static let shifts: [UInt8] = [
        7, 6, 6, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2,
        2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]
}
