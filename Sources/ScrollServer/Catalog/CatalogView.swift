// The requested orders of a collection, each with its layouts.

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

/// The views of one collection, each made when a client first requests its order.
///
/// Views of all items are kept; of selections only the latest, since typing a query makes one with each letter.
package final class CatalogViews: Sendable {
    private struct State {
        /// Views of all items.
        var views: [ItemOrder: CatalogView]
        /// Views of selections, the most recently used last.
        var selected: [(order: ItemOrder, view: CatalogView)] = []
    }

    /// Most selections that are kept.
    private static let mostSelected = 8

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
            if let selection = order.selection { return self.selected(order, selection, &state) }
            if let view = state.views[order] { return view }
            guard let items = collection.ordered(by: order.key) else { return nil }
            let view = CatalogView(order.isDescending ? ReversedView(items) : items)
            state.views[order] = view
            return view
        }
    }

    private func selected(_ order: ItemOrder, _ selection: FactSelection, _ state: inout State) -> CatalogView? {
        if let index = state.selected.firstIndex(where: { $0.order == order }) {
            let found = state.selected.remove(at: index)
            // The collection may have dropped the selection.
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
