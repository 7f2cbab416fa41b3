// Entropy decoding of single blocks: sequential, and the four kinds of progressive scan (T.81 §F.2.2, §G.2).

/// Decodes one block from the entropy-coded bits.
///
/// For all functions here, `bytes` are those that `bits` moves over, `dc` and `ac` the words of a `JPEGHuffmanTable`,
/// `natural` is `JPEGZigzag.natural`, and the block's 64 coefficients begin at index `first` of `block`. An index is
/// masked where that spares a check.
enum JPEGBlockDecoding {
    /// Decodes a sequential block (T.81 §F.2.2) into `block`, which must be all zeros.
    @inline(__always)
    static func sequential(
        _ bits: inout JPEGBits, _ bytes: Span<UInt8>, dc: Span<UInt32>, ac: Span<UInt32>, prediction: inout Int32,
        natural: Span<UInt8>, block: inout MutableSpan<Int16>, at first: Int
    ) -> Int {
        precondition(ac.count == JPEGHuffmanTable.wordCount && natural.count == 128)
        block[first] = mean(&bits, bytes, dc: dc, prediction: &prediction)
        var index = 1
        var last = 0
        repeat {
            bits.need32(bytes)
            let entry = bits.readCode(ac)
            index &+= Int(truncatingIfNeeded: (entry &>> 8) & 15)
            var value = Int32(bitPattern: entry) &>> 16
            if value == 0 {
                let size = Int(truncatingIfNeeded: (entry &>> 12) & 15)
                if size == 0 {
                    if entry & 0xF00 != 0xF00 { break }  // End of block.
                    index &+= 1  // Sixteen zeros.
                    continue
                }
                value = bits.readMagnitude(size)
            }
            block[first &+ Int(natural[index & 127] & 63)] = Int16(truncatingIfNeeded: value)
            last = index
            index &+= 1
        } while index < 64
        return min(last, 63)
    }

    /// Decodes only the mean (DC coefficient) of a sequential block, and skips its other coefficients.
    @inline(__always)
    static func sequentialDC(
        _ bits: inout JPEGBits, _ bytes: Span<UInt8>, dc: Span<UInt32>, ac: Span<UInt32>, prediction: inout Int32
    ) -> Int16 {
        let value = mean(&bits, bytes, dc: dc, prediction: &prediction)
        var index = 1
        repeat {
            bits.need32(bytes)
            let entry = bits.readCode(ac)
            let size = Int(truncatingIfNeeded: (entry &>> 12) & 15)
            if entry &>> 12 == 0, entry & 0xF00 != 0xF00 { break }
            bits.drop(size)
            index &+= Int(truncatingIfNeeded: (entry &>> 8) & 15) &+ 1
        } while index < 64
        return value
    }

    /// Decodes the mean as above, but skips several coefficients at a time.
    ///
    /// `skips` are the entries of the `JPEGSkipTable` of the same code as `ac`.
    @inline(__always)
    static func sequentialDC(
        _ bits: inout JPEGBits, _ bytes: Span<UInt8>, dc: Span<UInt32>, ac: Span<UInt32>, skips: Span<UInt16>,
        prediction: inout Int32
    ) -> Int16 {
        let value = mean(&bits, bytes, dc: dc, prediction: &prediction)
        var index = 1
        while true {
            bits.refill(bytes)
            // The 56 bits are enough for four look-ups of 12 bits.
            var left = 4
            repeat {
                let entry = Int(skips[bits.ahead12])
                let next = index &+ (entry &>> 4 & 127)
                if next >= 64 { break }
                bits.drop(entry & 15)
                if entry & Int(JPEGSkipTable.endOfBlock) != 0 { return value }
                index = next
                left &-= 1
            } while left > 0
            if left == 0 { continue }
            // A long code, or one near the end of the block: decode it alone.
            bits.need32(bytes)
            let entry = bits.readCode(ac)
            if entry &>> 12 == 0, entry & 0xF00 != 0xF00 { return value }
            bits.drop(Int(truncatingIfNeeded: (entry &>> 12) & 15))
            index &+= Int(truncatingIfNeeded: (entry &>> 8) & 15) &+ 1
            if index >= 64 { return value }
        }
    }

    /// Decodes a block's mean (DC coefficient), coded as the difference from the block before (T.81 §F.2.2.1).
    @inline(__always)
    static func mean(
        _ bits: inout JPEGBits, _ bytes: Span<UInt8>, dc: Span<UInt32>, prediction: inout Int32
    ) -> Int16 {
        bits.need32(bytes)
        let entry = bits.readCode(dc)
        var difference = Int32(bitPattern: entry) &>> 16
        let size = Int(truncatingIfNeeded: (entry &>> 12) & 15)
        if size != 0 { difference = bits.readMagnitude(size) }
        prediction = prediction &+ difference
        return Int16(truncatingIfNeeded: prediction)
    }

    /// Decodes a block in the first scan of a band of coefficients (T.81 §G.1.2.2).
    ///
    /// `endOfBand` counts the blocks, including this one, in which the band has nothing more.
    @inline(__always)
    static func acFirst(
        _ bits: inout JPEGBits, _ bytes: Span<UInt8>, ac: Span<UInt32>, from start: Int, through end: Int,
        shift: Int32, endOfBand: inout Int, natural: Span<UInt8>, block: inout MutableSpan<Int16>, at first: Int,
        last: inout UInt8
    ) {
        if endOfBand > 0 {
            endOfBand &-= 1
            return
        }
        var index = start
        var highest = 0
        repeat {
            bits.need32(bytes)
            let entry = bits.readCode(ac)
            let run = Int(truncatingIfNeeded: (entry &>> 8) & 15)
            var value = Int32(bitPattern: entry) &>> 16
            if value == 0 {
                let size = Int(truncatingIfNeeded: (entry &>> 12) & 15)
                if size == 0 {
                    if run != 15 {
                        endOfBand = (1 &<< run) &- 1
                        if run > 0 { endOfBand &+= bits.readBits(run) }
                        break
                    }
                    index &+= 16
                    continue
                }
                value = bits.readMagnitude(size)
            }
            index &+= run
            block[first &+ Int(natural[index & 127] & 63)] = Int16(truncatingIfNeeded: value &<< shift)
            highest = index
            index &+= 1
        } while index <= end
        last = max(last, UInt8(truncatingIfNeeded: min(highest, 63)))
    }

    /// Decodes a block in a later scan of a band, which adds one bit to the coefficients (T.81 §G.1.2.3).
    @inline(__always)
    static func refineBand(
        _ bits: inout JPEGBits, _ bytes: Span<UInt8>, ac: Span<UInt32>, from start: Int, through end: Int,
        shift: Int32, endOfBand: inout Int, natural: Span<UInt8>, block: inout MutableSpan<Int16>, at first: Int,
        last: inout UInt8
    ) {
        let bit = Int16(truncatingIfNeeded: 1 &<< shift)
        var index = start
        if endOfBand == 0 {
            repeat {
                bits.need32(bytes)
                let entry = bits.readCode(ac)
                var run = Int(truncatingIfNeeded: (entry &>> 8) & 15)
                var value = Int16(truncatingIfNeeded: Int32(bitPattern: entry) &>> 16)
                let size = Int(truncatingIfNeeded: (entry &>> 12) & 15)
                if size != 0 { value = Int16(truncatingIfNeeded: bits.readMagnitude(size)) }
                if value == 0, run != 15 {
                    endOfBand = 1 &<< run
                    if run > 0 { endOfBand &+= bits.readBits(run) }
                    break
                }
                // Skip `run` coefficients that are still 0, and refine the others on the way.
                while index <= end {
                    let target = first &+ Int(natural[index & 127] & 63)
                    if block[target] != 0 {
                        refine(&bits, bytes, &block[target], by: bit)
                    } else {
                        if run == 0 { break }
                        run &-= 1
                    }
                    index &+= 1
                }
                if value != 0, index <= end {
                    block[first &+ Int(natural[index & 127] & 63)] = value < 0 ? 0 &- bit : bit
                    last = max(last, UInt8(truncatingIfNeeded: index))
                }
                index &+= 1
            } while index <= end
        }
        guard endOfBand > 0 else { return }
        endOfBand &-= 1
        // No coefficient beyond `last` can need refining.
        let highest = min(end, Int(last))
        while index <= highest {
            let target = first &+ Int(natural[index & 127] & 63)
            if block[target] != 0 { refine(&bits, bytes, &block[target], by: bit) }
            index &+= 1
        }
    }

    /// Adds `bit` to the magnitude of a coefficient if the next bit of the stream is 1 and the coefficient lacks `bit`.
    @inline(__always)
    private static func refine(
        _ bits: inout JPEGBits, _ bytes: Span<UInt8>, _ coefficient: inout Int16, by bit: Int16
    ) {
        bits.need32(bytes)
        if bits.readBits(1) != 0, coefficient & bit == 0 {
            coefficient = coefficient < 0 ? coefficient &- bit : coefficient &+ bit
        }
    }
}
