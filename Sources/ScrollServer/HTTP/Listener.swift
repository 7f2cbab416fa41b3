// The listening socket: accepts connections.

import Platform
import Synchronization

/// Accepts connections and assigns them to the event loops in turn.
struct Listener {
    let descriptor: Int32
    /// The socket's file, if it has one; removed when the listener is closed.
    private let file: LocalSocket?
    /// When to accept again, in nanoseconds of the monotonic clock, after running out of descriptors or exceeding the
    /// connection limit by far; nil when not paused.
    var pausedUntil: UInt64?
    private var nextLoop = 0
    /// A spare descriptor for the case that the system has no other.
    ///
    /// It is closed so that the waiting connection can be accepted and closed; otherwise poll would report it forever.
    private var reserve = System.reserveDescriptor()

    private static let pause: UInt64 = 100 * HTTPConfiguration.Timeouts.millisecond
    /// The time until idle connections have been closed.
    private static let shortPause: UInt64 = 20 * HTTPConfiguration.Timeouts.millisecond
    /// The maximum number of connections over the limit that are answered with 503; more wait in the system's queue.
    private static let overLimit = 64
    /// The maximum number of connections accepted in one turn, so that the loop's other connections get a turn too.
    private static let batch = 64

    init(descriptor: Int32, file: LocalSocket? = nil) {
        (self.descriptor, self.file) = (descriptor, file)
    }

    /// Accepts the waiting connections, and passes each to `assign` with the loop that is to serve it.
    mutating func accept(
        now: UInt64, context: ServerContext,
        assign: (_ descriptor: Int32, _ loop: Int, _ client: UInt64, _ isOverLimit: Bool) -> Void
    ) {
        let limit = context.configuration.connections
        for _ in 0..<Self.batch {
            guard context.openConnections.load(ordering: .relaxed) < limit + Self.overLimit else {
                // Retry soon if room is being made.
                pausedUntil = now + (context.makeRoom(Self.batch) ? Self.shortPause : Self.pause)
                return
            }
            switch System.accept(descriptor) {
            case .connection(let connection):
                let (_, open) = context.openConnections.add(1, ordering: .relaxed)
                let peer = System.peerAddress(connection)
                let client = context.configuration.access.isProxy(peer) ? 0 : peer?.client ?? 0
                let isWithinShare = context.shares.add(client, limit: context.configuration.connectionsPerClient)
                // Evict idle connections before refusing new ones.
                let isOver = open > limit && !context.makeRoom(open - limit)
                assign(connection, nextLoop, client, isOver || !isWithinShare)
                nextLoop = (nextLoop + 1) % context.mailboxes.count
            case .wouldBlock:
                return
            case .aborted:
                continue
            case .exhausted:
                if context.makeRoom(Self.batch) {
                    pausedUntil = now + Self.shortPause
                } else {
                    refuseOne()
                    pausedUntil = now + Self.pause
                }
                return
            }
        }
    }

    func close() {
        file?.remove()
        System.close(descriptor)
        if reserve >= 0 { System.close(reserve) }
    }

    /// Accepts and closes the first waiting connection, using the spare descriptor.
    private mutating func refuseOne() {
        if reserve >= 0 {
            System.close(reserve)
            if case .connection(let connection) = System.accept(descriptor) { System.close(connection) }
        }
        reserve = System.reserveDescriptor()
    }
}
