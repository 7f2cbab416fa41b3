// Makes the routes below that of a collection.

import Catalog
import HTTP
import Platform

/// Makes routes below that of a collection: the collection is found first, then the parameters are checked.
struct CollectionRoute {
    let catalog: Catalog
    let pool: WorkerPool

    /// Makes a route at `path`, relative to `/api/collections/{collection}/`.
    ///
    /// The parameters are not checked where `checksItself`.
    func callAsFunction(
        _ path: String, _ summary: String, _ operations: [Operation], checksItself: Bool = false,
        _ answer: @escaping @Sendable (Request, CatalogEntry) throws(Problem) -> Answer
    ) -> Route {
        Route("/api/collections/{collection}/\(path)", summary, operations, checksItself: true) {
            [catalog, pool] (request) throws(Problem) in
            let id = request.pathSegments[2]
            guard let entry = catalog[id] else {
                throw .notFound("there is no collection '\(id)'; /api/collections lists them")
            }
            if !checksItself { try Route.check(request, operations) }
            // Sessions are notified of items that come later.
            guard entry.collection.isOpening, request.pathSegments.last != "session" else {
                return try answer(request, entry)
            }
            return .later(
                .answer(on: pool) { () throws(Problem) in
                    entry.collection.waitForOpening()
                    return try answer(request, entry)
                })
        }
    }

    /// Makes a route at `path`, relative to an item's address, about an item that exists.
    func item(
        _ path: String, _ summary: String, _ operations: [Operation],
        _ answer: @escaping @Sendable (ItemSummary, any ItemCollection) throws(Problem) -> Answer
    ) -> Route {
        self("items/{item}/\(path)", summary, operations) { (request, entry) throws(Problem) in
            try answer(entry.collection.existing(request.pathSegments[4]), entry.collection)
        }
    }
}
