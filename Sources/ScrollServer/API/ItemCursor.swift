// A position in a list of items that is read page by page.

import Catalog
import Platform

/// The position after an item, where the next page begins.
///
/// As text it is the item's id, and where items may be removed or moved also its index, the revision of that index, and
/// the run of the server: `id.index.revision.run`. So the position is found even when the item has gone or moved: all
/// items after it are still after it.
struct ItemCursor {
    /// Identifies this process: revisions of another run count other changes.
    static let run = Base36.encode(Int.random(in: 36 * 36 * 36..<36 * 36 * 36 * 36))

    /// The largest index; no collection whose items change has so many.
    private static let farthest = 1 << 40

    /// Why a position cannot be found.
    enum Failure: Error {
        case unknownItem
        /// The item has gone, and the changes since are no longer known.
        case tooOld
    }

    private let item: String
    /// nil for an item's id alone, and for the cursor of another run.
    private let counted: (index: Int, revision: Int)?
    /// Whether it has more than an item's id.
    private let isCursor: Bool

    /// The position after `item`, which has `index` at `revision`; both are unused where items never move.
    init(behind item: String, index: Int, revision: Int, in items: any CollectionView) {
        self.item = item
        isCursor = !items.isFixed
        counted = items.isFixed ? nil : (index, revision)
    }

    /// Reads a cursor, or the id of an item.
    init(_ text: String, in items: any CollectionView) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        // An id may look like a cursor.
        guard items.index(ofItem: text) == nil, parts.count >= 4 else {
            (item, counted, isCursor) = (text, nil, false)
            return
        }
        let numbers = parts.suffix(3)
        guard let index = Int(numbers[numbers.startIndex]), let revision = Int(numbers[numbers.startIndex + 1]),
            (0..<Self.farthest).contains(index), revision >= 0
        else {
            (item, counted, isCursor) = (text, nil, false)
            return
        }
        isCursor = true
        item = parts.dropLast(3).joined(separator: ".")
        counted = numbers.last.map(String.init) == Self.run ? (index, revision) : nil
    }

    var text: String {
        guard let counted else { return item }
        return "\(item).\(counted.index).\(counted.revision).\(Self.run)"
    }

    /// The index of the first item after the position.
    ///
    /// O(log n + changes since the cursor was made).
    func next(in items: any CollectionView) throws(Failure) -> Int {
        if let counted, let (difference, status) = items.difference(since: counted.revision),
            counted.revision <= status.revision
        {
            return difference.newIndex(behind: counted.index)
        }
        guard let index = items.index(ofItem: item) else { throw isCursor ? .tooOld : .unknownItem }
        return index + 1
    }
}

extension OrderDifference {
    /// The new index of the first item after the one that had `index` before.
    ///
    /// That is an item that was after it, or was inserted right after the items that remain before it. O(runs).
    func newIndex(behind index: Int) -> Int {
        var newIndex = index + 1
        for run in removed where run.lowerBound <= index {
            newIndex -= min(run.upperBound, index + 1) - run.lowerBound
        }
        for run in inserted {
            guard run.lowerBound < newIndex else { break }
            newIndex += run.count
        }
        return newIndex
    }
}
