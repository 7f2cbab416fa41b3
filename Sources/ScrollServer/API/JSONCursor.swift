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
        if value < 0 { put(UInt8(ascii: "-")) }
        putDigits(UInt64(value.magnitude))
    }

    /// To three decimals; 0 for what is not a finite number.
    mutating func put(_ value: Double) {
        let scaled = value * 1000
        guard scaled.magnitude < 9e18 else {
            // Infinity and NaN, for which JSON has no word, and numbers beyond all that have decimals.
            guard value.isFinite else { return put(UInt8(ascii: "0")) }
            return put(inside: value.description)
        }
        // From 2⁵² on there is no fraction left that could be rounded.
        let half = scaled.magnitude < 4_503_599_627_370_496 ? 0.5 : 0
        let thousandths = UInt64(scaled.magnitude + half)
        if scaled < 0, thousandths > 0 { put(UInt8(ascii: "-")) }
        let whole = thousandths / 1000
        putDigits(whole)
        let fraction = UInt8(truncatingIfNeeded: (thousandths - whole * 1000) / 10)
        let last = UInt8(truncatingIfNeeded: (thousandths - whole * 1000) % 10)
        guard fraction != 0 || last != 0 else { return }
        put(UInt8(ascii: "."))
        put(UInt8(ascii: "0") + fraction / 10)
        guard fraction % 10 != 0 || last != 0 else { return }
        put(UInt8(ascii: "0") + fraction % 10)
        if last != 0 { put(UInt8(ascii: "0") + last) }
    }

    private mutating func putDigits(_ value: UInt64) {
        if value < 10 { return put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)) }
        var length = 2
        var bound: UInt64 = 100
        while length < 20, value >= bound {
            length += 1
            // The last step, to 10²⁰, is left out by the length.
            bound &*= 10
        }
        need(length)
        var rest = value
        var place = base + count + length
        while rest >= 10 {
            let pair = Int(truncatingIfNeeded: rest % 100) * 2
            rest /= 100
            place -= 2
            place[0] = Self.pairs.utf8Start[pair]
            place[1] = Self.pairs.utf8Start[pair + 1]
        }
        if rest > 0 { place[-1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest) }
        count += length
    }

    /// 00 01 … 99
    private static var pairs: StaticString {
        """
        0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
        5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
        """
    }
}
