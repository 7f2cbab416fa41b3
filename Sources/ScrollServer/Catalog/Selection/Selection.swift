// What a reader has chosen of a collection.

/// How many items of a collection are selected.
package struct SelectionStatus: Sendable, Equatable {
    package var count: Int
    /// The sum of the selected files' lengths; nil where the items are no files.
    package var byteCount: Int?
    /// Grows with each change of the selection.
    package var revision: Int
}

/// What happens to the items that a change of the selection names.
package enum SelectionAction: String, Sendable, CaseIterable {
    case add, remove, toggle
    /// The named items are selected, and no others.
    case replace
}

/// The items that a change of the selection names.
package enum SelectionScope: Sendable {
    /// Items by their ids; an unknown one refuses the change.
    case ids([String])
    /// Items by `ItemNumbers.item`; those that have gone meanwhile are skipped.
    case numbers([UInt64])
    /// Items by their indices in the collection's own order, where `selectsIndices`; in any order.
    case indices([Range<Int>])
    /// All items that a query finds.
    case found(FactQuery)

    /// Whether the scope is the whole collection.
    var isEverything: Bool {
        if case .found(.everything) = self { true } else { false }
    }
}

/// Why a selection was not changed.
package enum SelectionError: Error, Equatable {
    /// The change was meant for another revision than the present one.
    case stale(revision: Int)
    /// The collection has no item with this id.
    case missing(String)
    /// No item of the collection can be selected.
    case unsupported
}

/// The selected ones among some items, and the selection's status at the same moment.
package struct SelectedItems: Sendable {
    package var status: SelectionStatus
    /// Whether each item is selected; empty where none is.
    package var flags: [Bool] = []
}

/// A selection as it is saved.
package struct SavedSelection: Sendable, Equatable {
    package var revision: Int
    /// The selected items by `ItemNumbers.item`.
    package var numbers: [UInt64] = []
    /// Their indices, where `selectsIndices`.
    package var indices: [Range<Int>] = []

    /// The revision from which a restored selection counts on.
    ///
    /// Far above the saved one: changes of the last second before a crash had revisions, too, but were not saved.
    var restoredRevision: Int { min(max(revision, 0), 1 << 52) + 1_000_000 }
}

extension ItemCollection {
    package var selectionRevision: Int? { nil }
    package var selection: SelectionStatus? { nil }
    package var selectsIndices: Bool { false }
    package func selected(among ids: [String]) -> SelectedItems? { nil }
    package func fileByteCount(ofItems ids: [String]) -> UInt64 {
        ids.reduce(0) { $0 &+ UInt64(clamping: details(ofItem: $1)?.byteCount ?? 0) }
    }

    package var savedSelection: SavedSelection? { nil }
    package func restore(_ saved: SavedSelection) {}

    package func select(
        _ action: SelectionAction, _ scope: SelectionScope, ifRevision revisions: Set<Int>? = nil
    ) throws(SelectionError) -> SelectionStatus {
        throw .unsupported
    }
}
