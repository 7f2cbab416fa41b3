// Conditions of a query in words, such as "4 stars or more" for `rating:>=4`.

/// A condition of a query, and what people call it.
package struct NamedCondition: Sendable, Equatable {
    /// The condition as it stands in the query: `rating:>=4`.
    package var text: String
    /// The same in words: `4 stars or more`.
    package var words: String
}

/// Says what the conditions of a query mean; see `QueryParser` for their grammar.
package struct ConditionWords {
    /// A part of a query in words; values of one field can be joined behind its title.
    struct Phrase: Equatable {
        var title: String?
        var words: String

        init(_ words: String) { self.words = words }
        init(_ title: String?, _ words: String) { (self.title, self.words) = (title, words) }

        var text: String { title.map { "\($0): \(words)" } ?? words }
    }

    private let fields: [FactField]
    private let tokens: [QueryToken]
    private let nameOf: (String) -> String?
    private var position = 0

    /// Returns what must all hold for a query, each condition with its words; O(length).
    ///
    /// A query with `|` outside of brackets is one condition. One that cannot be parsed has none. `nameOf` returns the
    /// path of an item.
    package static func conditions(
        of query: String, fields: [FactField], nameOf: @escaping (String) -> String? = { _ in nil }
    ) -> [NamedCondition] {
        guard let tokens = try? QueryToken.tokens(of: query), !tokens.isEmpty else { return [] }
        let bytes = Array(query.utf8)
        func text(_ range: Range<Int>) -> String {
            let slice = bytes[range]
            let end = slice.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? range.lowerBound
            return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
        }
        var words = ConditionWords(fields: fields, tokens: tokens, nameOf: nameOf)
        guard !words.isChoice else {
            guard let phrase = words.choice(of: nil) else { return [] }
            return [NamedCondition(text: text(tokens[0].offset..<bytes.count), words: phrase.text)]
        }
        var conditions: [NamedCondition] = []
        while let token = words.next {
            guard let phrase = words.condition(of: nil) else { return [] }
            let text = text(token.offset..<(words.next?.offset ?? bytes.count))
            conditions.append(NamedCondition(text: text, words: phrase.text))
        }
        return conditions
    }

    private init(fields: [FactField], tokens: [QueryToken], nameOf: @escaping (String) -> String?) {
        (self.fields, self.tokens, self.nameOf) = (fields, tokens, nameOf)
    }

    private var next: QueryToken? { position < tokens.count ? tokens[position] : nil }

    /// Whether a bar stands outside of all brackets.
    private var isChoice: Bool {
        var depth = 0
        for token in tokens {
            switch token.kind {
            case .open: depth += 1
            case .close: depth -= 1
            case .bar where depth == 0: return true
            default: break
            }
        }
        return false
    }

    // MARK: Grammar

    /// Says what stands between bars, up to a closing bracket; nil where it is no query.
    private mutating func choice(of field: FactField?) -> Phrase? {
        var parts: [Phrase] = []
        var hasWord = false
        while true {
            let start = position
            var all: [Phrase] = []
            while let token = next, token.kind != .bar, token.kind != .close {
                guard let phrase = condition(of: field) else { return nil }
                all.append(phrase)
            }
            guard let first = all.first else { return nil }
            hasWord = field == nil && parts.count == 1 && position == start + 1 && isWord(tokens[start])
            parts.append(all.count == 1 ? first : Phrase(all.map(\.text).joined(separator: " and ")))
            guard next?.kind == .bar else { break }
            position += 1
        }
        guard parts.count > 1 else { return parts[0] }
        // A place, a date or a format that was typed also finds the word itself.
        if parts.count == 2, hasWord, isMeant { return Phrase("\(parts[0].text) or named so") }
        let title = parts[0].title
        guard title != nil, parts.allSatisfy({ $0.title == title }) else {
            return Phrase(parts.map(\.text).joined(separator: " or "))
        }
        return Phrase(title, parts.map(\.words).joined(separator: " or "))
    }

    private func isWord(_ token: QueryToken) -> Bool {
        switch token.kind {
        case .word(let bytes): bytes.last == UInt8(ascii: "*")
        case .phrase: true
        default: false
        }
    }

    /// Whether the choice that ends here begins as `SpokenWords` writes it: `(near:… |`.
    private var isMeant: Bool {
        guard let open = tokens[..<position].lastIndex(where: { $0.kind == .open }), open + 1 < position,
            case .field(let name) = tokens[open + 1].kind
        else { return false }
        return ["near", "format", "taken", "is"].contains(name)
    }

    private mutating func condition(of field: FactField?) -> Phrase? {
        guard let token = next else { return nil }
        position += 1
        switch token.kind {
        case .minus:
            let isKind = next?.kind == .field("is")
            guard let phrase = condition(of: field) else { return nil }
            if let title = phrase.title { return Phrase(title, "not \(phrase.words)") }
            return Phrase("\(isKind ? "no" : "not") \(phrase.words)")
        case .open:
            guard let phrase = choice(of: field), next?.kind == .close else { return nil }
            position += 1
            return phrase
        case .word(let bytes): return word(String(decoding: bytes, as: UTF8.self), of: field)
        case .phrase(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            return field.map { value(text, of: $0) } ?? Phrase("“\(text)”")
        case .field(let name):
            guard let field = QueryValue.special(name) ?? FactField.named(name, among: fields) else { return nil }
            guard next?.kind == .whole else { return condition(of: field) }
            position += 1
            switch next?.kind {
            case .word(let bytes)?, .phrase(let bytes)?:
                position += 1
                return whole(String(decoding: bytes, as: UTF8.self), of: field)
            default: return nil
            }
        case .whole, .close, .bar: return nil
        }
    }

    // MARK: Values

    private func word(_ text: String, of field: FactField?) -> Phrase {
        if let field { return value(text, of: field) }
        guard text.contains("*") else { return Phrase(text) }
        return Phrase("“\(text.split(separator: "*", omittingEmptySubsequences: false).joined(separator: "…"))”")
    }

    private func whole(_ text: String, of field: FactField) -> Phrase {
        guard field.name == "folder" else { return value(text, of: field) }
        return Phrase(text.hasSuffix("/") ? "in \(text.dropLast())" : "directly in \(text)")
    }

    /// The kinds that `is:` finds, in words that can stand behind "no".
    private static let kinds = [
        "video": "videos", "raw": "raw files", "live": "live photos", "unreadable": "unreadable files",
        "selected": "selected pictures", "duplicate": "duplicates", "panorama": "panoramas",
        "portrait": "portrait pictures", "landscape": "landscape pictures", "square": "square pictures",
    ]
    private static let formats = ["quicktime": "MOV", "matroska": "MKV", "jpg": "JPEG", "tif": "TIFF", "webp": "WebP"]

    private func value(_ text: String, of field: FactField) -> Phrase {
        let lowercased = text.lowercased()
        switch field.name {
        case "is": return Phrase(Self.kinds[lowercased] ?? text)
        case "has":
            let name = FactField.named(lowercased, among: fields)?.name ?? lowercased
            return Phrase("with \(Self.noun(name))")
        case "like":
            let name = nameOf(text)?.split(separator: "/").last.map(String.init)
            return Phrase("like \(name ?? "an unknown picture")")
        case "near": return Phrase(Self.place(lowercased))
        case "rating" where field.kind == .number:
            return Phrase(lowercased == "none" ? "no stars" : NumberWords.stars(text))
        case "flag" where ["pick", "reject"].contains(lowercased):
            return Phrase(lowercased == "pick" ? "picked" : "rejected")
        default: break
        }
        if lowercased == "none" { return Phrase("no \(Self.noun(field.name))") }
        let title = Self.title(field.name)
        switch field.kind {
        case .time:
            let words = DateWords.words(text)
            return field.name == "taken" ? Phrase(words) : Phrase(title, words)
        case .number: return NumberWords.phrase(text, of: field, title)
        case .category where field.name == "format": return Phrase(Self.formats[lowercased] ?? text.uppercased())
        case .text, .category, .keywords, .position:
            let isBeginning = text.count > 1 && text.last == "*"
            return Phrase(title, isBeginning ? "\(text.dropLast())…" : text)
        }
    }

    // MARK: Names

    private static let titles = [
        "taken": "Date taken", "modified": "Date modified", "bytes": "Size", "gps": "Location", "iso": "ISO",
        "focal": "Focal length", "zone": "Time zone", "negative": "Negative prompt", "keywords": "Keyword",
        "sublocation": "Place within the city", "extras": "Also in the file", "pixelsize": "Pixel size",
    ]

    /// What the page calls a field.
    private static func title(_ name: String) -> String {
        titles[name] ?? (name.prefix(1).uppercased() + String(name.dropFirst().map { $0 == "_" ? " " : $0 }))
    }

    private static let nouns = ["taken": "date", "gps": "location", "iso": "ISO", "rating": "stars"]

    /// What a field is called within a sentence.
    private static func noun(_ name: String) -> String { nouns[name] ?? title(name).lowercased() }

    /// Says `38.72,-9.14,25km` as "near Lisbon", and other places with their distance.
    private static func place(_ text: String) -> String {
        let parts = text.split(separator: ",")
        guard parts.count == 3, let latitude = NumberText.decimal(String(parts[0])),
            let longitude = NumberText.decimal(String(parts[1]))
        else { return "near \(text)" }
        let city = SpokenPlace.name(latitude: latitude, longitude: longitude)
        if let city, parts[2] == SpokenPlace.radius { return "near \(city)" }
        let number = parts[2].prefix { !$0.isLetter }
        let unit = parts[2].dropFirst(number.count)
        return "within \(number) \(unit.isEmpty ? "km" : unit) of \(city ?? "\(parts[0]), \(parts[1])")"
    }
}
