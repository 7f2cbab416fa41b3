// The orders of a collection that clients have asked for, each with its layouts.

import Synchronization

/// The items of a collection in one order, with the layouts over them.
package struct CatalogView: Sendable {
    package let items: any CollectionView
    package let layouts: LayoutIndex

    init(_ items: any CollectionView) {
        self.items = items
        layouts = LayoutIndex(items)
    }
}

/// The views of one collection. Each is made when a client first asks for its order. Those of all items are kept, and of
/// selections those that were asked for last: somebody who types a query makes one with each letter.
package final class CatalogViews: Sendable {
    private struct State {
        /// Of all items.
        var views: [ItemOrder: CatalogView]
        /// The one asked for last at the end.
        var selected: [(order: ItemOrder, view: CatalogView)] = []
    }

    /// The most selections that are kept.
    private static let mostSelected = 8

    private let collection: any ItemCollection
    /// Guards the tables of views; a view guards its own contents.
    private let state: Mutex<State>

    init(_ collection: any ItemCollection) {
        self.collection = collection
        state = Mutex(State(views: [.own: CatalogView(collection)]))
    }

    /// The view in this order; nil while the order has not been made (see `ItemCollection.makeOrder`), or when the
    /// collection cannot be ordered so. Never waits for an order to be made.
    package subscript(order: ItemOrder) -> CatalogView? {
        state.withLock { state in
            if let selection = order.selection { return self.selected(order, selection, &state) }
            if let view = state.views[order] { return view }
            guard let items = collection.ordered(by: order.key) else { return nil }
            let view = CatalogView(order.isDescending ? ReversedView(items) : items)
            state.views[order] = view
            return view
        }
    }

    private func selected(_ order: ItemOrder, _ selection: FactSelection, _ state: inout State) -> CatalogView? {
        if let place = state.selected.firstIndex(where: { $0.order == order }) {
            let found = state.selected.remove(at: place)
            // The collection may have let go of it.
            if found.view.items.isThere {
                state.selected.append(found)
                return found.view
            }
        }
        guard let items = collection.selected(SelectedOrder(selection: selection, key: order.key)) else { return nil }
        let view = CatalogView(order.isDescending ? ReversedView(items) : items)
        if state.selected.count == Self.mostSelected { state.selected.removeFirst() }
        state.selected.append((order, view))
        return view
    }
}
