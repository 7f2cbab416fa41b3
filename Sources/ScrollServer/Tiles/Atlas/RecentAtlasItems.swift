// The items of the atlas changed last, for code that stores the colours of a whole collection.

import Synchronization

/// The items most recently added to or changed in the atlas.
///
/// Thread-safe.
package final class RecentAtlasItems: Sendable {
    package struct Item: Sendable {
        /// From `AtlasKey.source(_:)`.
        package let source: UInt64
        package let id: String

        package init(source: UInt64, id: String) {
            self.source = source
            self.id = id
        }
    }

    /// The minimum number of items that are kept, about 2 MB; at most twice as many.
    private static let limit = 1 << 16

    private struct State {
        var items: [Item] = []
        /// The number of the first of `items`, counted from the start.
        var first = 0
    }

    /// Guards the list.
    private let state = Mutex(State())

    /// The number of items recorded so far.
    var count: Int { state.withLock { $0.first + $0.items.count } }

    func add(_ items: [Item]) {
        state.withLock { state in
            state.items += items
            guard state.items.count > 2 * Self.limit else { return }
            let dropped = state.items.count - Self.limit
            state.items.removeFirst(dropped)
            state.first += dropped
        }
    }

    /// Returns a source's items recorded since there were `number`, and the current number.
    ///
    /// Returns nil if some of them were dropped, or if there are more than `limit`.
    func items(since number: Int, of source: UInt64, atMost limit: Int) -> (ids: [String], count: Int)? {
        state.withLock { state in
            let count = state.first + state.items.count
            guard number >= state.first, count - number <= limit else { return nil }
            let new = state.items[max(0, number - state.first)...]
            return (new.compactMap { $0.source == source ? $0.id : nil }, count)
        }
    }
}
