// The table of a server's collections, by id and in the order in which they were added.

import Synchronization

/// A collection and the views of it that were made.
package struct CatalogEntry: Sendable {
    package let collection: any ItemCollection
    /// The collection's views, one for each order that a client has requested.
    package let views: CatalogViews

    init(_ collection: any ItemCollection) {
        self.collection = collection
        views = CatalogViews(collection)
    }

    init(_ collection: any ItemCollection, _ views: CatalogViews) {
        (self.collection, self.views) = (collection, views)
    }
}

/// The collections of one server, in the order of the command line or of their creation; thread-safe.
package final class Catalog: Sendable {
    private struct State {
        var entries: [CatalogEntry] = []
        var indices: [String: Int] = [:]
    }

    private let state = Mutex(State())
    private let pages: OpenPages

    /// Skips a collection if an earlier one has its id.
    ///
    /// `prepare` is called with each collection of pages before its first page is read, on a thread that may block.
    package init(
        _ collections: [any ItemCollection], prepare: @escaping @Sendable (any ItemCollection) -> Void = { _ in }
    ) {
        pages = OpenPages(prepare)
        for collection in collections { append(collection) }
    }

    /// All collections, the oldest first; O(1).
    package var entries: [CatalogEntry] { state.withLock { $0.entries } }

    /// The most recently opened collections of pages.
    package var openPages: [CatalogEntry] { pages.recent }

    /// Returns the collection with this id, and opens it where it holds an item's pages; never touches the disk.
    package subscript(id: String) -> CatalogEntry? {
        guard let origin = ItemOrigin(pages: id) else { return entry(id) }
        return entry(origin.collection).flatMap { pages.entry(origin, of: $0.collection) }
    }

    /// The collection with this id among `entries`; O(1).
    package func entry(_ id: String) -> CatalogEntry? {
        state.withLock { state in state.indices[id].map { state.entries[$0] } }
    }

    /// Adds a collection, unless its id is taken or `refuses` returns true for the present entries.
    ///
    /// - Returns: whether it was added.
    @discardableResult
    package func append(_ collection: any ItemCollection, unless refuses: ([CatalogEntry]) -> Bool = { _ in false })
        -> Bool
    {
        state.withLock { state in
            guard state.indices[collection.id] == nil, !refuses(state.entries) else { return false }
            state.indices[collection.id] = state.entries.count
            state.entries.append(CatalogEntry(collection))
            return true
        }
    }

    /// Removes a collection in O(collections); callers that hold its entry can keep using it.
    package func remove(_ id: String) {
        state.withLock { state in
            guard let index = state.indices[id] else { return }
            state.entries.remove(at: index)
            state.indices = Dictionary(
                uniqueKeysWithValues: zip(state.entries.map(\.collection.id), state.entries.indices))
        }
    }

    /// Makes an unused id from `name`: lower-case ASCII letters, digits and hyphens, 1 to 40 characters, not in
    /// `taken`.
    package static func id(for name: String, taken: Set<String>) -> String {
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
