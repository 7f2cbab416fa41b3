// Selecting items of a list made by hand.

import Platform
import Synchronization

extension ListCollection {
    /// The sum of the selected files' lengths, and the revisions that it was computed from.
    struct SelectedBytes {
        var selection: Int
        var list: Int
        var origins: Int
        var byteCount: Int
    }

    package var selectionRevision: Int? { items.withLock { $0.selection.revision } }

    /// O(selected) once after each change of the selection, of the list, or of the collections its items come from.
    package var selection: SelectionStatus? {
        let items = items.withLock { $0 }
        return SelectionStatus(
            count: items.selection.count, byteCount: hasFiles ? byteCount(of: items) : nil,
            revision: items.selection.revision)
    }

    private func byteCount(of items: ListItems) -> Int {
        guard items.selection.count > 0 else { return 0 }
        let origins = originsRevision
        let known = selectedBytes.withLock { $0 }
        if let known, known.selection == items.selection.revision, known.list == items.revision,
            known.origins == origins
        {
            return known.byteCount
        }
        var references: [String: [String]] = [:]
        for row in items.selection.rows.rows {
            if case .reference(let collection, let item) = items.content(of: row) {
                references[collection, default: []].append(item)
            }
        }
        var sum: UInt64 = 0
        for (collection, ids) in references { sum = sum &+ (find(collection)?.fileByteCount(ofItems: ids) ?? 0) }
        let byteCount = Int(clamping: sum)
        selectedBytes.withLock {
            $0 = SelectedBytes(
                selection: items.selection.revision, list: items.revision, origins: origins, byteCount: byteCount)
        }
        return byteCount
    }

    package func selected(among ids: [String]) -> SelectedItems? {
        guard let status = selection else { return nil }
        guard status.count > 0 else { return SelectedItems(status: status) }
        return items.withLock { items in
            SelectedItems(
                status: status,
                flags: ids.map { id in items.handle(ofItem: id).map { items.selection.contains(Int($0)) } ?? false })
        }
    }

    package func selectedRuns(in range: Range<Int>) -> [Range<Int>] {
        items.withLock { items in
            guard items.selection.count > 0 else { return [] }
            let flags = items.sequence.handles(in: range).map { items.selection.contains(Int($0)) }
            return IndexRuns(zip(flags, range.lowerBound...).filter(\.0).map { $1..<$1 + 1 }).runs
        }
    }

    package func select(
        _ action: SelectionAction, _ scope: SelectionScope, ifRevision revisions: Set<Int>? = nil
    ) throws(SelectionError) -> SelectionStatus {
        try items.withLock { (items) throws(SelectionError) in
            if let revisions, !revisions.contains(items.selection.revision) {
                throw .stale(revision: items.selection.revision)
            }
            switch scope {
            case .ids(let ids):
                var chosen: [UInt32] = []
                for id in ids {
                    guard let handle = items.handle(ofItem: id) else { throw .missing(id) }
                    chosen.append(handle)
                }
                items.select(action, chosen)
            case .numbers(let numbers): items.select(action, numbers.compactMap { items.handle(of: $0) })
            case .found(.everything): items.select(action, items.sequence.handles(in: 0..<items.count))
            case .found, .indices: throw .unsupported
            }
        }
        guard let selection else { throw .unsupported }
        return selection
    }

    package var savedSelection: SavedSelection? {
        items.withLock { items in
            SavedSelection(
                revision: items.selection.revision, numbers: items.selection.rows.rows.map { items[$0].id })
        }
    }

    package func restore(_ saved: SavedSelection) { items.withLock { $0.restore(saved) } }
}
