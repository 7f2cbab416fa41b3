// Selecting items that are known by their indices: those of generated collections.

import Synchronization

/// A selection of indices; thread-safe.
final class IndexSelection: Sendable {
    private struct State {
        var chosen = IndexRuns()
        var revision = 1
    }

    private let state = Mutex(State())

    /// The status, where the collection has `count` items so far; saved ones may lie behind them.
    func status(of count: Int) -> SelectionStatus { state.withLock { Self.status($0, count) } }

    private static func status(_ state: State, _ count: Int) -> SelectionStatus {
        let isWithin = state.chosen.runs.last.map { $0.upperBound <= count } ?? true
        let chosen =
            isWithin ? state.chosen.count : state.chosen.runs(in: 0..<max(0, count)).reduce(0) { $0 + $1.count }
        return SelectionStatus(count: chosen, byteCount: nil, revision: state.revision)
    }

    var revision: Int { state.withLock { $0.revision } }

    /// The runs of selected indices within a range.
    func runs(in range: Range<Int>) -> [Range<Int>] { state.withLock { $0.chosen.runs(in: range) } }

    func selected(among indices: [Int?], of count: Int) -> SelectedItems {
        state.withLock { state in
            var found = SelectedItems(status: Self.status(state, count))
            if found.status.count > 0 { found.flags = indices.map { $0.map { state.chosen.contains($0) } ?? false } }
            return found
        }
    }

    /// Changes the selection of a collection of `count` items; O(runs).
    func select(
        _ action: SelectionAction, _ runs: IndexRuns, of count: Int, ifRevision revisions: Set<Int>?
    ) throws(SelectionError) -> SelectionStatus {
        try state.withLock { (state) throws(SelectionError) in
            if let revisions, !revisions.contains(state.revision) { throw .stale(revision: state.revision) }
            let before = state.chosen
            switch action {
            case .add: state.chosen = before.merged(with: runs) { $0 || $1 }
            case .remove: state.chosen = before.merged(with: runs) { $0 && !$1 }
            case .toggle: state.chosen = before.merged(with: runs) { $0 != $1 }
            case .replace: state.chosen = runs
            }
            if state.chosen != before { state.revision += 1 }
            return Self.status(state, count)
        }
    }

    var saved: SavedSelection {
        state.withLock { SavedSelection(revision: $0.revision, indices: $0.chosen.runs) }
    }

    /// Adds a saved selection of a collection that will have at most `count` items.
    func restore(_ saved: SavedSelection, of count: Int) {
        let runs = IndexRuns(saved.indices.map { $0.clamped(to: 0..<count) })
        state.withLock { state in
            state.chosen = state.chosen.merged(with: runs) { $0 || $1 }
            state.revision = max(state.revision, saved.restoredRevision)
        }
    }
}

/// A collection whose items never move: an index is as good as an id.
protocol IndexedCollection: ItemCollection {
    var chosen: IndexSelection { get }
    /// The number of items that there will be.
    var finalCount: Int { get }
}

extension IndexedCollection {
    package var selectsIndices: Bool { true }
    package var selectionRevision: Int? { chosen.revision }
    package var selection: SelectionStatus? { chosen.status(of: status.count) }

    package func selected(among ids: [String]) -> SelectedItems? {
        chosen.selected(among: ids.map { index(ofItem: $0) }, of: status.count)
    }

    package func selectedRuns(in range: Range<Int>) -> [Range<Int>] {
        chosen.runs(in: range.clamped(to: 0..<max(0, status.count)))
    }

    package func select(
        _ action: SelectionAction, _ scope: SelectionScope, ifRevision revisions: Set<Int>? = nil
    ) throws(SelectionError) -> SelectionStatus {
        let count = status.count
        var ranges: [Range<Int>] = []
        switch scope {
        case .ids(let ids):
            for id in ids {
                guard let index = index(ofItem: id) else { throw .missing(id) }
                ranges.append(index..<index + 1)
            }
        case .indices(let indices): ranges = indices.map { $0.clamped(to: 0..<max(0, count)) }
        case .found(.everything): ranges = [0..<max(0, count)]
        case .found, .numbers: throw .unsupported
        }
        return try chosen.select(action, IndexRuns(ranges), of: count, ifRevision: revisions)
    }

    package var savedSelection: SavedSelection? { chosen.saved }
    package func restore(_ saved: SavedSelection) { chosen.restore(saved, of: finalCount) }
}
