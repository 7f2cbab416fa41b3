// Writes numbers as JSON text.

/// Writes numbers to memory. The caller (`JSONText`) must make sure that there is room for `longest` bytes at the place
/// it passes; unless stated otherwise, a function returns the place behind the number.
enum JSONNumber {
    /// The most bytes of a number: sign, digits, point, exponent.
    static let longest = 26

    /// Writes a whole number.
    @inline(__always)
    static func write(_ value: Int, at place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        // A fast path, since levels, columns and rows mostly have one digit.
        guard value >= 0, value < 10 else { return writeLong(value, at: place) }
        place.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)
        return place + 1
    }

    private static func writeLong(_ value: Int, at place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        guard value < 0 else { return place + write(value.magnitude, at: place) }
        place.pointee = UInt8(ascii: "-")
        return place + 1 + write(value.magnitude, at: place + 1)
    }

    /// Writes a number rounded to three decimals, without zeros at the end; 0 for infinity and NaN.
    static func write(_ value: Double, at place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        // A fast path, since edges snapped to device pixels are mostly whole numbers.
        if value.magnitude < 1_000_000_000 {
            let whole = Int(value)
            if Double(whole) == value { return write(whole, at: place) }
        }
        let scaled = value * 1000
        // Infinity and NaN, which JSON cannot express, and numbers too large to have decimals.
        guard scaled.magnitude < 9e18 else { return write(exactly: value, at: place) }
        // From 2⁵² on, a Double has no fraction to round.
        let half = scaled.magnitude < 4_503_599_627_370_496 ? 0.5 : 0
        let thousandths = UInt(scaled.magnitude + half)
        if thousandths == 0 { return write(0, at: place) }
        var place = place
        if scaled < 0 {
            place.pointee = UInt8(ascii: "-")
            place += 1
        }
        let whole = thousandths / 1000
        place += write(whole, at: place)
        let fraction = Int(truncatingIfNeeded: thousandths &- whole &* 1000)
        return fraction == 0 ? place : place + writeFraction(fraction, at: place)
    }

    /// Writes a number with all of its digits, so that reading gives the same number; 0 for infinity and NaN.
    static func write(exactly value: Double, at place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        // A fast path for whole numbers, such as sizes and many scales.
        if value.magnitude < 1_000_000_000, Double(Int(value)) == value { return write(Int(value), at: place) }
        guard value.isFinite else { return write(0, at: place) }
        var place = place
        for byte in value.description.utf8.prefix(longest) {
            place.pointee = byte
            place += 1
        }
        return place
    }

    /// Writes the point and up to three digits, without zeros at the end. May write a fourth byte beyond the result.
    ///
    /// - Returns: the number of bytes.
    private static func writeFraction(_ thousandths: Int, at place: UnsafeMutablePointer<UInt8>) -> Int {
        let (hundredths, last) = (thousandths / 10, thousandths % 10)
        place[0] = UInt8(ascii: ".")
        writePair(hundredths, at: place + 1)
        place[3] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: last)
        return last != 0 ? 4 : hundredths % 10 != 0 ? 3 : 2
    }

    /// Writes the digits of a number, at most 20.
    ///
    /// - Returns: the number of digits.
    @inline(__always)
    private static func write(_ value: UInt, at place: UnsafeMutablePointer<UInt8>) -> Int {
        value < 10_000 ? writeShort(Int(truncatingIfNeeded: value), at: place) : writeGroups(value, at: place)
    }

    /// Writes a number of 10 000 or more, four digits at a time, and returns the number of digits.
    private static func writeGroups(_ value: UInt, at place: UnsafeMutablePointer<UInt8>) -> Int {
        let length = write(value / 10_000, at: place)
        let rest = Int(truncatingIfNeeded: value % 10_000)
        writePair(rest / 100, at: place + length)
        writePair(rest % 100, at: place + length + 2)
        return length + 4
    }

    /// Writes a number from 0 to 9999, and returns the number of digits.
    @inline(__always)
    private static func writeShort(_ value: Int, at place: UnsafeMutablePointer<UInt8>) -> Int {
        if value < 10 {
            place[0] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)
            return 1
        }
        if value < 100 {
            writePair(value, at: place)
            return 2
        }
        if value < 1000 {
            place[0] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 100)
            writePair(value % 100, at: place + 1)
            return 3
        }
        writePair(value / 100, at: place)
        writePair(value % 100, at: place + 2)
        return 4
    }

    /// Writes two digits of a number from 0 to 99.
    @inline(__always)
    static func writePair(_ value: Int, at place: UnsafeMutablePointer<UInt8>) {
        let pair = pairs.utf8Start + value &* 2
        place[0] = pair[0]
        place[1] = pair[1]
    }

    /// The digits of the numbers 00, 01, … 99, one after the other.
    private static var pairs: StaticString {
        """
        0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
        5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
        """
    }
}
