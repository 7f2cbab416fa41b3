// The orders of a collection that have been asked for, with what is kept for each.

import Synchronization

/// A collection in one order, with its layouts.
struct CatalogView: Sendable {
    let items: any CollectionView
    let layouts: LayoutIndex

    init(_ items: any CollectionView) {
        self.items = items
        layouts = LayoutIndex(items)
    }
}

/// The views of one collection; each is made when it is first asked for.
final class CatalogViews: Sendable {
    private let collection: any ItemCollection
    /// Guards the views, not what they show.
    private let views: Mutex<[ItemOrder: CatalogView]>

    init(_ collection: any ItemCollection) {
        self.collection = collection
        views = Mutex([.own: CatalogView(collection)])
    }

    /// The view of an order; nil while that order is not made, or cannot be. Does not wait for it.
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
