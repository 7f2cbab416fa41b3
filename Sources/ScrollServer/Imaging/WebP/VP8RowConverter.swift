// Converts the planes of a VP8 frame to rows of pixels.

/// Doubles the chroma of a row and converts it to RGB, bit-exact with libwebp, which all browsers use.
///
/// The standard leaves both open (RFC 6386 §9.2; RFC 9649 §2.5: BT.601). Each chroma sample lies in the middle of four
/// pixels, so a pixel's chroma is 9/16 of the nearest sample, 3/16 of each of the next ones horizontally and
/// vertically, and 1/16 of the diagonal one.
struct VP8RowConverter {
    private let width: Int
    /// Doubled chroma, with room for whole vectors.
    private let u: WebPMemory<UInt8>
    private let v: WebPMemory<UInt8>
    private let pixels: WebPMemory<UInt8>
    private let hasAlpha: Bool

    /// Allocates rows of `width` pixels, which have a fourth sample with `hasAlpha`.
    init(width: Int, hasAlpha: Bool) {
        self.width = width
        self.hasAlpha = hasAlpha
        u = WebPMemory(count: width + 48, repeating: 0)
        v = WebPMemory(count: width + 48, repeating: 0)
        pixels = WebPMemory(count: (width + 16) * 4, repeating: 0)
    }

    /// Appends one row of pixels.
    ///
    /// - Parameters:
    ///   - y: the row of luma, readable up to the last whole macroblock.
    ///   - planes: the planes of chroma.
    ///   - near: offset in both chroma planes of the row that contains this row.
    ///   - far: offset of the next chroma row on this row's side.
    ///   - alpha: the row's alpha, `width` bytes; nil where there is none.
    ///   - rows: where the pixels are appended.
    func append(
        y: UnsafeMutablePointer<UInt8>, _ planes: VP8Planes, near: Int, far: Int, alpha: UnsafeMutablePointer<UInt8>?,
        to rows: inout [UInt8]
    ) {
        unsafe double(planes.u + near, planes.u + far, into: u.pointer)
        unsafe double(planes.v + near, planes.v + far, into: v.pointer)
        if hasAlpha { unsafe convertWithAlpha(y, alpha) } else { unsafe convert(y, u.pointer, v.pointer) }
        unsafe rows.append(
            contentsOf: UnsafeBufferPointer(start: pixels.pointer, count: width * (hasAlpha ? 4 : 3)))
    }

    /// Appends row `row` of a reduced row of macroblocks, without alpha, where each pixel has its own chroma.
    func append(_ planes: VP8ReducedPlanes, row: Int, to rows: inout [UInt8]) {
        let start = row * planes.stride
        unsafe convert(planes.y + start, planes.u + start, planes.v + start)
        unsafe rows.append(contentsOf: UnsafeBufferPointer(start: pixels.pointer, count: width * 3))
    }

    // MARK: Chroma

    private func double(
        _ near: UnsafeMutablePointer<UInt8>, _ far: UnsafeMutablePointer<UInt8>,
        into target: UnsafeMutablePointer<UInt8>
    ) {
        func edge(_ index: Int) -> UInt8 {
            unsafe UInt8(truncatingIfNeeded: (3 * Int(near[index]) + Int(far[index]) + 2) >> 2)
        }
        let count = (width + 1) / 2
        unsafe target[0] = edge(0)
        // Each step computes the two pixels between two samples.
        var index = 1
        while index &+ 8 <= count {
            let result = unsafe Self.between(
                Self.load(near + (index &- 1)), Self.load(near + index), Self.load(far + (index &- 1)),
                Self.load(far + index))
            unsafe UnsafeMutableRawPointer(target + (2 &* index &- 1)).storeBytes(of: result, as: SIMD16<UInt8>.self)
            index &+= 8
        }
        while index < count {
            let (nl, nr) = unsafe (Int(near[index &- 1]), Int(near[index]))
            let (fl, fr) = unsafe (Int(far[index &- 1]), Int(far[index]))
            let sum = nl &+ nr &+ fl &+ fr &+ 8
            unsafe target[2 &* index &- 1] = UInt8(truncatingIfNeeded: ((sum &+ 2 &* (nr &+ fl)) &>> 3 &+ nl) &>> 1)
            unsafe target[2 &* index] = UInt8(truncatingIfNeeded: ((sum &+ 2 &* (nl &+ fr)) &>> 3 &+ nr) &>> 1)
            index &+= 1
        }
        if width & 1 == 0 { unsafe target[width - 1] = edge(count - 1) }
    }

    @inline(__always)
    private static func load(_ samples: UnsafeMutablePointer<UInt8>) -> SIMD8<UInt16> {
        unsafe SIMD8<UInt16>(widening: UnsafeRawPointer(samples).loadUnaligned(as: SIMD8<UInt8>.self))
    }

    @inline(__always)
    private static func between(
        _ nl: SIMD8<UInt16>, _ nr: SIMD8<UInt16>, _ fl: SIMD8<UInt16>, _ fr: SIMD8<UInt16>
    ) -> SIMD16<UInt8> {
        let rising = nr &+ fl
        let falling = nl &+ fr
        let sum = rising &+ falling &+ 8
        let left = (((sum &+ rising &+ rising) &>> 3) &+ nl) &>> 1
        let right = (((sum &+ falling &+ falling) &>> 3) &+ nr) &>> 1
        return SIMD16<UInt8>(interleaving: SIMD8<UInt8>(narrowing: left), SIMD8<UInt8>(narrowing: right))
    }

    // MARK: Colour

    /// Converts eight pixels at a time; the last ones may exceed the width, where there is room.
    private func convert(
        _ y: UnsafeMutablePointer<UInt8>, _ u: UnsafeMutablePointer<UInt8>, _ v: UnsafeMutablePointer<UInt8>
    ) {
        let target = unsafe pixels.pointer
        var column = 0
        while column < width {
            let (red, green, blue) = unsafe Self.colours(y + column, u + column, v + column)
            unsafe InterleavedPixels.store(red, green, blue, target + 3 &* column)
            column &+= 8
        }
    }

    private func convertWithAlpha(_ y: UnsafeMutablePointer<UInt8>, _ alpha: UnsafeMutablePointer<UInt8>?) {
        let (u, v, target) = unsafe (u.pointer, v.pointer, pixels.pointer)
        var column = 0
        while column < width {
            let (red, green, blue) = unsafe Self.colours(y + column, u + column, v + column)
            unsafe InterleavedPixels.storeOpaque(red, green, blue, target + 4 &* column)
            column &+= 8
        }
        guard let alpha = unsafe alpha else { return }
        for column in 0..<width { unsafe target[4 &* column &+ 3] = unsafe alpha[column] }
    }

    /// Converts BT.601 with a range of 16...235 to lanes of 0...255, in 14 bits, of which six are for rounding.
    @inline(__always)
    private static func colours(
        _ y: UnsafeMutablePointer<UInt8>, _ u: UnsafeMutablePointer<UInt8>, _ v: UnsafeMutablePointer<UInt8>
    ) -> (SIMD8<Int16>, SIMD8<Int16>, SIMD8<Int16>) {
        let (u, v) = unsafe (load(u), load(v))
        let light = unsafe product(load(y), 19077)
        // Red is at most 30,815, green 27,710, neither below -17,685. Blue is at most 34,237, so 8,192 less is taken,
        // which is 128 of the result's.
        let red = (light &- 14234 &+ product(v, 26149)) &>> 6
        let green = (light &+ 8708 &- product(u, 6419) &- product(v, 13320)) &>> 6
        let blue = (light &- (17685 + 8192) &+ product(u, 33050)) &>> 6
        return (red.limited(0, 255), green.limited(0, 255), blue.limited(-128, 127) &+ 128)
    }

    /// Multiplies each sample by the factor and divides by 256.
    @inline(__always)
    private static func product(_ samples: SIMD8<UInt16>, _ factor: UInt16) -> SIMD8<Int16> {
        unsafe unsafeBitCast((samples &<< 8).highProduct(SIMD8(repeating: factor)), to: SIMD8<Int16>.self)
    }
}
