// JSON text, written straight into bytes (RFC 8259).

/// Appends JSON to a buffer. The caller opens and closes objects and arrays in the right order; commas are put by the
/// writer.
///
/// Cost: a plan of 50 tiles is some 10 KB, written in a few microseconds; nothing is allocated but the buffer.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    /// Whether the next value or name follows another one at the same depth.
    private var needsComma = false

    init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

    mutating func beginObject() { open(UInt8(ascii: "{")) }
    mutating func endObject() { close(UInt8(ascii: "}")) }
    mutating func beginArray() { open(UInt8(ascii: "[")) }
    mutating func endArray() { close(UInt8(ascii: "]")) }

    /// The name of the member whose value is written next; plain ASCII without quotes.
    mutating func name(_ name: StaticString) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func value(_ value: Int) {
        separate()
        append(integer: value)
    }

    mutating func value(_ value: Bool) {
        separate()
        append(value ? "true" : "false")
    }

    mutating func null() {
        separate()
        append("null")
    }

    /// A number to three decimals, which is finer than any device's pixels. What is not a finite number is written as 0:
    /// JSON has no word for it.
    mutating func value(_ value: Double) {
        separate()
        guard value.isFinite else { return append("0") }
        let scaled = value * 1000
        guard scaled.magnitude < 9e18 else { return append(inside: value.description) }
        var thousandths = Int64(scaled.rounded())
        if thousandths < 0 {
            bytes.append(UInt8(ascii: "-"))
            thousandths = -thousandths
        }
        let (whole, fraction) = thousandths.quotientAndRemainder(dividingBy: 1000)
        append(integer: Int(whole))
        guard fraction != 0 else { return }
        bytes.append(UInt8(ascii: "."))
        bytes.append(UInt8(ascii: "0") + UInt8(fraction / 100))
        let rest = UInt8(fraction % 100)
        guard rest != 0 else { return }
        bytes.append(UInt8(ascii: "0") + rest / 10)
        if rest % 10 != 0 { bytes.append(UInt8(ascii: "0") + rest % 10) }
    }

    mutating func value(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(inside: value)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Begins a string that is put together from parts; end it with `endString`.
    mutating func beginString() {
        separate()
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func endString() { bytes.append(UInt8(ascii: "\"")) }

    /// A part of a string, escaped as RFC 8259 §7 asks.
    mutating func append(inside text: String) {
        var text = text
        text.withUTF8 { utf8 in
            var plain = 0
            for index in utf8.indices {
                let byte = utf8[index]
                guard byte < 0x20 || byte == 0x22 || byte == 0x5C else { continue }
                bytes.append(contentsOf: utf8[plain..<index])
                plain = index + 1
                bytes.append(UInt8(ascii: "\\"))
                if byte >= 0x20 {
                    bytes.append(byte)
                } else {
                    append("u00")
                    bytes.append(Self.hexadecimal(byte >> 4))
                    bytes.append(Self.hexadecimal(byte & 15))
                }
            }
            bytes.append(contentsOf: utf8[plain...])
        }
    }

    /// A part of a string, or punctuation, that needs no escape.
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// The decimal digits of a number, as a part of a string or of a value.
    mutating func append(integer value: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        if rest < 10 { return bytes.append(UInt8(ascii: "0") + UInt8(rest)) }
        let start = bytes.count
        while rest > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        bytes[start...].reverse()
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }
}
