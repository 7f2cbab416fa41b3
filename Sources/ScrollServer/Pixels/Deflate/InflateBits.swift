// The bits of a compressed stream, lowest first, from one piece of input at a time.

import Platform

/// A place in a piece of input, which is passed to every function, and the bits taken from it.
struct InflateBits {
    /// Index of the input's next byte.
    private(set) var position = 0
    /// The next bits, the first one lowest; bits above `count` are 0, except in the fast path.
    private(set) var bits: UInt64
    /// How many of the bits are valid, 0...63.
    private(set) var count: Int

    /// Moves whole bytes of input into `bits` while there is room.
    @inline(__always)
    mutating func fill(from input: Span<UInt8>) {
        while count <= 55 && position < input.count {
            bits |= UInt64(input[position]) &<< UInt64(truncatingIfNeeded: count)
            position &+= 1
            count &+= 8
        }
    }

    /// Fills up to at least 56 bits.
    ///
    /// At least eight bytes of input must be left. Afterwards, bits above `count` already hold the start of the next
    /// byte; the next fill sets them to the same values.
    @inline(__always)
    mutating func fillFast(from input: Span<UInt8>) {
        let word = input.load(at: position, as: UInt64.self).littleEndian
        bits |= word &<< UInt64(truncatingIfNeeded: count)
        position &+= (63 &- count) &>> 3
        count |= 56
    }

    /// Clears the bits above `count`, to end the fast path.
    mutating func dropUnknownBits() {
        bits &= 1 &<< UInt64(truncatingIfNeeded: count) &- 1
    }

    /// Removes as many bits as the entry's low six bits tell; at most `count`.
    @inline(__always)
    mutating func consume(_ entry: UInt32) {
        bits &>>= UInt64(truncatingIfNeeded: entry)
        count &-= Int(truncatingIfNeeded: entry & 63)
    }

    /// Removes and returns `bitCount` (at most 32) bits; returns nil and removes none when the piece has too few.
    mutating func readBits(_ bitCount: Int, from input: Span<UInt8>) -> Int? {
        fill(from: input)
        guard count >= bitCount else { return nil }
        let value = bits & (1 << UInt64(bitCount) - 1)
        consume(UInt32(bitCount))
        return Int(value)
    }

    /// Drops the rest of the current byte.
    mutating func alignToByte() {
        consume(UInt32(count & 7))
    }

    /// Copies whole bytes to `output`, first from `bits`, then from the input.
    ///
    /// `count` must be a multiple of 8.
    ///
    /// - Returns: how many bytes were copied, at most `output.count`.
    mutating func copyBytes(from input: Span<UInt8>, to output: inout MutableSpan<UInt8>) -> Int {
        var copied = 0
        while count > 0 && copied < output.count {
            output[copied] = UInt8(truncatingIfNeeded: bits)
            consume(8)
            copied += 1
        }
        let bulk = min(output.count - copied, input.count - position)
        output.copy(input, position..<(position + bulk), to: copied)
        position += bulk
        return copied + bulk
    }
}
