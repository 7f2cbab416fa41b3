// Loads and stores of whole blocks of samples, whose bounds are checked once.

/// Eight rows of eight values.
typealias JPEGBlockRows<Scalar: SIMDScalar> = (
    SIMD8<Scalar>, SIMD8<Scalar>, SIMD8<Scalar>, SIMD8<Scalar>, SIMD8<Scalar>, SIMD8<Scalar>, SIMD8<Scalar>,
    SIMD8<Scalar>
)

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
