// Where JSON text is written next, in memory that is large enough.

/// Writes the pieces of JSON text, one behind the other, with nothing allocated and no call per byte.
///
/// A raw pointer, since an array's own `append` asks at every byte whether the array is shared and large enough, which
/// took two thirds of the time of a plan. The bound holds by itself: each piece is written only after a check that it
/// fits between `count` and `limit`, and `limit` is the size of the memory that `JSONWriter` lends.
struct JSONCursor {
    /// The longest text of a number: sign, digits, point, exponent.
    static let longestNumber = 26

    private let base: UnsafeMutablePointer<UInt8>
    private let limit: Int
    private(set) var count = 0

    /// A cursor at the beginning of `memory`, which must outlive it.
    init(_ memory: UnsafeMutableBufferPointer<UInt8>) {
        // An empty buffer may have no address; nothing is ever written to it then.
        base = memory.baseAddress ?? UnsafeMutablePointer(bitPattern: 1).unsafelyUnwrapped
        limit = memory.count
    }

    @inline(__always)
    private func need(_ byteCount: Int) {
        precondition(byteCount <= limit - count, "JSON text is longer than was said")
    }

    @inline(__always)
    mutating func put(_ byte: UInt8) {
        need(1)
        base[count] = byte
        count += 1
    }

    /// Text that needs no escape.
    @inline(__always)
    mutating func put(_ text: StaticString) {
        let byteCount = text.utf8CodeUnitCount
        need(byteCount)
        (base + count).update(from: text.utf8Start, count: byteCount)
        count += byteCount
    }

    /// Bytes that need no escape.
    @inline(__always)
    mutating func put(_ bytes: [UInt8]) {
        need(bytes.count)
        bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            (base + count).update(from: start, count: bytes.count)
        }
        count += bytes.count
    }

    /// The inside of a string, escaped as RFC 8259 §7 asks: at most six bytes for one.
    mutating func put(inside text: String) {
        var text = text
        text.withUTF8 { utf8 in
            need(utf8.count * 6)
            for byte in utf8 {
                if byte >= 0x20, byte != 0x22, byte != 0x5C {
                    base[count] = byte
                    count += 1
                } else {
                    escape(byte)
                }
            }
        }
    }

    /// What was put between two counts, once more.
    @inline(__always)
    mutating func putAgain(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        need(range.count)
        (base + count).update(from: base + range.lowerBound, count: range.count)
        count += range.count
    }

    private mutating func escape(_ byte: UInt8) {
        put(UInt8(ascii: "\\"))
        if byte >= 0x20 { return put(byte) }
        put("u00")
        put(Self.hexadecimal(byte >> 4))
        put(Self.hexadecimal(byte & 15))
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }

    @inline(__always)
    mutating func put(_ value: Int) {
        // Levels, columns and rows are digits, mostly.
        if value >= 0, value < 10 { return put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)) }
        putLong(value)
    }

    private mutating func putLong(_ value: Int) {
        need(Self.longestNumber)
        if value < 0 {
            base[count] = UInt8(ascii: "-")
            count += 1
        }
        count += Self.write(value.magnitude, at: base + count)
    }

    /// To three decimals; 0 for what is not a finite number.
    mutating func put(_ value: Double) {
        // Edges on whole device pixels are whole numbers, mostly.
        if value.magnitude < 1_000_000_000 {
            let whole = Int(value)
            if Double(whole) == value { return put(whole) }
        }
        let scaled = value * 1000
        guard scaled.magnitude < 9e18 else {
            // Infinity and NaN, for which JSON has no word, and numbers beyond all that have decimals.
            guard value.isFinite else { return put(UInt8(ascii: "0")) }
            return put(inside: value.description)
        }
        need(Self.longestNumber)
        // From 2⁵² on there is no fraction left that could be rounded.
        let half = scaled.magnitude < 4_503_599_627_370_496 ? 0.5 : 0
        let thousandths = UInt(scaled.magnitude + half)
        if scaled < 0, thousandths > 0 {
            base[count] = UInt8(ascii: "-")
            count += 1
        }
        if thousandths == 0 {
            base[count] = UInt8(ascii: "0")
            count += 1
            return
        }
        let whole = thousandths / 1000
        count += Self.write(whole, at: base + count)
        let fraction = Int(truncatingIfNeeded: thousandths &- whole &* 1000)
        if fraction != 0 { putFraction(fraction) }
    }

    /// A number with all of its digits, so that reading it gives the same number: for scales and shares, which are
    /// multiplied with lengths of any size.
    mutating func put(exactly value: Double) {
        if value.magnitude < 1_000_000_000, Double(Int(value)) == value { return put(Int(value)) }
        for byte in (value.isFinite ? value.description : "0").utf8 { put(byte) }
    }

    /// The point and up to three digits, without zeros at the end. There is room for them.
    private mutating func putFraction(_ thousandths: Int) {
        let (hundredths, last) = (thousandths / 10, thousandths % 10)
        base[count] = UInt8(ascii: ".")
        Self.writePair(hundredths, at: base + count + 1)
        base[count + 3] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: last)
        count += last != 0 ? 4 : hundredths % 10 != 0 ? 3 : 2
    }

    /// Writes the digits of a number, at most 20.
    ///
    /// - Returns: how many.
    private static func write(_ value: UInt, at place: UnsafeMutablePointer<UInt8>) -> Int {
        if value < 10 {
            place[0] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)
            return 1
        }
        let number = Int(truncatingIfNeeded: value)
        if value < 100 {
            writePair(number, at: place)
            return 2
        }
        if value < 1000 {
            place[0] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 100)
            writePair(number % 100, at: place + 1)
            return 3
        }
        if value < 10_000 {
            writePair(number / 100, at: place)
            writePair(number % 100, at: place + 2)
            return 4
        }
        let length = write(value / 10_000, at: place)
        let rest = Int(truncatingIfNeeded: value % 10_000)
        writePair(rest / 100, at: place + length)
        writePair(rest % 100, at: place + length + 2)
        return length + 4
    }

    /// Writes two digits; `value` is 0 … 99.
    @inline(__always)
    private static func writePair(_ value: Int, at place: UnsafeMutablePointer<UInt8>) {
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
