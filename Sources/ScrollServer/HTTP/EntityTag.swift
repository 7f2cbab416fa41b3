// Entity tags (RFC 9110 §8.8.3) and lists of them.

/// An entity tag.
struct EntityTag: Sendable, Equatable {
    let isWeak: Bool
    /// What stands between the quotes.
    let opaque: String

    /// `"x"` or `W/"x"`; nil for anything else.
    init?(_ text: some StringProtocol) {
        let isWeak = text.hasPrefix("W/")
        let quoted = isWeak ? text.dropFirst(2) : text.dropFirst(0)
        guard quoted.utf8.count >= 2, quoted.hasPrefix("\""), quoted.hasSuffix("\"") else { return nil }
        let opaque = quoted.dropFirst().dropLast()
        guard opaque.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x7F }) else { return nil }
        self.isWeak = isWeak
        self.opaque = String(opaque)
    }

    /// RFC 9110 §8.8.3.2: the same opaque part, whatever their strength.
    func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

    /// RFC 9110 §8.8.3.2: the same, and neither is weak.
    func matchesStrongly(_ other: EntityTag) -> Bool { self == other && !isWeak }

    /// The members of a list. A comma may stand within a tag, so that the list cannot just be split; what is no tag is
    /// left out.
    static func list(_ text: String) -> [EntityTag] {
        var tags: [EntityTag] = []
        var rest = text[...]
        while !rest.isEmpty {
            rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
            guard let open = rest.firstIndex(of: "\"") else { break }
            guard let end = rest[rest.index(after: open)...].firstIndex(of: "\"") else { break }
            let next = rest.index(after: end)
            if let tag = EntityTag(rest[..<next]) { tags.append(tag) }
            rest = rest[next...]
        }
        return tags
    }
}
