// From the planes of a VP8 frame to rows of pixels.

/// Doubles the chroma of a row and converts it to RGB, to the bit as libwebp does, which all browsers use.
///
/// The standard leaves both open (RFC 6386 §9.2; RFC 9649 §2.5: BT.601). Each chroma sample lies in the middle of four pixels, so
/// a pixel's chroma is 9/16 of the nearest sample, 3/16 of the next ones beside and above or below it, and 1/16 of the one across.
struct VP8RowConverter {
    private let width: Int
    /// Doubled chroma, with room for whole vectors.
    private let u: WebPMemory<UInt8>
    private let v: WebPMemory<UInt8>
    private let pixels: WebPMemory<UInt8>
    private let hasAlpha: Bool

    /// - Parameters:
    ///   - width: in pixels.
    ///   - hasAlpha: whether pixels have a fourth sample.
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
    ///   - y: the row of luma, of which as many bytes can be read as there are in whole macroblocks.
    ///   - near: the row of chroma that the row belongs to, as offset in both planes.
    ///   - far: the next one on the row's side.
    ///   - alpha: the row's alpha, `width` bytes; nil where there is none.
    func append(
        y: UnsafeMutablePointer<UInt8>, _ planes: VP8Planes, near: Int, far: Int, alpha: UnsafeMutablePointer<UInt8>?,
        to rows: inout [UInt8]
    ) {
        double(planes.u + near, planes.u + far, into: u.pointer)
        double(planes.v + near, planes.v + far, into: v.pointer)
        if hasAlpha { convertWithAlpha(y, alpha) } else { convert(y) }
        rows.append(
            contentsOf: UnsafeBufferPointer(start: pixels.pointer, count: width * (hasAlpha ? 4 : 3)))
    }

    // MARK: Chroma

    private func double(
        _ near: UnsafeMutablePointer<UInt8>, _ far: UnsafeMutablePointer<UInt8>,
        into target: UnsafeMutablePointer<UInt8>
    ) {
        func edge(_ index: Int) -> UInt8 {
            UInt8(truncatingIfNeeded: (3 * Int(near[index]) + Int(far[index]) + 2) >> 2)
        }
        let count = (width + 1) / 2
        target[0] = edge(0)
        // Each step gives the two pixels between two samples.
        var index = 1
        while index &+ 8 <= count {
            let result = Self.between(
                Self.load(near + (index &- 1)), Self.load(near + index), Self.load(far + (index &- 1)),
                Self.load(far + index))
            UnsafeMutableRawPointer(target + (2 &* index &- 1)).storeBytes(of: result, as: SIMD16<UInt8>.self)
            index &+= 8
        }
        while index < count {
            let (nl, nr) = (Int(near[index &- 1]), Int(near[index]))
            let (fl, fr) = (Int(far[index &- 1]), Int(far[index]))
            let sum = nl &+ nr &+ fl &+ fr &+ 8
            target[2 &* index &- 1] = UInt8(truncatingIfNeeded: ((sum &+ 2 &* (nr &+ fl)) &>> 3 &+ nl) &>> 1)
            target[2 &* index] = UInt8(truncatingIfNeeded: ((sum &+ 2 &* (nl &+ fr)) &>> 3 &+ nr) &>> 1)
            index &+= 1
        }
        if width & 1 == 0 { target[width - 1] = edge(count - 1) }
    }

    @inline(__always)
    private static func load(_ samples: UnsafeMutablePointer<UInt8>) -> SIMD8<UInt16> {
        SIMD8<UInt16>(widening: UnsafeRawPointer(samples).loadUnaligned(as: SIMD8<UInt8>.self))
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

    /// Eight pixels at a time; the last ones go beyond the width, where there is room.
    private func convert(_ y: UnsafeMutablePointer<UInt8>) {
        var column = 0
        while column < width {
            let (red, green, blue) = Self.colours(y + column, u.pointer + column, v.pointer + column)
            // Four bytes are written for each pixel, and the fourth is overwritten by the next.
            let rg = SIMD16<UInt8>(interleaving: red, green)
            let bx = SIMD16<UInt8>(interleaving: blue, blue)
            let words = Self.words(rg, bx)
            let target = UnsafeMutableRawPointer(pixels.pointer + 3 &* column)
            for index in 0..<8 {
                target.storeBytes(of: words[index], toByteOffset: 3 &* index, as: UInt32.self)
            }
            column &+= 8
        }
    }

    private func convertWithAlpha(_ y: UnsafeMutablePointer<UInt8>, _ alpha: UnsafeMutablePointer<UInt8>?) {
        var column = 0
        while column < width {
            let (red, green, blue) = Self.colours(y + column, u.pointer + column, v.pointer + column)
            let rg = SIMD16<UInt8>(interleaving: red, green)
            let ba = SIMD16<UInt8>(interleaving: blue, SIMD8(repeating: 255))
            UnsafeMutableRawPointer(pixels.pointer + 4 &* column).storeBytes(
                of: Self.words(rg, ba), as: SIMD8<UInt32>.self)
            column &+= 8
        }
        guard let alpha else { return }
        for column in 0..<width { pixels.pointer[4 &* column &+ 3] = alpha[column] }
    }

    /// Pairs of bytes side by side.
    @inline(__always)
    private static func words(_ first: SIMD16<UInt8>, _ second: SIMD16<UInt8>) -> SIMD8<UInt32> {
        let low = SIMD8<UInt32>(widening: unsafeBitCast(first, to: SIMD8<UInt16>.self))
        let high = SIMD8<UInt32>(widening: unsafeBitCast(second, to: SIMD8<UInt16>.self))
        return low | high &<< 16
    }

    /// Of BT.601 with 16 … 235, in 14 bits, of which six are left for rounding.
    @inline(__always)
    private static func colours(
        _ y: UnsafeMutablePointer<UInt8>, _ u: UnsafeMutablePointer<UInt8>, _ v: UnsafeMutablePointer<UInt8>
    ) -> (SIMD8<UInt8>, SIMD8<UInt8>, SIMD8<UInt8>) {
        let (y, u, v) = (load(y), load(u), load(v))
        let light = product(y, 19077)
        return (
            sample(light &+ product(v, 26149), less: 14234),
            sample(light &+ SIMD8(repeating: 8708), less: product(u, 6419) &+ product(v, 13320)),
            sample(light &+ product(u, 33050), less: 17685)
        )
    }

    /// The product of a sample, divided by 256: by the factor's upper byte and by its lower one.
    @inline(__always)
    private static func product(_ sample: SIMD8<UInt16>, _ factor: UInt16) -> SIMD8<UInt16> {
        sample &* SIMD8(repeating: factor &>> 8) &+ (sample &* SIMD8(repeating: factor & 0xFF)) &>> 8
    }

    @inline(__always)
    private static func sample(_ sum: SIMD8<UInt16>, less: UInt16) -> SIMD8<UInt8> {
        sample(sum, less: SIMD8(repeating: less))
    }

    @inline(__always)
    private static func sample(_ sum: SIMD8<UInt16>, less: SIMD8<UInt16>) -> SIMD8<UInt8> {
        // Not below zero, then without its last six bits, of which a sample of 255 has none above.
        let above = sum.replacing(with: less, where: sum .< less) &- less
        let rounded = unsafeBitCast(above &>> 6, to: SIMD8<Int16>.self)
        return SIMD8<UInt8>(narrowing: rounded.limited(0, 255))
    }
}
