// The item that a collection is a part of.

/// An item of another collection, and the id of the collection of its pages.
package struct ItemOrigin: Sendable, Equatable {
    /// The id of the collection that has the item.
    package let collection: String
    package let item: String

    /// What stands between both in the id of a collection of pages. No other collection's id has it.
    private static let separator: Character = "~"

    package init(collection: String, item: String) { (self.collection, self.item) = (collection, item) }

    /// Nil for an id that is not of pages.
    package init?(pages id: String) {
        guard let place = id.firstIndex(of: Self.separator) else { return nil }
        self.init(collection: String(id[..<place]), item: String(id[id.index(after: place)...]))
    }

    /// The id of the collection of the item's pages.
    package var pages: String { "\(collection)\(Self.separator)\(item)" }
}
