// Decodes text that is not UTF-8.

/// The encoding Windows-1252, a superset of printable Latin-1 (WHATWG Encoding, index windows-1252).
package enum Windows1252 {
    /// The code points of the bytes 0x80…0x9F; a byte without a character maps to itself.
    private static let codes: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D,
        0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D,
        0x17E, 0x178,
    ]

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(codes[Int(byte) - 0x80]) ?? "\u{FFFD}"
    }

    /// Decodes bytes; every sequence is valid.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes { text.unicodeScalars.append(scalar(byte)) }
        return text
    }

    /// Returns the text in UTF-8 if the bytes are not UTF-8 already; nil if they are.
    package static func reencoded(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil else { return nil }
        return Array(text(bytes).utf8)
    }
}
