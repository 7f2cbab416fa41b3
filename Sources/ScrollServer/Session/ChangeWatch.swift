// What tells the open sessions that their collection has changed.

import Dispatch
import Synchronization

/// Looks at the collections that pages look at, and says to the hub which of them have come to another revision.
///
/// Looking rather than being told brings many changes together into one plan, covers collections that change by the
/// clock, and costs a scan nothing. While no session is open it sleeps.
final class ChangeWatch: Sendable {
    /// How often a page is planned anew at most, because of changes.
    private static let period = DispatchTimeInterval.milliseconds(50)

    private let catalog: Catalog
    private let hub: SessionHub
    private let isStopped = Atomic(false)

    /// Starts the thread.
    ///
    /// - Throws: the system's reason where it grants none.
    init(_ catalog: Catalog, _ hub: SessionHub) throws(SystemError) {
        self.catalog = catalog
        self.hub = hub
        try System.startThread { [self] in run() }
    }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
        hub.openings.signal()
    }

    private func run() {
        var seen: [String: Int] = [:]
        while !isStopped.load(ordering: .relaxed) {
            let looked = hub.collections
            seen = seen.filter { looked.contains($0.key) }
            for id in looked {
                guard let revision = catalog[id]?.collection.status.revision else { continue }
                // The first time, too: a session may have been planned before it was looked at.
                if seen.updateValue(revision, forKey: id) != revision {
                    hub.changed(collection: id, revision: revision)
                }
            }
            if looked.isEmpty { hub.openings.wait() } else { _ = hub.openings.wait(timeout: .now() + Self.period) }
        }
    }
}
