// Tells the open sessions that their collection has changed.

import Catalog
import Dispatch
import Platform
import Synchronization

/// A thread that polls the collections with an open session, and tells the hub when a revision has changed.
///
/// Polling gathers many changes into one plan, covers collections that change with time, and costs a folder scan
/// nothing; a callback from each collection would do neither. The thread sleeps while no session is open.
final class ChangeWatch: Sendable {
    /// Time between two polls, and so the shortest time between two plans of one page that changes cause.
    private static let period = DispatchTimeInterval.milliseconds(50)

    /// Polls between two checks for new knowledge of items: mosaics are repainted at most four times a second.
    private static let pollsPerRefresh = 5
    /// Checks after the last change, for what is refreshed less often (see `LiveSheets.age`).
    private static let refreshesAfterwards = 5

    private let catalog: Catalog
    private let hub: SessionHub
    /// A count that grows whenever more is known of items.
    private let learntCount: @Sendable () -> Int
    private let isStopped = Atomic(false)

    /// Starts the thread.
    ///
    /// - Throws: the system's error when it refuses a thread.
    init(
        _ catalog: Catalog, _ hub: SessionHub, learntCount: @escaping @Sendable () -> Int = { 0 }
    ) throws(SystemError) {
        self.learntCount = learntCount
        self.catalog = catalog
        self.hub = hub
        try System.startThread { [self] in run() }
    }

    /// Ends the thread soon after; does not wait for it.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        hub.openings.signal()
    }

    private func run() {
        var seen: [String: Int] = [:]
        var selected: [String: Int] = [:]
        var (polls, learnt, refreshes) = (0, 0, 0)
        while !isStopped.load(ordering: .relaxed) {
            let watched = hub.collections
            seen = seen.filter { watched.contains($0.key) }
            selected = selected.filter { watched.contains($0.key) }
            for id in watched {
                // A deleted list has no revision: its sessions plan again, and learn that it is gone. The pages of a
                // file that is missing just now may be back soon.
                let collection = catalog[id]?.collection
                if let revision = collection?.selectionRevision,
                    selected.updateValue(revision, forKey: id) != revision
                {
                    hub.selected(collection: id, revision: revision)
                }
                let gone = ItemOrigin(pages: id) == nil ? Int.max : nil
                guard let revision = collection?.status.revision ?? gone else { continue }
                // Report the first poll too: the session's plan may be older.
                if seen.updateValue(revision, forKey: id) != revision {
                    hub.changed(collection: id, revision: revision)
                }
            }
            polls += 1
            if polls % Self.pollsPerRefresh == 0 {
                let count = learntCount()
                if count != learnt { (learnt, refreshes) = (count, 1 + Self.refreshesAfterwards) }
                if refreshes > 0 {
                    refreshes -= 1
                    hub.refresh()
                }
            }
            if watched.isEmpty {
                hub.openings.wait()
                // The first plan already has what was known before.
                learnt = learntCount()
            } else {
                _ = hub.openings.wait(timeout: .now() + Self.period)
            }
        }
    }
}
