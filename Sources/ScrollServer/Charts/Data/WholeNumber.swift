// Whole numbers that Float64 cannot represent.

/// The residual, which a Float64 leaves out of a whole number: a second Float64, so that both together are exact.
enum WholeNumber {
    /// The limit of exact whole numbers in Float64: 2⁵³.
    static let exactLimit = 0x1p53
    /// The largest number of 64 bits: whole numbers beyond it are rare, and numbers beyond it mostly measurements.
    static let usualLimit = 0x1p64
    /// The limit up to which the residual of a whole number is a Float64: 2¹⁰⁶.
    private static let limit = 0x1p106

    /// `text` less `value`, its nearest Float64; NaN where the text is not a whole number written in digits (with a
    /// sign, and with the style's thousands marks), or is 2¹⁰⁶ or more.
    ///
    /// O(bytes).
    static func residual(of text: Span<UInt8>, from value: Double, thousands: UInt8 = 0) -> Double {
        guard value.magnitude >= exactLimit else { return 0 }
        guard value.magnitude < limit, let number = number(text, thousands), let near = Int128(exactly: value) else {
            return .nan
        }
        return Double(number - near)
    }

    /// The number whose parts are `value` and `residual`; nil where it is no whole number beyond 2⁵³.
    static func number(_ value: Double, residual: Double) -> Int128? {
        guard value.magnitude >= exactLimit, value.magnitude <= limit, residual.magnitude <= exactLimit,
            let near = Int128(exactly: value), let difference = Int128(exactly: residual)
        else { return nil }
        return near + difference
    }

    /// The digits of a text as a number of at most 38 digits.
    private static func number(_ text: Span<UInt8>, _ thousands: UInt8) -> Int128? {
        var (number, count, isNegative, isOver): (Int128, Int, Bool, Bool) = (0, 0, false, false)
        for index in text.indices {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9") where !isOver:
                count += 1
                guard count <= 38 else { return nil }
                number = number * 10 + Int128(byte & 15)
            case UInt8(ascii: "-") where count == 0, UInt8(ascii: "+") where count == 0:
                isNegative = byte == UInt8(ascii: "-")
            case thousands where thousands != 0 && count > 0: break
            case 0x20, 0x09, 0x0D, 0x0A: isOver = count > 0
            default: return nil
            }
        }
        return count == 0 ? nil : isNegative ? -number : number
    }
}
