// Converts the planes of a JPEG to interleaved pixels, one row at a time.

/// Conversions by the equations of JFIF (T.871 §7) in the 16-bit fixed point of libjpeg, rounding included.
///
/// Bounds, for all functions but `separate`: each input has `count` samples and 16 more bytes that may be read;
/// `output` has room for `3 × count + 64` bytes, of which the last 64 may be overwritten.
enum JPEGColour {
    typealias Lanes = SIMD8<Int16>
    typealias Wide = SIMD8<Int32>

    /// Converts Y′CbCr to RGB.
    static func yCbCr(
        _ luma: UnsafePointer<UInt8>, _ blue: UnsafePointer<UInt8>, _ red: UnsafePointer<UInt8>,
        count: Int, output: UnsafeMutablePointer<UInt8>
    ) {
        var x = 0
        while x < count {
            let y = unsafe lanes(luma + x)
            let (u, v) = unsafe (lanes(blue + x), lanes(red + x))
            let (cb, cr) = (u &- 128, v &- 128)
            // 1.402 = 1 + 0.402 and 1.772 = 1 + 0.772: the upper 16 bits of 24-bit products suffice. For all 256
            // samples the result equals libjpeg's, with its rounding and offset of 128.
            let r = y &+ v &+ upperByte(v, 26344, plus: 12) &- 179
            let b = y &+ u &+ upperByte(u, 50594, plus: 175) &- 227
            // -0.34414 cb - 0.71414 cr, with 0.71414 = 1 - 0.28586.
            let sum =
                JPEGInverseDCT.products(cb, -22554, cr, 18734) &+ SIMD8<Int32>(repeating: 32768)
            let g = y &- cr &+ Lanes(narrowing: sum &>> 16)
            unsafe InterleavedPixels.store(r.limited(0, 255), g.limited(0, 255), b.limited(0, 255), output + 3 &* x)
            x &+= 8
        }
    }

    /// Interleaves planes of red, green and blue.
    static func rgb(
        _ red: UnsafePointer<UInt8>, _ green: UnsafePointer<UInt8>, _ blue: UnsafePointer<UInt8>,
        count: Int, output: UnsafeMutablePointer<UInt8>
    ) {
        for x in stride(from: 0, to: count, by: 8) {
            unsafe InterleavedPixels.store(lanes(red + x), lanes(green + x), lanes(blue + x), output + 3 * x)
        }
    }

    /// Interleaves four planes.
    static func interleave(
        _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, _ third: UnsafePointer<UInt8>,
        _ fourth: UnsafePointer<UInt8>, count: Int, output: UnsafeMutablePointer<UInt8>
    ) {
        for x in 0..<count {
            unsafe output[4 * x] = unsafe first[x]
            unsafe output[4 * x + 1] = unsafe second[x]
            unsafe output[4 * x + 2] = unsafe third[x]
            unsafe output[4 * x + 3] = unsafe fourth[x]
        }
    }

    /// Multiplies RGB pixels in place by a fourth plane.
    ///
    /// Files of four components store inverted CMY and K, so this gives RGB, without regard to a colour profile.
    /// `isComplement` inverts the pixels first, as those decoded from YCCK require.
    static func multiply(
        _ pixels: UnsafeMutablePointer<UInt8>, by black: UnsafePointer<UInt8>, count: Int, isComplement: Bool
    ) {
        let flip: UInt8 = isComplement ? 255 : 0
        for x in 0..<count {
            let factor = unsafe UInt32(black[x])
            for channel in 3 * x..<3 * x + 3 {
                // Division by 255, rounded.
                let product = unsafe UInt32(pixels[channel] ^ flip) * factor + 128
                unsafe pixels[channel] = UInt8(truncatingIfNeeded: (product + product >> 8) >> 8)
            }
        }
    }

    /// Converts RGB to Y′CbCr in three planes, sixteen samples at a time.
    ///
    /// Bounds: `pixels` has `3 × count` bytes and 64 more that may be read. Up to fifteen samples beyond `count` are
    /// overwritten.
    static func separate(
        _ pixels: UnsafePointer<UInt8>, count: Int, luma: UnsafeMutablePointer<UInt8>,
        blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>
    ) {
        typealias Pairs = SIMD8<UInt16>
        var x = 0
        while x < count {
            let memory = unsafe UnsafeRawPointer(pixels + 3 &* x)
            // Two pixels are three 16-bit lanes. Each interleaving of halves brings equal lanes closer together.
            let (a0, b0, c0) = unsafe sorted(
                memory.loadUnaligned(as: Pairs.self), memory.loadUnaligned(fromByteOffset: 16, as: Pairs.self),
                memory.loadUnaligned(fromByteOffset: 32, as: Pairs.self))
            let (a1, b1, c1) = sorted(a0, b0, c0)
            let (redGreen, blueRed, greenBlue) = sorted(a1, b1, c1)
            let even = separated(redGreen & 255, redGreen &>> 8, blueRed & 255)
            let odd = separated(blueRed &>> 8, greenBlue & 255, greenBlue &>> 8)
            unsafe UnsafeMutableRawPointer(luma + x).storeBytes(of: even.y | (odd.y &<< 8), as: Lanes.self)
            unsafe UnsafeMutableRawPointer(blue + x).storeBytes(of: even.cb | (odd.cb &<< 8), as: Lanes.self)
            unsafe UnsafeMutableRawPointer(red + x).storeBytes(of: even.cr | (odd.cr &<< 8), as: Lanes.self)
            x &+= 16
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
        let (r, g) = unsafe (unsafeBitCast(red, to: Lanes.self), unsafeBitCast(green, to: Lanes.self))
        let b = unsafe unsafeBitCast(blue, to: Lanes.self)
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
    private static func lanes(_ samples: UnsafePointer<UInt8>) -> Lanes {
        unsafe Lanes(widening: UnsafeRawPointer(samples).loadUnaligned(as: SIMD8<UInt8>.self))
    }

    /// Computes `(sample × factor / 256 + term) / 256`, rounding down twice; samples are 0...255, the sum is below
    /// 65,536.
    @inline(__always)
    private static func upperByte(_ sample: Lanes, _ factor: UInt16, plus term: UInt16) -> Lanes {
        let product = unsafe (unsafeBitCast(sample, to: SIMD8<UInt16>.self) &<< 8).highProduct(SIMD8(repeating: factor))
        return unsafe unsafeBitCast((product &+ term) &>> 8, to: Lanes.self)
    }
}
