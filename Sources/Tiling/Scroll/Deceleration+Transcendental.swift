// The exponential and the logarithm, which the standard library lacks.

extension Deceleration {
    /// eˣ, to within a few units in the last place: x = n·ln 2 + r, and the Taylor series of eʳ for |r| ≤ ½·ln 2.
    ///
    /// 0 below −700, infinite from 700 on.
    static func exponential(_ x: Double) -> Double {
        guard x > -700 else { return 0 }
        guard x < 700 else { return .infinity }
        let count = (x * 1.442_695_040_888_963_4).rounded()
        // ln 2 in two parts, so that the difference keeps its last digits.
        let rest = (x - count * 0.693_147_180_369_123_8) - count * 1.908_214_929_270_587_7e-10
        var sum = 1.0
        for divisor in stride(from: 16.0, through: 1, by: -1) { sum = 1 + sum * rest / divisor }
        return sum * Double(sign: .plus, exponent: Int(clamping: count), significand: 1)
    }

    /// ln x for a positive x; −∞ for 0, NaN for other numbers.
    ///
    /// It is the exponent times ln 2, plus the series of 2·artanh((m − 1)/(m + 1)) for the significand m.
    static func logarithm(_ x: Double) -> Double {
        guard x > 0, x.isFinite else { return x == 0 ? -.infinity : .nan }
        var (exponent, significand) = (Double(x.exponent), x.significand)
        if significand > 1.414_213_562_373_095_1 { (exponent, significand) = (exponent + 1, significand / 2) }
        let ratio = (significand - 1) / (significand + 1)
        let square = ratio * ratio
        var sum = 0.0
        for divisor in stride(from: 27.0, through: 1, by: -2) { sum = sum * square + 1 / divisor }
        return exponent * 0.693_147_180_559_945_3 + 2 * ratio * sum
    }
}
