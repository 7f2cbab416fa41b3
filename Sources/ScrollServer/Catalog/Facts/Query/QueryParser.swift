// Parses queries as people type them.

/// Parses queries of a table with certain fields, by the following grammar.
///
/// ```
///   query     = sequence *( "|" sequence )                 ; or
///   sequence  = 1*condition                                ; and
///   condition = "-" condition / "(" query ")" / word / phrase / name ":" value
///   value     = word / phrase / "=" ( word / phrase ) / "(" query ")"    ; in brackets words are values
/// ```
package struct QueryParser {
    /// Deepest nesting of brackets and minus signs.
    static let mostNested = 32

    private let fields: [FactField]
    private let tokens: [QueryToken]
    private let end: Int
    private var position = 0

    /// Parses a query in O(length); throws where it cannot, with what could stand there.
    package static func query(_ text: String, fields: [FactField]) throws(QueryError) -> FactQuery {
        var parser = QueryParser(
            fields: fields, tokens: try QueryToken.tokens(of: text), end: text.utf8.count)
        guard !parser.tokens.isEmpty else { return .everything }
        let query = try parser.query(of: nil, depth: 0)
        if let token = parser.next { throw QueryError(token.offset, "this bracket closes none", expected: "a word") }
        return query
    }

    private init(fields: [FactField], tokens: [QueryToken], end: Int) {
        (self.fields, self.tokens, self.end) = (fields, tokens, end)
    }

    private var next: QueryToken? { position < tokens.count ? tokens[position] : nil }

    private static let condition = "a word, a \"phrase\", a field such as taken:2019 or an opening bracket"

    /// Parses a query whose words are values of `field`; nil: words to search everywhere.
    private mutating func query(of field: FactField?, depth: Int) throws(QueryError) -> FactQuery {
        var parts: [FactQuery] = []
        while true {
            var conditions: [FactQuery] = []
            while let token = next, token.kind != .bar, token.kind != .close {
                conditions.append(try condition(of: field, depth: depth))
            }
            guard let first = conditions.first else {
                throw QueryError(next?.offset ?? end, "something is missing", expected: Self.condition)
            }
            parts.append(conditions.count == 1 ? first : .all(conditions))
            guard next?.kind == .bar else { break }
            position += 1
        }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func condition(of field: FactField?, depth: Int) throws(QueryError) -> FactQuery {
        guard let token = next else { throw QueryError(end, "something is missing", expected: Self.condition) }
        guard depth < Self.mostNested else {
            throw QueryError(token.offset, "more than \(Self.mostNested) brackets within each other")
        }
        position += 1
        switch token.kind {
        case .minus:
            guard let next, next.kind != .bar, next.kind != .close else {
                throw QueryError(token.offset + 1, "a minus sign before nothing", expected: Self.condition)
            }
            return .not(try condition(of: field, depth: depth + 1))
        case .open:
            let query = try query(of: field, depth: depth + 1)
            guard next?.kind == .close else {
                throw QueryError(
                    next?.offset ?? end, "the bracket of byte \(token.offset) is not closed",
                    expected: "a closing bracket")
            }
            position += 1
            return query
        case .word(let bytes):
            guard let field else { return .word(TextPattern(word: bytes)) }
            return try QueryValue(field, fields, at: token.offset).test(word: bytes)
        case .phrase(let bytes):
            guard let field else { return .word(TextPattern(phrase: bytes)) }
            return try QueryValue(field, fields, at: token.offset).test(phrase: bytes)
        case .field(let name): return try value(of: name, at: token.offset, depth: depth)
        case .whole, .close, .bar:
            throw QueryError(token.offset, "a sign that cannot stand here", expected: Self.condition)
        }
    }

    /// Parses the value behind a field's colon.
    private mutating func value(of name: String, at offset: Int, depth: Int) throws(QueryError) -> FactQuery {
        let field = try field(name, at: offset)
        let start = offset + name.utf8.count + 1
        guard let token = next, token.kind != .close, token.kind != .bar, token.kind != .minus,
            token.offset == start
        else {
            throw QueryError(start, "'\(name):' is followed by nothing", expected: QueryValue.expected(field))
        }
        switch token.kind {
        case .whole:
            position += 1
            guard let text = next, text.offset == start + 1 else {
                throw QueryError(start + 1, "'\(name):=' is followed by nothing", expected: QueryValue.expected(field))
            }
            position += 1
            switch text.kind {
            case .word(let bytes), .phrase(let bytes):
                return try QueryValue(field, fields, at: text.offset).test(whole: bytes)
            default:
                throw QueryError(text.offset, "a sign that cannot stand here", expected: QueryValue.expected(field))
            }
        case .open, .word, .phrase: return try condition(of: field, depth: depth + 1)
        case .field, .close, .bar, .minus:
            throw QueryError(token.offset, "a sign that cannot stand here", expected: QueryValue.expected(field))
        }
    }

    private func field(_ name: String, at offset: Int) throws(QueryError) -> FactField {
        if let own = QueryValue.special(name) { return own }
        if let field = FactField.named(name, among: fields) { return field }
        let names = fields.map(\.name) + QueryValue.words + FactField.aliases.keys
        let nearest = NearestName.nearest(to: name, among: names.sorted())
        let shown = name.count > 40 ? name.prefix(40) + "…" : name[...]
        throw QueryError(
            offset, "'\(shown)' is no field",
            expected: nearest.map { "'\($0):'" }
                ?? "a word in quotation marks, or a field: \(FactField.examples(of: fields))")
    }
}
