// Words that pictures have, in place of a query's words that none has.

/// Finds words of a table's texts that are spelt like a query's words without a result: `dog` for `dogs`.
package struct NearWords: Sendable {
    /// A word that occurs, and the query with it.
    package struct Suggestion: Sendable, Hashable {
        /// The word, folded.
        package var text: String
        /// The query with the word in place of the one that finds nothing.
        package var query: String
        /// The number of rows that the query finds, at least 1.
        package var count: Int
    }

    /// Most suggestions.
    static let most = 3
    /// Most distinct texts, and names, that are read.
    static let mostTexts = 100_000
    /// Most words that are counted.
    static let mostCounted = 6
    /// Most words of a query that are looked up.
    static let mostLookedUp = 3

    private let table: FactTable
    private let spoken: SpokenWords

    package init(of table: FactTable, spoken: SpokenWords) { (self.table, self.spoken) = (table, spoken) }

    /// Returns up to three suggestions for a query that finds nothing, the nearest first.
    ///
    /// Only words that find nothing themselves are looked up: no excluded ones, no values of a field, none in quotation
    /// marks, with digits or with `*`. O(distinct texts, up to 100,000), and up to six queries are counted for each word.
    package func suggestions(for query: String) -> [Suggestion] {
        var found: [(spelling: Spelling, suggestion: Suggestion)] = []
        for (word, range) in missing(in: query).prefix(Self.mostLookedUp) {
            for (text, spelling) in near(word) {
                guard let suggestion = suggestion(text, in: query, at: range) else { continue }
                found.append((spelling, suggestion))
            }
        }
        let sorted = found.sorted {
            if $0.spelling != $1.spelling { return $0.spelling < $1.spelling }
            if $0.suggestion.count != $1.suggestion.count { return $0.suggestion.count > $1.suggestion.count }
            return $0.suggestion.query < $1.suggestion.query
        }
        return sorted.prefix(Self.most).map(\.suggestion)
    }

    /// The query's words that find nothing, folded, with their byte ranges.
    private func missing(in query: String) -> [(word: [UInt8], range: Range<Int>)] {
        guard let tokens = try? QueryToken.tokens(of: query) else { return [] }
        var missing: [(word: [UInt8], range: Range<Int>)] = []
        // For each open bracket, whether its words are a field's, or excluded.
        var brackets: [Bool] = []
        var isOther = false
        for token in tokens {
            let isInside = isOther || brackets.last ?? false
            isOther = false
            switch token.kind {
            case .field, .minus: isOther = true
            case .whole: isOther = isInside
            case .open: brackets.append(isInside)
            case .close: _ = brackets.popLast()
            case .bar, .phrase: break
            case .word(let word):
                let hasSign = word.contains { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "*") }
                guard !isInside, !hasSign else { break }
                let pattern = TextPattern(word: word)
                guard PreparedQuery(.word(pattern), for: table).rows(of: table).count == 0 else { break }
                missing.append((FoldedText.fold(word), token.offset..<token.offset + word.count))
            }
        }
        return missing
    }

    // MARK: Words that occur

    /// Returns the nearest words that occur in searched fields, those in most texts first among equally near ones.
    private func near(_ misspelt: [UInt8]) -> [(text: [UInt8], spelling: Spelling)] {
        let letters = Self.letters(misspelt[...])
        guard letters.count > 1, letters.count <= Self.longest else { return [] }
        var found: [ArraySlice<UInt8>: (spelling: Spelling, count: Int)] = [:]
        var rest = Self.mostTexts
        // Names last, since there may be more of them than are read.
        let searched = table.columns.filter(\.field.isSearched)
        for column in searched.filter({ !$0.isName }) + searched.filter(\.isName) {
            let texts = column.isName ? column.names : column.texts.folded
            let count = min(texts.end, rest)
            rest -= count
            for number in 0..<count {
                Self.forEachWord(of: texts[number]) { word in
                    let count = word.count { $0 & 0xC0 != 0x80 }
                    guard abs(count - letters.count) <= 2 else { return }
                    guard let spelling = Spelling(letters, Self.letters(word)) else { return }
                    found[word, default: (spelling, 0)].count += 1
                }
            }
        }
        let sorted = found.sorted {
            if $0.value.spelling != $1.value.spelling { return $0.value.spelling < $1.value.spelling }
            if $0.value.count != $1.value.count { return $0.value.count > $1.value.count }
            return $0.key.lexicographicallyPrecedes($1.key)
        }
        return sorted.prefix(Self.mostCounted).map { (Array($0.key), $0.value.spelling) }
    }

    /// Longest word that is looked up, in letters.
    private static let longest = 64

    /// Numbers the letters of folded UTF-8, each differently.
    static func letters(_ word: ArraySlice<UInt8>) -> [UInt32] {
        var letters: [UInt32] = []
        letters.reserveCapacity(word.count)
        for byte in word {
            if byte & 0xC0 == 0x80, let last = letters.popLast() {
                letters.append(last << 8 | UInt32(byte))
            } else {
                letters.append(UInt32(byte))
            }
        }
        return letters
    }

    /// Calls `body` with each word without digits of a folded text.
    private static func forEachWord(of text: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void) {
        let bytes = text.span
        var start = 0
        while start < bytes.count {
            var end = start + 1
            while end < bytes.count, bytes[end] & 0xC0 == 0x80 || !FoldedText.isWordStart(bytes, end) { end += 1 }
            if FoldedText.isLetter(bytes[start]), bytes[start] &- 0x30 >= 10 {
                body(text[(text.startIndex + start)..<(text.startIndex + end)])
            }
            start = end
        }
    }

    // MARK: Counting

    /// Counts the query with a word in another's place; nil where it finds nothing.
    private func suggestion(_ word: [UInt8], in query: String, at range: Range<Int>) -> Suggestion? {
        let text = String(decoding: word, as: UTF8.self)
        let bytes = Array(query.utf8)
        // In quotation marks where the word alone would be read as a date, a kind or the like.
        for written in [text, "\"\(text)\""] {
            let other = String(
                decoding: Array(bytes[..<range.lowerBound]) + Array(written.utf8) + Array(bytes[range.upperBound...]),
                as: UTF8.self)
            guard let parsed = try? spoken.parsed(other, fields: table.fields), parsed.understood == other else {
                continue
            }
            let count = PreparedQuery(parsed.query, for: table).rows(of: table).count
            return count > 0 ? Suggestion(text: text, query: other, count: count) : nil
        }
        return nil
    }
}
