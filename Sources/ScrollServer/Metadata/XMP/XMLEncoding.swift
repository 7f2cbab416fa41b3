// Converts XML in UTF-16 or UTF-32 to UTF-8.

/// The encodings of XML by their first bytes (XML 1.0, appendix F).
enum XMLEncoding {
    /// Converts XML in UTF-16 or UTF-32 to UTF-8, without a byte order mark; returns other bytes unchanged.
    static func utf8(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let start = Array(bytes.prefix(4))
        guard start.count == 4 else { return Array(bytes) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        // Byte order marks, or else a first character in ASCII.
        switch (start[0], start[1], start[2], start[3]) {
        case (0, 0, 0xFE, 0xFF), (0, 0, 0, 1...): return utf32(bytes, isLittleEndian: false)
        case (0xFF, 0xFE, 0, 0), (1..., 0, 0, 0): return utf32(bytes, isLittleEndian: true)
        case (0xFE, 0xFF, _, _), (0, 1..., 0, _): return utf16(bytes, isLittleEndian: false)
        case (0xFF, 0xFE, _, _), (1..., 0, _, 0): return utf16(bytes, isLittleEndian: true)
        default: return Array(bytes)
        }
    }

    /// The name of the encoding that the first bytes show; nil for UTF-8 and what looks like it.
    static func other(_ bytes: [UInt8]) -> String? {
        let start = bytes.prefix(4)
        if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) || start.contains(0) {
            return start.filter { $0 == 0 }.count > 2 || start.starts(with: [0xFF, 0xFE, 0, 0]) ? "UTF-32" : "UTF-16"
        }
        return nil
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> [UInt8] {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittleEndian ? second << 8 | first : first << 8 | second
        }
        return Array(String(decoding: units.drop { $0 == 0xFEFF }, as: UTF16.self).utf8)
    }

    private static func utf32(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> [UInt8] {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 3, by: 4).map { index in
            let unit = bytes[index..<(index + 4)]
            return isLittleEndian
                ? unit.reversed().reduce(0) { $0 << 8 | UInt32($1) } : unit.reduce(0) { $0 << 8 | UInt32($1) }
        }
        return Array(String(decoding: units.drop { $0 == 0xFEFF }, as: UTF32.self).utf8)
    }
}
