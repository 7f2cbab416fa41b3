// The live sessions of one server.

import Dispatch
import Synchronization

/// Knows which sessions there are, so that what changes can be said to them. Safe on any thread.
final class SessionHub: Sendable {
    private struct Entry {
        let inbox: SessionInbox
        let collection: String
    }

    let metrics = SessionMetrics()
    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// A signal for each session that is opened.
    let openings = DispatchSemaphore(value: 0)

    /// The collections that a page looks at.
    var collections: Set<String> { entries.withLock { Set($0.values.lazy.map(\.collection)) } }

    /// Has every page planned anew that shows an older revision of a collection. O(sessions).
    func changed(collection: String, revision: Int) {
        let inboxes = entries.withLock { entries in
            entries.values.filter { $0.collection == collection }.map(\.inbox)
        }
        for inbox in inboxes { inbox.post(.changed(revision: revision)) }
    }

    func add(_ inbox: SessionInbox, collection: String) {
        entries.withLock { $0[ObjectIdentifier(inbox)] = Entry(inbox: inbox, collection: collection) }
        metrics.opened()
        openings.signal()
    }

    func remove(_ inbox: SessionInbox) {
        if entries.withLock({ $0.removeValue(forKey: ObjectIdentifier(inbox)) }) != nil { metrics.closed() }
    }
}
