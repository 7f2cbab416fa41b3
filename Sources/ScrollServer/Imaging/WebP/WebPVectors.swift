// Vector operations that compile to a few instructions: see `SIMD8+Widening`. Comparisons with a scalar are generic and
// handle each lane separately, so these compare with vectors.

extension Span<UInt8> {
    /// Returns the eight bytes from `position` on of a `WebPBytes`' block; those beyond the last byte are zeros.
    ///
    /// Unsafe inside, since it is part of every boolean: one comparison, unsigned, keeps the offset before the `padding`
    /// zeros with which every block ends.
    @inline(__always)
    func word(at position: Int) -> UInt64 {
        let end = count &- WebPBytes.padding
        precondition(end >= 0)
        let offset = UInt(bitPattern: position) < UInt(bitPattern: end) ? position : end
        return unsafe withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    }
}

/// Eight rows of eight pixels, for the filters across edges.
///
/// Unsafe inside, since the filters load and store little else: all eight rows are checked at once.
struct EightRows {
    private(set) var r0, r1, r2, r3, r4, r5, r6, r7: UInt64

    /// Takes the rows, eight bytes each.
    @inline(__always)
    init(
        _ r0: UInt64, _ r1: UInt64, _ r2: UInt64, _ r3: UInt64, _ r4: UInt64, _ r5: UInt64, _ r6: UInt64, _ r7: UInt64
    ) {
        (self.r0, self.r1, self.r2, self.r3) = (r0, r1, r2, r3)
        (self.r4, self.r5, self.r6, self.r7) = (r4, r5, r6, r7)
    }

    /// Reads rows `stride` bytes apart, the first from `offset` on; traps outside the span.
    @inline(__always)
    init(_ pixels: Span<UInt8>, at offset: Int, stride: Int) {
        precondition(offset | stride | (pixels.count - offset - 7 * stride - 8) >= 0)
        self = unsafe pixels.withUnsafeBytes { bytes in
            @inline(__always) func row(_ index: Int) -> UInt64 {
                unsafe bytes.loadUnaligned(fromByteOffset: offset &+ index &* stride, as: UInt64.self)
            }
            return EightRows(row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
        }
    }

    /// Writes rows `stride` bytes apart, the first from `offset` on; traps outside the span.
    @inline(__always)
    func store(in pixels: inout MutableSpan<UInt8>, at offset: Int, stride: Int) {
        precondition(offset | stride | (pixels.count - offset - 7 * stride - 8) >= 0)
        unsafe pixels.withUnsafeMutableBytes { bytes in
            @inline(__always) func store(_ row: UInt64, _ index: Int) {
                unsafe bytes.storeBytes(of: row, toByteOffset: offset &+ index &* stride, as: UInt64.self)
            }
            store(r0, 0)
            store(r1, 1)
            store(r2, 2)
            store(r3, 3)
            store(r4, 4)
            store(r5, 5)
            store(r6, 6)
            store(r7, 7)
        }
    }
}

extension SIMD16<UInt8> {
    /// Interleaves the bytes of `a` at even and `b` at odd indices (`punpcklbw`, `zip1`).
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
