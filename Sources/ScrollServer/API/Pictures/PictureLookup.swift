// Finds the picture that an address for other programs names: `{collection}~{item}`.

import Catalog
import HTTP
import Platform
import Tiling

/// A picture whose size is known, at the time of a request.
struct FoundPicture: Sendable {
    let collection: any ItemCollection
    let item: ItemSummary
    /// In pixels, upright.
    let size: PixelSize
    /// Whether the file has just been examined, so that a retry would not help.
    let isLast: Bool

    var pyramid: Pyramid { Pyramid(size, storedTiles: item.storedTiles) }
}

/// Finds pictures, and measures them where needed.
struct PictureLookup: Sendable {
    typealias Answering = @Sendable (FoundPicture) throws(Problem) -> Answer

    let catalog: Catalog
    let tiles: TileRoute

    /// The separator of the two ids.
    ///
    /// Ids of items have none, and those of collections of pages have one themselves.
    private static let separator: Character = "~"

    /// Answers about a picture: at once where its size is known, else when its header has been read.
    ///
    /// - Throws: a 404 where there is no such item, the problem of one that cannot be shown, a 415 for one of which the
    ///   server has no pixels, and what `answer` throws.
    func answer(_ identifier: String, _ answer: @escaping Answering) throws(Problem) -> Answer {
        try item(identifier) { (item, collection) throws(Problem) in
            try picture(item, collection, isLast: false, answer)
        }
    }

    /// Answers about an item, whatever is known of it.
    ///
    /// - Throws: a 404 where there is none, and what `answer` throws.
    func item(
        _ identifier: String,
        _ answer: @escaping @Sendable (ItemSummary, any ItemCollection) throws(Problem) -> Answer
    ) throws(Problem) -> Answer {
        guard let separator = identifier.lastIndex(of: Self.separator),
            let entry = catalog[String(identifier[..<separator])]
        else {
            throw .notFound(
                "there is no picture '\(identifier)'; its name is that of a collection, '~' and an item's id")
        }
        let id = String(identifier[separator...].dropFirst())
        let collection = entry.collection
        let find: @Sendable () throws(Problem) -> Answer = { [tiles] () throws(Problem) in
            try tiles.found(id, in: collection) { (item) throws(Problem) in try answer(item, collection) }
        }
        guard collection.isOpening else { return try find() }
        return .later(
            .answer(on: tiles.pool) { () throws(Problem) in
                collection.waitForOpening()
                return try find()
            })
    }

    private func picture(
        _ item: ItemSummary, _ collection: any ItemCollection, isLast: Bool, _ answer: @escaping Answering
    ) throws(Problem) -> Answer {
        if let error = item.error, isLast { throw TileRoute.problem(error) }
        if item.error == nil {
            guard item.isTiled else {
                if let refusal = item.format?.refusal { throw TileRoute.problem(refusal) }
                throw Problem(415, "the server has no pixels of item '\(item.id)'", kind: "unsupported")
            }
            if let size = item.size {
                return try answer(FoundPicture(collection: collection, item: item, size: size, isLast: isLast))
            }
            if isLast { throw TileRoute.problem(.changed) }
        }
        return .later(examined(item, collection, answer))
    }

    /// Examines a picture's file on a pool thread, then answers for the last time.
    func examined(
        _ item: ItemSummary, _ collection: any ItemCollection, _ answer: @escaping Answering
    ) -> Deferred {
        .answer(on: tiles.pool) { () throws(Problem) in
            if collection.summary(ofItem: item.id)?.error != nil {
                collection.examine(item: item.id)
            } else {
                collection.measure(item: item.id)
            }
            return try picture(collection.existing(item.id), collection, isLast: true, answer)
        }
    }
}
