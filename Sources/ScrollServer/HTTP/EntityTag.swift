// Entity tags (RFC 9110 §8.8.3) and lists of entity tags.

/// An entity tag.
package struct EntityTag: Sendable, Equatable {
    package let isWeak: Bool
    /// The text between the quotes.
    package let opaque: String

    /// Parses `"x"` or `W/"x"`; nil for anything else.
    init?(_ text: some StringProtocol) {
        let isWeak = text.hasPrefix("W/")
        let quoted = isWeak ? text.dropFirst(2) : text.dropFirst(0)
        guard quoted.utf8.count >= 2, quoted.hasPrefix("\""), quoted.hasSuffix("\"") else { return nil }
        let opaque = quoted.dropFirst().dropLast()
        guard opaque.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x7F }) else { return nil }
        self.isWeak = isWeak
        self.opaque = String(opaque)
    }

    /// Compares weakly (RFC 9110 §8.8.3.2): the opaque parts are equal.
    func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

    /// Compares strongly (RFC 9110 §8.8.3.2): the opaque parts are equal, and neither tag is weak.
    func matchesStrongly(_ other: EntityTag) -> Bool { self == other && !isWeak }

    /// Returns the tags of a list, skipping anything else; does not split at commas, which a tag may contain.
    package static func list(_ text: String) -> [EntityTag] {
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
