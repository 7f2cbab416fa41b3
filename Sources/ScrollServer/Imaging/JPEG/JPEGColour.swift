// Converts the planes of a JPEG to interleaved pixels, one row at a time.

import Platform

/// Conversions by the equations of JFIF (T.871 §7) in the 16-bit fixed point of libjpeg, rounding included.
///
/// Where rows are given by their indices in `samples`, each has `count` samples and 16 more bytes that may be read; up
/// to 64 bytes of `output` after the pixels may be overwritten. Access outside a span traps.
enum JPEGColour {
    typealias Lanes = SIMD8<Int16>
    typealias Wide = SIMD8<Int32>

    /// Converts the rows of Y′, Cb and Cr at the first three of `rows` to RGB.
    ///
    /// Checked once, so that the loop is unchecked.
    static func yCbCr(
        _ samples: Span<UInt8>, _ rows: SIMD4<Int>, count: Int, output: inout MutableSpan<UInt8>
    ) {
        precondition(count >= 0 && 3 * count + 64 <= output.count)
        for index in 0..<3 { precondition(rows[index] >= 0 && rows[index] + count + 16 <= samples.count) }
        unsafe samples.withUnsafeBytes { samples in
            unsafe output.withUnsafeMutableBufferPointer { output in
                func lanes(_ index: Int) -> Lanes {
                    unsafe Lanes(widening: samples.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt8>.self))
                }
                guard let pixels = output.baseAddress else { return }
                var x = 0
                while x < count {
                    let y = lanes(rows[0] &+ x)
                    let (u, v) = (lanes(rows[1] &+ x), lanes(rows[2] &+ x))
                    let (cb, cr) = (u &- 128, v &- 128)
                    // 1.402 = 1 + 0.402 and 1.772 = 1 + 0.772: the upper 16 bits of 24-bit products suffice. For all
                    // 256 samples the result equals libjpeg's, with its rounding and offset of 128.
                    let r = y &+ v &+ upperByte(v, 26344, plus: 12) &- 179
                    let b = y &+ u &+ upperByte(u, 50594, plus: 175) &- 227
                    // -0.34414 cb - 0.71414 cr, with 0.71414 = 1 - 0.28586.
                    let sum = JPEGInverseDCT.products(cb, -22554, cr, 18734) &+ SIMD8<Int32>(repeating: 32768)
                    let g = y &- cr &+ Lanes(narrowing: sum &>> 16)
                    var target = unsafe UnsafeMutableBufferPointer(start: pixels + 3 &* x, count: 26).mutableSpan
                    InterleavedPixels.store(
                        r.limited(0, 255), g.limited(0, 255), b.limited(0, 255), into: &target, at: 0)
                    x &+= 8
                }
            }
        }
    }

    /// Interleaves rows of red, green and blue.
    static func rgb(_ samples: Span<UInt8>, _ rows: SIMD4<Int>, count: Int, output: inout MutableSpan<UInt8>) {
        for x in stride(from: 0, to: count, by: 8) {
            InterleavedPixels.store(
                lanes(samples, rows[0] + x), lanes(samples, rows[1] + x), lanes(samples, rows[2] + x), into: &output,
                at: 3 * x)
        }
    }

    /// Interleaves four rows.
    static func interleave(
        _ samples: Span<UInt8>, _ rows: SIMD4<Int>, count: Int, output: inout MutableSpan<UInt8>
    ) {
        for x in 0..<count {
            for channel in 0..<4 { output[4 * x + channel] = samples[rows[channel] + x] }
        }
    }

    /// Multiplies `count` RGB pixels in place by a fourth plane.
    ///
    /// Files of four components store inverted CMY and K, so this gives RGB, without regard to a colour profile.
    /// `isComplement` inverts the pixels first, as those decoded from YCCK require.
    static func multiply(
        _ pixels: inout MutableSpan<UInt8>, by black: Span<UInt8>, count: Int, isComplement: Bool
    ) {
        let flip: UInt8 = isComplement ? 255 : 0
        for x in 0..<count {
            let factor = UInt32(black[x])
            for channel in 3 * x..<3 * x + 3 {
                // Division by 255, rounded.
                let product = UInt32(pixels[channel] ^ flip) * factor + 128
                pixels[channel] = UInt8(truncatingIfNeeded: (product + product >> 8) >> 8)
            }
        }
    }

    /// Converts `count` RGB pixels, a multiple of 16, to `luma` from index `lumaStart` on and to `blue` and `red` from
    /// index `start` on.
    ///
    /// Checked once, so that the loop is unchecked: all spans hold `count` pixels or samples.
    static func separate(
        _ pixels: Span<UInt8>, count: Int, luma: inout MutableSpan<UInt8>, at lumaStart: Int,
        blue: inout MutableSpan<UInt8>, red: inout MutableSpan<UInt8>, at start: Int
    ) {
        precondition(
            count >= 0 && count % 16 == 0 && 3 * count <= pixels.count && lumaStart >= 0 && start >= 0
                && lumaStart + count <= luma.count && start + count <= min(blue.count, red.count))
        typealias Pairs = SIMD8<UInt16>
        unsafe pixels.withUnsafeBytes { pixels in
            unsafe luma.withUnsafeMutableBytes { luma in
                unsafe blue.withUnsafeMutableBytes { blue in
                    unsafe red.withUnsafeMutableBytes { red in
                        var x = 0
                        while x < count {
                            // Two pixels are three 16-bit lanes. Each interleaving of halves brings equal lanes closer
                            // together.
                            let (a0, b0, c0) = unsafe sorted(
                                pixels.loadUnaligned(fromByteOffset: 3 &* x, as: Pairs.self),
                                pixels.loadUnaligned(fromByteOffset: 3 &* x &+ 16, as: Pairs.self),
                                pixels.loadUnaligned(fromByteOffset: 3 &* x &+ 32, as: Pairs.self))
                            let (a1, b1, c1) = sorted(a0, b0, c0)
                            let (redGreen, blueRed, greenBlue) = sorted(a1, b1, c1)
                            let even = separated(redGreen & 255, redGreen &>> 8, blueRed & 255)
                            let odd = separated(blueRed &>> 8, greenBlue & 255, greenBlue &>> 8)
                            unsafe luma.storeBytes(
                                of: even.y | (odd.y &<< 8), toByteOffset: lumaStart &+ x, as: Lanes.self)
                            unsafe blue.storeBytes(
                                of: even.cb | (odd.cb &<< 8), toByteOffset: start &+ x, as: Lanes.self)
                            unsafe red.storeBytes(
                                of: even.cr | (odd.cr &<< 8), toByteOffset: start &+ x, as: Lanes.self)
                            x &+= 16
                        }
                    }
                }
            }
        }
    }

    /// Interleaves the first and second half of three vectors taken as one row.
    ///
    /// After three such steps, every third lane is in the same vector.
    @inline(__always)
    private static func sorted(
        _ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>, _ c: SIMD8<UInt16>
    ) -> (SIMD8<UInt16>, SIMD8<UInt16>, SIMD8<UInt16>) {
        (
            SIMD8(a[0], b[4], a[1], b[5], a[2], b[6], a[3], b[7]),
            SIMD8(a[4], c[0], a[5], c[1], a[6], c[2], a[7], c[3]),
            SIMD8(b[0], c[4], b[1], c[5], b[2], c[6], b[3], c[7])
        )
    }

    /// Converts eight pixels.
    @inline(__always)
    private static func separated(
        _ red: SIMD8<UInt16>, _ green: SIMD8<UInt16>, _ blue: SIMD8<UInt16>
    ) -> (y: Lanes, cb: Lanes, cr: Lanes) {
        let (r, g, b) = (Lanes(bitPattern: red), Lanes(bitPattern: green), Lanes(bitPattern: blue))
        let offset = Wide(repeating: 128 << 16 + 32767)
        // 0.299 r + 0.587 g + 0.114 b; the middle factor is split into two parts that each fit in 16 bits.
        let y = JPEGInverseDCT.products(r, 19595, g, 22086) &+ JPEGInverseDCT.products(g, 16384, b, 7471)
        let cb = JPEGInverseDCT.products(r, -11059, g, -21709) &+ (JPEGInverseDCT.wide(b) &<< 15)
        let cr = JPEGInverseDCT.products(g, -27439, b, -5329) &+ (JPEGInverseDCT.wide(r) &<< 15)
        let sums = (y &+ Wide(repeating: 32768), cb &+ offset, cr &+ offset)
        return (
            Lanes(narrowing: sums.0 &>> Wide(repeating: 16)), Lanes(narrowing: sums.1 &>> Wide(repeating: 16)),
            Lanes(narrowing: sums.2 &>> Wide(repeating: 16))
        )
    }

    @inline(__always)
    private static func lanes(_ samples: Span<UInt8>, _ index: Int) -> Lanes {
        Lanes(widening: samples.load(at: index, as: SIMD8<UInt8>.self))
    }

    /// Computes `(sample × factor / 256 + term) / 256`, rounding down twice; samples are 0...255, the sum is below
    /// 65,536.
    @inline(__always)
    private static func upperByte(_ sample: Lanes, _ factor: UInt16, plus term: UInt16) -> Lanes {
        let product = (SIMD8<UInt16>(bitPattern: sample) &<< 8).highProduct(SIMD8(repeating: factor))
        return Lanes(bitPattern: (product &+ term) &>> 8)
    }
}
