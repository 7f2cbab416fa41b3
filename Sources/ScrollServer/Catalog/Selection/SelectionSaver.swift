// Saves selections soon after they have changed, and restores them.

import Dispatch
import Platform
import Synchronization

/// A thread that saves the selections of a catalog's collections within a second after a change.
///
/// Selections change when a client changes them, and when selected items go. The thread sleeps until the first change,
/// then looks at the revisions twice a second.
package final class SelectionSaver: Sendable {
    /// Pause between two saves, during which changes are gathered.
    private static let pause = DispatchTimeInterval.milliseconds(400)

    private struct State {
        /// The collection whose selection is saved under a key: two collections may have the same source.
        var owners: [String: String] = [:]
        /// The revisions that are on the disk, by key.
        var saved: [String: Int] = [:]
        /// Changed collections, which nobody else may keep.
        var changed: [String: any ItemCollection] = [:]
    }

    private let store: SelectionStore
    private let state = Mutex(State())
    /// Held while files are written or removed; only threads that may block take it.
    private let writing = Mutex(())
    private let changes = DispatchSemaphore(value: 0)
    private let stopping = DispatchSemaphore(value: 0)
    private let isStopped = Atomic(false)
    private let catalog = Mutex<WeakCatalog>(WeakCatalog())

    private struct WeakCatalog {
        weak var catalog: Catalog?
    }

    package init(_ store: SelectionStore) { self.store = store }

    /// Restores the selections of the catalog's collections and starts the thread; blocks.
    ///
    /// Throws the system's error when it refuses a thread.
    package func start(_ catalog: Catalog) throws(SystemError) {
        self.catalog.withLock { $0.catalog = catalog }
        guard store.isSaving else { return }
        for entry in catalog.entries { restore(entry.collection) }
        try System.startThread { [self] in run() }
    }

    /// Restores the selection of a collection that has just been opened; blocks.
    package func restore(_ collection: any ItemCollection) {
        guard store.isSaving, collection.selectionRevision != nil, case let key = key(of: collection),
            let saved = store.load(key)
        else { return }
        collection.restore(saved)
        // The revision has grown, so the selection is saved once more: then it is known on the disk, too.
        note(collection)
    }

    /// Notes that a client has changed the selection of a collection; returns at once.
    package func note(_ collection: any ItemCollection) {
        guard store.isSaving else { return }
        state.withLock { $0.changed[collection.id] = collection }
        changes.signal()
    }

    /// Removes the saved selection of a collection that is deleted, or has just been made; blocks.
    package func forget(_ collection: any ItemCollection) {
        guard store.isSaving else { return }
        writing.withLock { _ in
            let key = key(of: collection)
            state.withLock { state in
                state.changed[collection.id] = nil
                (state.saved[key], state.owners[key]) = (nil, nil)
            }
            store.remove(key)
        }
    }

    /// Ends the thread, and saves what is not saved yet; blocks.
    package func stop() {
        guard !isStopped.exchange(true, ordering: .relaxed) else { return }
        stopping.signal()
        changes.signal()
        save()
    }

    private func run() {
        var isIdle = true
        while !isStopped.load(ordering: .relaxed) {
            if isIdle { changes.wait() }
            if stopping.wait(timeout: .now() + Self.pause) == .success { return }
            save()
            isIdle = state.withLock { $0.saved.isEmpty && $0.changed.isEmpty }
        }
    }

    /// Saves the selections that differ from what is on the disk.
    private func save() {
        writing.withLock { _ in
            let catalog = catalog.withLock { $0.catalog }
            let entries = catalog.map { $0.entries + $0.openPages } ?? []
            let changed = state.withLock { state in
                defer { state.changed = [:] }
                return state.changed
            }
            var collections = changed
            for entry in entries { collections[entry.collection.id] = entry.collection }
            for collection in collections.values {
                // A deleted list must not get a file again.
                if collection.list != nil, let catalog, catalog.entry(collection.id) == nil { continue }
                if !isSaved(collection) { state.withLock { $0.changed[collection.id] = collection } }
            }
        }
    }

    /// Saves a selection if it has changed; returns false where it cannot be written.
    private func isSaved(_ collection: any ItemCollection) -> Bool {
        let key = key(of: collection)
        // A selection begins at revision 1, empty.
        guard let revision = collection.selectionRevision,
            revision != state.withLock({ $0.saved[key] ?? 1 }), let saved = collection.savedSelection
        else { return true }
        do throws(SystemError) {
            try store.save(saved, as: key, of: collection.id)
        } catch {
            Log.warning(
                "selections that cannot be saved",
                "what is selected in \(collection.source) cannot be saved: \(error.reason)")
            return false
        }
        // Items may have gone while they were listed: then the revision is newer, and they are saved again.
        state.withLock { $0.saved[key] = saved.revision }
        return true
    }

    /// The key under which a selection is saved: what the collection is made from, so that another collection that gets
    /// the same id does not get its selection.
    private func key(of collection: any ItemCollection) -> String {
        let source = collection.kind == .demo ? "demo:\(collection.id)" : collection.source
        return state.withLock { state in
            if state.owners[source, default: collection.id] == collection.id {
                state.owners[source] = collection.id
                return source
            }
            return "\(source)\n\(collection.id)"
        }
    }
}
