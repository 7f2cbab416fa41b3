// Scales coefficients of pictures with more than 8 bits per sample to 8 bits.

/// Dequantises coefficients of high-precision samples and divides them by one 8-bit level.
///
/// At most half a level per coefficient is lost, so the result differs from full-precision decoding by rounding only.
struct JPEGReduction {
    /// 64 factors in natural order.
    var factors = [Int64](repeating: 0, count: 64)
    /// Bits of a sample beyond 8.
    private let extraBitCount: Int64

    /// Sets all factors to 0; `extraBitCount` is at least 1.
    init(extraBitCount: Int) { self.extraBitCount = Int64(extraBitCount) }

    /// Dequantises a coefficient and scales it to 8 bits per sample.
    ///
    /// `index` is the coefficient's place in natural order, 0..<64.
    func callAsFunction(_ coefficient: Int16, at index: Int) -> Int16 {
        let value = Int64(coefficient) &* factors[index] &+ (1 &<< (extraBitCount &- 1))
        return Int16(clamping: value &>> extraBitCount)
    }

    /// Dequantises a block's 64 coefficients and scales them to 8 bits per sample.
    ///
    /// The block begins at index `first` of `block`.
    func callAsFunction(_ block: inout MutableSpan<Int16>, at first: Int) {
        for index in 0..<64 where block[first + index] != 0 {
            block[first + index] = self(block[first + index], at: index)
        }
    }
}
