// The forward discrete cosine transform and quantisation of an 8 × 8 block.

/// The forward counterpart of `JPEGInverseDCT`, by the same algorithm with the same fixed point.
enum JPEGForwardDCT {
    typealias Row = JPEGInverseDCT.Row
    typealias Rows = JPEGInverseDCT.Rows

    /// Division by multiplication: `(|c| + correction) × reciprocal × scale / 2³²` is `|c| / divisor`, rounded half up,
    /// for every 15-bit `c`.
    struct Quantiser {
        /// 64 values each, in natural order.
        private(set) var reciprocal = [UInt16](repeating: 0, count: 64)
        private(set) var correction = [UInt16](repeating: 0, count: 64)
        private(set) var scale = [UInt16](repeating: 0, count: 64)

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
                    reciprocal[index] = UInt16(truncatingIfNeeded: whole >> 1)
                    correction[index] = UInt16(truncatingIfNeeded: divisor / 2)
                    shift -= 1
                } else if rest <= divisor / 2 {
                    // The reciprocal was rounded down; adding one to the correction makes up for that.
                    reciprocal[index] = UInt16(truncatingIfNeeded: whole)
                    correction[index] = UInt16(truncatingIfNeeded: divisor / 2 + 1)
                } else {
                    reciprocal[index] = UInt16(truncatingIfNeeded: whole + 1)
                    correction[index] = UInt16(truncatingIfNeeded: divisor / 2)
                }
                scale[index] = UInt16(truncatingIfNeeded: UInt32(1) << (16 - shift))
            }
        }
    }

    /// Transforms the block at `samples` and quantises it.
    ///
    /// Bounds: `samples` has eight rows of eight samples, `stride` bytes apart; each of the other pointers has 64
    /// values.
    @inline(never)
    static func transform(
        _ samples: UnsafePointer<UInt8>, stride: Int, reciprocal: UnsafePointer<UInt16>,
        correction: UnsafePointer<UInt16>, scale: UnsafePointer<UInt16>, output: UnsafeMutablePointer<Int16>
    ) {
        let input = unsafe Rows(
            r0: row(samples), r1: row(samples + stride), r2: row(samples + 2 &* stride),
            r3: row(samples + 3 &* stride), r4: row(samples + 4 &* stride), r5: row(samples + 5 &* stride),
            r6: row(samples + 6 &* stride), r7: row(samples + 7 &* stride))
        let rows = pass(JPEGInverseDCT.transpose(input), isFirst: true)
        unsafe store(rows.r0, output)
        unsafe store(rows.r1, output + 8)
        unsafe store(rows.r2, output + 16)
        unsafe store(rows.r3, output + 24)
        unsafe store(rows.r4, output + 32)
        unsafe store(rows.r5, output + 40)
        unsafe store(rows.r6, output + 48)
        unsafe store(rows.r7, output + 56)
        unsafe transformColumns(output, reciprocal: reciprocal, correction: correction, scale: scale)
    }

    /// Transforms the second dimension and quantises, in place.
    ///
    /// A function of its own: if merged with the first pass, the compiler splits the vectors where they are transposed.
    @inline(never)
    private static func transformColumns(
        _ output: UnsafeMutablePointer<Int16>, reciprocal: UnsafePointer<UInt16>, correction: UnsafePointer<UInt16>,
        scale: UnsafePointer<UInt16>
    ) {
        let rows = unsafe Rows(
            r0: values(output), r1: values(output + 8), r2: values(output + 16), r3: values(output + 24),
            r4: values(output + 32), r5: values(output + 40), r6: values(output + 48), r7: values(output + 56))
        let c = pass(JPEGInverseDCT.transpose(rows), isFirst: false)
        unsafe quantise(c.r0, 0, reciprocal, correction, scale, output)
        unsafe quantise(c.r1, 8, reciprocal, correction, scale, output)
        unsafe quantise(c.r2, 16, reciprocal, correction, scale, output)
        unsafe quantise(c.r3, 24, reciprocal, correction, scale, output)
        unsafe quantise(c.r4, 32, reciprocal, correction, scale, output)
        unsafe quantise(c.r5, 40, reciprocal, correction, scale, output)
        unsafe quantise(c.r6, 48, reciprocal, correction, scale, output)
        unsafe quantise(c.r7, 56, reciprocal, correction, scale, output)
    }

    @inline(__always)
    private static func row(_ samples: UnsafePointer<UInt8>) -> Row {
        unsafe Row(widening: UnsafeRawPointer(samples).loadUnaligned(as: SIMD8<UInt8>.self)) &- 128
    }

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
        _ value: Row, _ offset: Int, _ reciprocal: UnsafePointer<UInt16>, _ correction: UnsafePointer<UInt16>,
        _ scale: UnsafePointer<UInt16>, _ output: UnsafeMutablePointer<Int16>
    ) {
        let sign = value &>> 15
        let magnitude =
            unsafe unsafeBitCast((value ^ sign) &- sign, to: SIMD8<UInt16>.self) &+ load(correction + offset)
        let product = unsafe unsafeBitCast(magnitude.highProduct(load(reciprocal + offset)), to: Row.self)
        // Below 2¹⁵, as is the scale, so both may be signed: the compiler would merge two unsigned products into one of
        // 32 bits.
        let factor = unsafe unsafeBitCast(load(scale + offset), to: Row.self)
        let quotient = Row(narrowing: (SIMD8<Int32>(widening: product) &* SIMD8<Int32>(widening: factor)) &>> 16)
        let signed = (quotient ^ sign) &- sign
        unsafe store(signed, output + offset)
    }

    @inline(__always)
    private static func store(_ row: Row, _ output: UnsafeMutablePointer<Int16>) {
        unsafe UnsafeMutableRawPointer(output).storeBytes(of: row, as: Row.self)
    }

    @inline(__always)
    private static func values(_ block: UnsafeMutablePointer<Int16>) -> Row {
        unsafe UnsafeRawPointer(block).loadUnaligned(as: Row.self)
    }

    @inline(__always)
    private static func load(_ values: UnsafePointer<UInt16>) -> SIMD8<UInt16> {
        unsafe UnsafeRawPointer(values).loadUnaligned(as: SIMD8<UInt16>.self)
    }
}
