// Converts the planes of a VP8 frame to rows of pixels.

import Platform

/// Doubles the chroma of a row and converts it to RGB, bit-exact with libwebp, which all browsers use.
///
/// The standard leaves both open (RFC 6386 §9.2; RFC 9649 §2.5: BT.601). Each chroma sample lies in the middle of four
/// pixels, so a pixel's chroma is 9/16 of the nearest sample, 3/16 of each of the next ones horizontally and
/// vertically, and 1/16 of the diagonal one.
struct VP8RowConverter {
    private let width: Int
    /// Doubled chroma, with room for whole vectors.
    private var u: [UInt8]
    private var v: [UInt8]
    private var pixels: [UInt8]

    /// Allocates rows of `width` pixels.
    init(width: Int) {
        self.width = width
        u = [UInt8](repeating: 0, count: width + 48)
        v = u
        pixels = [UInt8](repeating: 0, count: (width + 16) * 4)
    }

    /// Appends one row of pixels.
    ///
    /// - Parameters:
    ///   - planes: the planes.
    ///   - y: place of the row of luma in the planes.
    ///   - near: offset in both chroma planes of the row that contains this row.
    ///   - far: offset of the next chroma row on this row's side.
    ///   - alpha: the row's alpha, `width` bytes; nil where there is none.
    ///   - rows: where the pixels are appended.
    mutating func append(
        _ planes: VP8Planes, y: Int, near: Int, far: Int, alpha: [UInt8]?, to rows: inout [UInt8]
    ) {
        let samples = planes.samples.span
        let count = (width + 1) / 2
        func row(_ start: Int) -> Range<Int> { start..<start + count }
        Self.double(
            samples.extracting(row(planes.u + near)), samples.extracting(row(planes.u + far)), width: width, into: &u)
        Self.double(
            samples.extracting(row(planes.v + near)), samples.extracting(row(planes.v + far)), width: width, into: &v)
        Self.convert((planes.samples, y), (u, 0), (v, 0), count: vectorWidth, alpha, into: &pixels)
        rows.append(contentsOf: pixels[..<(width * (alpha == nil ? 3 : 4))])
    }

    /// Appends row `row` of a reduced row of macroblocks, without alpha, where each pixel has its own chroma.
    mutating func append(_ planes: VP8ReducedPlanes, row: Int, to rows: inout [UInt8]) {
        let start = row * planes.stride
        Self.convert(
            (planes.samples, start), (planes.samples, planes.u + start), (planes.samples, planes.v + start),
            count: vectorWidth, nil, into: &pixels)
        rows.append(contentsOf: pixels[..<(width * 3)])
    }

    /// The width as whole vectors of eight: all rows of samples have room for that.
    private var vectorWidth: Int { (width + 7) & ~7 }

    // MARK: Chroma

    /// Doubles a row of chroma of `near.count` samples.
    private static func double(_ near: Span<UInt8>, _ far: Span<UInt8>, width: Int, into doubled: inout [UInt8]) {
        func edge(_ index: Int) -> UInt8 {
            UInt8(truncatingIfNeeded: (3 * Int(near[index]) + Int(far[index]) + 2) >> 2)
        }
        @_transparent func load(_ row: Span<UInt8>, _ index: Int) -> SIMD8<UInt16> {
            SIMD8<UInt16>(widening: row.load(at: index, as: SIMD8<UInt8>.self))
        }
        var target = doubled.mutableSpan
        let count = near.count
        target[0] = edge(0)
        // Each step computes the two pixels between two samples.
        var index = 1
        while index &+ 8 <= count {
            let result = between(load(near, index &- 1), load(near, index), load(far, index &- 1), load(far, index))
            target.store(result, at: 2 &* index &- 1)
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

    @_transparent
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

    private typealias Row = (plane: [UInt8], start: Int)

    /// Converts eight pixels at a time, `count` of them; the last ones may exceed the width, where there is room.
    private static func convert(
        _ y: Row, _ u: Row, _ v: Row, count: Int, _ alpha: [UInt8]?, into pixels: inout [UInt8]
    ) {
        let y = y.plane.span.extracting(y.start..<y.start + count)
        let u = u.plane.span.extracting(u.start..<u.start + count)
        let v = v.plane.span.extracting(v.start..<v.start + count)
        var target = pixels.mutableSpan
        var column = 0
        guard let alpha else {
            while column < count {
                let (red, green, blue) = colours(y.load(at: column), u.load(at: column), v.load(at: column))
                InterleavedPixels.store(red, green, blue, into: &target, at: 3 &* column)
                column &+= 8
            }
            return
        }
        while column < count {
            let (red, green, blue) = colours(
                y.load(at: column), u.load(at: column), v.load(at: column))
            InterleavedPixels.storeOpaque(red, green, blue, into: &target, at: 4 &* column)
            column &+= 8
        }
        for column in alpha.indices { target[4 &* column &+ 3] = alpha[column] }
    }

    /// Converts BT.601 with a range of 16...235 to lanes of 0...255, in 14 bits, six of them for rounding.
    ///
    /// Transparent, since the optimiser does not follow `@inline(__always)` among so many checks.
    @_transparent
    private static func colours(
        _ y: SIMD8<UInt8>, _ u: SIMD8<UInt8>, _ v: SIMD8<UInt8>
    ) -> (SIMD8<Int16>, SIMD8<Int16>, SIMD8<Int16>) {
        let (u, v) = (SIMD8<UInt16>(widening: u), SIMD8<UInt16>(widening: v))
        let light = product(SIMD8<UInt16>(widening: y), 19077)
        // Red is at most 30,815, green 27,710, neither below -17,685. Blue is at most 34,237, so 8,192 less is taken,
        // which is 128 of the result's.
        let red = (light &- 14234 &+ product(v, 26149)) &>> 6
        let green = (light &+ 8708 &- product(u, 6419) &- product(v, 13320)) &>> 6
        let blue = (light &- (17685 + 8192) &+ product(u, 33050)) &>> 6
        return (red.limited(0, 255), green.limited(0, 255), blue.limited(-128, 127) &+ 128)
    }

    /// Multiplies each sample by the factor and divides by 256.
    @_transparent
    private static func product(_ samples: SIMD8<UInt16>, _ factor: UInt16) -> SIMD8<Int16> {
        bitCast((samples &<< 8).highProduct(SIMD8(repeating: factor)), to: SIMD8<Int16>.self)
    }
}
