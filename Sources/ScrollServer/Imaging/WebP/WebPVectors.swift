// Vector operations that compile to a few instructions: see `SIMD8+Widening`. Comparisons with a scalar are generic and
// handle each lane separately, so these compare with vectors.

import Platform

/// Returns the bits of `value` as a value of another type of the same size, of which every bit pattern is a value.
///
/// The one unsafe operation of the WebP decoders: both types are fully inhabited, and their sizes, which the compiler
/// knows, are compared.
@inline(__always)
func bitCast<From: FullyInhabited, To: FullyInhabited>(_ value: From, to type: To.Type = To.self) -> To {
    precondition(MemoryLayout<From>.size == MemoryLayout<To>.size)
    return unsafe unsafeBitCast(value, to: type)
}

extension SIMD16<UInt8> {
    /// Interleaves the bytes of `a` at even and `b` at odd places (`punpcklbw`, `zip1`).
    @inline(__always)
    init(interleaving a: SIMD8<UInt8>, _ b: SIMD8<UInt8>) {
        self.init(
            a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3], a[4], b[4], a[5], b[5], a[6], b[6], a[7], b[7])
    }
}

extension SIMD16<UInt8> {
    /// Keeps the low bytes of the lanes of `a`, then of `b`.
    @inline(__always)
    init(narrowing a: SIMD8<Int16>, _ b: SIMD8<Int16>) {
        self.init(lowHalf: SIMD8<UInt8>(narrowing: a), highHalf: SIMD8<UInt8>(narrowing: b))
    }
}

extension SIMD8<Int16> {
    /// Widens the lower eight bytes.
    @inline(__always)
    init(wideningLow v: SIMD16<UInt8>) {
        self.init(
            Int16(v[0]), Int16(v[1]), Int16(v[2]), Int16(v[3]), Int16(v[4]), Int16(v[5]), Int16(v[6]), Int16(v[7]))
    }

    /// Widens the upper eight bytes.
    @inline(__always)
    init(wideningHigh v: SIMD16<UInt8>) {
        self.init(
            Int16(v[8]), Int16(v[9]), Int16(v[10]), Int16(v[11]), Int16(v[12]), Int16(v[13]), Int16(v[14]),
            Int16(v[15]))
    }

    /// Clamps each lane to `least`...`most`.
    @inline(__always)
    func limited(_ least: Int16, _ most: Int16) -> Self {
        let (least, most) = (Self(repeating: least), Self(repeating: most))
        let above = replacing(with: least, where: self .< least)
        return above.replacing(with: most, where: above .> most)
    }

    /// Returns lanes of all ones where a lane is at most that of `other`.
    @inline(__always)
    func isAtMost(_ other: Self) -> Self { Self().replacing(with: Self(repeating: -1), where: self .<= other) }
}

extension SIMD4<Int32> {
    /// Widens each lane.
    @inline(__always)
    init(widening v: SIMD4<Int16>) { self.init(Int32(v[0]), Int32(v[1]), Int32(v[2]), Int32(v[3])) }
}

extension SIMD4<Int16> {
    /// Clamps each lane to a byte.
    @inline(__always)
    var clampedToBytes: SIMD4<UInt8> {
        let (least, most) = (Self(), Self(repeating: 255))
        let above = replacing(with: least, where: self .< least)
        return SIMD4<UInt8>(narrowing: above.replacing(with: most, where: above .> most))
    }
}
