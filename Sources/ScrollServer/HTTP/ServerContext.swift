// What all event loops of a server share.

import Synchronization

/// The unchanging part of a running server, and its counts.
final class ServerContext: Sendable {
    let configuration: HTTPConfiguration
    let policy: HostPolicy
    let respond: @Sendable (Request) -> Answer
    /// Threads on which files are sent, since that can wait for the disk.
    let filePool: WorkerPool
    let mailboxes: [Mailbox]
    let counters: [ServerCounters]
    /// Connections open at present, those included that only get to hear that there are too many.
    let openConnections = Atomic<Int>(0)

    init(
        configuration: HTTPConfiguration, policy: HostPolicy, filePool: WorkerPool, mailboxes: [Mailbox],
        respond: @escaping @Sendable (Request) -> Answer
    ) {
        self.configuration = configuration
        self.policy = policy
        self.filePool = filePool
        self.mailboxes = mailboxes
        self.respond = respond
        counters = mailboxes.map { _ in ServerCounters() }
    }
}

/// What one event loop has done so far. One for each, so that they do not contend for a cache line.
final class ServerCounters: Sendable {
    let accepted = Atomic<Int>(0)
    let refused = Atomic<Int>(0)
    let requests = Atomic<Int>(0)
    /// System calls that wrote answers, or tried to.
    let writes = Atomic<Int>(0)
    let timeouts = Atomic<Int>(0)
    /// Connections that became WebSockets.
    let upgrades = Atomic<Int>(0)
    /// Times the loop waited for something to happen.
    let turns = Atomic<Int>(0)
}

/// A server's counts at one time.
struct ServerStatistics: Sendable, Equatable {
    /// Connections open at present.
    var open = 0
    var accepted = 0
    /// Connections that were told that there are too many.
    var refused = 0
    var requests = 0
    /// System calls that wrote answers from memory; the ones that sent files are not counted.
    var writes = 0
    var timeouts = 0
    /// Connections that became WebSockets.
    var upgrades = 0
    /// Times the event loops waited for something to happen.
    var turns = 0
}
