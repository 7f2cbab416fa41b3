// The listening socket: accepts connections.

import Platform
import Synchronization

/// Accepts connections and assigns them to the event loops in turn.
struct Listener {
    let descriptor: Int32
    /// The socket's file, if it has one; removed with the listener.
    private let file: LocalSocket?
    /// When to accept again, in nanoseconds of the monotonic clock, after the system ran out of descriptors or there
    /// were far too many connections; nil when not paused.
    var pausedUntil: UInt64?
    private var nextLoop = 0
    /// A spare descriptor. When the system has no other, it is closed so that the waiting connection can be accepted
    /// and closed; otherwise the poll would report that connection again and again.
    private var reserve = System.reserveDescriptor()

    private static let pause: UInt64 = 100 * HTTPConfiguration.Timeouts.millisecond
    /// Until idle connections have been closed.
    private static let shortPause: UInt64 = 20 * HTTPConfiguration.Timeouts.millisecond
    /// The most connections over the limit that are answered with a 503 at a time; more wait in the system's queue.
    private static let overLimit = 64
    /// The most connections accepted in one turn, so that the loop's other connections get a turn too.
    private static let batch = 64

    init(descriptor: Int32, file: LocalSocket? = nil) {
        (self.descriptor, self.file) = (descriptor, file)
    }

    /// Accepts the connections that are waiting.
    ///
    /// - Parameter assign: called with each descriptor, the number of the loop that is to serve it, and whether the
    ///   connection is over the limit.
    mutating func accept(
        now: UInt64, context: ServerContext,
        assign: (_ descriptor: Int32, _ loop: Int, _ client: UInt64, _ isOverLimit: Bool) -> Void
    ) {
        let limit = context.configuration.connections
        for _ in 0..<Self.batch {
            guard context.openConnections.load(ordering: .relaxed) < limit + Self.overLimit else {
                // Soon, if room is being made.
                pausedUntil = now + (context.makeRoom(Self.batch) ? Self.shortPause : Self.pause)
                return
            }
            switch System.accept(descriptor) {
            case .connection(let connection):
                let (_, open) = context.openConnections.add(1, ordering: .relaxed)
                let peer = System.peerAddress(connection)
                let client = context.configuration.access.isProxy(peer) ? 0 : peer?.client ?? 0
                let isWithinShare = context.shares.add(client, limit: context.configuration.connectionsPerClient)
                // Whoever waits for nothing goes first: then the newcomer stays.
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

    /// Accepts and closes the first waiting connection, with the help of the spare descriptor.
    private mutating func refuseOne() {
        if reserve >= 0 {
            System.close(reserve)
            if case .connection(let connection) = System.accept(descriptor) { System.close(connection) }
        }
        reserve = System.reserveDescriptor()
    }
}
