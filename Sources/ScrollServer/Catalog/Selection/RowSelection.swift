// The selected rows of a table of facts.

/// A set of selected rows, with the sum of their files' lengths.
///
/// 1/8 byte a row. A row leaves the set when its item goes, since its number is given to another item.
struct RowSelection: Sendable {
    private(set) var rows = RowBits()
    private(set) var count = 0
    /// The sum of the lengths modulo 2⁶⁴, since sparse files may be long without having contents.
    private var byteSum: UInt64 = 0
    private(set) var revision = 1
    /// Items that were selected when the selection was saved, or that may come back, by their ids.
    ///
    /// They are selected again when they are found.
    private(set) var awaited: Set<UInt64> = []
    /// The rows that the next change is about; nil while none is prepared.
    ///
    /// Kept here so that rows whose items go leave it as well.
    private var gathered: RowBits?

    var byteCount: Int { Int(clamping: byteSum) }

    func contains(_ row: Int) -> Bool { rows.contains(row) }

    // MARK: Changing

    /// Begins to gather the rows of a change.
    mutating func beginGathering(_ rows: RowBits = RowBits()) { gathered = rows }

    mutating func gather(_ row: Int) { gathered?.insert(row) }

    /// Keeps those of the gathered rows that are in a set.
    mutating func keepGathered(_ found: RowBits) { gathered?.merge(found) { $0 & $1 } }

    mutating func endGathering() { gathered = nil }

    /// Changes the selection by the gathered rows, as one revision; O(rows / 64 + changed rows).
    ///
    /// `isEverything` says that the change is about all items, so that awaited ones are meant as well; `byteCount`
    /// returns the length of a row's file. Returns the rows that were selected or no longer are.
    mutating func apply(
        _ action: SelectionAction, isEverything: Bool = false, byteCount: (Int) -> UInt64
    ) -> [UInt32] {
        guard let gathered else { return [] }
        self.gathered = nil
        var changed = rows
        switch action {
        case .add: changed.merge(gathered) { ~$0 & $1 }
        case .remove: changed.merge(gathered) { $0 & $1 }
        case .toggle: changed = gathered
        case .replace: changed.merge(gathered) { $0 ^ $1 }
        }
        let list = changed.rows
        rows.merge(changed) { $0 ^ $1 }
        for row in list {
            let isIn = rows.contains(Int(row))
            count += isIn ? 1 : -1
            byteSum = isIn ? byteSum &+ byteCount(Int(row)) : byteSum &- byteCount(Int(row))
        }
        let isForgetting = action == .replace || isEverything && action != .add
        if !list.isEmpty || isForgetting && !awaited.isEmpty { revision += 1 }
        if isForgetting { awaited = [] }
        return list
    }

    // MARK: Following the items

    /// Notes that the item of a row has gone.
    mutating func remove(_ row: Int, byteCount: UInt64) {
        gathered?.remove(row)
        guard rows.contains(row) else { return }
        rows.remove(row)
        count -= 1
        byteSum = byteSum &- byteCount
        revision += 1
    }

    /// Notes that an item, which is about to be removed, may come back, as while a list is read again.
    mutating func expect(_ id: UInt64) { awaited.insert(id) }

    /// Selects a new item whose length is not known yet, if it was selected before.
    mutating func recognize(_ id: UInt64, as row: Int) {
        guard !awaited.isEmpty, awaited.remove(id) != nil, !rows.contains(row) else { return }
        rows.insert(row)
        count += 1
        revision += 1
    }

    /// Notes that the length of a row's file has changed.
    mutating func resize(_ row: Int, from before: UInt64, to after: UInt64) {
        guard rows.contains(row) else { return }
        byteSum = byteSum &- before &+ after
    }

    /// Forgets the items that have not been found, once all have been looked for.
    mutating func settle() {
        guard !awaited.isEmpty else { return }
        awaited = []
        revision += 1
    }

    /// Counts on from the revision of a restored selection.
    mutating func restart(at revision: Int) { self.revision = max(self.revision, revision) }
}

extension FactTable {
    /// Changes the selection by the gathered rows; see `RowSelection.apply`.
    mutating func select(_ action: SelectionAction, isEverything: Bool = false) -> [UInt32] {
        let lengths = fileByteCounts
        return selection.apply(action, isEverything: isEverything) { Self.fileByteCount(lengths[$0]) }
    }
}
