// Selecting items whose facts are in a table: those of folders, list files and pages.

import Synchronization

/// Items with handles, whose selection is kept beside their facts.
protocol SelectableItems: ArrangedSequences.Items {
    var facts: FactTable { get set }
    var arranged: ArrangedSequences { get set }
    /// Handles of items changed since an order or arrangement began to be made; nil while none is made.
    var touched: Set<UInt32>? { get set }
    /// Starts a revision.
    mutating func touch()
    /// Calls `body` with the sequence of an order of all items; nil when the order has not been made.
    func read<Result>(_ key: ItemOrder.Key, _ body: (ItemSequence) -> Result) -> Result?
}

extension SelectableItems {
    /// Changes the arrangements, which are moved out meanwhile so that `body` can read the items beside them.
    mutating func withArranged<Result>(_ body: (inout ArrangedSequences, Self) -> Result) -> Result? {
        guard !arranged.isEmpty else { return nil }
        var own = ArrangedSequences()
        swap(&own, &arranged)
        defer { swap(&own, &arranged) }
        return body(&own, self)
    }

    /// Moves an item whose facts have changed within, into and out of the arrangements.
    ///
    /// `before` is its position in them before the change; `isShown` tells whether its size, version or error changed.
    ///
    /// - Returns: whether an arrangement has changed.
    @discardableResult
    mutating func rearrange(
        _ handle: UInt32, from before: [ArrangedSequences.Before]?, isShown: Bool = false
    ) -> Bool {
        guard let before else { return false }
        let (id, revision) = (store.id(of: handle), status.revision)
        return withArranged {
            $0.update(handle, id: id, from: before, isShown: isShown, of: $1, revision: revision)
        } ?? false
    }

    /// Changes what is known of an item, and moves it in the arrangements where that requires it.
    ///
    /// - Returns: whether an arrangement has changed.
    @discardableResult
    mutating func change(_ handle: UInt32, isShown: Bool = false, _ body: (inout Self) -> Void) -> Bool {
        let before = withArranged { $0.before(handle, in: $1) }
        touched?.insert(handle)
        body(&self)
        return rearrange(handle, from: before, isShown: isShown)
    }

    /// Starts a revision because more or fewer items are expected; forgets selected ones that were not found.
    mutating func noteCompletion() {
        touch()
        settleSelection()
    }

    /// Forgets the selected items that were not found, once all items are known.
    ///
    /// An empty folder may be one whose medium is missing.
    mutating func settleSelection() {
        if status.isComplete, status.count > 0 { facts.selection.settle() }
    }

    /// Gathers items by id.
    ///
    /// - Returns: the first id that no item has.
    mutating func gather(_ ids: [String]) -> String? {
        facts.selection.beginGathering()
        for id in ids {
            guard let handle = handle(ofItem: id) else { return id }
            facts.selection.gather(Int(handle))
        }
        return nil
    }

    /// Adds those of the items to the gathered ones that exist.
    mutating func gather(_ numbers: ArraySlice<UInt64>) {
        for number in numbers {
            if let handle = store.handle(of: number) { facts.selection.gather(Int(handle)) }
        }
    }

    /// Changes the selection by the gathered items, and the arrangements by `is:selected`.
    mutating func select(_ action: SelectionAction, isEverything: Bool) {
        let changed = facts.select(action, isEverything: isEverything)
        guard !changed.isEmpty else { return }
        if touched != nil { touched?.formUnion(changed) }
        guard arranged.asksForSelection else { return }
        touch()
        _ = withArranged { $0.reselect(changed, of: $1, revision: $1.status.revision) }
    }

    /// Adds saved items to the gathered ones, and awaits those that may still be found.
    mutating func restore(_ numbers: ArraySlice<UInt64>) {
        let isComplete = status.isComplete && status.count > 0
        for number in numbers {
            if let handle = store.handle(of: number) {
                facts.selection.gather(Int(handle))
            } else if !isComplete {
                facts.selection.expect(number)
            }
        }
    }

    /// The ids of the selected items among some rows.
    func selectedNumbers(in rows: Range<Int>) -> [UInt64] {
        let selection = facts.selection
        return rows.clamped(to: 0..<selection.rows.rowCount).compactMap { row in
            selection.contains(row) ? store.id(of: UInt32(row)) : nil
        }
    }
}

extension ArrangedSequences.Items {
    /// The runs of selected items among neighbours, whose first one is at `index`.
    func selectedRuns(_ handles: [UInt32], from index: Int) -> [Range<Int>] {
        let selection = facts.selection
        var runs: [Range<Int>] = []
        for (handle, index) in zip(handles, index...) where selection.contains(Int(handle)) {
            runs.extend(by: index..<index + 1)
        }
        return runs
    }
}

/// The locks of a collection that only worker threads take, since they are held for long.
final class WorkerLocks: Sendable {
    /// Held while an order or an arrangement is made, so that they are made one after the other.
    let making = Mutex(())
    /// Held while the selection is changed.
    let selecting = Mutex(())
}

/// A collection of such items.
protocol SelectableCollection: ItemCollection, SequenceView {
    var locks: WorkerLocks { get }
}

extension SelectableCollection {
    /// Items handled while the lock is held once.
    private var batchCount: Int { 4096 }

    package var selectionRevision: Int? { withItems { $0.facts.selection.revision } }
    package var selection: SelectionStatus? { withItems { status(of: $0.facts.selection) } }

    private func status(of selection: RowSelection) -> SelectionStatus {
        SelectionStatus(
            count: selection.count, byteCount: hasFiles ? selection.byteCount : nil, revision: selection.revision)
    }

    package func selected(among ids: [String]) -> SelectedItems? {
        withItems { items in
            var found = SelectedItems(status: status(of: items.facts.selection))
            guard found.status.count > 0 else { return found }
            found.flags = ids.map { id in
                items.handle(ofItem: id).map { items.facts.selection.contains(Int($0)) } ?? false
            }
            return found
        }
    }

    package func select(
        _ action: SelectionAction, _ scope: SelectionScope, ifRevision revisions: Set<Int>? = nil
    ) throws(SelectionError) -> SelectionStatus {
        try locks.selecting.withLock { (_) throws(SelectionError) in
            if let problem = gather(scope) {
                withItems { $0.facts.selection.endGathering() }
                throw problem
            }
            return try withItems { items -> Result<SelectionStatus, SelectionError> in
                let revision = items.facts.selection.revision
                if let revisions, !revisions.contains(revision) {
                    items.facts.selection.endGathering()
                    return .failure(.stale(revision: revision))
                }
                items.select(action, isEverything: scope.isEverything)
                return .success(status(of: items.facts.selection))
            }.get()
        }
    }

    /// Gathers the items of a change; long ones in steps, without the lock in between.
    private func gather(_ scope: SelectionScope) -> SelectionError? {
        switch scope {
        case .ids(let ids): return withItems { $0.gather(ids) }.map { .missing($0) }
        case .numbers(let numbers):
            withItems { $0.facts.selection.beginGathering() }
            for first in stride(from: 0, to: numbers.count, by: batchCount) {
                withItems { $0.gather(numbers[first..<min(first + batchCount, numbers.count)]) }
            }
        case .found(let query):
            let facts = withItems { items in
                items.facts.selection.beginGathering(items.facts.present)
                return query == .everything ? nil : items.facts.snapshot
            }
            guard let facts else { return nil }
            // Rows whose items go meanwhile leave the gathered ones, and new items are not among them.
            let found = PreparedQuery(query, for: facts).rows(of: facts)
            withItems { $0.facts.selection.keepGathered(found) }
        case .indices: return .unsupported
        }
        return nil
    }

    package func fileByteCount(ofItems ids: [String]) -> UInt64 {
        withItems { items in
            ids.reduce(0) { sum, id in
                guard let handle = items.handle(ofItem: id) else { return sum }
                return sum &+ FactTable.fileByteCount(items.facts.fileByteCounts[Int(handle)])
            }
        }
    }

    package var savedSelection: SavedSelection? {
        let (revision, awaited, end) = withItems { items in
            let selection = items.facts.selection
            return (selection.revision, selection.awaited, selection.rows.rowCount)
        }
        var saved = SavedSelection(revision: revision, numbers: Array(awaited))
        for first in stride(from: 0, to: end, by: batchCount) {
            saved.numbers += withItems { $0.selectedNumbers(in: first..<first + batchCount) }
        }
        return saved
    }

    package func restore(_ saved: SavedSelection) {
        locks.selecting.withLock { _ in
            withItems { $0.facts.selection.beginGathering() }
            for first in stride(from: 0, to: saved.numbers.count, by: batchCount) {
                withItems { $0.restore(saved.numbers[first..<min(first + batchCount, saved.numbers.count)]) }
            }
            withItems { items in
                items.select(.add, isEverything: false)
                items.facts.selection.restart(at: saved.restoredRevision)
            }
        }
    }
}
