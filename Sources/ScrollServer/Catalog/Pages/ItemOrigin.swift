// The item to which a collection of pages belongs.

/// An item of another collection, which identifies the collection of its pages.
package struct ItemOrigin: Sendable, Equatable {
    /// The id of the collection that has the item.
    package let collection: String
    package let item: String

    /// Separates the two ids in the id of a collection of pages; no other collection's id contains it.
    private static let separator = UInt8(ascii: "~")

    package init(collection: String, item: String) { (self.collection, self.item) = (collection, item) }

    /// Parses the id of a collection of pages; nil for any other id.
    package init?(pages id: String) {
        // By bytes, since each request asks.
        guard let separatorIndex = id.utf8.firstIndex(of: Self.separator) else { return nil }
        self.init(collection: String(id[..<separatorIndex]), item: String(id[separatorIndex...].dropFirst()))
    }

    /// The id of the collection of the item's pages.
    package var pages: String { "\(collection)~\(item)" }
}
