// The one conversion of floating-point numbers to integers, against the standard library's exact one.

import Testing

@testable import Tiling

@Suite struct CheckedConversionTests {
    /// What the conversion is said to do, in the standard library's words.
    private static func expected<Number: FixedWidthInteger>(_ value: Double, _ type: Number.Type) -> Number {
        if value.isNaN { return 0 }
        if let number = Number(exactly: value.rounded(.towardZero)) { return number }
        return value < 0 ? .min : .max
    }

    private static func check(_ value: Double) {
        #expect(Int(clamping: value) == expected(value, Int.self), "\(value)")
        #expect(Int64(clamping: value) == expected(value, Int64.self), "\(value)")
        #expect(Int32(clamping: value) == expected(value, Int32.self), "\(value)")
        #expect(Int16(clamping: value) == expected(value, Int16.self), "\(value)")
        #expect(Int8(clamping: value) == expected(value, Int8.self), "\(value)")
        #expect(UInt(clamping: value) == expected(value, UInt.self), "\(value)")
        #expect(UInt64(clamping: value) == expected(value, UInt64.self), "\(value)")
        #expect(UInt32(clamping: value) == expected(value, UInt32.self), "\(value)")
        #expect(UInt16(clamping: value) == expected(value, UInt16.self), "\(value)")
        #expect(UInt8(clamping: value) == expected(value, UInt8.self), "\(value)")
    }

    /// Around every power of two, zeros, infinities and what is not a number.
    @Test func everyEdge() {
        for exponent in -3...70 {
            let power = Double(sign: .plus, exponent: exponent, significand: 1)
            for value in [power, power.nextDown, power.nextUp, power - 0.5, power + 0.5, power - 1, power + 1] {
                Self.check(value)
                Self.check(-value)
            }
        }
        for value in [
            0, -0.0, .infinity, -.infinity, .nan, .signalingNaN, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
        ] {
            Self.check(value)
        }
        #expect(Int(clamping: Float.nan) == 0 && UInt8(clamping: Float(300)) == 255 && Int(clamping: Float(-2.5)) == -2)
    }

    @Test(arguments: 0..<20) func anyBits(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            Self.check(Double(bitPattern: .random(in: .min ... .max, using: &generator)))
            Self.check(Double.random(in: -1e20...1e20, using: &generator))
            Self.check(Double.random(in: -70_000...70_000, using: &generator))
        }
    }
}
