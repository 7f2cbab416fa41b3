// The forward discrete cosine transform and quantisation of an 8 × 8 block.

import Platform

/// The forward counterpart of `JPEGInverseDCT`, by the same algorithm with the same fixed point.
enum JPEGForwardDCT {
    typealias Row = JPEGInverseDCT.Row
    typealias Rows = JPEGInverseDCT.Rows

    /// Division by multiplication: `(|c| + correction) × reciprocal × scale / 2³²` is `|c| / divisor`, rounded half up,
    /// for every 15-bit `c`.
    struct Quantiser {
        /// 64 reciprocals, 64 corrections and 64 scales, each in natural order.
        private(set) var factors = [UInt16](repeating: 0, count: 192)

        /// Computes the factors from 64 quantisation values, 1...255, in natural order.
        init(_ table: [UInt8]) {
            for index in 0..<64 {
                // The transform's output is 8 times the coefficient.
                let divisor = UInt32(table[index]) * 8
                let bits = UInt32(31 - divisor.leadingZeroBitCount)
                let whole = (UInt32(1) << (16 + bits)) / divisor
                let rest = (UInt32(1) << (16 + bits)) % divisor
                var shift = bits
                if rest == 0 {
                    // The divisor is a power of two: the quotient would be 2¹⁶, so take half of it and shift one less.
                    factors[index] = UInt16(truncatingIfNeeded: whole >> 1)
                    factors[64 + index] = UInt16(truncatingIfNeeded: divisor / 2)
                    shift -= 1
                } else if rest <= divisor / 2 {
                    // The reciprocal was rounded down; adding one to the correction makes up for that.
                    factors[index] = UInt16(truncatingIfNeeded: whole)
                    factors[64 + index] = UInt16(truncatingIfNeeded: divisor / 2 + 1)
                } else {
                    factors[index] = UInt16(truncatingIfNeeded: whole + 1)
                    factors[64 + index] = UInt16(truncatingIfNeeded: divisor / 2)
                }
                factors[128 + index] = UInt16(truncatingIfNeeded: UInt32(1) << (16 - shift))
            }
        }
    }

    /// Transforms the block of `samples` that begins at index `start` and quantises it.
    ///
    /// The block has eight rows of eight samples, `stride` bytes apart; `factors` are a quantiser's, `output` takes 64
    /// values.
    @inline(never)
    static func transform(
        _ samples: Span<UInt8>, at start: Int, stride: Int, factors: Span<UInt16>, output: inout MutableSpan<Int16>
    ) {
        precondition(factors.count == 192 && output.count == 64)
        let block = samples.block(at: start, stride: stride)
        let input = Rows(
            r0: row(block.0), r1: row(block.1), r2: row(block.2), r3: row(block.3), r4: row(block.4),
            r5: row(block.5), r6: row(block.6), r7: row(block.7))
        let rows = pass(JPEGInverseDCT.transpose(input), isFirst: true)
        output.store(rows.r0, at: 0)
        output.store(rows.r1, at: 8)
        output.store(rows.r2, at: 16)
        output.store(rows.r3, at: 24)
        output.store(rows.r4, at: 32)
        output.store(rows.r5, at: 40)
        output.store(rows.r6, at: 48)
        output.store(rows.r7, at: 56)
        transformColumns(&output, factors)
    }

    /// Transforms the second dimension and quantises, in place.
    ///
    /// A function of its own: if merged with the first pass, the compiler splits the vectors where they are transposed.
    @inline(never)
    private static func transformColumns(_ output: inout MutableSpan<Int16>, _ factors: Span<UInt16>) {
        precondition(factors.count == 192 && output.count == 64)
        let rows = Rows(
            r0: output.load(at: 0), r1: output.load(at: 8), r2: output.load(at: 16), r3: output.load(at: 24),
            r4: output.load(at: 32), r5: output.load(at: 40), r6: output.load(at: 48), r7: output.load(at: 56))
        let c = pass(JPEGInverseDCT.transpose(rows), isFirst: false)
        quantise(c.r0, 0, factors, &output)
        quantise(c.r1, 8, factors, &output)
        quantise(c.r2, 16, factors, &output)
        quantise(c.r3, 24, factors, &output)
        quantise(c.r4, 32, factors, &output)
        quantise(c.r5, 40, factors, &output)
        quantise(c.r6, 48, factors, &output)
        quantise(c.r7, 56, factors, &output)
    }

    @inline(__always)
    private static func row(_ samples: SIMD8<UInt8>) -> Row { Row(widening: samples) &- 128 }

    /// Transforms one dimension: the vectors are the inputs 0...7 of eight transforms.
    @inline(__always)
    private static func pass(_ v: Rows, isFirst: Bool) -> Rows {
        let shift: Int32 = isFirst ? 11 : 15
        let (s0, s1, s2, s3) = (v.r0 &+ v.r7, v.r1 &+ v.r6, v.r2 &+ v.r5, v.r3 &+ v.r4)
        let (d0, d1, d2, d3) = (v.r0 &- v.r7, v.r1 &- v.r6, v.r2 &- v.r5, v.r3 &- v.r4)
        let (even0, even3) = (s0 &+ s3, s0 &- s3)
        let (even1, even2) = (s1 &+ s2, s1 &- s2)
        let (sum, difference) = (even0 &+ even1, even0 &- even1)
        // All factors are positive; subtractions are swapped where one would be negative. With a negative factor the
        // compiler drops upper bits that the result does not need, and then multiplies 32 bits.
        let (n0, n1) = (v.r7 &- v.r0, v.r6 &- v.r1)
        let (n2, n3) = (v.r5 &- v.r2, v.r4 &- v.r3)
        let z3 = d3 &+ d1
        let z4 = d2 &+ d0
        let a = JPEGInverseDCT.products(n3 &+ n1, 16069 - 9633, z4, 9633)
        let b = JPEGInverseDCT.products(z3, 9633, z4, 9633 - 3196)
        let d = JPEGInverseDCT.descale
        return Rows(
            r0: isFirst ? sum &<< 2 : (sum &+ 2) &>> 2,
            r1: d(JPEGInverseDCT.products(d0, 12299 - 7373, n3, 7373) &+ b, shift),
            r2: d(JPEGInverseDCT.products(even3, 4433 + 6270, even2, 4433), shift),
            r3: d(JPEGInverseDCT.products(d1, 25172 - 20995, n2, 20995) &+ a, shift),
            r4: isFirst ? difference &<< 2 : (difference &+ 2) &>> 2,
            r5: d(JPEGInverseDCT.products(n2, 20995 - 16819, n1, 20995) &+ b, shift),
            r6: d(JPEGInverseDCT.products(even3, 4433, s2 &- s1, 15137 - 4433), shift),
            r7: d(JPEGInverseDCT.products(n3, 7373 - 2446, n0, 7373) &+ a, shift))
    }

    @inline(__always)
    private static func quantise(
        _ value: Row, _ offset: Int, _ factors: Span<UInt16>, _ output: inout MutableSpan<Int16>
    ) {
        typealias Factors = SIMD8<UInt16>
        let sign = value &>> 15
        let magnitude =
            Factors(bitPattern: (value ^ sign) &- sign) &+ factors.load(at: 64 &+ offset, as: Factors.self)
        let product = Row(bitPattern: magnitude.highProduct(factors.load(at: offset, as: Factors.self)))
        // Below 2¹⁵, as is the scale, so both may be signed: the compiler would merge two unsigned products into one of
        // 32 bits.
        let factor = Row(bitPattern: factors.load(at: 128 &+ offset, as: Factors.self))
        let quotient = Row(narrowing: (SIMD8<Int32>(widening: product) &* SIMD8<Int32>(widening: factor)) &>> 16)
        output.store((quotient ^ sign) &- sign, at: offset)
    }
}
