// Answers that need a collection in some order.

extension CatalogEntry {
    /// Answers with a view of the collection: at once where the order is ready, else as soon as it has been made.
    ///
    /// - Throws: a 400 for an order that the collection does not have, and what `body` throws.
    func view(
        _ order: ItemOrder, pool: WorkerPool,
        _ body: @escaping @Sendable (CatalogView) throws(Problem) -> Response
    ) throws(Problem) -> Answer {
        try collection.check(order)
        if let view = views[order] { return .now(try body(view)) }
        return .later(.work(on: pool) { () throws(Problem) in try body(try makeView(order)) })
    }

    /// Makes an order that is not made yet: for a worker thread.
    func makeView(_ order: ItemOrder) throws(Problem) -> CatalogView {
        collection.makeOrder(order.key)
        guard let view = views[order] else { throw .unavailable("the order cannot be made now") }
        return view
    }
}

extension ItemCollection {
    /// - Throws: a 400 for an order that the collection does not have. Its own is one that each has.
    func check(_ order: ItemOrder) throws(Problem) {
        guard order == .own || orders.contains(order.key) else {
            throw .badParameter("order", "'\(id)' cannot be ordered by \(order.text)")
        }
    }
}
