// Decimal numbers in text, read eight digits at a time.

/// Reads numbers such as `-12.5e3` from bytes.
///
/// All functions with a `offset`, here and in `TimeText`, need a text that ends with a line end, and `paddingByteCount`
/// more bytes after it. A line end is part of no number and no time, and no loop moves past a byte that it does not
/// accept. So no load of eight bytes, which begins at the line end or before it, reaches past the padding and traps.
struct DecimalNumber {
    /// The number of readable bytes after the line end that closes a text.
    static let paddingByteCount = 32

    /// The decimal separator: a point or a comma.
    let separator: UInt8
    private let powers = PowersOfTen.shared

    init(separator: UInt8 = UInt8(ascii: ".")) { self.separator = separator }

    /// Reads a correctly rounded number and moves `offset` past it.
    ///
    /// The form is `[+-] digits [. digits] [e [+-] digits]`, with at least one digit before the exponent. The result is
    /// infinite where the number is too large for Float64.
    ///
    /// - Returns: nil when there is no number; `offset` may have moved then.
    @inline(__always)
    func read(_ bytes: Span<UInt8>, _ offset: inout Int) -> Double? {
        let start = offset
        var word = bytes.load(at: offset, as: UInt64.self).littleEndian
        let sign = UInt8(truncatingIfNeeded: word)
        let isNegative = sign == UInt8(ascii: "-")
        if isNegative || sign == UInt8(ascii: "+") {
            offset &+= 1
            word = bytes.load(at: offset, as: UInt64.self).littleEndian
        }
        var mantissa: UInt64 = 0
        var digitCount = Self.digits(bytes, &offset, &word, &mantissa)
        var power = 0
        if UInt8(truncatingIfNeeded: word) == separator {
            offset &+= 1
            word = bytes.load(at: offset, as: UInt64.self).littleEndian
            let count = Self.digits(bytes, &offset, &word, &mantissa)
            digitCount += count
            power = -count
        }
        guard digitCount > 0 else { return nil }
        if UInt8(truncatingIfNeeded: word) | 0x20 == UInt8(ascii: "e") {
            guard let exponent = Self.exponent(bytes, &offset) else { return nil }
            power += exponent
        }
        // Numbers of 19 digits always fit into 64 bits.
        if digitCount <= 19, let value = powers.product(mantissa, power: power) {
            return isNegative ? -value : value
        }
        return slowly(bytes.extracting(start..<offset))
    }

    /// Reads digits into `value`, which wraps around when there are too many.
    ///
    /// `word` holds the eight bytes at `offset`; afterwards only its lowest byte is right.
    ///
    /// - Returns: the number of digits.
    @inline(__always)
    private static func digits(
        _ bytes: Span<UInt8>, _ offset: inout Int, _ word: inout UInt64, _ value: inout UInt64
    ) -> Int {
        var total = 0
        while true {
            // The xor turns digits into 0 … 9. For any other byte, the top bit of the byte or of the sum is set.
            let digits = word ^ 0x3030_3030_3030_3030
            let others = ((digits & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080
            if others == 0 {
                value = value &* 100_000_000 &+ eight(digits)
                offset &+= 8
                word = bytes.load(at: offset, as: UInt64.self).littleEndian
                total &+= 8
                continue
            }
            let count = others.trailingZeroBitCount &>> 3
            if count > 0 {
                // The digits are shifted to the end of the word; zeros come before them.
                value = value &* powersOfTen(count) &+ eight(digits &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count))
                offset &+= count
                word &>>= UInt64(truncatingIfNeeded: 8 &* count)
            }
            return total &+ count
        }
    }

    /// The value of eight digits, one per byte, the first digit in the lowest byte.
    ///
    /// They are joined to pairs, to fours and to eight.
    @inline(__always)
    private static func eight(_ digits: UInt64) -> UInt64 {
        let pairs = (digits &* 2561) &>> 8 & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 6_553_601) &>> 16 & 0x0000_FFFF_0000_FFFF
        return (fours &* 42_949_672_960_001) &>> 32
    }

    @inline(__always)
    private static func powersOfTen(_ count: Int) -> UInt64 {
        switch count {
        case 1: 10
        case 2: 100
        case 3: 1000
        case 4: 10_000
        case 5: 100_000
        case 6: 1_000_000
        default: 10_000_000
        }
    }

    private static func exponent(_ bytes: Span<UInt8>, _ offset: inout Int) -> Int? {
        offset &+= 1
        let isNegative = bytes[offset] == UInt8(ascii: "-")
        if isNegative || bytes[offset] == UInt8(ascii: "+") { offset &+= 1 }
        let start = offset
        var value = 0
        while bytes[offset] &- 0x30 < 10 {
            // Larger exponents are beyond Float64 anyway, and would overflow `value`.
            if value < 100_000 { value = value * 10 + Int(bytes[offset] &- 0x30) }
            offset &+= 1
        }
        return offset == start ? nil : isNegative ? -value : value
    }

    /// Reads a number with the standard library, for many digits or numbers very near the middle between two doubles.
    private func slowly(_ bytes: Span<UInt8>) -> Double? {
        let text = [UInt8](bytes).map { $0 == separator ? UInt8(ascii: ".") : $0 }
        return Double(String(decoding: text, as: UTF8.self))
    }
}
