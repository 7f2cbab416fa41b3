// Finds or makes the view of a collection in a requested order.

import Catalog
import HTTP
import Platform

extension CatalogEntry {
    /// Answers with the result of `body` for the requested view: at once where the order is ready, else on a pool
    /// thread that makes the order first.
    ///
    /// - Throws: a 400 for an order that the collection does not have, and what `body` throws.
    func view(
        _ order: ItemOrder, pool: WorkerPool,
        _ body: @escaping @Sendable (CatalogView) throws(Problem) -> Response
    ) throws(Problem) -> Answer {
        try collection.check(order)
        if let view = views[order] { return .now(try body(view)) }
        return .work(on: pool) { () throws(Problem) in try body(try makeView(order)) }
    }

    /// Makes an order that does not exist yet; blocks, so for worker threads.
    func makeView(_ order: ItemOrder) throws(Problem) -> CatalogView {
        if let arrangement = order.arrangement {
            collection.arrange(ArrangedOrder(arrangement: arrangement, key: order.key))
        } else {
            collection.makeOrder(order.key)
        }
        guard let view = views[order] else { throw .unavailable("the order cannot be made now") }
        return view
    }
}

extension ItemCollection {
    /// Throws a 400 for an order that the collection does not have; every collection has its own order.
    func check(_ order: ItemOrder) throws(Problem) {
        guard order == .own || orders.contains(order.key) || order.key == ItemOrder.own.key && !order.isDescending
        else {
            let why =
                [.colour, .likeness].contains(order.key)
                ? " until there are mosaic thumbnails of 99 in 100 of its items" : ""
            throw .badParameter("order", "'\(id)' cannot be ordered by \(order.text)\(why)")
        }
    }
}
