// Tells the open sessions that their collection has changed.

import Catalog
import Dispatch
import Platform
import Synchronization

/// A thread that polls the revisions of the collections with an open session, and tells the hub when one has changed.
///
/// Polling, rather than a callback from each collection, gathers many changes into one plan, covers collections that
/// change with time, and costs a folder scan nothing. The thread sleeps while no session is open.
final class ChangeWatch: Sendable {
    /// Time between two polls, and so the shortest time between two plans of one page that changes cause.
    private static let period = DispatchTimeInterval.milliseconds(50)

    /// Polls between two looks at what has become known of items: mosaics are painted anew at most four times a second.
    private static let pollsPerRefresh = 5
    /// Looks after the last change: what is made anew less often than that has to follow, too (see `LiveSheets.age`).
    private static let refreshesAfterwards = 5

    private let catalog: Catalog
    private let hub: SessionHub
    /// Grows with what becomes known of items.
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
        var (polls, learnt, refreshes) = (0, 0, 0)
        while !isStopped.load(ordering: .relaxed) {
            let looked = hub.collections
            seen = seen.filter { looked.contains($0.key) }
            for id in looked {
                // A list that was deleted has no revision any more: its sessions plan again, and are told so. The pages of
                // a file that is missing just now may be back soon.
                let status = catalog[id]?.collection.status
                guard let revision = status?.revision ?? (ItemOrigin(pages: id) == nil ? .max : nil) else { continue }
                // At the first poll, too: the session's plan may be older than this poll.
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
            if looked.isEmpty {
                hub.openings.wait()
                // What was known before is in the first plan, and is no news.
                learnt = learntCount()
            } else {
                _ = hub.openings.wait(timeout: .now() + Self.period)
            }
        }
    }
}
