// The only conversion of floating-point numbers to integers in this package: no value traps.

extension FixedWidthInteger {
    /// Creates the integer nearest to `value` after its fraction is dropped: the least or the greatest of the type for
    /// what lies beyond it, and 0 for what is not a number.
    ///
    /// O(1).
    @inlinable public init(clamping value: Double) {
        // The value is ± significand × 2^(exponent − 52), with a significand of 53 bits (IEEE 754, binary64).
        let exponent = Int(truncatingIfNeeded: value.exponentBitPattern) &- 1023
        guard exponent >= 0 else {
            self = 0
            return
        }
        guard exponent < 63 else {
            let isNegative = value.sign == .minus
            if value.isNaN {
                self = 0
            } else if exponent == 63, !isNegative {
                self = Self(clamping: (value.significandBitPattern | 1 << 52) &<< 11)
            } else {
                self = isNegative ? Self.min : Self.max
            }
            return
        }
        let significand = Int64(truncatingIfNeeded: value.significandBitPattern | 1 << 52)
        let magnitude = exponent <= 52 ? significand &>> (52 &- exponent) : significand &<< (exponent &- 52)
        self = Self(clamping: value.sign == .minus ? 0 &- magnitude : magnitude)
    }

    /// Creates the integer nearest to `value` after its fraction is dropped, as of a `Double`.
    ///
    /// O(1).
    @inlinable public init(clamping value: Float) {
        self.init(clamping: Double(value))
    }
}
