// The patterns that a query searches in texts.

import Platform

/// A word, a phrase or a pattern with `*`, folded (see `FoldedText`).
package struct TextPattern: Sendable, Hashable {
    enum Ending: Sendable, Hashable {
        /// Anything may follow: `sun` finds `sunset`.
        case anything
        /// A word must end there.
        case wordEnd
    }

    /// The pieces that must occur in the text in this order, with anything between them; empty: every text matches.
    private(set) var pieces: [ByteSearch] = []
    /// Whether the first piece may begin within a word.
    private(set) var startsAnywhere = false
    private(set) var ending = Ending.anything
    /// Whether the one piece must be the whole text.
    private(set) var isWhole = false
    /// Whether the one piece must be the text's beginning.
    private(set) var isStart = false

    /// Matches where a word of the text begins with this word, as people type it.
    ///
    /// A `*` stands for anything; with one inside, the pattern must also end at a word's end.
    package init(word: [UInt8]) {
        let star = UInt8(ascii: "*")
        pieces = word.split(separator: star).compactMap { ByteSearch(FoldedText.fold(Array($0))) }
        startsAnywhere = word.first == star
        ending = word.contains(star) && word.last != star ? .wordEnd : .anything
    }

    /// The same for names, where three digits or more also match within a longer number: `539` finds `IMG_1539`.
    var inNames: TextPattern {
        guard ending == .anything, !isWhole, !isStart, let first = pieces.first?.needle, first.count >= 3,
            first.allSatisfy({ (0x30...0x39).contains($0) })
        else { return self }
        var pattern = self
        pattern.startsAnywhere = true
        return pattern
    }

    /// Matches a phrase in quotes, as whole words of the text.
    init(phrase: [UInt8]) {
        pieces = ByteSearch(FoldedText.fold(phrase)).map { [$0] } ?? []
        ending = .wordEnd
    }

    /// Matches the whole text, except for case and accents.
    init(whole text: [UInt8]) {
        pieces = ByteSearch(FoldedText.fold(text)).map { [$0] } ?? []
        isWhole = true
    }

    /// Matches the start of a text, except for case and accents.
    init(start text: [UInt8]) {
        pieces = ByteSearch(FoldedText.fold(text)).map { [$0] } ?? []
        isStart = true
    }

    /// Whether a folded text, the bytes of `range`, matches; O(length × length of the pattern).
    func matches(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard !range.isEmpty else { return false }
        guard let first = pieces.first else { return !isWhole }
        let text = bytes.extracting(range)
        if isStart { return first.next(in: text, from: 0) == 0 }
        if isWhole { return text.count == first.needle.count && first.next(in: text, from: 0) == 0 }
        var offset = 0
        // The earliest match of each piece leaves most room for those behind it; only the last may need a later one.
        for (number, piece) in pieces.enumerated() {
            let isLast = number == pieces.count - 1
            while true {
                guard let found = piece.next(in: text, from: offset) else { return false }
                let end = found + piece.needle.count
                let startsRight = number > 0 || startsAnywhere || FoldedText.isWordStart(text, found)
                let endsRight = !isLast || ending == .anything || FoldedText.isWordEnd(text, end)
                offset = startsRight && endsRight ? end : found + 1
                if startsRight, endsRight { break }
            }
        }
        return true
    }

    func matches(_ text: ArraySlice<UInt8>) -> Bool { matches(text.span, 0..<text.count) }

    /// Calls `body` with the number of each matching text, ascending; O(bytes of the texts).
    func forEachMatch(in texts: TextChunks, blocks: Range<Int>, _ body: (Int) -> Void) {
        for number in blocks {
            let block = texts.blocks[number]
            let base = number << TextChunks.bits
            guard let first = pieces.first else {
                for index in block.ends.indices where !isWhole && !block.range(of: index).isEmpty { body(base + index) }
                continue
            }
            let bytes = block.bytes.span
            var (text, from) = (0, 0)
            let isSimple = pieces.count == 1 && !isWhole && !isStart
            while let found = first.next(in: bytes, from: from) {
                // The zeros between texts are not letters, so the offset alone decides.
                let startsRight = startsAnywhere || FoldedText.isWordStart(bytes, found)
                let end = found + first.needle.count
                let endsRight = ending == .anything || FoldedText.isWordEnd(bytes, end)
                if isSimple, !startsRight || !endsRight {
                    from = found + 1
                    continue
                }
                // Find the text at this offset: it is the first that ends behind it.
                text += Self.count(of: block.ends, from: text, below: UInt32(truncatingIfNeeded: found))
                let range = block.range(of: text)
                if isSimple || matches(bytes, range) { body(base + text) }
                from = range.upperBound + 1
                text += 1
            }
        }
    }

    /// Counts the ascending `ends` from `start` on that are below `value`; O(log count), faster for small counts.
    private static func count(of ends: [UInt32], from start: Int, below value: UInt32) -> Int {
        var step = 1
        while start + step <= ends.count, ends[start + step - 1] < value { step *= 2 }
        let end = max(step / 2, min(step, ends.count - start))
        return (step / 2..<end).partitioningIndex { ends[start + $0] >= value }
    }
}
