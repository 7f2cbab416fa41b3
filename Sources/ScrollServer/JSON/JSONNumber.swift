// The digits of numbers in JSON text.

/// Writes numbers from a place on where there is room for `longest` bytes, and returns where they end. Only `JSONText` has
/// such places.
enum JSONNumber {
    /// The longest text of a number: sign, digits, point, exponent.
    static let longest = 26

    /// A whole number.
    @inline(__always)
    static func write(_ value: Int, at place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        // Levels, columns and rows are digits, mostly.
        guard value >= 0, value < 10 else { return writeLong(value, at: place) }
        place.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)
        return place + 1
    }

    private static func writeLong(_ value: Int, at place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        guard value < 0 else { return place + write(value.magnitude, at: place) }
        place.pointee = UInt8(ascii: "-")
        return place + 1 + write(value.magnitude, at: place + 1)
    }

    /// To three decimals.
    static func write(_ value: Double, at place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        // Edges on whole device pixels are whole numbers, mostly.
        if value.magnitude < 1_000_000_000 {
            let whole = Int(value)
            if Double(whole) == value { return write(whole, at: place) }
        }
        let scaled = value * 1000
        // Infinity and NaN, for which JSON has no word, and numbers beyond all that have decimals.
        guard scaled.magnitude < 9e18 else { return write(exactly: value, at: place) }
        // From 2⁵² on there is no fraction left that could be rounded.
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

    /// With all of its digits, so that reading it gives the same number; 0 for what is not a finite number.
    static func write(exactly value: Double, at place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        // Sizes and whole scales.
        if value.magnitude < 1_000_000_000, Double(Int(value)) == value { return write(Int(value), at: place) }
        guard value.isFinite else { return write(0, at: place) }
        var place = place
        for byte in value.description.utf8.prefix(longest) {
            place.pointee = byte
            place += 1
        }
        return place
    }

    /// Writes the point and up to three digits, without zeros at the end.
    ///
    /// - Returns: how many bytes.
    private static func writeFraction(_ thousandths: Int, at place: UnsafeMutablePointer<UInt8>) -> Int {
        let (hundredths, last) = (thousandths / 10, thousandths % 10)
        place[0] = UInt8(ascii: ".")
        writePair(hundredths, at: place + 1)
        place[3] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: last)
        return last != 0 ? 4 : hundredths % 10 != 0 ? 3 : 2
    }

    /// Writes the digits of a number, at most 20.
    ///
    /// - Returns: how many.
    @inline(__always)
    private static func write(_ value: UInt, at place: UnsafeMutablePointer<UInt8>) -> Int {
        value < 10_000 ? writeShort(Int(truncatingIfNeeded: value), at: place) : writeGroups(value, at: place)
    }

    /// Four digits at a time, the highest first.
    private static func writeGroups(_ value: UInt, at place: UnsafeMutablePointer<UInt8>) -> Int {
        let length = write(value / 10_000, at: place)
        let rest = Int(truncatingIfNeeded: value % 10_000)
        writePair(rest / 100, at: place + length)
        writePair(rest % 100, at: place + length + 2)
        return length + 4
    }

    /// `value` is 0 … 9999.
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

    /// Writes two digits; `value` is 0 … 99.
    @inline(__always)
    static func writePair(_ value: Int, at place: UnsafeMutablePointer<UInt8>) {
        let pair = pairs.utf8Start + value &* 2
        place[0] = pair[0]
        place[1] = pair[1]
    }

    /// 00 01 … 99
    private static var pairs: StaticString {
        """
        0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
        5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
        """
    }
}
