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
    enum Kind: Sendable {
        case new, undo, redo
    }

    var kind = Kind.new
    /// Its changes as the journal has them.
    var writer = IndexWriter()
    /// What reverts the changes, the first change first.
    var reverse: [ListChange] = []
}

/// The changes that undo and redo the latest edits; kept while the program runs.
struct ListHistory: Sendable {
    /// Most edits that can be undone, and most items that are kept for them besides those of the newest.
    private static let (editLimit, itemLimit) = (100, 4_000_000)

    private var undo: [[ListChange]] = []
    private var redo: [[ListChange]] = []

    /// Notes an edit; one without changes is none.
    mutating func add(_ edit: ListEdit) {
        guard !edit.reverse.isEmpty else { return }
        if edit.kind == .undo { return redo.append(edit.reverse.reversed()) }
        if edit.kind == .new { redo = [] }
        undo.append(edit.reverse.reversed())
        var cost = undo.reduce(0) { $0 + $1.reduce(0) { $0 + $1.cost } }
        while undo.count > 1, undo.count > Self.editLimit || cost > Self.itemLimit {
            cost -= undo.removeFirst().reduce(0) { $0 + $1.cost }
        }
    }

    /// Removes and returns the changes that undo, or redo, the newest edit; nil when there is none.
    mutating func take(_ kind: ListEdit.Kind) -> [ListChange]? { kind == .redo ? redo.popLast() : undo.popLast() }
}
