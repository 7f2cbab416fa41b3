// The selected items of a view, as they were at one moment.

import Pixels
import Platform
import Synchronization

/// The items of a view that were selected when this was made, in the view's order.
///
/// It keeps 8 bytes for each item. An item that leaves its collection later is missed: the view then counts as gone, so
/// that nobody takes a part for the whole.
package final class SelectedView: CollectionView {
    private let collection: any ItemCollection
    /// The items' ids as numbers (see `ItemNumbers`).
    private let numbers: [UInt64]
    private let isMissed: Atomic<Bool>
    /// Items that are read at once: others wait for the collection's lock meanwhile.
    private static let runCount = 1 << 14

    /// Finds the selected items in O(items of the view); for worker threads.
    package init(of items: any CollectionView, in collection: any ItemCollection) {
        self.collection = collection
        var numbers: [UInt64] = []
        var (revision, selection): (Int, Int?)
        repeat {
            let status = items.status
            (revision, selection) = (status.revision, collection.selectionRevision)
            numbers.removeAll()
            for start in stride(from: 0, to: status.count, by: Self.runCount) {
                for run in items.selectedRuns(in: start..<min(status.count, start + Self.runCount)) {
                    numbers += items.numbers(in: run).map(\.item)
                }
            }
        } while items.status.revision != revision || collection.selectionRevision != selection
        self.numbers = numbers
        // An arrangement that was dropped meanwhile has no items.
        isMissed = Atomic(!items.isThere)
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
