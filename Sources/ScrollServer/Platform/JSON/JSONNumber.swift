// Writes numbers as JSON text.

/// Writes numbers to memory.
///
/// The caller (`JSONText`) must ensure room for `longest` bytes at the pointer. Unless stated otherwise, a function
/// returns the position after the number.
@usableFromInline
enum JSONNumber {
    /// The maximum length of a number in bytes: sign, digits, point, exponent.
    @inlinable package static var longest: Int { 26 }

    /// Writes a whole number.
    @inlinable @inline(__always)
    package static func write(_ value: Int, at pointer: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        // Fast path: levels, columns and rows mostly have one digit.
        guard value >= 0, value < 10 else { return unsafe writeLong(value, at: pointer) }
        unsafe pointer.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)
        return unsafe pointer + 1
    }

    @usableFromInline
    static func writeLong(_ value: Int, at pointer: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        guard value < 0 else { return unsafe pointer + write(value.magnitude, at: pointer) }
        unsafe pointer.pointee = UInt8(ascii: "-")
        return unsafe pointer + 1 + write(value.magnitude, at: pointer + 1)
    }

    /// Writes a number rounded to three decimals, without zeros at the end; 0 for infinity and NaN.
    @usableFromInline
    static func write(_ value: Double, at pointer: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        // Fast path: edges snapped to device pixels are mostly whole numbers.
        if value.magnitude < 1_000_000_000 {
            let whole = Int(clamping: value)
            if Double(whole) == value { return unsafe write(whole, at: pointer) }
        }
        let scaled = value * 1000
        // Infinity and NaN, which JSON cannot express, and numbers too large to have decimals.
        guard scaled.magnitude < 9e18 else { return unsafe write(exactly: value, at: pointer) }
        // From 2⁵² on, a Double has no fraction to round.
        let half = scaled.magnitude < 4_503_599_627_370_496 ? 0.5 : 0
        let thousandths = UInt(clamping: scaled.magnitude + half)
        if thousandths == 0 { return unsafe write(0, at: pointer) }
        var pointer = unsafe pointer
        if scaled < 0 {
            unsafe pointer.pointee = UInt8(ascii: "-")
            unsafe pointer += 1
        }
        let whole = thousandths / 1000
        unsafe pointer += write(whole, at: pointer)
        let fraction = Int(truncatingIfNeeded: thousandths &- whole &* 1000)
        return unsafe fraction == 0 ? pointer : pointer + writeFraction(fraction, at: pointer)
    }

    /// Writes all digits of a number, so that parsing gives the same number; 0 for infinity and NaN.
    @usableFromInline
    static func write(exactly value: Double, at pointer: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        // Fast path: whole numbers, such as sizes and many scales.
        if value.magnitude < 1_000_000_000, Double(Int(clamping: value)) == value {
            return unsafe write(Int(clamping: value), at: pointer)
        }
        guard value.isFinite else { return unsafe write(0, at: pointer) }
        var pointer = unsafe pointer
        for byte in value.description.utf8.prefix(longest) {
            unsafe pointer.pointee = byte
            unsafe pointer += 1
        }
        return unsafe pointer
    }

    /// Writes the point and up to three digits, without zeros at the end; always touches four bytes.
    ///
    /// - Returns: the number of bytes that count.
    private static func writeFraction(_ thousandths: Int, at pointer: UnsafeMutablePointer<UInt8>) -> Int {
        let (hundredths, last) = (thousandths / 10, thousandths % 10)
        unsafe pointer[0] = UInt8(ascii: ".")
        unsafe writePair(hundredths, at: pointer + 1)
        unsafe pointer[3] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: last)
        return last != 0 ? 4 : hundredths % 10 != 0 ? 3 : 2
    }

    /// Writes the digits of a number, at most 20.
    ///
    /// - Returns: the number of digits.
    @inline(__always)
    private static func write(_ value: UInt, at pointer: UnsafeMutablePointer<UInt8>) -> Int {
        unsafe value < 10_000
            ? writeShort(Int(truncatingIfNeeded: value), at: pointer) : writeGroups(value, at: pointer)
    }

    /// Writes a number of 10 000 or more, four digits at a time, and returns the number of digits.
    private static func writeGroups(_ value: UInt, at pointer: UnsafeMutablePointer<UInt8>) -> Int {
        let length = unsafe write(value / 10_000, at: pointer)
        let rest = Int(truncatingIfNeeded: value % 10_000)
        unsafe writePair(rest / 100, at: pointer + length)
        unsafe writePair(rest % 100, at: pointer + length + 2)
        return length + 4
    }

    /// Writes a number from 0 to 9999, and returns the number of digits.
    @inline(__always)
    private static func writeShort(_ value: Int, at pointer: UnsafeMutablePointer<UInt8>) -> Int {
        if value < 10 {
            unsafe pointer[0] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)
            return 1
        }
        if value < 100 {
            unsafe writePair(value, at: pointer)
            return 2
        }
        if value < 1000 {
            unsafe pointer[0] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 100)
            unsafe writePair(value % 100, at: pointer + 1)
            return 3
        }
        unsafe writePair(value / 100, at: pointer)
        unsafe writePair(value % 100, at: pointer + 2)
        return 4
    }

    /// Writes two digits of a number from 0 to 99.
    @inline(__always)
    static func writePair(_ value: Int, at pointer: UnsafeMutablePointer<UInt8>) {
        let pair = unsafe pairs.utf8Start + value &* 2
        unsafe pointer[0] = unsafe pair[0]
        unsafe pointer[1] = unsafe pair[1]
    }

    /// The digits of 00, 01, … 99 in sequence.
    private static var pairs: StaticString {
        """
        0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
        5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
        """
    }
}
