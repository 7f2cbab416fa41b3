// A collection's items in one order.

import Tiling

/// A collection's items in one order: what is planned and listed.
///
/// Every member may be called from any thread and never waits for the disk, so an event loop may call it. Indices hold for one revision: who asks twice and needs both answers to be of one moment compares the revision
/// of `status` before and after.
protocol CollectionView: AnyObject, Sendable {
    /// The same for all orders of a collection.
    var status: CollectionStatus { get }
    /// The sizes, over and over again from the first item on, where they are known in advance for all there are.
    var sizePattern: [PixelSize]? { get }
    /// What an item is taken to be until it is measured; nil for the mean of those that are.
    var estimatedSize: PixelSize? { get }

    /// What groups its items stand in; nil where there are none, and for orders that tear groups apart.
    var grouping: ItemGrouping? { get }
    /// O(log n + count). A number for the group of each item of `range`, of that part of it that exists; the items of a
    /// group follow one another. Empty without a grouping.
    func groups(of range: Range<Int>) -> [Int]
    /// What is written over the group of that number.
    func title(ofGroup group: Int) -> GroupTitle

    /// O(log n). nil for an id that no item has (yet, or any more).
    func index(ofItem id: String) -> Int?
    /// O(log n + count). The part of `range` that exists.
    func summaries(in range: Range<Int>) -> [ItemSummary]
    /// O(log n + depth of the item's path). nil when there is no such index.
    func details(at index: Int) -> ItemDetails?
    /// What someone has to do who follows the first `known` items since `revision`, and wants to learn of at most
    /// `limit` of those that come behind them. O(changes × log).
    ///
    /// - Returns: nil when `revision` is too long ago to tell, and `known` is not 0: start afresh.
    func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges?
    /// The net difference to `revision`; nil when that is too long ago to tell. O(changes × log).
    func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)?

    /// The reader sees items of `window`, or is near them: a source that is read page by page fetches the next one when
    /// the last item is near. Does not wait for it.
    func willDisplay(_ window: Range<Int>)
}

extension CollectionView {
    var sizePattern: [PixelSize]? { nil }
    var estimatedSize: PixelSize? { nil }
    var grouping: ItemGrouping? { nil }
    func willDisplay(_ window: Range<Int>) {}
    func groups(of range: Range<Int>) -> [Int] { [] }
    func title(ofGroup group: Int) -> GroupTitle { GroupTitle(folder: "") }

    /// O(log n). nil when there is no such index.
    func summary(at index: Int) -> ItemSummary? {
        guard index >= 0, index < Int.max else { return nil }
        return summaries(in: index..<index + 1).first
    }

    /// O(log n + count). Sizes alone, as shown, of the part of `range` that exists; nil until measured.
    func sizes(in range: Range<Int>) -> [PixelSize?] { summaries(in: range).map(\.size) }

    // For collections that never change: all but the first items is all that anyone can lack.

    func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? {
        CollectionChanges(.none, status: status, following: known, adding: limit) { sizes(in: $0) }
    }

    func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)? {
        (.none, status)
    }
}
