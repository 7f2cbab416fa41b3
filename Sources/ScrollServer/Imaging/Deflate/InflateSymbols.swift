// The inner loop of inflating: decodes literals and matches until the block, the input or the room ends.

/// Decodes into memory that the caller provides for the length of one call.
///
/// Safety (release builds do not check these pointers): a table index is masked to the primary table's size, or is a
/// subtable's start plus an index masked to the subtable's bits; the builder keeps both inside the table. Input is
/// loaded only where eight bytes are left. Output is written at `position`, which is below `limit`; a match writes at
/// most 258 bytes and a copy's overrun 16 more, for which `run` demands 288 bytes after `limit`. A match's source
/// starts at `position − distance`, which is checked not to be negative.
@safe struct InflateSymbols {
    enum Stop {
        case endOfBlock
        case needsInput
        case full
        case failed(InflateError.Fault)
    }

    var source: InflateBits
    let output: UnsafeMutableRawBufferPointer
    var position: Int
    let limit: Int
    let literals: UnsafeBufferPointer<UInt32>
    let distances: UnsafeBufferPointer<UInt32>

    private static let literalMask: UInt64 = 1 << UInt64(InflateTable.Alphabet.literals.primaryBitCount) - 1
    private static let distanceMask: UInt64 = 1 << UInt64(InflateTable.Alphabet.distances.primaryBitCount) - 1

    mutating func run() -> Stop {
        unsafe precondition(limit + 288 <= output.count && position <= output.count)
        if let stop = runFast() { return stop }
        return runSlowly()
    }

    /// Decodes while there is room for six literals and a match, and sixteen bytes of input are left.
    ///
    /// Returns nil when it stops for lack of these.
    private mutating func runFast() -> Stop? {
        var source = source
        var position = position
        defer {
            source.dropUnknownBits()
            self.source = source
            self.position = position
        }
        let lastInput = unsafe source.input.count &- 16
        let lastOutput = limit &- 264
        while source.position <= lastInput && position <= lastOutput {
            source.fillFast()
            // Three direct look-ups consume at most 33 of the 56 bits. The first entry that is no literal still has 34
            // bits, and a length takes at most 15 + 5.
            var entry = unsafe literals[Int(truncatingIfNeeded: source.bits & Self.literalMask)]
            if entry & InflateTable.literalFlag != 0 {
                put(entry, &source, &position)
                entry = unsafe literals[Int(truncatingIfNeeded: source.bits & Self.literalMask)]
                if entry & InflateTable.literalFlag != 0 {
                    put(entry, &source, &position)
                    entry = unsafe literals[Int(truncatingIfNeeded: source.bits & Self.literalMask)]
                    if entry & InflateTable.literalFlag != 0 {
                        put(entry, &source, &position)
                        continue
                    }
                }
            }
            if entry & InflateTable.specialFlags != 0 {
                if entry & InflateTable.subtableFlag != 0 {
                    source.consume(entry)
                    entry = unsafe literals[Self.subtableIndex(entry, source.bits)]
                    if entry & InflateTable.literalFlag != 0 {
                        put(entry, &source, &position)
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
            source.fillFast()
            entry = unsafe distances[Int(truncatingIfNeeded: source.bits & Self.distanceMask)]
            if entry & InflateTable.specialFlags != 0 {
                if entry & InflateTable.subtableFlag != 0 {
                    source.consume(entry)
                    entry = unsafe distances[Self.subtableIndex(entry, source.bits)]
                }
                if entry & InflateTable.invalidFlag != 0 { return .failed(.symbol) }
            }
            let distance = Int(truncatingIfNeeded: entry &>> 12) &+ Self.extra(entry, source.bits)
            source.consume(entry)
            guard distance <= position else { return .failed(.distance) }
            copy(length: length, distance: distance, to: position)
            position &+= length
        }
        return nil
    }

    /// Decodes one symbol at a time, and consumes it only when all its bits are known.
    private mutating func runSlowly() -> Stop {
        while true {
            source.fill()
            var entry = unsafe literals[Int(source.bits & Self.literalMask)]
            var used = 0
            if entry & InflateTable.subtableFlag != 0, entry & InflateTable.literalFlag == 0 {
                used = Int(entry & 63)
                entry = unsafe literals[Self.subtableIndex(entry, source.bits >> UInt64(used))]
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
                put(entry, &source, &position)
                continue
            }
            let length = Int(entry >> 16) + Self.extra(entry, source.bits >> UInt64(used))
            used += Int(entry & 63)
            entry = unsafe distances[Int(source.bits >> UInt64(used) & Self.distanceMask)]
            if entry & InflateTable.subtableFlag != 0 {
                used += Int(entry & 63)
                entry = unsafe distances[Self.subtableIndex(entry, source.bits >> UInt64(used))]
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
            copy(length: length, distance: distance, to: position)
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
    private func put(_ entry: UInt32, _ source: inout InflateBits, _ position: inout Int) {
        unsafe output.storeBytes(
            of: UInt16(truncatingIfNeeded: entry &>> 8).littleEndian, toByteOffset: position, as: UInt16.self)
        position &+= Int(truncatingIfNeeded: entry &>> 24 & 3)
        source.consume(entry)
    }

    /// Copies `length` bytes from `distance` bytes before; writes up to 15 bytes more than `length`.
    @inline(__always)
    private func copy(length: Int, distance: Int, to position: Int) {
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
