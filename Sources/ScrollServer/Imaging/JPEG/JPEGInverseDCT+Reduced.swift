// Inverse transforms to 4 × 4 and 2 × 2 samples, for pictures decoded at 1/2 and 1/4 size.

import Platform

extension JPEGInverseDCT {
    /// Transforms a block to 4 × 4 samples, as libjpeg's reduced transform does; close to averaging the full transform.
    ///
    /// Row 4 and column 4 of the coefficients do not contribute.
    @inline(never)
    static func half(
        _ block: Span<Int16>, last: Int, quantisation: Span<Int16>,
        to output: inout MutableSpan<UInt8>, at start: Int, stride: Int
    ) {
        precondition(block.count == 64 && quantisation.count == 64)
        if last == 0 {
            let row = SIMD4<UInt8>(repeating: sample(mean: block[0] &* quantisation[0]))
            for y in 0..<4 { output.store(row, at: start &+ y &* stride) }
            return
        }
        let columns = fourOutputs(
            Rows(
                r0: row(block, quantisation, 0), r1: row(block, quantisation, 1), r2: row(block, quantisation, 2),
                r3: row(block, quantisation, 3), r5: row(block, quantisation, 5), r6: row(block, quantisation, 6),
                r7: row(block, quantisation, 7)), shift: 12)
        let rows = transpose(fourOutputs(transpose(columns), shift: 19))
        output.store(bytes(rows.r0).lowHalf, at: start)
        output.store(bytes(rows.r1).lowHalf, at: start &+ stride)
        output.store(bytes(rows.r2).lowHalf, at: start &+ 2 &* stride)
        output.store(bytes(rows.r3).lowHalf, at: start &+ 3 &* stride)
    }

    /// Transforms a block to 2 × 2 samples.
    ///
    /// Rows and columns 2, 4 and 6 of the coefficients do not contribute.
    @inline(never)
    static func quarter(
        _ block: Span<Int16>, last: Int, quantisation: Span<Int16>,
        to output: inout MutableSpan<UInt8>, at start: Int, stride: Int
    ) {
        precondition(block.count == 64 && quantisation.count == 64)
        if last == 0 {
            let row = SIMD2<UInt8>(repeating: sample(mean: block[0] &* quantisation[0]))
            output.store(row, at: start)
            output.store(row, at: start &+ stride)
            return
        }
        let mean = wide(row(block, quantisation, 0)) &<< 15
        let odd =
            products(row(block, quantisation, 1), 29692, row(block, quantisation, 3), -10426)
            &+ products(row(block, quantisation, 5), 6967, row(block, quantisation, 7), -5906)
        output.store(pair(descale(mean &+ odd, 13)), at: start)
        output.store(pair(descale(mean &- odd, 13)), at: start &+ stride)
    }

    /// Transforms the second dimension of `quarter`: the two samples of one row.
    @inline(__always)
    private static func pair(_ v: Row) -> SIMD2<UInt8> {
        let mean = Int32(v[0]) &<< 15
        let odd = Int32(v[1]) &* 29692 &- Int32(v[3]) &* 10426 &+ Int32(v[5]) &* 6967 &- Int32(v[7]) &* 5906
        func byte(_ value: Int32) -> UInt8 {
            UInt8(truncatingIfNeeded: min(max(((value &+ 1 &<< 19) &>> 20) &+ 128, 0), 255))
        }
        return SIMD2(byte(mean &+ odd), byte(mean &- odd))
    }

    /// Transforms one dimension of `half`: inputs 0...3 and 5...7 give four outputs.
    @inline(__always)
    private static func fourOutputs(_ v: Rows, shift: Int32) -> Rows {
        let mean = wide(v.r0) &<< 14
        let slope = products(v.r2, 15137, v.r6, -6270)
        let inner = products(v.r7, -1730, v.r5, 11893) &+ products(v.r3, -17799, v.r1, 8697)
        let outer = products(v.r7, -4176, v.r5, -4926) &+ products(v.r3, 7373, v.r1, 20995)
        return Rows(
            r0: descale(mean &+ slope &+ outer, shift), r1: descale(mean &- slope &+ inner, shift),
            r2: descale(mean &- slope &- inner, shift), r3: descale(mean &+ slope &- outer, shift))
    }
}
