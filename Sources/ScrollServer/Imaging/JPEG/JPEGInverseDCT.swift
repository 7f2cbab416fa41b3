// The inverse discrete cosine transform of an 8 × 8 block, with the same result as libjpeg's accurate integer method.

import Platform

/// Inverse transforms by the algorithm of Loeffler, Ligtenberg and Moschytz (ICASSP 1989), eight columns at a time.
///
/// All arithmetic is 13-bit fixed point. Each rotation is a sum of two products of 16-bit inputs, `a·p + b·q`, because
/// that is one instruction for four lanes on x86-64 and arm64 (`pmaddwd`, `smlal`). The sums are exact.
///
/// For all functions here, `block` and `quantisation` hold 64 values in natural order; the samples go to `size` rows of
/// `output`, `stride` bytes apart, from index `start` on. Access outside a span traps.
enum JPEGInverseDCT {
    typealias Row = SIMD8<Int16>
    typealias Wide = SIMD8<Int32>

    /// Eight vectors, one for each row (or column) of the block.
    struct Rows {
        var r0 = Row()
        var r1 = Row()
        var r2 = Row()
        var r3 = Row()
        var r4 = Row()
        var r5 = Row()
        var r6 = Row()
        var r7 = Row()
    }

    /// Transforms a block to `size × size` samples; `size` is 8, 4, 2 or 1.
    @inline(__always)
    static func transform(
        _ block: Span<Int16>, last: Int, size: Int, quantisation: Span<Int16>,
        to output: inout MutableSpan<UInt8>, at start: Int, stride: Int
    ) {
        switch size {
        case 8: full(block, last: last, quantisation: quantisation, to: &output, at: start, stride: stride)
        case 4: half(block, last: last, quantisation: quantisation, to: &output, at: start, stride: stride)
        case 2: quarter(block, last: last, quantisation: quantisation, to: &output, at: start, stride: stride)
        default: output[start] = sample(mean: block[0] &* quantisation[0])
        }
    }

    /// Transforms a block at full size; all coefficients beyond zigzag index `last` are 0.
    @inline(__always)
    static func full(
        _ block: Span<Int16>, last: Int, quantisation: Span<Int16>,
        to output: inout MutableSpan<UInt8>, at start: Int, stride: Int
    ) {
        if last == 0 {
            flat(block[0] &* quantisation[0], to: &output, at: start, stride: stride)
        } else if last < 10 {
            // The first ten coefficients in zigzag order lie in the top left 4 × 4.
            corner(block, quantisation: quantisation, to: &output, at: start, stride: stride)
        } else {
            whole(block, quantisation: quantisation, to: &output, at: start, stride: stride)
        }
    }

    /// Computes the value of every sample of a block that has only a mean; `mean` is dequantised.
    @inline(__always)
    static func sample(mean: Int16) -> UInt8 {
        UInt8(truncatingIfNeeded: min(max(((Int32(mean) &+ 4) &>> 3) &+ 128, 0), 255))
    }

    @inline(__always)
    private static func flat(_ mean: Int16, to output: inout MutableSpan<UInt8>, at start: Int, stride: Int) {
        let row = SIMD8<UInt8>(repeating: sample(mean: mean))
        output.store(block: (row, row, row, row, row, row, row, row), at: start, stride: stride)
    }

    @inline(never)
    private static func whole(
        _ block: Span<Int16>, quantisation: Span<Int16>,
        to output: inout MutableSpan<UInt8>, at start: Int, stride: Int
    ) {
        precondition(block.count == 64 && quantisation.count == 64)
        let input = Rows(
            r0: row(block, quantisation, 0), r1: row(block, quantisation, 1), r2: row(block, quantisation, 2),
            r3: row(block, quantisation, 3), r4: row(block, quantisation, 4), r5: row(block, quantisation, 5),
            r6: row(block, quantisation, 6), r7: row(block, quantisation, 7))
        store(pass(transpose(pass(input, shift: 11)), shift: 18), to: &output, at: start, stride: stride)
    }

    @inline(never)
    private static func corner(
        _ block: Span<Int16>, quantisation: Span<Int16>,
        to output: inout MutableSpan<UInt8>, at start: Int, stride: Int
    ) {
        precondition(block.count == 64 && quantisation.count == 64)
        let input = Rows(
            r0: row(block, quantisation, 0), r1: row(block, quantisation, 1), r2: row(block, quantisation, 2),
            r3: row(block, quantisation, 3))
        store(lowPass(transpose(lowPass(input, shift: 11)), shift: 18), to: &output, at: start, stride: stride)
    }

    /// Loads one row of coefficients and dequantises it.
    @inline(__always)
    static func row(_ block: Span<Int16>, _ quantisation: Span<Int16>, _ index: Int) -> Row {
        block.load(at: 8 &* index, as: Row.self) &* quantisation.load(at: 8 &* index, as: Row.self)
    }

    @inline(__always)
    static func wide(_ value: Row) -> Wide { Wide(widening: value) }

    /// Computes `a·p + b·q`.
    @inline(__always)
    static func products(_ a: Row, _ p: Int32, _ b: Row, _ q: Int32) -> Wide {
        wide(a) &* Wide(repeating: p) &+ wide(b) &* Wide(repeating: q)
    }

    @inline(__always)
    static func product(_ a: Row, _ p: Int32) -> Wide { wide(a) &* Wide(repeating: p) }

    /// Divides by 2^shift, rounding half up.
    @inline(__always)
    static func descale(_ value: Wide, _ shift: Int32) -> Row {
        let rounded = value &+ Wide(repeating: 1 &<< (shift &- 1))
        // For small shifts, shift left first, dropping only bits that do not fit in the result: the compiler then knows
        // that each lane holds 16 signed bits and narrows with one instruction.
        return shift < 16
            ? Row(narrowing: (rounded &<< Wide(repeating: 16 &- shift)) &>> 16)
            : Row(narrowing: rounded &>> Wide(repeating: shift))
    }

    /// Transforms one dimension: the vectors are inputs 0...7 of eight transforms, side by side.
    @inline(__always)
    private static func pass(_ v: Rows, shift: Int32) -> Rows {
        let sum = wide(v.r0 &+ v.r4) &<< 13
        let difference = wide(v.r0 &- v.r4) &<< 13
        let low = products(v.r2, 4433, v.r6, 4433 - 15137)
        let high = products(v.r2, 4433 + 6270, v.r6, 4433)
        let even = (sum &+ high, difference &+ low, difference &- low, sum &- high)

        let z3 = v.r7 &+ v.r3
        let z4 = v.r5 &+ v.r1
        let a = products(z3, 9633 - 16069, z4, 9633)
        let b = products(z3, 9633, z4, 9633 - 3196)
        let odd = (
            products(v.r1, 12299 - 7373, v.r7, -7373) &+ b, products(v.r3, 25172 - 20995, v.r5, -20995) &+ a,
            products(v.r5, 16819 - 20995, v.r3, -20995) &+ b, products(v.r7, 2446 - 7373, v.r1, -7373) &+ a
        )
        return combine(even, odd, shift: shift)
    }

    /// Does the same as `pass` when inputs 4...7 are 0.
    @inline(__always)
    private static func lowPass(_ v: Rows, shift: Int32) -> Rows {
        let mean = wide(v.r0) &<< 13
        let low = product(v.r2, 4433)
        let high = product(v.r2, 4433 + 6270)
        let even = (mean &+ high, mean &+ low, mean &- low, mean &- high)
        // Each is what `pass` computes, with the products of inputs 5 and 7 left out.
        let odd = (
            products(v.r1, 12299 - 7373 + 9633 - 3196, v.r3, 9633),
            products(v.r1, 9633, v.r3, 25172 - 20995 + 9633 - 16069),
            products(v.r1, 9633 - 3196, v.r3, 9633 - 20995),
            products(v.r1, 9633 - 7373, v.r3, 9633 - 16069)
        )
        return combine(even, odd, shift: shift)
    }

    @inline(__always)
    private static func combine(
        _ even: (Wide, Wide, Wide, Wide), _ odd: (Wide, Wide, Wide, Wide), shift: Int32
    ) -> Rows {
        Rows(
            r0: descale(even.0 &+ odd.0, shift), r1: descale(even.1 &+ odd.1, shift),
            r2: descale(even.2 &+ odd.2, shift), r3: descale(even.3 &+ odd.3, shift),
            r4: descale(even.3 &- odd.3, shift), r5: descale(even.2 &- odd.2, shift),
            r6: descale(even.1 &- odd.1, shift), r7: descale(even.0 &- odd.0, shift))
    }

    /// Swaps rows and columns, by exchanging single lanes, then pairs, then fours.
    @inline(__always)
    static func transpose(_ v: Rows) -> Rows {
        let (a, b) = zip(v.r0, v.r1)
        let (c, d) = zip(v.r2, v.r3)
        let (e, f) = zip(v.r4, v.r5)
        let (g, h) = zip(v.r6, v.r7)
        let (a0, a1) = zipPairs(a, c)
        let (b0, b1) = zipPairs(b, d)
        let (e0, e1) = zipPairs(e, g)
        let (f0, f1) = zipPairs(f, h)
        let (r0, r1) = zipFours(a0, e0)
        let (r2, r3) = zipFours(a1, e1)
        let (r4, r5) = zipFours(b0, f0)
        let (r6, r7) = zipFours(b1, f1)
        return Rows(r0: r0, r1: r1, r2: r2, r3: r3, r4: r4, r5: r5, r6: r6, r7: r7)
    }

    /// Interleaves `a` and `b`: `a0 b0 a1 b1 …`, in two halves.
    @inline(__always)
    private static func zip(_ a: Row, _ b: Row) -> (Row, Row) {
        (
            Row(a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3]),
            Row(a[4], b[4], a[5], b[5], a[6], b[6], a[7], b[7])
        )
    }

    // Written by lanes of 16 bits, these two make a transposition 1.6 times as long.

    @inline(__always)
    private static func zipPairs(_ a: Row, _ b: Row) -> (Row, Row) {
        let (a, b) = (bitCast(a, to: SIMD4<Int32>.self), bitCast(b, to: SIMD4<Int32>.self))
        return (bitCast(SIMD4(a[0], b[0], a[1], b[1])), bitCast(SIMD4(a[2], b[2], a[3], b[3])))
    }

    @inline(__always)
    private static func zipFours(_ a: Row, _ b: Row) -> (Row, Row) {
        let (a, b) = (bitCast(a, to: SIMD2<Int64>.self), bitCast(b, to: SIMD2<Int64>.self))
        return (bitCast(SIMD2(a[0], b[0])), bitCast(SIMD2(a[1], b[1])))
    }

    /// Adds 128 to samples that are centred on 0 and clamps them to 0...255.
    @inline(__always)
    static func bytes(_ values: Row) -> SIMD8<UInt8> {
        SIMD8<UInt8>(narrowing: limited(values &+ Row(repeating: 128)))
    }

    /// Clamps each lane to 0...255 by sign bits; correct for inputs -32512...32767.
    ///
    /// The compiler does not reliably turn lane comparisons or `clamped` into vector instructions.
    @inline(__always)
    static func limited(_ values: Row) -> Row {
        let isOver = (Row(repeating: 255) &- values) &>> 15
        return ((values & ~(values &>> 15)) | isOver) & Row(repeating: 255)
    }

    /// Transposes a block and stores it.
    @inline(__always)
    private static func store(
        _ columns: Rows, to output: inout MutableSpan<UInt8>, at start: Int, stride: Int
    ) {
        let rows = transpose(columns)
        output.store(
            block: (
                bytes(rows.r0), bytes(rows.r1), bytes(rows.r2), bytes(rows.r3), bytes(rows.r4), bytes(rows.r5),
                bytes(rows.r6), bytes(rows.r7)
            ), at: start, stride: stride)
    }
}
