// The inner loop of inflating: decodes literals and matches until the block, the input or the room ends.

/// Decodes into the memory and by the tables that are passed to `run`.
///
/// A kernel without checks of the output, since they cost 3 to 14 %; input and tables are spans. Output is written at
/// `position`, which the door of `run` checks, and which is compared with `limit` before each symbol. A match writes at
/// most 258 bytes, and a copy's overrun 15 more, for which the door demands 288 bytes after `limit`. A match's source
/// starts at `position − distance`, which is checked not to be negative.
struct InflateSymbols {
    enum Stop {
        case endOfBlock
        case needsInput
        case full
        case failed(InflateError.Fault)
    }

    var source: InflateBits
    var position: Int
    let limit: Int

    private static let literalMask: UInt64 = 1 << UInt64(InflateTable.Alphabet.literals.primaryBitCount) - 1
    private static let distanceMask: UInt64 = 1 << UInt64(InflateTable.Alphabet.distances.primaryBitCount) - 1

    mutating func run(
        _ input: Span<UInt8>, into output: inout MutableSpan<UInt8>, literals: Span<UInt32>, distances: Span<UInt32>
    ) -> Stop {
        precondition(limit + 288 <= output.count && (0...output.count).contains(position))
        return unsafe output.withUnsafeMutableBytes { output in
            if let stop = unsafe runFast(input, into: output, literals: literals, distances: distances) { return stop }
            return unsafe runSlowly(input, into: output, literals: literals, distances: distances)
        }
    }

    /// Decodes while there is room for six literals and a match, and sixteen bytes of input are left.
    ///
    /// Returns nil when it stops for lack of these.
    private mutating func runFast(
        _ input: Span<UInt8>, into output: UnsafeMutableRawBufferPointer, literals: Span<UInt32>,
        distances: Span<UInt32>
    ) -> Stop? {
        // With the counts known, the compiler drops the checks of primary indices.
        precondition(literals.count == InflateTable.literalEntryCount)
        precondition(distances.count == InflateTable.distanceEntryCount)
        var source = source
        var position = position
        defer {
            source.dropUnknownBits()
            self.source = source
            self.position = position
        }
        let lastInput = input.count &- 16
        let lastOutput = limit &- 264
        while source.position <= lastInput && position <= lastOutput {
            source.fillFast(from: input)
            // Three direct look-ups consume at most 33 of the 56 bits. The first entry that is no literal still has 34
            // bits, and a length takes at most 15 + 5.
            var entry = literals[Int(truncatingIfNeeded: source.bits & Self.literalMask)]
            if entry & InflateTable.literalFlag != 0 {
                unsafe put(entry, &source, &position, to: output)
                entry = literals[Int(truncatingIfNeeded: source.bits & Self.literalMask)]
                if entry & InflateTable.literalFlag != 0 {
                    unsafe put(entry, &source, &position, to: output)
                    entry = literals[Int(truncatingIfNeeded: source.bits & Self.literalMask)]
                    if entry & InflateTable.literalFlag != 0 {
                        unsafe put(entry, &source, &position, to: output)
                        continue
                    }
                }
            }
            if entry & InflateTable.specialFlags != 0 {
                if entry & InflateTable.subtableFlag != 0 {
                    source.consume(entry)
                    entry = literals[Self.subtableIndex(entry, source.bits)]
                    if entry & InflateTable.literalFlag != 0 {
                        unsafe put(entry, &source, &position, to: output)
                        continue
                    }
                }
                if entry & InflateTable.endFlag != 0 {
                    source.consume(entry)
                    return .endOfBlock
                }
                if entry & InflateTable.invalidFlag != 0 { return .failed(.symbol) }
            }
            let length = Int(truncatingIfNeeded: entry &>> 16) &+ Self.extra(entry, source.bits)
            source.consume(entry)
            source.fillFast(from: input)
            entry = distances[Int(truncatingIfNeeded: source.bits & Self.distanceMask)]
            if entry & InflateTable.specialFlags != 0 {
                if entry & InflateTable.subtableFlag != 0 {
                    source.consume(entry)
                    entry = distances[Self.subtableIndex(entry, source.bits)]
                }
                if entry & InflateTable.invalidFlag != 0 { return .failed(.symbol) }
            }
            let distance = Int(truncatingIfNeeded: entry &>> 12) &+ Self.extra(entry, source.bits)
            source.consume(entry)
            guard distance <= position else { return .failed(.distance) }
            unsafe Self.copy(length: length, distance: distance, to: position, in: output)
            position &+= length
        }
        return nil
    }

    /// Decodes one symbol at a time, and consumes it only when all its bits are known.
    private mutating func runSlowly(
        _ input: Span<UInt8>, into output: UnsafeMutableRawBufferPointer, literals: Span<UInt32>,
        distances: Span<UInt32>
    ) -> Stop {
        while true {
            source.fill(from: input)
            var entry = literals[Int(source.bits & Self.literalMask)]
            var used = 0
            if entry & InflateTable.subtableFlag != 0, entry & InflateTable.literalFlag == 0 {
                used = Int(entry & 63)
                entry = literals[Self.subtableIndex(entry, source.bits >> UInt64(used))]
            }
            let known = source.count - used
            if entry & InflateTable.literalFlag == 0, entry & InflateTable.invalidFlag != 0 {
                guard known >= 15 else { return .needsInput }
                source.consume(UInt32(used))
                return .failed(.symbol)
            }
            guard known >= Int(entry & 63) else { return .needsInput }
            if entry & InflateTable.endFlag != 0, entry & InflateTable.literalFlag == 0 {
                source.consume(UInt32(used) + entry & 63)
                return .endOfBlock
            }
            guard position < limit else { return .full }
            if entry & InflateTable.literalFlag != 0 {
                source.consume(UInt32(used))
                unsafe put(entry, &source, &position, to: output)
                continue
            }
            let length = Int(entry >> 16) + Self.extra(entry, source.bits >> UInt64(used))
            used += Int(entry & 63)
            entry = distances[Int(source.bits >> UInt64(used) & Self.distanceMask)]
            if entry & InflateTable.subtableFlag != 0 {
                used += Int(entry & 63)
                entry = distances[Self.subtableIndex(entry, source.bits >> UInt64(used))]
            }
            if entry & InflateTable.invalidFlag != 0 {
                guard source.count - used >= 15 else { return .needsInput }
                source.consume(UInt32(used))
                return .failed(.symbol)
            }
            guard source.count - used >= Int(entry & 63) else { return .needsInput }
            let distance = Int(entry >> 12) + Self.extra(entry, source.bits >> UInt64(used))
            source.consume(UInt32(used + Int(entry & 63)))
            guard distance <= position else { return .failed(.distance) }
            unsafe Self.copy(length: length, distance: distance, to: position, in: output)
            position += length
        }
    }

    /// Returns the table index for a subtable's entry and the bits after its own.
    @inline(__always)
    private static func subtableIndex(_ entry: UInt32, _ bits: UInt64) -> Int {
        let mask = 1 &<< UInt64(truncatingIfNeeded: entry &>> 8 & 15) &- 1
        return Int(truncatingIfNeeded: entry &>> 12 & 0xFFFF) &+ Int(truncatingIfNeeded: bits & mask)
    }

    /// Returns the extra bits of a length or distance, which follow its code.
    @inline(__always)
    private static func extra(_ entry: UInt32, _ bits: UInt64) -> Int {
        let all = bits & (1 &<< UInt64(truncatingIfNeeded: entry & 63) &- 1)
        return Int(truncatingIfNeeded: all &>> UInt64(truncatingIfNeeded: entry &>> 8 & 15))
    }

    /// Writes an entry's one or two literals.
    @inline(__always)
    private func put(
        _ entry: UInt32, _ source: inout InflateBits, _ position: inout Int, to output: UnsafeMutableRawBufferPointer
    ) {
        unsafe output.storeBytes(
            of: UInt16(truncatingIfNeeded: entry &>> 8).littleEndian, toByteOffset: position, as: UInt16.self)
        position &+= Int(truncatingIfNeeded: entry &>> 24 & 3)
        source.consume(entry)
    }

    /// Copies `length` bytes from `distance` bytes before; writes up to 15 bytes more than `length`.
    @inline(__always)
    private static func copy(
        length: Int, distance: Int, to position: Int, in output: UnsafeMutableRawBufferPointer
    ) {
        let end = position &+ length
        var target = position
        if distance >= 16 {
            repeat {
                let bytes = unsafe output.loadUnaligned(fromByteOffset: target &- distance, as: SIMD16<UInt8>.self)
                unsafe output.storeBytes(of: bytes, toByteOffset: target, as: SIMD16<UInt8>.self)
                target &+= 16
            } while target < end
        } else if distance == 1 {
            let bytes = unsafe SIMD16<UInt8>(repeating: output[position &- 1])
            repeat {
                unsafe output.storeBytes(of: bytes, toByteOffset: target, as: SIMD16<UInt8>.self)
                target &+= 16
            } while target < end
        } else {
            // The pattern repeats: once written out to a multiple of the distance of at least eight, that multiple
            // serves as the distance for copies of eight bytes.
            var step = distance
            while step < 8 { step &+= distance }
            let head = min(end, position &+ step &- distance)
            while target < head {
                unsafe output[target] = unsafe output[target &- distance]
                target &+= 1
            }
            while target < end {
                let bytes = unsafe output.loadUnaligned(fromByteOffset: target &- step, as: UInt64.self)
                unsafe output.storeBytes(of: bytes, toByteOffset: target, as: UInt64.self)
                target &+= 8
            }
        }
    }
}
