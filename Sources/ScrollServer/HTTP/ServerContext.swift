// State shared by all event loops of a server.

import Platform
import Synchronization

/// The configuration, threads and counters of a running server.
///
/// Thread-safe.
final class ServerContext: Sendable {
    let configuration: HTTPConfiguration
    let access: AccessPolicy
    let respond: @Sendable (Request) -> Answer
    /// Threads that send files, since that may wait for the disk.
    let filePool: WorkerPool
    let mailboxes: [Mailbox]
    let counters: [ServerCounters]
    /// The number of open connections, including those over the limit that only get a 503.
    let openConnections = Atomic<Int>(0)
    /// The number of open connections that wait for a request.
    let idleConnections = Atomic<Int>(0)
    /// The connections of each client; locked, since one loop accepts and all of them close.
    let shares = ClientShares()

    init(
        configuration: HTTPConfiguration, access: AccessPolicy, filePool: WorkerPool, mailboxes: [Mailbox],
        respond: @escaping @Sendable (Request) -> Answer
    ) {
        self.configuration = configuration
        self.access = access
        self.filePool = filePool
        self.mailboxes = mailboxes
        self.respond = respond
        counters = mailboxes.map { _ in ServerCounters() }
    }
}

extension ServerContext {
    /// Asks the loops to close the longest-idle connections, to make room for new ones or free descriptors.
    ///
    /// Thread-safe; does not wait.
    ///
    /// - Returns: whether any connection is idle.
    @discardableResult
    func makeRoom(_ count: Int) -> Bool {
        guard idleConnections.load(ordering: .relaxed) > 0 else { return false }
        let each = max(1, (count + mailboxes.count - 1) / mailboxes.count)
        for mailbox in mailboxes { mailbox.post(.makeRoom(each)) }
        return true
    }
}

/// The counters of one event loop; separate for each, so that loops do not contend for a cache line.
final class ServerCounters: Sendable {
    let accepted = Atomic<Int>(0)
    let refused = Atomic<Int>(0)
    /// Idle connections closed to make room.
    let evicted = Atomic<Int>(0)
    let requests = Atomic<Int>(0)
    /// System calls that wrote, or tried to write, answers from memory.
    let writes = Atomic<Int>(0)
    let timeouts = Atomic<Int>(0)
    /// Connections that became WebSockets.
    let upgrades = Atomic<Int>(0)
    /// How often the loop has waited for events.
    let turns = Atomic<Int>(0)
}

/// The counts of a server, summed over its event loops.
package struct ServerStatistics: Sendable, Equatable {
    /// The number of open connections.
    var open = 0
    package var accepted = 0
    /// Connections answered with 503 because there were too many.
    var refused = 0
    /// Idle connections closed to make room for others.
    var evicted = 0
    package var requests = 0
    /// System calls that wrote answers from memory; those that sent files are not counted.
    var writes = 0
    var timeouts = 0
    /// Connections that became WebSockets.
    var upgrades = 0
    /// How often the event loops have waited for events.
    var turns = 0
}
