// Negations in words, such as "not rejected" and "without label".

/// Reads `not` and `without` before a condition as a minus: `not rejected` as `-rejected`.
///
/// `without` before the name of a field asks for pictures without a value: `without label` is `label:none`. `no`,
/// `hide` and `exclude` are a minus only before words that mean a flag or a kind, such as `no videos`; elsewhere they
/// are more often a part of a name.
struct SpokenNegations {
    /// Texts to be inserted, and the bytes that they replace.
    private(set) var edits: [(range: Range<Int>, text: String)] = []
    private let fields: [FactField]
    private let conditions: SpokenConditions

    private static let negations = ["not", "without"]
    private static let negationsOfKinds = ["no", "hide", "exclude"]
    /// Other names of fields behind `without`.
    private static let nouns = [
        "location": "gps", "place": "gps", "position": "gps", "dates": "taken", "labels": "label", "flags": "flag",
        "ratings": "rating", "titles": "title", "captions": "caption",
    ]

    /// Finds the negations of a query; O(length).
    init(in query: String, fields: [FactField], conditions: SpokenConditions) {
        (self.fields, self.conditions) = (fields, conditions)
        guard let tokens = try? QueryToken.tokens(of: query) else { return }
        // For each open bracket, whether it holds values of a field.
        var brackets: [Bool] = []
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            let last = index > 0 ? tokens[index - 1].kind : nil
            let isValue = last?.isBeforeValue == true
            index += 1
            switch token.kind {
            case .open: brackets.append(isValue || brackets.last == true)
            case .close: _ = brackets.popLast()
            case .word(let bytes) where !isValue && brackets.last != true && last != .minus:
                guard index < tokens.count else { continue }
                let rest = tokens[index...]
                let word = Self.lowercased(bytes)
                if word == "without", let (name, count) = field(named: rest[index]) {
                    edits.append((token.offset..<rest[index].offset + count, "\(name):none"))
                    index += 1
                } else if isNegation(word, before: rest) {
                    edits.append((token.offset..<rest[index].offset, "-"))
                }
            case .word, .phrase, .field, .whole, .bar, .minus: continue
            }
        }
    }

    private func isNegation(_ word: String, before rest: ArraySlice<QueryToken>) -> Bool {
        guard let next = rest.first else { return false }
        if Self.negations.contains(word) {
            switch next.kind {
            case .word(let bytes): return Self.lowercased(bytes) != "or"
            case .phrase, .field, .open: return true
            case .whole, .close, .bar, .minus: return false
            }
        }
        guard Self.negationsOfKinds.contains(word) else { return false }
        let words = rest.prefix(2).prefixOfWords.map(Self.lowercased)
        return words.indices.contains { conditions.isFlagOrKind(Array(words[...$0])) }
    }

    /// The name of the field that a word means, and the word's length in bytes.
    private func field(named token: QueryToken) -> (name: String, count: Int)? {
        guard case .word(let bytes) = token.kind else { return nil }
        let word = Self.lowercased(bytes)
        guard let field = FactField.named(Self.nouns[word] ?? word, among: fields), field.name != "name" else {
            return nil
        }
        return (field.name, bytes.count)
    }

    private static func lowercased(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).lowercased() }
}

extension QueryToken.Kind {
    /// Whether what follows is a field's value.
    fileprivate var isBeforeValue: Bool {
        switch self {
        case .field, .whole: true
        case .word, .phrase, .open, .close, .bar, .minus: false
        }
    }
}
