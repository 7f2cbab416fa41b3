// The inverse transforms of VP8 (RFC 6386 §14.3, §14.4), bit-exact.

enum VP8Transform {
    /// Transforms the second-order block; its 16 results become the first coefficients of 16 luma blocks.
    static func inverseWalshHadamard(_ block: UnsafeMutablePointer<Int16>, into blocks: UnsafeMutablePointer<Int16>) {
        func row(_ index: Int) -> SIMD4<Int32> {
            let from = unsafe block + 4 * index
            return unsafe SIMD4(Int32(from[0]), Int32(from[1]), Int32(from[2]), Int32(from[3]))
        }
        let (a0, a1) = (row(0) &+ row(3), row(1) &+ row(2))
        let (a2, a3) = (row(1) &- row(2), row(0) &- row(3))
        let rows = (a0 &+ a1, a3 &+ a2, a0 &- a1, a3 &- a2)
        func store(_ row: SIMD4<Int32>, _ index: Int) {
            let first = row[0] &+ 3
            let (b0, b1) = (first &+ row[3], row[1] &+ row[2])
            let (b2, b3) = (row[1] &- row[2], first &- row[3])
            let target = unsafe blocks + 64 * index
            unsafe target[0] = Int16(truncatingIfNeeded: (b0 &+ b1) &>> 3)
            unsafe target[16] = Int16(truncatingIfNeeded: (b3 &+ b2) &>> 3)
            unsafe target[32] = Int16(truncatingIfNeeded: (b0 &- b1) &>> 3)
            unsafe target[48] = Int16(truncatingIfNeeded: (b3 &- b2) &>> 3)
        }
        store(rows.0, 0)
        store(rows.1, 1)
        store(rows.2, 2)
        store(rows.3, 3)
    }

    /// Transforms a block whose only coefficient is the first, and adds it to 4 × 4 pixels.
    @inline(__always)
    static func addDC(_ coefficient: Int16, to pixels: UnsafeMutablePointer<UInt8>, stride: Int) {
        let value = Int16(truncatingIfNeeded: (Int32(coefficient) &+ 4) &>> 3)
        for row in 0..<4 {
            let raw = unsafe UnsafeMutableRawPointer(pixels + row &* stride)
            let old = unsafe SIMD4<Int16>(widening: raw.loadUnaligned(as: SIMD4<UInt8>.self))
            unsafe raw.storeBytes(of: (old &+ value).clampedToBytes, as: SIMD4<UInt8>.self)
        }
    }

    /// Transforms a block and adds it to 4 × 4 pixels.
    @inline(__always)
    static func add(_ block: UnsafeMutablePointer<Int16>, to pixels: UnsafeMutablePointer<UInt8>, stride: Int) {
        let raw = UnsafeRawPointer(block)
        let top = unsafe raw.loadUnaligned(as: SIMD8<Int16>.self)
        let bottom = unsafe raw.loadUnaligned(fromByteOffset: 16, as: SIMD8<Int16>.self)
        // Two rows per vector: 0 and 1, 2 and 3. Columns first, then rows, as in the standard.
        let (v0, v1) = pass(top, bottom)
        let (t0, t1) = transposed(v0, v1)
        let rounding = SIMD8<Int16>(4, 4, 4, 4, 0, 0, 0, 0)
        let (h0, h1) = pass(t0 &+ rounding, t1)
        let (r0, r1) = transposed(h0 &>> 3, h1 &>> 3)
        let target = UnsafeMutableRawPointer(pixels)
        for row in 0..<4 {
            let difference = row < 2 ? (row == 0 ? r0.lowHalf : r0.highHalf) : (row == 2 ? r1.lowHalf : r1.highHalf)
            let at = unsafe target + row &* stride
            let old = unsafe SIMD4<Int16>(widening: at.loadUnaligned(as: SIMD4<UInt8>.self))
            unsafe at.storeBytes(of: (old &+ difference).clampedToBytes, as: SIMD4<UInt8>.self)
        }
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
