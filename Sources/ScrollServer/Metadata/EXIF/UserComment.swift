// Decodes EXIF's UserComment.

import Platform

/// Decodes the comment of CIPA DC-008-2019 §4.6.5, table 9: eight bytes that name the character code, then the text.
enum UserComment {
    /// Most bytes that are read; generators of pictures write whole prompts here.
    static let longest = 1 << 16

    private static let nameByteCount = 8

    /// Returns the text, with its line breaks; nil where it is blank, or the bytes are no text.
    ///
    /// `isLittleEndian` is the block's byte order, which UTF-16 has unless its bytes suggest the other.
    static func text(_ bytes: [UInt8], isLittleEndian: Bool) -> String? {
        // Some cameras pad the name with spaces.
        let name = bytes.prefix(nameByteCount).prefix { $0 != 0 && $0 != 0x20 }
        let text = bytes.dropFirst(nameByteCount)
        switch String(decoding: name, as: UTF8.self) {
        // Ricoh writes ASCII after `Unicode`.
        case "", "ASCII", "Unicode": return plain(text)
        case "UNICODE": return wide(text, isLittleEndian: isLittleEndian)
        case "JIS": return japanese(text)
        // Some programs leave the name out.
        default: return plain(bytes[...])
        }
    }

    /// Decodes UTF-8 or Windows-1252 up to the first zero; nil for blank texts and those with control characters.
    static func plain(_ bytes: ArraySlice<UInt8>) -> String? {
        let bytes = bytes.prefix { $0 != 0 }
        guard bytes.contains(where: { $0 > 0x20 }) else { return nil }
        return checked(String(validating: bytes, as: UTF8.self) ?? Windows1252.text(Array(bytes)))
    }

    /// Decodes UTF-16 with or without a byte order mark.
    private static func wide(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> String? {
        var bytes = bytes
        var isLittleEndian = isLittleEndian
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            isLittleEndian = bytes.first == 0xFF
            bytes = bytes.dropFirst(2)
        } else if isSwapped(bytes, isLittleEndian: isLittleEndian) {
            isLittleEndian.toggle()
        }
        let (low, high) = isLittleEndian ? (0, 1) : (1, 0)
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2)
            .map { UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low]) }
            .prefix { $0 != 0 }
        guard units.contains(where: { $0 > 0x20 }) else { return nil }
        return checked(String(decoding: units, as: UTF16.self))
    }

    /// Returns whether UTF-16 has the other byte order: a text's lower bytes take more values, and are rarely 0.
    ///
    /// Exiftool guesses the same way.
    private static func isSwapped(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> Bool {
        var seen = [[Bool]](repeating: [Bool](repeating: false, count: 256), count: 2)
        var zeroCounts = [0, 0]
        for pair in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
            for index in 0...1 {
                let byte = Int(bytes[pair + index])
                seen[index][byte] = true
                if byte == 0 { zeroCounts[index] += 1 }
            }
        }
        let (low, high) = isLittleEndian ? (0, 1) : (1, 0)
        let counts = seen.map { $0.count { $0 } }
        return counts[high] > counts[low] || counts[high] == counts[low] && zeroCounts[low] > zeroCounts[high]
    }

    /// Decodes JIS X 0208, two bytes a character, in the first byte order in which all codes are characters.
    ///
    /// If neither fits, the bytes are read as UTF-8 or Windows-1252.
    private static func japanese(_ bytes: ArraySlice<UInt8>) -> String? {
        let ended = bytes[..<((bytes.lastIndex { $0 != 0 && $0 != 0x20 } ?? bytes.startIndex - 1) + 1)]
        guard !ended.isEmpty, ended.count % 2 == 0 else { return plain(bytes) }
        let pairs = stride(from: ended.startIndex, to: ended.endIndex, by: 2).map { (ended[$0], ended[$0 + 1]) }
        for codes in [pairs.map { UInt16($0) << 8 | UInt16($1) }, pairs.map { UInt16($1) << 8 | UInt16($0) }] {
            let characters = codes.compactMap(JISCharacters.character)
            guard characters.count == codes.count else { continue }
            return String(String.UnicodeScalarView(characters))
        }
        return plain(bytes)
    }

    /// Returns the text; nil where it has control characters, or bytes that could not be decoded.
    private static func checked(_ text: String) -> String? {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: continue
            case 0..<0x20, 0x7F..<0xA0, 0xFFFD, 0xFFFE, 0xFFFF: return nil
            default: continue
            }
        }
        return text
    }
}
