// Writes numbers as JSON text.

/// Writes numbers to memory that has room for `longest` bytes more, which `JSONText` ensures.
@usableFromInline
enum JSONNumber {
    /// The maximum length of a number in bytes: sign, digits, point, exponent.
    @inlinable package static var longest: Int { 26 }

    /// Writes a whole number.
    @inlinable @inline(__always)
    package static func write(_ value: Int, to output: inout OutputSpan<UInt8>) {
        // Fast path: levels, columns and rows mostly have one digit.
        guard value >= 0, value < 10 else { return writeLong(value, to: &output) }
        output.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value))
    }

    @usableFromInline
    static func writeLong(_ value: Int, to output: inout OutputSpan<UInt8>) {
        if value < 0 { output.append(UInt8(ascii: "-")) }
        write(value.magnitude, to: &output)
    }

    /// The value of a whole number below 10⁹; nil for others, infinity and NaN.
    @inline(__always)
    private static func whole(_ value: Double) -> Int? {
        // The sum is from 2⁵² to 2⁵³, where a Double has no fraction, and its lowest bits count up from `middle`.
        let middle = 6_755_399_441_055_744.0
        let sum = value + middle
        guard value.magnitude < 1_000_000_000, sum - middle == value else { return nil }
        return Int(Int64(bitPattern: sum.bitPattern &- middle.bitPattern))
    }

    /// Writes a number rounded to three decimals, without zeros at the end; 0 for infinity and NaN.
    @usableFromInline
    static func write(_ value: Double, to output: inout OutputSpan<UInt8>) {
        // Fast path: edges snapped to device pixels are mostly whole numbers.
        if let whole = whole(value) { return write(whole, to: &output) }
        let scaled = value * 1000
        // Infinity and NaN, which JSON cannot express, and numbers too large to have decimals.
        guard scaled.magnitude < 9e18 else { return write(exactly: value, to: &output) }
        // From 2⁵² on, a Double has no fraction to round.
        let half = scaled.magnitude < 4_503_599_627_370_496 ? 0.5 : 0
        let thousandths = UInt(clamping: scaled.magnitude + half)
        if scaled < 0, thousandths > 0 { output.append(UInt8(ascii: "-")) }
        write(thousandths / 1000, to: &output)
        writeFraction(thousandths % 1000, to: &output)
    }

    /// Writes all digits of a number, so that parsing gives the same number; 0 for infinity and NaN.
    @usableFromInline
    static func write(exactly value: Double, to output: inout OutputSpan<UInt8>) {
        // Fast path: whole numbers, such as sizes and many scales.
        if let whole = whole(value) { return write(whole, to: &output) }
        guard value.isFinite else { return write(0, to: &output) }
        for byte in value.description.utf8.prefix(longest) { output.append(byte) }
    }

    /// Writes the point and up to three digits, without zeros at the end; nothing for 0.
    private static func writeFraction(_ thousandths: UInt, to output: inout OutputSpan<UInt8>) {
        if thousandths == 0 { return }
        let count = thousandths % 10 != 0 ? 4 : thousandths % 100 != 0 ? 3 : 2
        // The point takes the place of the first of four digits, a 0.
        output.append(fourDigits(thousandths) ^ UInt32(UInt8(ascii: "0") ^ UInt8(ascii: ".")), count: count)
    }

    /// Writes the digits of a number, at most 20, eight at a time.
    private static func write(_ value: UInt, to output: inout OutputSpan<UInt8>) {
        if value < 10_000 {
            let digits = fourDigits(value)
            // The last digit is written even if it is a 0.
            let zeros = (digits ^ 0x3030_3030 | 0x0100_0000).trailingZeroBitCount & ~7
            output.append(digits >> UInt32(zeros), count: 4 - zeros / 8)
        } else if value < 100_000_000 {
            let digits = eightDigits(value)
            let zeros = (digits ^ 0x3030_3030_3030_3030).trailingZeroBitCount & ~7
            output.append(digits >> UInt64(zeros), count: 8 - zeros / 8)
        } else {
            write(value / 100_000_000, to: &output)
            output.append(eightDigits(value % 100_000_000), count: 8)
        }
    }

    /// Returns the digits of a number below 10⁸ with leading zeros, the first one in the lowest byte.
    @inline(__always)
    private static func eightDigits(_ value: UInt) -> UInt64 {
        UInt64(fourDigits(value / 10_000)) | UInt64(fourDigits(value % 10_000)) << 32
    }

    /// Returns the digits of a number from 0 to 9999 with leading zeros, the first one in the lowest byte.
    @inline(__always)
    private static func fourDigits(_ value: UInt) -> UInt32 {
        let value = UInt32(truncatingIfNeeded: value)
        let pairs = value / 100 | (value % 100) << 16
        // In both halves at once: 103/1024 of a number below 100, rounded down, is a tenth of it, rounded down.
        let tens = (pairs &* 103) >> 10 & 0x000F_000F
        return tens | (pairs &- tens &* 10) << 8 | 0x3030_3030
    }
}
