// An event loop: one thread that serves many connections with one poll.

import Platform

/// A loop that serves its connections, used only on the thread that runs it.
///
/// Other threads post messages to its mailbox.
final class EventLoop {
    let context: ServerContext
    let mailbox: Mailbox
    let counters: ServerCounters
    /// When the current turn began, in nanoseconds of the monotonic clock.
    private(set) var now = System.monotonicNanoseconds()
    /// The fields shared by all answers of the current second.
    private(set) var commonLines: [UInt8] = []
    /// The same for answers that pages of other origins may embed; empty where there are none.
    private(set) var sharedLines: [UInt8] = []
    private(set) var isStopping = false
    /// Receives bytes before a parser copies them; shared by all connections, so that idle ones need no buffer.
    var readBuffer = [UInt8](repeating: 0, count: 64 << 10)

    private let number: Int
    private var listener: Listener?
    /// The poll entries: the mailbox, the listening socket (−1 for none), then the connections.
    private var entries: [System.Poll]
    /// The connections, in the order of `entries` from `firstConnection` on.
    private var connections: [Connection] = []
    private var connectionsByID: [UInt64: Connection] = [:]
    private var nextID: UInt64 = 0
    private var dateSecond: Int64 = .min
    /// A lower bound of all deadlines; the earliest one may be later.
    private var earliestDeadline = UInt64.max
    private var stopDeadline = UInt64.max
    private static let firstConnection = 2

    init(number: Int, context: ServerContext, listener: Listener?) {
        self.number = number
        self.context = context
        self.listener = listener
        mailbox = context.mailboxes[number]
        counters = context.counters[number]
        entries = [
            System.Poll(fd: mailbox.reading, events: System.readable, revents: 0),
            System.Poll(fd: listener?.descriptor ?? -1, events: System.readable, revents: 0),
        ]
    }

    /// Serves until the loop has been told to stop and its last connection has ended.
    ///
    /// Blocks.
    func run() {
        while !(isStopping && connections.isEmpty) {
            var ready = System.wait(&entries, milliseconds: millisecondsToWait())
            counters.turns.add(1, ordering: .relaxed)
            now = System.monotonicNanoseconds()
            refreshDate()
            // Iterate backwards: a removed connection is replaced by the last one, which has already had its turn.
            var index = entries.count - 1
            while ready > 0, index >= 0 {
                let events = entries[index].revents
                if events != 0 {
                    ready -= 1
                    switch index {
                    case 0: readMail()
                    case 1: acceptConnections()
                    default: connections[index - Self.firstConnection].handle(events, on: self)
                    }
                }
                index = min(index, entries.count) - 1
            }
            if now >= earliestDeadline { expire() }
        }
        for message in mailbox.close() {
            if case .adopt(let descriptor, let client, _) = message { drop(descriptor, client) }
        }
    }

    // MARK: For connections

    /// Sets the events that a connection waits for; nil removes it from the poll while its descriptor is lent.
    func wait(for events: Int16?, _ connection: Connection) {
        let index = connection.index + Self.firstConnection
        entries[index].fd = events == nil ? -1 : connection.descriptor
        entries[index].events = events ?? 0
    }

    /// Updates the earliest deadline; call it whenever a connection's deadline is set.
    func note(deadline: UInt64) {
        if deadline < earliestDeadline { earliestDeadline = deadline }
    }

    /// Removes a connection from the loop and closes its descriptor.
    ///
    /// O(1).
    func remove(_ connection: Connection) {
        let index = connection.index
        let last = connections.count - 1
        if index != last {
            connections[last].index = index
            connections.swapAt(index, last)
            entries.swapAt(index + Self.firstConnection, last + Self.firstConnection)
        }
        connections.removeLast()
        entries.removeLast()
        connectionsByID[connection.id] = nil
        connection.isIdle = false
        noteIdle(connection)
        drop(connection.descriptor, connection.client)
    }

    /// Updates the count of idle connections; call it whenever `isIdle` may have changed.
    func noteIdle(_ connection: Connection) {
        guard connection.isIdle != connection.isCountedIdle else { return }
        connection.isCountedIdle = connection.isIdle
        if connection.isIdle {
            context.idleConnections.add(1, ordering: .relaxed)
        } else {
            context.idleConnections.subtract(1, ordering: .relaxed)
        }
    }

    // MARK: Within

    /// Closes the longest-idle connections, except new ones within the grace period.
    ///
    /// O(connections).
    private func makeRoom(_ count: Int) {
        let grace = context.configuration.timeouts.grace
        let idle = connections.filter { $0.isIdle && ($0.hasAnswered || now - $0.acceptedAt >= grace) }
            .sorted { $0.deadline < $1.deadline }
        for connection in idle.prefix(count) {
            counters.evicted.add(1, ordering: .relaxed)
            connection.stop(on: self)
        }
    }

    private func drop(_ descriptor: Int32, _ client: UInt64) {
        System.close(descriptor)
        context.shares.remove(client)
        context.openConnections.subtract(1, ordering: .relaxed)
    }

    private func millisecondsToWait() -> Int32 {
        guard earliestDeadline < .max else { return -1 }
        guard earliestDeadline > now else { return 0 }
        // Round up, so that the deadline has passed when the wait ends.
        return Int32(clamping: (earliestDeadline - now) / 1_000_000 + 1)
    }

    private func refreshDate() {
        let second = System.unixSeconds()
        if second != dateSecond {
            dateSecond = second
            commonLines = ResponseHead.commonLines(second)
            if context.access.sharesPictures { sharedLines = ResponseHead.commonLines(second, isShared: true) }
        }
    }

    private func readMail() {
        for message in mailbox.removeAll() {
            switch message {
            case .adopt(let descriptor, let client, let isOverLimit):
                adopt(descriptor, client, isOverLimit: isOverLimit)
            case .makeRoom(let count): makeRoom(count)
            case .finished(let id, let ticket, let response):
                connectionsByID[id]?.finished(ticket: ticket, with: response, on: self)
            case .made(let id, let part): connectionsByID[id]?.made(part, on: self)
            case .sent(let id, let count, let outcome): connectionsByID[id]?.returned(count, outcome, on: self)
            case .webSocket(let id): connectionsByID[id]?.flushWebSocket(on: self)
            case .shutdown(let deadline): stop(deadline)
            }
        }
    }

    private func acceptConnections() {
        guard var current = listener else { return }
        current.accept(now: now, context: context) { descriptor, loop, client, isOverLimit in
            if loop == number {
                adopt(descriptor, client, isOverLimit: isOverLimit)
            } else if !context.mailboxes[loop].post(.adopt(descriptor, client: client, isOverLimit: isOverLimit)) {
                drop(descriptor, client)
            }
        }
        listener = current
        entries[1].fd = current.pausedUntil == nil ? current.descriptor : -1
        if let time = current.pausedUntil { note(deadline: time) }
    }

    private func adopt(_ descriptor: Int32, _ client: UInt64, isOverLimit: Bool) {
        guard !isStopping else { return drop(descriptor, client) }
        let connection = Connection(
            descriptor: descriptor, client: client, id: nextID, index: connections.count,
            limits: context.configuration.limits)
        nextID += 1
        connections.append(connection)
        connectionsByID[connection.id] = connection
        entries.append(System.Poll(fd: descriptor, events: System.readable, revents: 0))
        counters.accepted.add(1, ordering: .relaxed)
        if isOverLimit { counters.refused.add(1, ordering: .relaxed) }
        connection.begin(isOverLimit: isOverLimit, on: self)
    }

    /// Calls `expire` on connections whose deadline has passed, and finds the next deadline.
    ///
    /// O(connections).
    private func expire() {
        if now >= stopDeadline {
            for connection in connections.reversed() { connection.close(on: self) }
        } else {
            for connection in connections.reversed() where connection.deadline <= now {
                connection.expire(on: self)
            }
        }
        if let time = listener?.pausedUntil, time <= now {
            listener?.pausedUntil = nil
            entries[1].fd = listener?.descriptor ?? -1
        }
        earliestDeadline = min(listener?.pausedUntil ?? .max, now >= stopDeadline ? .max : stopDeadline)
        for connection in connections { note(deadline: connection.deadline) }
    }

    private func stop(_ deadline: UInt64) {
        isStopping = true
        stopDeadline = deadline
        note(deadline: deadline)
        listener?.close()
        listener = nil
        entries[1].fd = -1
        for connection in connections.reversed() { connection.stop(on: self) }
    }
}
