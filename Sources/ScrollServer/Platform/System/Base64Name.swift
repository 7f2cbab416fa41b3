// Encodes texts as names that fit in a URL path segment.

/// Base64 (RFC 4648 §4) with a point and an underscore for its two signs, without padding.
///
/// It has no hyphen, since hyphens separate the parts of a chart's ids.
package enum Base64Name {
    private static let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._".utf8)

    package static func encode(_ text: String) -> String {
        var name: [UInt8] = []
        var (bits, count) = (0, 0)
        for byte in text.utf8 {
            (bits, count) = ((bits & 63) << 8 | Int(byte), count + 8)
            while count >= 6 {
                count -= 6
                name.append(characters[bits >> count & 63])
            }
        }
        if count > 0 { name.append(characters[bits << (6 - count) & 63]) }
        return String(decoding: name, as: UTF8.self)
    }

    /// Returns nil if `name` has another character, or its bytes are not UTF-8.
    package static func decode(_ name: String) -> String? {
        var bytes: [UInt8] = []
        var (bits, count) = (0, 0)
        for character in name.utf8 {
            guard let value = characters.firstIndex(of: character) else { return nil }
            (bits, count) = ((bits & 63) << 6 | value, count + 6)
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
