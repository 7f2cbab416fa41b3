// The selected items of a view.

import Pixels
import Platform
import Synchronization

/// The items of a view that were selected when they were looked up, in the view's order.
///
/// It keeps 8 bytes for each item. An item that leaves its collection later is missed: the view then counts as gone, so
/// that nobody takes a part for the whole.
package final class SelectedView: CollectionView {
    private let collection: any ItemCollection
    /// The items' ids as numbers (see `ItemNumbers`).
    private let numbers: [UInt64]
    private let isMissed = Atomic(false)

    /// `numbers` are the items' ids (see `ItemNumbers`), in the order of the view.
    package init(_ numbers: [UInt64], of collection: any ItemCollection) {
        (self.numbers, self.collection) = (numbers, collection)
    }

    package var status: CollectionStatus { CollectionStatus(count: numbers.count, isComplete: true, revision: 0) }
    package var isThere: Bool { !isMissed.load(ordering: .relaxed) }
    // Its items never move, but a position in it is an index, which is found at once.
    package var isFixed: Bool { false }

    private func id(at index: Int) -> String { Base32.encode(numbers[index], length: 13) }

    /// O(n): positions are told by their index.
    package func index(ofItem id: String) -> Int? { numbers.firstIndex(of: ItemNumbers.number(ofItem: id)) }

    package func summaries(in range: Range<Int>) -> [ItemSummary] {
        range.clamped(to: numbers.indices).compactMap { known(collection.summary(ofItem: id(at: $0))) }
    }

    package func details(at index: Int) -> ItemDetails? {
        guard numbers.indices.contains(index) else { return nil }
        var details = known(collection.details(ofItem: id(at: index)))
        details?.index = index
        return details
    }

    private func known<Item>(_ item: Item?) -> Item? {
        if item == nil { isMissed.store(true, ordering: .relaxed) }
        return item
    }
}
