// The orders of a collection that clients have asked for, each with its layouts.

import Synchronization

/// The items of a collection in one order, with the layouts over them.
struct CatalogView: Sendable {
    let items: any CollectionView
    let layouts: LayoutIndex

    init(_ items: any CollectionView) {
        self.items = items
        layouts = LayoutIndex(items)
    }
}

/// The views of one collection. Each is made when a client first asks for its order, and kept.
final class CatalogViews: Sendable {
    private let collection: any ItemCollection
    /// Guards the table of views; a view guards its own contents.
    private let views: Mutex<[ItemOrder: CatalogView]>

    init(_ collection: any ItemCollection) {
        self.collection = collection
        views = Mutex([.own: CatalogView(collection)])
    }

    /// The view in this order; nil while the order has not been made (see `ItemCollection.makeOrder`), or when the
    /// collection cannot be ordered so. Never waits for an order to be made.
    subscript(order: ItemOrder) -> CatalogView? {
        views.withLock { views in
            if let view = views[order] { return view }
            guard let items = collection.ordered(by: order.key) else { return nil }
            let view = CatalogView(order.isDescending ? ReversedView(items) : items)
            views[order] = view
            return view
        }
    }
}
