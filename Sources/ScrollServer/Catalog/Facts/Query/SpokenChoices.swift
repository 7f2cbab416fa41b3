// Choices in words, such as "dog or beach".

/// Reads `or` between conditions as a choice: `sunny dog or beach` as `sunny (dog | beach)`.
///
/// Conditions are words, phrases, brackets and values of fields. Conditions with a minus have no choice, and neither
/// have values of a field in brackets.
struct SpokenChoices {
    /// Texts to be inserted, and the bytes that they replace.
    private(set) var edits: [(range: Range<Int>, text: String)] = []
    private let bytes: [UInt8]
    private let tokens: [QueryToken]
    private var index = 0

    /// Finds the choices of a query; O(length × log length).
    init(in query: String) {
        (bytes, tokens) = (Array(query.utf8), (try? QueryToken.tokens(of: query)) ?? [])
        guard tokens.contains(where: Self.isOr) else { return }
        while index < tokens.count {
            readSequence(depth: 0, areValues: false)
            index += 1
        }
        // Where one choice ends and another begins, the end comes first.
        edits.sort {
            ($0.range.lowerBound, $0.text == ")" ? 0 : 1) < ($1.range.lowerBound, $1.text == ")" ? 0 : 1)
        }
    }

    private static func isOr(_ token: QueryToken) -> Bool {
        guard case .word(let word) = token.kind, word.count == 2 else { return false }
        return String(decoding: word, as: UTF8.self).lowercased() == "or"
    }

    /// Reads conditions up to a bracket that closes, or the end.
    private mutating func readSequence(depth: Int, areValues: Bool) {
        while index < tokens.count, tokens[index].kind != .close {
            let first = tokens[index]
            let start = first.offset
            // `or` itself is nothing to be chosen.
            guard readCondition(depth: depth, areValues: areValues), !areValues, !Self.isOr(first) else { continue }
            var words: [Range<Int>] = []
            while index + 1 < tokens.count, Self.isOr(tokens[index]), canBegin(tokens[index + 1]) {
                words.append(tokens[index].offset..<tokens[index].offset + 2)
                index += 1
                guard readCondition(depth: depth, areValues: areValues) else { return }
            }
            guard !words.isEmpty, let end = end(of: tokens[index - 1]) else { continue }
            edits.append((start..<start, "("))
            edits += words.map { ($0, "|") }
            edits.append((end..<end, ")"))
        }
    }

    private func canBegin(_ token: QueryToken) -> Bool {
        switch token.kind {
        case .word: !Self.isOr(token)
        case .phrase, .open, .field: true
        case .whole, .close, .bar, .minus: false
        }
    }

    /// Moves behind a condition, or at least one token; false where none can be chosen.
    private mutating func readCondition(depth: Int, areValues: Bool) -> Bool {
        let token = tokens[index]
        index += 1
        switch token.kind {
        case .word, .phrase: return true
        case .bar, .close, .whole: return false
        case .minus:
            while index < tokens.count, tokens[index].kind == .minus { index += 1 }
            if index < tokens.count, tokens[index].kind != .close {
                _ = readCondition(depth: depth + 1, areValues: areValues)
            }
            return false
        case .field:
            if index < tokens.count, tokens[index].kind == .whole { index += 1 }
            guard index < tokens.count else { return false }
            switch tokens[index].kind {
            case .word, .phrase, .open: return readCondition(depth: depth + 1, areValues: true)
            case .field, .whole, .close, .bar, .minus: return false
            }
        case .open:
            guard depth < Self.mostNested else { return false }
            readSequence(depth: depth + 1, areValues: areValues)
            guard index < tokens.count else { return false }
            index += 1
            return true
        }
    }

    /// Deepest nesting in which choices are read, so that their own brackets stay within the parser's limit.
    private static let mostNested = QueryParser.mostNested / 2

    /// The byte behind a token that ends a condition.
    private func end(of token: QueryToken) -> Int? {
        switch token.kind {
        case .word(let word): token.offset + word.count
        case .close: token.offset + 1
        case .phrase: QueryToken.phrase(in: bytes, from: token.offset + 1)?.end
        case .field, .whole, .open, .bar, .minus: nil
        }
    }
}
