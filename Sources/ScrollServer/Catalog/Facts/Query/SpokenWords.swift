// Dates, ratings, kinds and comparisons as people write them, such as "last summer", "4 stars or more" and "iso > 800".

import Tiling

/// Replaces dates, ratings and kinds in natural language by conditions: `last summer` by `taken:2026-06..2026-08`,
/// `4+ stars` by `rating:>=4`, `videos` by `is:video`, `iso > 800` by `iso:>800`, `not dog` by `-dog`, and `dog or cat`
/// by `(dog | cat)`.
package struct SpokenWords: Sendable {
    private let dates: SpokenDates

    /// - Parameter today: the date from which `yesterday` and `last …` count.
    package init(today: CivilDate) { dates = SpokenDates(today: today) }

    /// Parses a query after replacing its dates, ratings, kinds and comparisons; O(length).
    ///
    /// - Returns: the parsed query, and its text with them replaced.
    /// - Throws: an error whose offset counts bytes of the text as typed.
    package func parsed(
        _ query: String, fields: [FactField]
    ) throws(QueryError) -> (query: FactQuery, understood: String) {
        let (text, rounds) = replaced(in: query, fields: fields)
        do throws(QueryError) {
            return (try QueryParser.query(text, fields: fields), text)
        } catch {
            var error = error
            for replacements in rounds.reversed() { error.offset = Self.typed(error.offset, replacements) }
            throw error
        }
    }

    /// Returns the offset before a round of replacements for one behind it.
    private static func typed(_ offset: Int, _ replacements: [Replacement]) -> Int {
        guard let replacement = replacements.last(where: { offset >= $0.start }) else { return offset }
        let end = replacement.start + replacement.count
        return offset < end ? replacement.typed.lowerBound : replacement.typed.upperBound + offset - end
    }

    /// One replaced date, rating, kind or comparison.
    struct Replacement {
        /// Its byte range in the query as typed.
        var typed: Range<Int>
        /// The byte offset of its meaning in the new text.
        var start: Int
        /// Their length in the new text, in bytes.
        var count: Int
    }

    /// Returns the query with its negations, then what means conditions, then its choices replaced; O(length).
    ///
    /// Phrases in quotation marks are dates only as values of a field of times. A query that cannot be parsed is
    /// returned unchanged.
    func replaced(in query: String, fields: [FactField]) -> (text: String, rounds: [[Replacement]]) {
        let conditions = SpokenConditions(fields: fields, dates: dates)
        let negations = SpokenNegations(in: query, fields: fields, conditions: conditions).edits
        let (negated, minuses) = Self.applied(negations, to: query)
        let (text, replacements) = withConditions(negated, fields: fields, conditions)
        let (result, choices) = Self.applied(SpokenChoices(in: text).edits, to: text)
        return (result, [minuses, replacements, choices].filter { !$0.isEmpty })
    }

    private static func applied(
        _ edits: [(range: Range<Int>, text: String)], to text: String
    ) -> (text: String, replacements: [Replacement]) {
        guard !edits.isEmpty else { return (text, []) }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var replacements: [Replacement] = []
        for (range, word) in edits {
            result += bytes[(replacements.last?.typed.upperBound ?? 0)..<range.lowerBound]
            replacements.append(Replacement(typed: range, start: result.count, count: word.utf8.count))
            result += Array(word.utf8)
        }
        result += bytes[(replacements.last?.typed.upperBound ?? 0)...]
        return (String(decoding: result, as: UTF8.self), replacements)
    }

    /// Returns the query with what means conditions replaced.
    private func withConditions(
        _ query: String, fields: [FactField], _ conditions: SpokenConditions
    ) -> (text: String, replacements: [Replacement]) {
        guard let tokens = try? QueryToken.tokens(of: query) else { return (query, []) }
        let bytes = Array(query.utf8)
        var result: [UInt8] = []
        var replacements: [Replacement] = []
        var index = 0
        func replace(_ range: Range<Int>, with text: String) {
            result += bytes[(replacements.last?.typed.upperBound ?? 0)..<range.lowerBound]
            replacements.append(Replacement(typed: range, start: result.count, count: text.utf8.count))
            result += Array(text.utf8)
        }
        let comparison = SpokenComparison(bytes, fields: fields, dates: dates)
        func replaceComparison(at start: Int) -> Bool {
            guard let (text, end) = comparison.condition(at: start) else { return false }
            replace(start..<end, with: text)
            while index < tokens.count, tokens[index].offset < end { index += 1 }
            return true
        }
        // For each open bracket, the field whose values it holds; nil for words of any field.
        var brackets: [String?] = []
        var field: String?
        while index < tokens.count {
            let token = tokens[index]
            index += 1
            let asked = field ?? brackets.last ?? nil
            field = nil
            switch token.kind {
            case .field(let name):
                // `duration>1:30` has a colon that follows no name.
                if asked != nil || FactField.named(name, among: fields) != nil || !replaceComparison(at: token.offset) {
                    field = name
                }
            case .whole, .minus: field = asked
            case .open: brackets.append(asked)
            case .close: _ = brackets.popLast()
            case .bar: break
            case .word(let word):
                if let asked {
                    guard Self.time(asked, among: fields) != nil, let text = dates.value([Self.lowercased(word)]) else {
                        break
                    }
                    replace(token.offset..<token.offset + word.count, with: text)
                } else if !replaceComparison(at: token.offset) {
                    let words = tokens[(index - 1)...].prefix(Self.mostWords).prefixOfWords
                    for count in stride(from: words.count, to: 0, by: -1) {
                        let spoken = words.prefix(count).map(Self.lowercased)
                        let minus = index > 1 && tokens[index - 2].kind == .minus ? tokens[index - 2].offset : nil
                        guard let found = conditions.condition(spoken, isExcluded: minus != nil) else { continue }
                        let last = tokens[index - 2 + count]
                        let end = last.offset + words[count - 1].count
                        let start = found.replacesMinus ? minus ?? token.offset : token.offset
                        replace(start..<end, with: found.text)
                        index += count - 1
                        break
                    }
                }
            case .phrase(let phrase):
                // No date has a doubled quotation mark, so the typed phrase is longer by its two marks only.
                guard let asked, Self.time(asked, among: fields) != nil,
                    let text = dates.value(Self.lowercased(phrase).split(separator: " ").map(String.init))
                else { break }
                replace(token.offset..<token.offset + phrase.count + 2, with: text)
            }
        }
        guard let last = replacements.last else { return (query, []) }
        return (String(decoding: result + bytes[last.typed.upperBound...], as: UTF8.self), replacements)
    }

    /// Most words of one condition: `last 30 days`, `four stars or more`, `iso between 100 and 400`.
    private static let mostWords = 5

    private static func lowercased(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).lowercased() }

    /// Returns the field of times that has this name or alias; nil where there is none.
    private static func time(_ name: String, among fields: [FactField]) -> String? {
        let field = FactField.named(name, among: fields)
        return field?.kind == .time ? field?.name : nil
    }
}

extension ArraySlice<QueryToken> {
    /// The words before the first token of another kind.
    var prefixOfWords: [[UInt8]] {
        var words: [[UInt8]] = []
        for token in self {
            guard case .word(let word) = token.kind else { break }
            words.append(word)
        }
        return words
    }
}
