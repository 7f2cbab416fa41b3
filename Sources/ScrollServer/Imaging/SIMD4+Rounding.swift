// Converts between integers and floats four at a time: the standard library converts them one by one.

extension SIMD4<Float> {
    /// Rounds to the nearest integers; each must be 0...2²², as floats from 2²³ on have their integer in the low bits
    /// (IEEE 754).
    @inline(__always)
    package var nearest: SIMD4<UInt32> { unsafe unsafeBitCast(self + 8_388_608, to: SIMD4<UInt32>.self) & 0x7F_FFFF }

    /// Converts integers, each less than 2²³.
    @inline(__always)
    package init(small numbers: SIMD4<UInt32>) {
        self = unsafe unsafeBitCast(numbers | 0x4B00_0000, to: SIMD4<Float>.self) - 8_388_608
    }
}
