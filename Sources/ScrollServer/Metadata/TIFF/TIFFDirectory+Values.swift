// Reads an entry's values as numbers or as text, whatever their type.

import Pixels

extension TIFFDirectory {
    /// Most bytes of a text in which numbers are searched.
    private static let longestNumberText = 256

    /// Returns the entry of a tag; nil where its first `limit` values do not fit in the structure.
    ///
    /// A position cut off after its degrees would be wrong, so truncated values do not count.
    private func whole(_ tag: Int, limit: Int) -> Entry? {
        guard let entry = self[tag], min(entry.count, limit) <= (structure.end - entry.offset) / entry.size else {
            return nil
        }
        return entry
    }

    /// Returns an entry's bytes, at most `limit`; nil where it is missing, or not of one of the types.
    func bytes(_ tag: Int, ofTypes types: [Int], _ reader: inout HeaderReader, limit: Int) -> [UInt8]? {
        guard let entry = whole(tag, limit: limit), types.contains(entry.type) else { return nil }
        return try? reader.bytes(at: entry.offset, limit: min(entry.count, limit))
    }

    /// Returns an entry's text; nil where it is missing, not a text, or blank.
    func text(_ tag: Int, _ reader: inout HeaderReader) -> String? {
        bytes(tag, ofTypes: [2, 7, 129], &reader, limit: PictureFacts.longestText).flatMap { PictureFacts.text($0) }
    }

    /// Returns a text in UTF-16, which Windows writes in little-endian order in all files.
    func wideText(_ tag: Int, _ reader: inout HeaderReader) -> String? {
        guard let bytes = bytes(tag, ofTypes: [1, 7], &reader, limit: 2 * PictureFacts.longestText) else { return nil }
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        return PictureFacts.text(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
    }

    /// Returns an entry's numbers, at most `limit`, of any type of TIFF 6.0 §2, or those in a text.
    ///
    /// A fraction over 0 is infinite or NaN. The result is empty where the entry is missing or truncated.
    func values(_ tag: Int, _ reader: inout HeaderReader, limit: Int = 1) -> [Double] {
        guard let entry = whole(tag, limit: limit) else { return [] }
        if entry.type == 2 || entry.type == 129 {
            let text = bytes(tag, ofTypes: [2, 129], &reader, limit: Self.longestNumberText) ?? []
            return Array(NumberText.numbers(in: text).prefix(limit))
        }
        var values: [Double] = []
        for index in 0..<min(entry.count, limit) {
            guard let value = try? value(of: entry.type, at: entry.offset + index * entry.size, &reader) else { break }
            values.append(value)
        }
        return values
    }

    /// Returns an entry's first number.
    func value(_ tag: Int, _ reader: inout HeaderReader) -> Double? { values(tag, &reader).first }

    /// Reads the number at a file offset; 0 for types that are no numbers.
    func value(of type: Int, at offset: Int, _ reader: inout HeaderReader) throws(ImageError) -> Double {
        func word(_ offset: Int, _ reader: inout HeaderReader) throws(ImageError) -> UInt32 {
            UInt32(truncatingIfNeeded: try reader.uint32(offset, littleEndian: structure.isLittleEndian))
        }
        func signed(_ word: UInt32) -> Double { Double(Int32(bitPattern: word)) }
        switch type {
        case 1, 7: return Double(try reader.byte(offset))
        case 6: return Double(Int8(truncatingIfNeeded: try reader.byte(offset)))
        case 3: return Double(try reader.uint16(offset, littleEndian: structure.isLittleEndian))
        case 8:
            return Double(
                Int16(truncatingIfNeeded: try reader.uint16(offset, littleEndian: structure.isLittleEndian)))
        case 4, 13: return Double(try word(offset, &reader))
        case 9: return signed(try word(offset, &reader))
        case 11: return Double(Float(bitPattern: try word(offset, &reader)))
        default: break
        }
        let (first, second) = (try word(offset, &reader), try word(offset + 4, &reader))
        let (high, low) = structure.isLittleEndian ? (second, first) : (first, second)
        let wide = UInt64(high) << 32 | UInt64(low)
        switch type {
        case 5: return Double(first) / Double(second)
        case 10: return signed(first) / signed(second)
        case 12: return Double(bitPattern: wide)
        case 16, 18: return Double(wide)
        case 17: return Double(Int64(bitPattern: wide))
        default: return 0
        }
    }
}

/// Finds the numbers in a text such as `33 52 8.5 S` or `1/250`.
enum NumberText {
    /// Most characters of a number.
    private static let longest = 32

    /// Returns the decimal numbers and fractions in a text; other characters are skipped.
    static func numbers(in text: [UInt8]) -> [Double] {
        var numbers: [Double] = []
        var isBelow = false
        var index = 0
        while index < text.count {
            let start = index
            if text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") { index += 1 }
            while index < text.count, (0x30...0x39).contains(text[index]) || text[index] == UInt8(ascii: ".") {
                index += 1
            }
            guard index - start <= longest, let number = Double(String(decoding: text[start..<index], as: UTF8.self))
            else {
                isBelow = false
                index = max(index, start + 1)
                continue
            }
            if isBelow, let above = numbers.popLast() {
                numbers.append(above / number)
            } else {
                numbers.append(number)
            }
            isBelow = index < text.count && text[index] == UInt8(ascii: "/")
            if isBelow { index += 1 }
        }
        return numbers
    }
}
