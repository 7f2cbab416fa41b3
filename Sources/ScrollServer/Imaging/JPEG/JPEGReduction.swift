// Scales coefficients of pictures with more than 8 bits per sample to 8 bits.

/// Dequantises coefficients of high-precision samples and divides them by one 8-bit level.
///
/// At most half a level per coefficient is lost, so the result differs from full-precision decoding by rounding only.
@safe struct JPEGReduction {
    /// 64 factors in natural order, which belong to a `JPEGPlane`.
    let factors: UnsafeMutablePointer<Int64>
    /// Bits of a sample beyond 8.
    private let extraBitCount: Int64

    /// Allocates 64 factors of 0; `extraBitCount` is at least 1.
    init(extraBitCount: Int) {
        unsafe factors = .allocate(capacity: 64)
        unsafe factors.initialize(repeating: 0, count: 64)
        self.extraBitCount = Int64(extraBitCount)
    }

    /// Dequantises a coefficient and scales it to 8 bits per sample.
    ///
    /// `index` is the coefficient's place in natural order, 0..<64.
    func callAsFunction(_ coefficient: Int16, at index: Int) -> Int16 {
        let value = unsafe Int64(coefficient) &* factors[index] &+ (1 &<< (extraBitCount &- 1))
        return Int16(clamping: value &>> extraBitCount)
    }

    /// Dequantises 64 coefficients and scales them to 8 bits per sample.
    func callAsFunction(_ block: UnsafeMutablePointer<Int16>) {
        for index in 0..<64 where unsafe block[index] != 0 {
            unsafe block[index] = unsafe self(block[index], at: index)
        }
    }
}
