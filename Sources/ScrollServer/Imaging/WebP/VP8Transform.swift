// The inverse transforms of VP8 (RFC 6386 §14.3, §14.4), bit-exact.

import Platform

enum VP8Transform {
    /// Transforms the second-order block, the last of the 25, into the first coefficients of the 16 of luma.
    static func inverseWalshHadamard(_ residual: inout MutableSpan<Int16>) {
        func row(_ index: Int) -> SIMD4<Int32> {
            SIMD4(widening: residual.load(at: 384 + 4 * index, as: SIMD4<Int16>.self))
        }
        let (a0, a1) = (row(0) &+ row(3), row(1) &+ row(2))
        let (a2, a3) = (row(1) &- row(2), row(0) &- row(3))
        func store(_ row: SIMD4<Int32>, _ target: Int) {
            let first = row[0] &+ 3
            let (b0, b1) = (first &+ row[3], row[1] &+ row[2])
            let (b2, b3) = (row[1] &- row[2], first &- row[3])
            residual[target] = Int16(truncatingIfNeeded: (b0 &+ b1) &>> 3)
            residual[target + 16] = Int16(truncatingIfNeeded: (b3 &+ b2) &>> 3)
            residual[target + 32] = Int16(truncatingIfNeeded: (b0 &- b1) &>> 3)
            residual[target + 48] = Int16(truncatingIfNeeded: (b3 &- b2) &>> 3)
        }
        store(a0 &+ a1, 0)
        store(a3 &+ a2, 64)
        store(a0 &- a1, 128)
        store(a3 &- a2, 192)
    }

    /// Transforms a block whose only coefficient is the first, and adds it to 4 × 4 pixels.
    @inline(__always)
    static func addDC(_ coefficient: Int16, to pixels: inout MutableSpan<UInt8>, at offset: Int) {
        let value = SIMD4(repeating: Int16(truncatingIfNeeded: (Int32(coefficient) &+ 4) &>> 3))
        add(value, value, value, value, to: &pixels, at: offset)
    }

    /// Transforms a block and adds it to 4 × 4 pixels.
    @inline(__always)
    static func add(_ top: SIMD8<Int16>, _ bottom: SIMD8<Int16>, to pixels: inout MutableSpan<UInt8>, at offset: Int) {
        // Two rows per vector: 0 and 1, 2 and 3. Columns first, then rows, as in the standard.
        let (v0, v1) = pass(top, bottom)
        let (t0, t1) = transposed(v0, v1)
        let rounding = SIMD8<Int16>(4, 4, 4, 4, 0, 0, 0, 0)
        let (h0, h1) = pass(t0 &+ rounding, t1)
        let (r0, r1) = transposed(h0 &>> 3, h1 &>> 3)
        add(r0.lowHalf, r0.highHalf, r1.lowHalf, r1.highHalf, to: &pixels, at: offset)
    }

    /// Adds four rows of differences to 4 × 4 pixels.
    @inline(__always)
    private static func add(
        _ r0: SIMD4<Int16>, _ r1: SIMD4<Int16>, _ r2: SIMD4<Int16>, _ r3: SIMD4<Int16>,
        to pixels: inout MutableSpan<UInt8>, at offset: Int
    ) {
        // One check; the rows then lie in a part of known length.
        var block = pixels._mutatingExtracting(offset..<offset &+ 3 * VP8Macroblock.stride + 4)
        add(r0, to: &block, row: 0)
        add(r1, to: &block, row: 1)
        add(r2, to: &block, row: 2)
        add(r3, to: &block, row: 3)
    }

    @inline(__always)
    private static func add(_ difference: SIMD4<Int16>, to block: inout MutableSpan<UInt8>, row: Int) {
        let old = SIMD4<Int16>(widening: block.load(at: row &* VP8Macroblock.stride, as: SIMD4<UInt8>.self))
        block.store((old &+ difference).clampedToBytes, at: row &* VP8Macroblock.stride)
    }

    /// Transforms four columns; rows 0 and 1, 2 and 3 are paired in input and output.
    @inline(__always)
    private static func pass(
        _ upper: SIMD8<Int16>, _ lower: SIMD8<Int16>
    ) -> (SIMD8<Int16>, SIMD8<Int16>) {
        let even = SIMD8<Int16>(lowHalf: upper.lowHalf, highHalf: upper.lowHalf)
        let third = SIMD8<Int16>(lowHalf: lower.lowHalf, highHalf: 0 &- lower.lowHalf)
        // a = in0 + in2, b = in0 − in2
        let ab = even &+ third
        let odd = SIMD8<Int16>(lowHalf: upper.highHalf, highHalf: lower.highHalf)
        // Multiply by √2·cos(π/8) and by √2·sin(π/8), in units of 1/65,536.
        let byCosine = odd &+ high(odd, 20091)
        let bySine = odd &+ high(odd, 35468 - 65536)
        // c = in1·sin − in3·cos, d = in1·cos + in3·sin
        let c = bySine.lowHalf &- byCosine.highHalf
        let d = byCosine.lowHalf &+ bySine.highHalf
        let dc = SIMD8<Int16>(lowHalf: d, highHalf: c)
        let sum = ab &+ dc
        let difference = ab &- dc
        return (sum, SIMD8(lowHalf: difference.highHalf, highHalf: difference.lowHalf))
    }

    /// Returns the upper 16 bits of the products.
    @inline(__always)
    private static func high(_ v: SIMD8<Int16>, _ factor: Int32) -> SIMD8<Int16> {
        SIMD8<Int16>(narrowing: (SIMD8<Int32>(widening: v) &* factor) &>> 16)
    }

    @inline(__always)
    private static func transposed(
        _ upper: SIMD8<Int16>, _ lower: SIMD8<Int16>
    ) -> (SIMD8<Int16>, SIMD8<Int16>) {
        (
            SIMD8(upper[0], upper[4], lower[0], lower[4], upper[1], upper[5], lower[1], lower[5]),
            SIMD8(upper[2], upper[6], lower[2], lower[6], upper[3], upper[7], lower[3], lower[7])
        )
    }
}
