// A collection's items in one order.

import Pixels
import Tiling

/// A collection's items in one order, as plans and lists show them.
///
/// Every member may be called from any thread, event loops included: none waits for the disk. An index is valid for one
/// revision. To relate the answers of two calls, compare `status.revision` before and after.
package protocol CollectionView: AnyObject, Sendable {
    /// The collection's state; the same in all its orders, except for the item count of an arrangement.
    var status: CollectionStatus { get }
    /// Whether the view can still be used; false for an arrangement that the collection has dropped.
    var isThere: Bool { get }
    /// Sizes in pixels that repeat over the items: item i has `sizePattern[i % sizePattern.count]`. nil when the
    /// sizes are not known in advance.
    var sizePattern: [PixelSize]? { get }
    /// The size to assume for an item that is not measured yet; nil: assume the mean of the measured items.
    var estimatedSize: PixelSize? { get }

    /// How the items are grouped; nil where there are no groups, or where this order would split them.
    var grouping: ItemGrouping? { get }
    /// The group number of each existing item of `range`. The items of a group are neighbours. Empty without a
    /// `grouping`. O(log n + count).
    func groups(of range: Range<Int>) -> [Int]
    /// The heading of a group.
    func title(ofGroup group: Int) -> GroupTitle

    /// The value by which an item is sorted or grouped, for display; nil where it is not a fact.
    func sortTitle(at index: Int) -> String?

    /// The values of some fields by which items are placed, in this order, and the revision that they are of; nil where
    /// the items have no such fields. O(n).
    func values(of fields: [String]) -> (values: [FieldValues], revision: Int)?
    /// What stays the same as long as `values(of:)` does, whatever else changes; nil where that is not known. O(fields).
    func stamp(of fields: [String]) -> FieldStamp?

    /// The item's index; nil when no item has this id now. O(log n).
    func index(ofItem id: String) -> Int?
    /// The items of `range` that exist. O(log n + count).
    func summaries(in range: Range<Int>) -> [ItemSummary]
    /// The items of `range` that exist, as numbers. O(log n + count).
    func numbers(in range: Range<Int>) -> [ItemNumbers]
    /// Computes the colour, 0xRRGGBB, of the item at an index without reading pixels, in some 50 ns; nil where colours
    /// are not computed.
    var computedColour: (@Sendable (Int) -> UInt32)? { get }
    /// Draws the middle square of the item at an index without reading a file, somewhat more than `side` pixels wide;
    /// nil where pictures are not computed. Some 50 µs for 16 pixels.
    var computedPicture: (@Sendable (_ index: Int, _ side: Int) -> PixelBuffer)? { get }
    /// The runs of selected items within `range`, ascending. O(log n + count), and in generated collections O(runs).
    func selectedRuns(in range: Range<Int>) -> [Range<Int>]
    /// Layout sizes of those items of `range` that exist, in pixels, orientation applied; nil until measured. O(log n +
    /// count).
    func sizes(in range: Range<Int>) -> [PixelSize?]
    /// The item's details; nil when there is no such index. O(log n + depth of the item's path).
    func details(at index: Int) -> ItemDetails?
    /// The details of the items of `range` that exist, and the collection's state at the same moment. O(log n + count ×
    /// depth of a path).
    func details(in range: Range<Int>) -> (details: [ItemDetails], status: CollectionStatus)
    /// Whether items are never removed or moved, so that the items behind one stay behind it.
    var isFixed: Bool { get }
    /// The changes since `revision` for a follower of the first `known` items, and at most `limit` of the items behind
    /// those. O(changes × log n).
    ///
    /// - Returns: nil when `revision` is older than the log of changes and `known` is not 0: the follower must restart.
    func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges?
    /// The net changes since `revision`; nil when it is older than the log of changes. O(changes × log n).
    func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)?

    /// Tells the collection that a client shows `window`. A paged source starts to fetch the next page when the last
    /// item is near. Returns at once.
    func willDisplay(_ window: Range<Int>)
}

extension CollectionView {
    package var isThere: Bool { true }
    package func sortTitle(at index: Int) -> String? { nil }
    package func values(of fields: [String]) -> (values: [FieldValues], revision: Int)? { nil }
    package func stamp(of fields: [String]) -> FieldStamp? { nil }
    package var sizePattern: [PixelSize]? { nil }
    package var estimatedSize: PixelSize? { nil }
    package var grouping: ItemGrouping? { nil }
    package func willDisplay(_ window: Range<Int>) {}
    package func groups(of range: Range<Int>) -> [Int] { [] }
    package func title(ofGroup group: Int) -> GroupTitle { GroupTitle(folder: "") }

    /// The item at `index`; nil when there is none; O(log n).
    package func summary(at index: Int) -> ItemSummary? {
        guard index >= 0, index < Int.max else { return nil }
        return summaries(in: index..<index + 1).first
    }

    package func sizes(in range: Range<Int>) -> [PixelSize?] { summaries(in: range).map(\.size) }
    package func numbers(in range: Range<Int>) -> [ItemNumbers] { summaries(in: range).map { ItemNumbers($0) } }
    package func selectedRuns(in range: Range<Int>) -> [Range<Int>] { [] }
    package var computedColour: (@Sendable (Int) -> UInt32)? { nil }
    package var computedPicture: (@Sendable (_ index: Int, _ side: Int) -> PixelBuffer)? { nil }

    package func details(in range: Range<Int>) -> (details: [ItemDetails], status: CollectionStatus) {
        var status: CollectionStatus
        var details: [ItemDetails]
        repeat {
            status = self.status
            details = range.clamped(to: 0..<max(0, status.count)).compactMap { self.details(at: $0) }
        } while self.status.revision != status.revision
        return (details, status)
    }

    // Defaults for collections that never change: a follower lacks at most items behind those it knows.

    package var isFixed: Bool { true }

    package func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? {
        CollectionChanges(.none, status: status, following: known, adding: limit) { sizes(in: $0) }
    }

    package func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)? {
        (.none, status)
    }
}
