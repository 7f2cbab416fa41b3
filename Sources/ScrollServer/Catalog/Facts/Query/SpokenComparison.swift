// Comparisons with a sign and no colon, such as "iso > 800", in queries.

/// Reads a field's name, a sign and a value as a condition: `iso > 800` as `iso:>800`, `label = dog` as `label:dog`.
///
/// Blanks around the sign do not count. Texts without a field's name stay words, and so do values that the field cannot
/// have.
struct SpokenComparison {
    private let bytes: [UInt8]
    private let fields: [FactField]
    private let dates: SpokenDates

    /// Reads comparisons of a query as typed, which can be split into tokens.
    init(_ bytes: [UInt8], fields: [FactField], dates: SpokenDates) {
        (self.bytes, self.fields, self.dates) = (bytes, fields, dates)
    }

    /// Returns the condition that begins at a byte of the query, and the byte behind it; nil for none; O(length).
    ///
    /// `start` is where a word or a field's name begins.
    func condition(at start: Int) -> (text: String, end: Int)? {
        let nameEnd = bytes[start...].firstIndex { Self.signs.contains($0) || Self.ends.contains($0) } ?? bytes.count
        let name = String(decoding: bytes[start..<nameEnd], as: UTF8.self).lowercased()
        guard let field = FactField.named(name, among: fields), let (sign, signEnd) = sign(at: skipBlanks(nameEnd))
        else { return nil }
        for (value, end) in values(of: field, sign, at: skipBlanks(signEnd)) {
            let text = "\(name):\(sign)\(value)"
            if (try? QueryParser.query(text, fields: fields)) != nil { return (text, end) }
        }
        return nil
    }

    /// First bytes of signs; those of `≤` and `≥` also begin other characters.
    private static let signs: Set<UInt8> = [UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"), 0xE2]
    /// What ends a word.
    private static let ends = Set(" |()\"".utf8)
    /// Signs as they are typed, and in the language of queries.
    private static let meanings: [String: String] = [
        ">": ">", "<": "<", ">=": ">=", "<=": "<=", "=>": ">=", "=<": "<=", "≥": ">=", "≤": "<=", "=": "", "==": "",
    ]

    private func skipBlanks(_ position: Int) -> Int { bytes[position...].firstIndex { $0 != 0x20 } ?? bytes.count }

    private func sign(at start: Int) -> (sign: String, end: Int)? {
        guard start < bytes.count, Self.signs.contains(bytes[start]) else { return nil }
        let length = bytes[start] == 0xE2 ? 3 : bytes[start...].prefix { (0x3C...0x3E).contains($0) }.count
        let end = min(start + length, bytes.count)
        return Self.meanings[String(decoding: bytes[start..<end], as: UTF8.self)].map { ($0, end) }
    }

    /// The values that may be meant, longest first, each with the byte behind it.
    private func values(of field: FactField, _ sign: String, at start: Int) -> [(text: String, end: Int)] {
        if start < bytes.count, bytes[start] == UInt8(ascii: "\""), sign.isEmpty,
            let end = QueryToken.phrase(in: bytes, from: start + 1)?.end
        {
            return [(String(decoding: bytes[start..<end], as: UTF8.self), end)]
        }
        let words = words(at: start)
        guard let first = words.first else { return [] }
        switch field.kind {
        case .time:
            let spoken = (1...words.count).reversed().compactMap { count in
                let lowered = words.prefix(count).map { $0.text.lowercased() }
                // A comparison needs one day, which no several words mean.
                let value = sign.isEmpty ? dates.value(lowered) : count == 1 ? dates.days(lowered)?.text : nil
                return value.map { ($0, words[count - 1].end) }
            }
            return spoken + [first]
        case .number where words.count > 1 && words[1].text.utf8.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 }):
            // A unit, as in `2 MB`.
            return [(first.text + words[1].text, words[1].end), first]
        default: return [first]
        }
    }

    /// Most words of a value: `3 days ago`.
    private static let mostWords = 3

    /// The words from here on, with only blanks between them.
    private func words(at start: Int) -> [(text: String, end: Int)] {
        var words: [(text: String, end: Int)] = []
        var start = start
        while words.count < Self.mostWords {
            let end = bytes[start...].firstIndex(where: Self.ends.contains) ?? bytes.count
            guard end > start else { break }
            words.append((String(decoding: bytes[start..<end], as: UTF8.self), end))
            start = skipBlanks(end)
        }
        return words
    }
}
