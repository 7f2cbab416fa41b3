// Answers that need a collection in some order.

extension CatalogEntry {
    /// Answers with a view of the collection: at once where the order is ready, else as soon as it has been made.
    ///
    /// - Throws: a 400 for an order that the collection does not have, and what `body` throws.
    func view(
        _ order: ItemOrder, pool: WorkerPool,
        _ body: @escaping @Sendable (CatalogView) throws(Problem) -> Answer
    ) throws(Problem) -> Answer {
        if let view = views[order] { return try body(view) }
        guard collection.orders.contains(order.key) else {
            throw .badParameter("order", "'\(collection.id)' cannot be ordered by \(order.key.rawValue)")
        }
        return .later(
            Deferred { finish in
                let work = pool.submit {
                    collection.makeOrder(order.key)
                    do throws(Problem) {
                        guard let view = views[order] else { throw .unavailable("the order cannot be made now") }
                        switch try body(view) {
                        case .now(let response): finish(response)
                        case .later(let deferred): _ = deferred.start(finish)
                        // A plan is no session.
                        case .upgrade: throw .internalError("a connection cannot be handed over from here")
                        }
                    } catch {
                        finish(error.response)
                    }
                }
                guard let work else {
                    finish(Problem.unavailable("the server is stopping; try again when it is back").response)
                    return .none
                }
                return Cancellation { work.cancel() }
            })
    }
}
