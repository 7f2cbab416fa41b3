// Queries for pictures that look like one of them: `like:ID`.

/// What pictures are compared with.
package struct Likeness: Sendable, Hashable {
    /// The id of the item that was named.
    package var item: String
    /// What it looks like; nil while that is not known, so that nothing is found.
    package var look: Look?

    func includes(_ other: Look?) -> Bool {
        guard let look, let other else { return false }
        return look.isLike(other)
    }
}

extension FactQuery {
    /// The ids of the items that pictures are compared with.
    package var comparedItems: [String] {
        switch self {
        case .like(let likeness): [likeness.item]
        case .not(let part): part.comparedItems
        case .all(let parts), .any(let parts): parts.flatMap(\.comparedItems)
        case .everything, .word, .field, .unreadable, .selected, .duplicate: []
        }
    }

    /// Whether the query finds other rows when looks become known.
    var comparesLooks: Bool { !comparedItems.isEmpty }

    /// Returns the query with what the items look like that pictures are compared with.
    package func comparing(_ look: (_ item: String) -> Look?) -> FactQuery {
        switch self {
        case .like(let likeness): .like(Likeness(item: likeness.item, look: look(likeness.item)))
        case .not(let part): .not(part.comparing(look))
        case .all(let parts): .all(parts.map { $0.comparing(look) })
        case .any(let parts): .any(parts.map { $0.comparing(look) })
        case .everything, .word, .field, .unreadable, .selected, .duplicate: self
        }
    }
}
