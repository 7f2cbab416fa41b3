// Base 64 (RFC 4648 §4), for the WebSocket handshake.

/// Base 64: three bytes become four characters, with padding.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for digit in 0..<4 {
                text.append(digit <= group.count ? alphabet[bits >> (18 - 6 * digit) & 63] : 0x3D)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the number of encoded bytes; nil if the text is not padded base 64.
    static func decodedCount(_ text: String) -> Int? {
        let characters = Array(text.utf8)
        guard characters.count % 4 == 0 else { return nil }
        let digits = characters.prefix { $0 != 0x3D }
        let padding = characters[digits.endIndex...]
        guard padding.count <= 2, padding.allSatisfy({ $0 == 0x3D }), digits.allSatisfy(alphabet.contains) else {
            return nil
        }
        return characters.count / 4 * 3 - padding.count
    }
}
