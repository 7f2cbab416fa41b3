// The bits of a compressed stream, lowest first, over one piece of it at a time.

/// Takes bits from a piece of input that is lent for the length of a call.
struct InflateBits {
    let input: UnsafeRawBufferPointer
    /// The next byte of `input`, 0…`input.count`.
    private(set) var position = 0
    /// The next bits, the first lowest. Above `count` they are zero outside of the fast path.
    private(set) var bits: UInt64
    /// How many of them are known, 0…63.
    private(set) var count: Int

    init(input: UnsafeRawBufferPointer, bits: UInt64, count: Int) {
        self.input = input
        self.bits = bits
        self.count = count
    }

    /// Takes whole bytes of input while there is room for them.
    @inline(__always)
    mutating func fill() {
        while count <= 55 && position < input.count {
            bits |= UInt64(input[position]) &<< UInt64(truncatingIfNeeded: count)
            position &+= 1
            count &+= 8
        }
    }

    /// Fills up to at least 56 bits.
    ///
    /// Eight bytes must be left in the input. Bits above `count` become those of the next byte, which a later fill sets
    /// to the same again.
    @inline(__always)
    mutating func fillFast() {
        let word = input.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
        bits |= word &<< UInt64(truncatingIfNeeded: count)
        position &+= (63 &- count) &>> 3
        count |= 56
    }

    /// Ends the fast path.
    mutating func dropUnknownBits() {
        bits &= 1 &<< UInt64(truncatingIfNeeded: count) &- 1
    }

    /// The entry's consumption is its low six bits, at most `count`.
    @inline(__always)
    mutating func consume(_ entry: UInt32) {
        bits &>>= UInt64(truncatingIfNeeded: entry)
        count &-= Int(truncatingIfNeeded: entry & 63)
    }

    /// Takes `bitCount` (at most 32) bits, or none and gives nil when so many are not at hand.
    mutating func take(_ bitCount: Int) -> Int? {
        fill()
        guard count >= bitCount else { return nil }
        let value = bits & (1 << UInt64(bitCount) - 1)
        consume(UInt32(bitCount))
        return Int(value)
    }

    /// Drops the rest of the current byte.
    mutating func alignToByte() {
        consume(UInt32(count & 7))
    }

    /// Copies whole bytes, from the bits at hand first; the stream must be at a byte's edge.
    ///
    /// - Returns: how many there were, at most `output.count`.
    mutating func copyBytes(to output: UnsafeMutableRawBufferPointer) -> Int {
        var copied = 0
        while count > 0 && copied < output.count {
            output[copied] = UInt8(truncatingIfNeeded: bits)
            consume(8)
            copied += 1
        }
        let bulk = min(output.count - copied, input.count - position)
        if bulk > 0 {
            UnsafeMutableRawBufferPointer(rebasing: output[copied...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: input[position..<(position + bulk)]))
            position += bulk
        }
        return copied + max(bulk, 0)
    }
}
