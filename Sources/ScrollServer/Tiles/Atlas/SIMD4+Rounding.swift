// Converts between integers and floats four at a time: the standard library converts them one by one.

extension SIMD4<Float> {
    /// Rounds to the nearest integers; each must be 0...2²², as floats from 2²³ on have their integer in the low bits
    /// (IEEE 754).
    @inline(__always)
    var nearest: SIMD4<UInt32> {
        // By lanes, which compiles to no instruction.
        let sum: SIMD4<Float> = self + 8_388_608
        return SIMD4<UInt32>(sum[0].bitPattern, sum[1].bitPattern, sum[2].bitPattern, sum[3].bitPattern)
            & 0x7F_FFFF
    }

    /// Converts integers, each less than 2²³.
    @inline(__always)
    init(small numbers: SIMD4<UInt32>) {
        let bits = numbers | 0x4B00_0000
        self.init(
            Float(bitPattern: bits[0]), Float(bitPattern: bits[1]), Float(bitPattern: bits[2]),
            Float(bitPattern: bits[3]))
        self -= 8_388_608
    }
}
