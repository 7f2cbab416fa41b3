// The demo of sizes that become known late, and of a collection that changes.

import Pixels
import Platform
import Synchronization
import Tiling

/// Four boxes of 1000 × 500 pixels, assumed to be 50 high until a client displays them.
///
/// Three seconds later a fifth box is inserted at index 1. Every two seconds, while a client displays the collection,
/// the height of the last box changes in turn to 1000, 250 and 500.
package final class LazyStackCollection: ItemCollection {
    /// The timetable; pure: the caller passes the time and makes the changes that are due.
    struct Script: Sendable {
        enum Step: Equatable {
            case insert
            case resize(height: Int)
        }

        /// Seconds from the first display to the insertion, and below from one height to the next.
        static let insertionDelay = 3.0
        static let togglePeriod = 2.0
        /// Seconds for which a client counts as present after it has requested items.
        static let attention = 5.0
        static let heights = [500, 1000, 250]

        private var firstView: Double?
        private var lastView = 0.0
        private var nextToggle = 0.0
        private var isInserted = false
        private var height = 0

        /// Notes that a client displays items at the time `now`, in seconds of any clock.
        mutating func noteView(at now: Double) {
            if firstView == nil {
                firstView = now
                nextToggle = now + Self.togglePeriod
            }
            lastView = now
        }

        /// The changes due at the time `now`; those missed while no client was present are skipped.
        mutating func steps(at now: Double) -> [Step] {
            guard let firstView else { return [] }
            var steps: [Step] = []
            if !isInserted, now - firstView >= Self.insertionDelay {
                isInserted = true
                steps.append(.insert)
            }
            if now >= nextToggle, now - lastView <= Self.attention {
                nextToggle = now + Self.togglePeriod
                height = (height + 1) % Self.heights.count
                steps.append(.resize(height: Self.heights[height]))
            }
            return steps
        }
    }

    private static let width = 1000

    package let id = "lazy-stack"
    package let name = "Lazy stack"
    package let kind = CollectionKind.demo
    package let source = "lazy-stack"
    package var estimatedSize: PixelSize? { PixelSize(width: Self.width, height: 50) }

    private let boxes: ListCollection
    /// The id of the item whose height changes.
    private let toggled: String
    private let script = Mutex(Script())
    /// Seconds of a monotonic clock.
    private let clock: @Sendable () -> Double

    package init(clock: @escaping @Sendable () -> Double = { Double(System.monotonicNanoseconds()) / 1e9 }) {
        self.clock = clock
        var items = ListItems(name: name)
        var last: UInt64 = 0
        for number in 0..<4 {
            last = items.insert(
                .box(PixelSize(width: Self.width, height: 500), number: number), at: number, isMeasured: false)
        }
        toggled = Base32.encode(last, length: 13)
        boxes = ListCollection(id: id, kind: .demo, items: items)
    }

    /// Makes the changes that are due.
    private func advance(isViewed: Bool) {
        let now = clock()
        let steps = script.withLock { script in
            if isViewed { script.noteView(at: now) }
            return script.steps(at: now)
        }
        for step in steps {
            // These edits cannot fail: the list is not saved, and the edits fit its boxes.
            _ = try? boxes.edit { [toggled] (items) throws(ListCollection.EditError) in
                switch step {
                case .insert:
                    _ = items.insert(
                        .box(PixelSize(width: Self.width, height: 500), number: 4), at: 1, isMeasured: false)
                case .resize(let height):
                    if let handle = items.handle(ofItem: toggled) {
                        items.resize(handle, to: PixelSize(width: Self.width, height: height))
                    }
                }
            }
        }
    }

    package var status: CollectionStatus {
        advance(isViewed: false)
        return boxes.status
    }

    package func summaries(in range: Range<Int>) -> [ItemSummary] {
        advance(isViewed: true)
        return boxes.summaries(in: range)
    }

    package func index(ofItem id: String) -> Int? { boxes.index(ofItem: id) }
    package func sizes(in range: Range<Int>) -> [PixelSize?] { boxes.sizes(in: range) }
    package func details(at index: Int) -> ItemDetails? { boxes.details(at: index) }

    package func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? {
        boxes.changes(since: revision, following: known, adding: limit)
    }

    package func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)? {
        boxes.difference(since: revision)
    }

    package var selectionRevision: Int? { boxes.selectionRevision }
    package var selection: SelectionStatus? { boxes.selection }
    package func selected(among ids: [String]) -> SelectedItems? { boxes.selected(among: ids) }
    package func selectedRuns(in range: Range<Int>) -> [Range<Int>] { boxes.selectedRuns(in: range) }
    package var savedSelection: SavedSelection? { boxes.savedSelection }
    package func restore(_ saved: SavedSelection) { boxes.restore(saved) }
    package func select(
        _ action: SelectionAction, _ scope: SelectionScope, ifRevision revisions: Set<Int>?
    ) throws(SelectionError) -> SelectionStatus {
        try boxes.select(action, scope, ifRevision: revisions)
    }

    @discardableResult
    package func measure(_ indices: [Int]) -> [Int] { boxes.measure(indices) }
    package func summary(ofItem id: String) -> ItemSummary? { boxes.summary(ofItem: id) }
    package func details(ofItem id: String) -> ItemDetails? { boxes.details(ofItem: id) }
    package func measure(item id: String) { boxes.measure(item: id) }
    package func original(ofItem id: String) throws(ImageError) -> Original { try boxes.original(ofItem: id) }
    package func content(ofItem id: String, version: String) throws(ImageError) -> ItemContent {
        try boxes.content(ofItem: id, version: version)
    }
}
