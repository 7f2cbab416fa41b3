// The live sessions of one server.

import Synchronization

/// Knows which sessions there are, so that what changes can be said to them. Safe on any thread.
final class SessionHub: Sendable {
    private struct Entry {
        let inbox: SessionInbox
        let collection: String
    }

    let metrics = SessionMetrics()
    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// Has every page of a collection planned anew: its order or its sizes have changed. O(sessions).
    func changed(collection: String) {
        let inboxes = entries.withLock { entries in
            entries.values.filter { $0.collection == collection }.map(\.inbox)
        }
        for inbox in inboxes { inbox.post(.changed) }
    }

    func add(_ inbox: SessionInbox, collection: String) {
        entries.withLock { $0[ObjectIdentifier(inbox)] = Entry(inbox: inbox, collection: collection) }
        metrics.opened()
    }

    func remove(_ inbox: SessionInbox) {
        if entries.withLock({ $0.removeValue(forKey: ObjectIdentifier(inbox)) }) != nil { metrics.closed() }
    }
}
