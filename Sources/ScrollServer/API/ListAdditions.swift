// The items that edits of lists name, and what they are in a list.

import Catalog
import HTTP
import Platform

/// The items that an edit of a list names.
enum ListedItems: Sendable {
    /// Most ids that one request may name.
    private static let largestBatch = 10_000

    case ids([String])
    case selected

    /// Reads `"items":[id, …]` or `"selected":true`.
    init(_ body: JSONValue) throws(Problem) {
        switch (body["items"], body["selected"]) {
        case (nil, .bool(true)?): self = .selected
        case (.list(let values)?, nil):
            let ids = values.compactMap(\.text)
            guard ids.count == values.count, (1...Self.largestBatch).contains(ids.count) else {
                throw .badParameter("items", "give 1 to \(Self.largestBatch) ids of items")
            }
            self = .ids(ids)
        case (_?, nil): throw .badParameter("items", "is not a list of ids")
        case (nil, _?): throw .badParameter("selected", "can only be true")
        default: throw .badRequest("give one of items and selected")
        }
    }

    /// The handles of these items of a list, in its order.
    func handles(in items: ListItems) throws(ListCollection.EditError) -> [UInt32] {
        switch self {
        case .ids(let ids): return try items.handles(ofItems: ids)
        case .selected:
            let handles = items.selectedHandles
            if handles.isEmpty { throw .conflict("nothing is selected in the list") }
            return handles
        }
    }
}

/// Items of a collection that are to be added to a list.
struct ListAdditions: Sendable {
    let entry: CatalogEntry
    let order: ItemOrder
    let items: ListedItems

    /// What they are in a list: of a list, what its items refer to.
    ///
    /// Blocks.
    ///
    /// - Throws: a 400 that names an unknown item; a 409 where nothing is selected, or more than a list holds.
    func contents() throws(Problem) -> AnySequence<ListContent> {
        let collection = entry.collection
        collection.waitForOpening()
        let ids = try ids()
        guard let list = collection.list else {
            if case .ids = items {
                for id in ids where collection.index(ofItem: id) == nil { throw Self.unknown(id, collection) }
            }
            // Made one by one, since there may be millions.
            return AnySequence(ids.lazy.map { [id = collection.id] in .reference(collection: id, item: $0) })
        }
        let contents = list.contents(ofItems: ids)
        if case .ids = items, let index = contents.firstIndex(of: nil) { throw Self.unknown(ids[index], collection) }
        return AnySequence(contents.lazy.compactMap(\.self))
    }

    private static func unknown(_ id: String, _ collection: any ItemCollection) -> Problem {
        .badParameter("items", "'\(id.prefix(64))' is no item of '\(collection.id)'")
    }

    private func ids() throws(Problem) -> [String] {
        guard case .selected = items else {
            if case .ids(let ids) = items { return ids }
            return []
        }
        let count = entry.collection.selection?.count ?? 0
        guard count > 0 else { throw Problem(409, "nothing is selected in '\(entry.collection.id)'") }
        guard count <= ListItems.limit else {
            throw Problem(
                409, "\(count) items are selected, which do not fit: a list holds at most \(ListItems.limit) items")
        }
        return try SelectionRoute.settled(entry, order) { (view, _) throws(Problem) in
            SelectionRoute.firstSelected(ListItems.limit, in: view.items)
        }
    }
}
