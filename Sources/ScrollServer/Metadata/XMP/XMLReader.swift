// Reads XML tag by tag, without building a tree.

/// A pull reader of XML 1.0 for metadata: tags, attributes and text, in linear time, whatever the bytes are.
///
/// Comments, processing instructions and document types are skipped; nothing is fetched. Where the bytes end inside a
/// tag, its complete attributes are still read.
struct XMLReader {
    /// What `next()` found.
    enum Event {
        /// A start tag: `name`, `colon` and `attributes` are set.
        case start
        /// An end tag, or the end of an empty element, whose `name` is that of its start.
        case end
        /// Characters: `text` is set.
        case text
        /// The end of the bytes.
        case finish
    }

    /// The ranges of an attribute's name and value in `bytes`.
    struct Attribute {
        var name: Range<Int>
        /// Offset of the colon in the name; nil where it has no prefix.
        var colon: Int?
        var value: Range<Int>
    }

    let bytes: [UInt8]
    private var offset = 0
    private(set) var name = 0..<0
    /// Offset of the colon in `name`; nil where it has no prefix.
    private(set) var colon: Int?
    private(set) var attributes: [Attribute] = []
    private(set) var text = 0..<0
    /// Whether `text` is a CDATA section, which has no entities.
    private(set) var isVerbatim = false
    private var isEmptyElement = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Moves to the next tag or text.
    mutating func next() -> Event {
        if isEmptyElement {
            isEmptyElement = false
            return .end
        }
        while offset < bytes.count {
            guard bytes[offset] == UInt8(ascii: "<") else {
                let start = offset
                offset = index(of: UInt8(ascii: "<"), from: start) ?? bytes.count
                (text, isVerbatim) = (start..<offset, false)
                return .text
            }
            switch offset + 1 < bytes.count ? bytes[offset + 1] : 0 {
            case UInt8(ascii: "?"): skip(past: "?>", from: offset + 2)
            case UInt8(ascii: "!"):
                if begins("<!--") {
                    skip(past: "-->", from: offset + 4)
                } else if begins("<![CDATA[") {
                    let start = offset + 9
                    skip(past: "]]>", from: start)
                    (text, isVerbatim) = (start..<max(start, offset - 3), true)
                    return .text
                } else {
                    offset = XMLScanner.endOfDocumentType(bytes[...], from: offset) ?? bytes.count
                }
            case UInt8(ascii: "/"):
                readName(from: offset + 2)
                offset = index(of: UInt8(ascii: ">"), from: name.upperBound).map { $0 + 1 } ?? bytes.count
                return .end
            default:
                readStartTag()
                return .start
            }
        }
        return .finish
    }

    /// Appends a text's characters, with its entities decoded (XML 1.0 §4.1, §4.6); unknown entities stay as they are.
    func append(_ range: Range<Int>, isVerbatim: Bool = false, to decoded: inout [UInt8]) {
        var start = range.lowerBound
        guard !isVerbatim else {
            decoded += bytes[range]
            return
        }
        while let ampersand = index(of: UInt8(ascii: "&"), from: start, to: range.upperBound) {
            decoded += bytes[start..<ampersand]
            start = ampersand + 1
            // The longest entity read is `&#x0010FFFF;`.
            if let end = index(of: UInt8(ascii: ";"), from: start, to: min(start + 11, range.upperBound)),
                let scalar = Self.entity(bytes[start..<end])
            {
                decoded += Array(String(scalar).utf8)
                start = end + 1
            } else {
                decoded.append(UInt8(ascii: "&"))
            }
        }
        decoded += bytes[start..<range.upperBound]
    }

    /// The character of a reference, without `&` and `;`; nil for unknown ones.
    static func entity(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let name = String(decoding: name, as: UTF8.self)
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let isHexadecimal = digits.first == "x" || digits.first == "X"
            let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return value.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
        }
    }

    // MARK: Tags

    private mutating func readStartTag() {
        readName(from: offset + 1)
        attributes.removeAll(keepingCapacity: true)
        var index = name.upperBound
        while true {
            while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
            guard index < bytes.count else { break }
            if bytes[index] == UInt8(ascii: ">") {
                offset = index + 1
                return
            }
            if bytes[index] == UInt8(ascii: "/") {
                isEmptyElement = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: ">")
                index += 1
                continue
            }
            guard let next = readAttribute(from: index) else { break }
            index = next
        }
        offset = bytes.count
    }

    /// Reads an attribute, and returns the offset of its end; nil where the bytes end first.
    private mutating func readAttribute(from start: Int) -> Int? {
        var index = start
        var colon: Int?
        while index < bytes.count, !Self.endsName(bytes[index]), bytes[index] != UInt8(ascii: "=") {
            if bytes[index] == UInt8(ascii: ":"), colon == nil { colon = index }
            index += 1
        }
        let name = start..<index
        while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
        // An attribute without a value is not well-formed, and skipped.
        guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return max(index, start + 1) }
        index += 1
        while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
        guard index < bytes.count else { return nil }
        let quote = bytes[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return index }
        guard let end = self.index(of: quote, from: index + 1) else { return nil }
        attributes.append(Attribute(name: name, colon: colon, value: (index + 1)..<end))
        return end + 1
    }

    private mutating func readName(from start: Int) {
        var index = start
        colon = nil
        while index < bytes.count, !Self.endsName(bytes[index]) {
            if bytes[index] == UInt8(ascii: ":"), colon == nil { colon = index }
            index += 1
        }
        name = min(start, index)..<index
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func endsName(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
    }

    // MARK: Skipping

    private func index(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
        let end = end ?? bytes.count
        var index = start
        while index < end {
            if bytes[index] == byte { return index }
            index += 1
        }
        return nil
    }

    private func begins(_ text: String) -> Bool { bytes[offset...].starts(with: text.utf8) }

    /// Moves past the next `mark`, or to the end.
    private mutating func skip(past mark: String, from start: Int) {
        offset = XMLScanner.end(of: mark, in: bytes[...], from: start) ?? bytes.count
    }
}
