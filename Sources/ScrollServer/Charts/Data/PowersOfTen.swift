// Tables of powers of ten, to convert decimal numbers to exactly rounded Float64.

/// Tables that are made once.
struct PowersOfTen {
    static let shared = PowersOfTen()

    /// 10⁰ … 10²²: all powers of ten that Float64 holds exactly.
    private let exact: [Double]
    private static let exactLimit = 22
    /// The leading 128 bits of 5^power for the powers −55 … 55, upper word first.
    ///
    /// Positive powers are truncated; up to 55 they are exact, as the method of Eisel and Lemire needs. For negative
    /// powers see `reciprocal`.
    private let leading: [UInt64]
    private static let leadingLimit = 55

    private init() {
        var exact = [1.0]
        for _ in 0..<Self.exactLimit { exact.append(exact[exact.count - 1] * 10) }
        var fives: [UInt128] = [1]
        // 5⁵⁵ is the largest power that fits into 128 bits.
        for _ in 0..<Self.leadingLimit { fives.append(fives[fives.count - 1] * 5) }
        let small = (1...Self.leadingLimit).reversed().map { Self.reciprocal(fives[$0], $0) }
        let large = fives.map { $0 << UInt128($0.leadingZeroBitCount) }
        self.exact = exact
        leading = (small + large).flatMap {
            [UInt64(truncatingIfNeeded: $0 >> 64), UInt64(truncatingIfNeeded: $0)]
        }
    }

    /// The leading 128 bits of 1/5^power: rounded up where 5^power fits into 64 bits, otherwise truncated.
    ///
    /// Source: D. Lemire, "Number parsing at a gigabyte per second", 2021, §6.
    private static func reciprocal(_ five: UInt128, _ power: Int) -> UInt128 {
        // `five` is at least 2^(bits − 1) and less than 2^bits, so 2^(bits + 127) / five has 128 bits.
        let bits = 128 - five.leadingZeroBitCount
        let (quotient, _) = five.dividingFullWidth((UInt128(1) << UInt128(bits - 1), 0))
        return power <= 27 ? quotient + 1 : quotient
    }

    /// `mantissa · 10^power`, correctly rounded; nil where this method cannot decide: outside of the tables, at the
    /// ends of Float64's range, or too near the middle between two doubles.
    @inline(__always)
    func product(_ mantissa: UInt64, power: Int) -> Double? {
        if mantissa <= 1 << 53 {
            // Both factors are exact, so a single rounding gives the correct result (W. D. Clinger, "How to read
            // floating point numbers accurately", 1990).
            if power == 0 { return Double(mantissa) }
            if power < 0, power >= -Self.exactLimit { return Double(mantissa) / exact[-power] }
            if power > 0, power <= Self.exactLimit { return Double(mantissa) * exact[power] }
        }
        return wideProduct(mantissa, power: power)
    }

    /// The method of Eisel and Lemire: multiply by 64 bits of the power, or by 128 if needed.
    ///
    /// The product's upper bits decide, unless they are all ones.
    private func wideProduct(_ mantissa: UInt64, power: Int) -> Double? {
        guard mantissa != 0 else { return 0 }
        guard power >= -Self.leadingLimit, power <= Self.leadingLimit else { return nil }
        let zeros = mantissa.leadingZeroBitCount
        let shifted = mantissa << UInt64(zeros)
        let entry = 2 * (power + Self.leadingLimit)
        var (high, low) = leading[entry].multipliedFullWidth(by: shifted)
        if high & 0x1FF == 0x1FF {
            let (carry, _) = leading[entry + 1].multipliedFullWidth(by: shifted)
            let (sum, overflow) = low.addingReportingOverflow(carry)
            low = sum
            if overflow { high &+= 1 }
            // The part below the 128 bits might carry too.
            if low == .max, power < -27 { return nil }
        }
        let upper = Int(truncatingIfNeeded: high >> 63)
        let shift = UInt64(upper + 9)
        var bits = high >> shift
        // ⌊log₂ 10^power⌋ + 63; the factor 217,706 / 2¹⁶ gives it for all powers of Float64.
        var exponent = ((217_706 * power) >> 16) + 63 + upper - zeros + 1023
        guard exponent > 0 else { return nil }
        // Exactly in the middle: clearing the last bit rounds to even.
        if low <= 1, power >= -4, power <= 23, bits & 3 == 1, bits << shift == high { bits &= ~1 }
        bits = (bits &+ (bits & 1)) >> 1
        if bits >= 1 << 53 {
            bits = 1 << 52
            exponent += 1
        }
        guard exponent < 2047 else { return nil }
        return Double(bitPattern: UInt64(exponent) << 52 | bits & (1 << 52 - 1))
    }
}
