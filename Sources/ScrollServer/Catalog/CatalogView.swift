// The requested orders of a collection, each with its layouts.

import Synchronization

/// The items of a collection in one order, with the layouts over them.
package struct CatalogView: Sendable {
    package let items: any CollectionView
    package let layouts: LayoutIndex
    package let times: TimeOrders

    init(_ items: any CollectionView) {
        self.items = items
        (layouts, times) = (LayoutIndex(items), TimeOrders(items))
    }
}

/// The views of one collection, each made when a client first requests its order.
///
/// Views of all items are kept; of arrangements only the latest, since typing a query makes one with each letter.
package final class CatalogViews: Sendable {
    private struct State {
        /// Views of all items.
        var views: [ItemOrder: CatalogView]
        /// Views of arrangements, the most recently used last.
        var arranged: [(order: ItemOrder, view: CatalogView)] = []
    }

    /// Most arrangements that are kept.
    private static let mostArranged = 8

    private let collection: any ItemCollection
    /// Guards the tables of views; a view guards its own contents.
    private let state: Mutex<State>

    init(_ collection: any ItemCollection) {
        self.collection = collection
        state = Mutex(State(views: [.own: CatalogView(collection)]))
    }

    /// The view in this order; never waits for an order to be made.
    ///
    /// nil while the order has not been made (see `ItemCollection.makeOrder`), or when the collection cannot be ordered
    /// so.
    package subscript(order: ItemOrder) -> CatalogView? {
        state.withLock { state in
            if let arrangement = order.arrangement { return self.arranged(order, arrangement, &state) }
            if let view = state.views[order] { return view }
            guard let items = collection.ordered(by: order.key) else { return nil }
            let view = CatalogView(order.isDescending ? ReversedView(items) : items)
            state.views[order] = view
            return view
        }
    }

    private func arranged(_ order: ItemOrder, _ arrangement: Arrangement, _ state: inout State) -> CatalogView? {
        if let index = state.arranged.firstIndex(where: { $0.order == order }) {
            let found = state.arranged.remove(at: index)
            // The collection may have dropped the arrangement.
            if found.view.items.isThere {
                state.arranged.append(found)
                return found.view
            }
        }
        let arrangedOrder = ArrangedOrder(arrangement: arrangement, key: order.key)
        guard let items = collection.arranged(arrangedOrder) else { return nil }
        let view = CatalogView(order.isDescending ? ReversedView(items) : items)
        if state.arranged.count == Self.mostArranged { state.arranged.removeFirst() }
        state.arranged.append((order, view))
        return view
    }
}
