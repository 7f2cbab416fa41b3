// How a word of a text may differ from a misspelt one.

/// How near two words are in spelling.
enum Spelling: Sendable, Hashable, Comparable {
    /// One is the other with an `s` or `es` at its end.
    case plural
    /// This many edits lead from one to the other.
    case edits(Int)

    /// Compares two folded words by their letters; nil where they are equal or not near.
    ///
    /// An edit inserts, removes or changes a letter, or swaps two neighbours (the optimal string alignment distance). A
    /// misspelt word of 4 to 7 letters may have one edit, a longer one two, and a shorter one none. O(length).
    init?(_ misspelt: [UInt32], _ word: [UInt32]) {
        if Self.isPlural(misspelt, of: word) || Self.isPlural(word, of: misspelt) {
            self = .plural
            return
        }
        let most = misspelt.count < 4 ? 0 : misspelt.count < 8 ? 1 : 2
        guard abs(misspelt.count - word.count) <= most else { return nil }
        guard let count = (0...most).first(where: { Self.leads(misspelt[...], to: word[...], in: $0) }), count > 0
        else {
            return nil
        }
        self = .edits(count)
    }

    private static func isPlural(_ word: [UInt32], of other: [UInt32]) -> Bool {
        let ending = word.count - other.count
        guard other.count > 1, (1...2).contains(ending), word.starts(with: other) else { return false }
        return word.suffix(ending).elementsEqual("es".unicodeScalars.suffix(ending).map(\.value))
    }

    /// Whether at most `count` edits lead from one text to the other; O(length × 4^count).
    private static func leads(_ first: ArraySlice<UInt32>, to second: ArraySlice<UInt32>, in count: Int) -> Bool {
        guard abs(first.count - second.count) <= count else { return false }
        // Equal letters at the start need no edit.
        var (first, second) = (first, second)
        while let letter = first.first, letter == second.first {
            first = first.dropFirst()
            second = second.dropFirst()
        }
        if first.isEmpty || second.isEmpty { return max(first.count, second.count) <= count }
        guard count > 0 else { return false }
        if leads(first.dropFirst(), to: second.dropFirst(), in: count - 1) { return true }
        if leads(first.dropFirst(), to: second, in: count - 1) || leads(first, to: second.dropFirst(), in: count - 1) {
            return true
        }
        return first.count > 1 && second.count > 1 && first.first == second.dropFirst().first
            && first.dropFirst().first == second.first
            && leads(first.dropFirst(2), to: second.dropFirst(2), in: count - 1)
    }
}
