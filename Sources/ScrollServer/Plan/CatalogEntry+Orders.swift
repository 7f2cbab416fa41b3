// Finds or makes the view of a collection in a requested order.

extension CatalogEntry {
    /// Answers with the result of `body` for the wished view: at once where the order is ready, else on a pool thread
    /// that makes the order first.
    ///
    /// - Throws: a 400 for an order that the collection does not have, and what `body` throws.
    func view(
        _ order: ItemOrder, pool: WorkerPool,
        _ body: @escaping @Sendable (CatalogView) throws(Problem) -> Response
    ) throws(Problem) -> Answer {
        if let view = views[order] { return .now(try body(view)) }
        try check(order)
        return .later(.work(on: pool) { () throws(Problem) in try body(try makeView(order)) })
    }

    /// - Throws: a 400 for an order that the collection does not have.
    func check(_ order: ItemOrder) throws(Problem) {
        guard collection.orders.contains(order.key) else {
            throw .badParameter("order", "'\(collection.id)' cannot be ordered by \(order.key.rawValue)")
        }
    }

    /// The view in an order, which is made first if necessary. Blocks: for a worker thread only.
    ///
    /// - Throws: a 503 where the order cannot be made.
    func makeView(_ order: ItemOrder) throws(Problem) -> CatalogView {
        collection.makeOrder(order.key)
        guard let view = views[order] else { throw .unavailable("the order cannot be made now") }
        return view
    }
}
