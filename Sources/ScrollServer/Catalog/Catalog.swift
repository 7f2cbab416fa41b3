// The collections of one server.

/// One collection with what is kept for it.
struct CatalogEntry: Sendable {
    let collection: any Collection
    /// The orders that are ready.
    let views: CatalogViews

    init(_ collection: any Collection) {
        self.collection = collection
        views = CatalogViews(collection)
    }

}

/// The collections of one server, in the order in which they were named.
struct Catalog: Sendable {
    let entries: [CatalogEntry]
    private let places: [String: Int]

    /// The collections' ids must differ.
    init(_ collections: [any Collection]) {
        entries = collections.map(CatalogEntry.init)
        places = Dictionary(collections.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The collection with this id. O(1).
    subscript(id: String) -> CatalogEntry? { places[id].map { entries[$0] } }

    /// An id for a collection of this name: lower-case letters, digits and hyphens, at most 40, none of `taken`.
    static func id(for name: String, taken: Set<String>) -> String {
        var id = ""
        for character in name.lowercased() {
            if id.count >= 40 { break }
            if character.isASCII, character.isLetter || character.isNumber {
                id.append(character)
            } else if !id.isEmpty, id.last != "-" {
                id.append("-")
            }
        }
        func trimmed(_ text: Substring) -> String {
            var text = text
            while text.last == "-" { text.removeLast() }
            return String(text)
        }
        id = trimmed(id[...])
        if id.isEmpty { id = "folder" }
        var (candidate, number) = (id, 2)
        while taken.contains(candidate) {
            let suffix = "-\(number)"
            candidate = trimmed(id.prefix(40 - suffix.utf8.count)) + suffix
            number += 1
        }
        return candidate
    }
}
