// Casts of vectors, and loads and stores of whole blocks: the unsafe operations of the transforms.

/// Eight rows of eight values.
typealias JPEGBlockRows<Scalar: SIMDScalar> = (
    SIMD8<Scalar>, SIMD8<Scalar>, SIMD8<Scalar>, SIMD8<Scalar>, SIMD8<Scalar>, SIMD8<Scalar>, SIMD8<Scalar>,
    SIMD8<Scalar>
)

// Every bit pattern is a value of these types, and the two of each cast have the same size. Written by lanes, the
// transposition of a block takes 1.6 times as many instructions.
extension SIMD8<Int16> {
    /// Takes each lane as two.
    @inline(__always)
    init(pairs v: SIMD4<Int32>) { self = unsafe unsafeBitCast(v, to: Self.self) }

    /// Takes each lane as four.
    @inline(__always)
    init(fours v: SIMD2<Int64>) { self = unsafe unsafeBitCast(v, to: Self.self) }

    /// Two lanes as one.
    @inline(__always)
    var pairs: SIMD4<Int32> { unsafe unsafeBitCast(self, to: SIMD4<Int32>.self) }

    /// Four lanes as one.
    @inline(__always)
    var fours: SIMD2<Int64> { unsafe unsafeBitCast(self, to: SIMD2<Int64>.self) }
}

extension Span<UInt8> {
    /// Loads eight rows of eight bytes, `stride` bytes apart, from index `start` on; traps outside the span.
    @inline(__always)
    func block(at start: Int, stride: Int) -> JPEGBlockRows<UInt8> {
        precondition(start >= 0 && stride >= 0 && start + 7 * stride + 8 <= count)
        return unsafe withUnsafeBytes { bytes in
            func row(_ y: Int) -> SIMD8<UInt8> {
                unsafe bytes.loadUnaligned(fromByteOffset: start &+ y &* stride, as: SIMD8<UInt8>.self)
            }
            return (row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
        }
    }
}

extension MutableSpan<UInt8> {
    /// Stores eight rows of eight bytes, `stride` bytes apart, from index `start` on; traps outside the span.
    @inline(__always)
    mutating func store(block v: JPEGBlockRows<UInt8>, at start: Int, stride: Int) {
        precondition(start >= 0 && stride >= 0 && start + 7 * stride + 8 <= count)
        unsafe withUnsafeMutableBytes { bytes in
            func store(_ row: SIMD8<UInt8>, _ y: Int) {
                unsafe bytes.storeBytes(of: row, toByteOffset: start &+ y &* stride, as: SIMD8<UInt8>.self)
            }
            store(v.0, 0)
            store(v.1, 1)
            store(v.2, 2)
            store(v.3, 3)
            store(v.4, 4)
            store(v.5, 5)
            store(v.6, 6)
            store(v.7, 7)
        }
    }
}
