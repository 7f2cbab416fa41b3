// The listening socket: takes connections and deals them out.

import Synchronization

/// Takes connections and deals them out to the event loops in turn.
struct Listener {
    let descriptor: Int32
    /// When to listen again, after the system had no descriptor to give, or there were far too many connections.
    var pausedUntil: UInt64?
    private var nextLoop = 0
    /// Given up when there is no other descriptor, so that the waiting connection can be taken and closed; left alone
    /// it would be reported again and again.
    private var reserve = System.reserveDescriptor()

    private static let pause: UInt64 = 100 * HTTPConfiguration.Timeouts.millisecond
    /// Connections over the limit that are told so at a time; more wait in the system's queue.
    private static let overLimit = 64
    /// Connections taken in one turn, so that the others of the loop get theirs.
    private static let batch = 64

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Takes what is waiting.
    ///
    /// - Parameter assign: is given a descriptor, the number of the loop that is to serve it, and whether there are
    ///   more connections than there may be.
    mutating func accept(
        now: UInt64, context: ServerContext,
        assign: (_ descriptor: Int32, _ loop: Int, _ isOverLimit: Bool) -> Void
    ) {
        let limit = context.configuration.connections
        for _ in 0..<Self.batch {
            guard context.openConnections.load(ordering: .relaxed) < limit + Self.overLimit else {
                pausedUntil = now + Self.pause
                return
            }
            switch System.accept(descriptor) {
            case .connection(let connection):
                let (_, open) = context.openConnections.add(1, ordering: .relaxed)
                assign(connection, nextLoop, open > limit)
                nextLoop = (nextLoop + 1) % context.mailboxes.count
            case .wouldBlock:
                return
            case .aborted:
                continue
            case .exhausted:
                refuseOne()
                pausedUntil = now + Self.pause
                return
            }
        }
    }

    func close() {
        System.close(descriptor)
        if reserve >= 0 { System.close(reserve) }
    }

    /// Closes the first connection in the queue, with the reserve's descriptor.
    private mutating func refuseOne() {
        if reserve >= 0 {
            System.close(reserve)
            if case .connection(let connection) = System.accept(descriptor) { System.close(connection) }
        }
        reserve = System.reserveDescriptor()
    }
}
