// The words and signs that a query is made of.

import Platform

/// A part of a query.
package struct QueryToken: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// Letters up to a space, bar, bracket or quotation mark.
        case word([UInt8])
        /// The text between quotation marks; two of them inside stand for one.
        case phrase([UInt8])
        /// A name directly followed by a colon.
        case field(String)
        /// `=` between a field's colon and its value.
        case whole
        case open, close, bar, minus
    }

    var kind: Kind
    /// In bytes from the query's start.
    var offset: Int

    /// Longest query in bytes.
    package static let longest = 4096

    /// Splits a query into tokens; O(length).
    package static func tokens(of query: String) throws(QueryError) -> [QueryToken] {
        let bytes = Array(query.utf8.prefix(longest + 1))
        guard bytes.count <= longest else {
            throw QueryError(longest, "the query is longer than \(longest) bytes", expected: "its end")
        }
        try refuseControls(query)
        var tokens: [QueryToken] = []
        var position = 0
        while position < bytes.count {
            let start = position
            position += 1
            switch bytes[start] {
            case 0x20: continue
            case UInt8(ascii: "("): tokens.append(QueryToken(kind: .open, offset: start))
            case UInt8(ascii: ")"): tokens.append(QueryToken(kind: .close, offset: start))
            case UInt8(ascii: "|"): tokens.append(QueryToken(kind: .bar, offset: start))
            case UInt8(ascii: "\""):
                guard let (phrase, end) = phrase(in: bytes, from: position) else {
                    throw QueryError(start, "the quotation mark is not closed", expected: "a phrase with a second one")
                }
                tokens.append(QueryToken(kind: .phrase(phrase), offset: start))
                position = end
            case UInt8(ascii: "-") where isBeginning(tokens.last, at: start):
                tokens.append(QueryToken(kind: .minus, offset: start))
            case UInt8(ascii: "=") where tokens.last?.isField(endingAt: start, in: bytes) == true:
                tokens.append(QueryToken(kind: .whole, offset: start))
            default:
                let end = bytes[start...].firstIndex { " |()\"".utf8.contains($0) } ?? bytes.count
                let isValue = tokens.last?.isField(endingAt: start, in: bytes) == true || tokens.last?.kind == .whole
                if !isValue, let colon = bytes[start..<end].firstIndex(of: UInt8(ascii: ":")), colon > start {
                    let name = String(decoding: bytes[start..<colon], as: UTF8.self).lowercased()
                    tokens.append(QueryToken(kind: .field(name), offset: start))
                    position = colon + 1
                } else {
                    tokens.append(QueryToken(kind: .word(Array(bytes[start..<end])), offset: start))
                    position = end
                }
            }
        }
        return tokens
    }

    /// The text up to the closing quotation mark, and the position behind it; nil where there is none.
    ///
    /// Two marks together stand for one inside the phrase.
    static func phrase(in bytes: [UInt8], from start: Int) -> (phrase: [UInt8], end: Int)? {
        let quote = UInt8(ascii: "\"")
        var (phrase, position) = ([UInt8](), start)
        while let end = bytes[position...].firstIndex(of: quote) {
            phrase += bytes[position..<end]
            guard end + 1 < bytes.count, bytes[end + 1] == quote else { return (phrase, end + 1) }
            phrase.append(quote)
            position = end + 2
        }
        return nil
    }

    /// Whether a `-` here negates a condition, rather than beginning a number or standing within a value.
    private static func isBeginning(_ last: QueryToken?, at offset: Int) -> Bool {
        if case .field = last?.kind { return false }
        return last?.kind != .whole
    }

    /// Whether this is a field whose colon stands right before `offset`.
    private func isField(endingAt offset: Int, in bytes: [UInt8]) -> Bool {
        guard case .field = kind, offset > 0 else { return false }
        return bytes[offset - 1] == UInt8(ascii: ":")
    }

    /// Rejects control characters: direction marks could disguise a query, and nobody types the others.
    private static func refuseControls(_ query: String) throws(QueryError) {
        var offset = 0
        for scalar in query.unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0:
                throw QueryError(offset, "a control character (U+\(hex(scalar)))", expected: "a space or a letter")
            case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
                throw QueryError(offset, "a mark of direction (U+\(hex(scalar)))", expected: "a space or a letter")
            default: offset += UTF8.width(scalar)
            }
        }
    }

    private static func hex(_ scalar: Unicode.Scalar) -> String { scalar.value.digits(4, radix: 16, uppercase: true) }
}
