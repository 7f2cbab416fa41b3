// The live sessions of one server.

import Dispatch
import Platform
import Synchronization

/// Keeps the open sessions and tells them of changes.
final class SessionHub: Sendable {
    private struct Entry {
        let inbox: SessionInbox
        let collection: String
    }

    let metrics = SessionMetrics()
    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// Signalled once for each session that opens; `ChangeWatch` waits for it.
    let openings = DispatchSemaphore(value: 0)

    /// The ids of the collections that have an open session.
    ///
    /// O(sessions).
    var collections: Set<String> { entries.withLock { Set($0.values.lazy.map(\.collection)) } }

    /// Tells every session of a collection that it has a new revision; sessions that show an older one plan again.
    ///
    /// O(sessions).
    func changed(collection: String, revision: Int) { post(.changed(revision: revision), to: collection) }

    /// Tells every session of a collection that its selection has a new revision.
    ///
    /// O(sessions).
    func selected(collection: String, revision: Int) { post(.selected(revision: revision), to: collection) }

    private func post(_ event: LiveSession.Event, to collection: String) {
        let inboxes = entries.withLock { entries in
            entries.values.filter { $0.collection == collection }.map(\.inbox)
        }
        for inbox in inboxes { inbox.post(event) }
    }

    /// Tells every session that more is known of items: those that show mosaics plan again.
    ///
    /// O(sessions).
    func refresh() {
        for inbox in entries.withLock({ $0.values.map(\.inbox) }) { inbox.post(.refreshed) }
    }

    func add(_ inbox: SessionInbox, collection: String) {
        entries.withLock { $0[ObjectIdentifier(inbox)] = Entry(inbox: inbox, collection: collection) }
        metrics.opened()
        Log.debug("a session of \(collection) begins")
        openings.signal()
    }

    func remove(_ inbox: SessionInbox) {
        guard let entry = entries.withLock({ $0.removeValue(forKey: ObjectIdentifier(inbox)) }) else { return }
        metrics.closed()
        Log.debug("a session of \(entry.collection) ends")
    }
}
