// The changes of a list, and what undoes and redoes them.

import Platform
import Tiling

/// One change of a list's items, in indices of the list before it.
enum ListChange: Sendable {
    case insert([ListItems.Record], at: Int)
    case remove(Range<Int>)
    /// Moves a run so that its first item gets the index `to`.
    case move(Range<Int>, to: Int)
    case resize(UInt64, to: PixelSize)
    case rename(String)

    /// What it takes to keep the change, in items.
    fileprivate var cost: Int { if case .insert(let records, _) = self { records.count } else { 1 } }
}

/// An edit that is being made.
struct ListEdit: Sendable {
    var kind = ListHistory.Kind.new
    /// Its changes as the journal has them.
    var writer = IndexWriter()
    /// What reverts the changes, the first change first.
    var reverse: [ListChange] = []
}

/// The edits of one list, which cost the items that are kept for them.
typealias ListHistory = EditHistory<[ListChange]>

extension ListHistory {
    init() { self.init(costLimit: 4_000_000) { changes in changes.reduce(0) { $0 + $1.cost } } }
}
