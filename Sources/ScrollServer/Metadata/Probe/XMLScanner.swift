// Parses enough of XML to reach the first tag and to read its attributes.

/// Skips the prolog (XML 1.0 §2.8) and never backtracks, so its cost is linear in the bytes.
struct XMLScanner {
    private let bytes: ArraySlice<UInt8>
    private var offset: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        offset = bytes.startIndex
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset += 3 }
    }

    /// Moves past the root element's name and returns whether that is `svg`.
    mutating func findRoot() -> SVGProbe.Root {
        while true {
            skipSpace()
            guard offset < bytes.endIndex else { return .unknown }
            guard bytes[offset] == UInt8(ascii: "<") else { return .other }
            guard offset + 1 < bytes.endIndex else { return .unknown }
            switch bytes[offset + 1] {
            case UInt8(ascii: "?"):
                guard skip(past: "?>") else { return .unknown }
            case UInt8(ascii: "!"):
                if begins("<!--") {
                    offset += 4
                    guard skip(past: "-->") else { return .unknown }
                } else if begins("<!DOCTYPE") {
                    // HTML pages have a document type too.
                    let name = bytes[(offset + 9)...].drop(while: Self.isSpace).prefix { !Self.isSpace($0) && $0 != 62 }
                    if !name.isEmpty, name.endIndex < bytes.endIndex, !Self.isSVG(name) { return .other }
                    guard let end = Self.endOfDocumentType(bytes, from: offset) else { return .unknown }
                    offset = end
                } else {
                    return bytes.endIndex - offset < 9 ? .unknown : .other
                }
            default:
                let name = bytes[(offset + 1)...].prefix { !Self.isSpace($0) && $0 != 62 && $0 != 47 }
                guard name.endIndex < bytes.endIndex else { return name.count > 64 ? .other : .unknown }
                offset = name.endIndex
                return Self.isSVG(name) ? .svg : .other
            }
        }
    }

    /// Reads the attributes of the tag whose name was just passed; nil when the tag does not end within these bytes.
    mutating func attributes() -> [String: String]? {
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            guard offset < bytes.endIndex else { return nil }
            if bytes[offset] == UInt8(ascii: ">") || bytes[offset] == UInt8(ascii: "/") { return attributes }
            let name = bytes[offset...].prefix { !Self.isSpace($0) && $0 != 61 && $0 != 62 && $0 != 47 }
            offset = name.endIndex
            skipSpace()
            guard offset < bytes.endIndex else { return nil }
            guard bytes[offset] == UInt8(ascii: "=") else {
                // Not well-formed: continue after it, always by at least one byte.
                if name.isEmpty { offset += 1 }
                continue
            }
            offset += 1
            skipSpace()
            guard offset < bytes.endIndex else { return nil }
            let quote = bytes[offset]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
            let value = bytes[(offset + 1)...].prefix { $0 != quote }
            guard value.endIndex < bytes.endIndex else { return nil }
            offset = value.endIndex + 1
            let key = String(decoding: name, as: UTF8.self)
            if attributes[key] == nil { attributes[key] = String(decoding: value, as: UTF8.self) }
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 32 || (9...13).contains(byte)
    }

    /// Whether the name is `svg`, with or without a namespace prefix.
    private static func isSVG(_ name: ArraySlice<UInt8>) -> Bool {
        let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
        return local.elementsEqual("svg".utf8)
    }

    private mutating func skipSpace() {
        while offset < bytes.endIndex, Self.isSpace(bytes[offset]) { offset += 1 }
    }

    private func begins(_ text: String) -> Bool {
        bytes[offset...].starts(with: text.utf8)
    }

    private mutating func skip(past text: String) -> Bool {
        guard let end = Self.end(of: text, in: bytes, from: offset) else { return false }
        offset = end
        return true
    }

    /// Returns the offset after the next `mark`; nil where there is none.
    static func end(of mark: String, in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        let mark = Array(mark.utf8)
        var index = start
        while index + mark.count <= bytes.endIndex {
            if bytes[index] == mark[0], bytes[index..<(index + mark.count)].elementsEqual(mark) {
                return index + mark.count
            }
            index += 1
        }
        return nil
    }

    /// Returns the offset after a document type that begins at `start`; nil where it does not end within the bytes.
    ///
    /// It may contain declarations in brackets and anything in quotes (XML 1.0 §2.8).
    static func endOfDocumentType(
        _ bytes: ArraySlice<UInt8>, from start: Int
    ) -> Int? {
        var isInside = false
        var quote: UInt8?
        for offset in start..<max(start, bytes.endIndex) {
            let byte = bytes[offset]
            if let open = quote {
                if byte == open { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "["): isInside = true
            case UInt8(ascii: "]"): isInside = false
            case UInt8(ascii: ">") where !isInside: return offset + 1
            default: break
            }
        }
        return nil
    }
}
