// Coefficients of pictures with more than 8 bits a sample, brought to 8.

/// Dequantises coefficients of fine samples and divides them by what a level of 8 bits is: half a level of a coefficient is
/// lost at most, so that what comes out differs from all bits' samples by rounding alone.
struct JPEGReduction {
    /// 64 factors in natural order, which belong to a `JPEGPlane`.
    let factors: UnsafeMutablePointer<Int64>
    /// Bits of a sample beyond 8.
    private let extraBitCount: Int64

    /// - Parameter extraBitCount: at least 1.
    init(extraBitCount: Int) {
        factors = .allocate(capacity: 64)
        factors.initialize(repeating: 0, count: 64)
        self.extraBitCount = Int64(extraBitCount)
    }

    /// What a coefficient would be in a picture of 8 bits a sample, dequantised.
    ///
    /// - Parameter index: 0 ..< 64, in natural order.
    func callAsFunction(_ coefficient: Int16, at index: Int) -> Int16 {
        let value = Int64(coefficient) &* factors[index] &+ (1 &<< (extraBitCount &- 1))
        return Int16(clamping: value &>> extraBitCount)
    }

    /// Brings 64 coefficients to 8 bits.
    func callAsFunction(_ block: UnsafeMutablePointer<Int16>) {
        for index in 0..<64 where block[index] != 0 { block[index] = self(block[index], at: index) }
    }
}
