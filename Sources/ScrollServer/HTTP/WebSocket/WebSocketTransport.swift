// An upgraded connection: reads frames, calls the handler, writes the send queue.

import Platform

/// The event loop's side of a WebSocket, used only on the loop's thread.
///
/// Reading pauses while more than half of the queue's limit waits to be sent, so that answers do not pile up for a
/// client that sends without reading. Bytes already read, at most one buffer full, are kept until reading resumes.
final class WebSocketTransport {
    private enum Phase {
        case open
        /// Our close frame is queued or sent; the client's is awaited (RFC 6455 §7.1.2).
        case closing
        /// No more messages are received: the queue is sent, then the connection is closed.
        case finished
    }

    private let peer: WebSocketConnection
    private let handler: any WebSocketHandler
    private let timeouts: HTTPConfiguration.Timeouts
    private var phase = Phase.open
    private var parser: WebSocketParser
    private var output = SegmentQueue()
    /// Bytes read but not parsed yet, because there was no room for answers.
    private var backlog: [UInt8] = []
    private var isClosedSaid = false

    /// When the client last sent a byte, in nanoseconds of the monotonic clock like all times here.
    private var lastReceived: UInt64
    /// When the last ping was sent; nil once a byte has arrived after it.
    private var pinged: UInt64?
    /// When the socket last accepted bytes.
    private var wrote: UInt64
    /// When our close frame was sent.
    private var closeSent: UInt64?

    /// Makes the transport; `first` is sent before any frame: the head of the 101 response.
    init(_ upgrade: WebSocketUpgrade, first: [UInt8], for connection: Connection, on loop: EventLoop) {
        peer = WebSocketConnection(
            id: connection.id, mailbox: loop.mailbox, queueLimit: upgrade.queueLimit, first: first)
        handler = upgrade.makeHandler()
        timeouts = loop.context.configuration.timeouts
        parser = WebSocketParser(messageLimit: upgrade.messageLimit)
        lastReceived = loop.now
        wrote = loop.now
    }

    // MARK: Events

    /// Opens the handler and handles the first frames; `rest` are the bytes that the client sent after its request.
    func begin(with rest: [UInt8], of connection: Connection, on loop: EventLoop) {
        handler.opened(peer)
        backlog = rest
        advance(connection, loop)
    }

    /// Handles the events reported by poll.
    func handle(_ events: Int16, of connection: Connection, on loop: EventLoop) {
        if events & (System.readable | System.writable) == 0 { return connection.close(on: loop) }
        peer.beginTurn()
        if events & System.readable != 0, backlog.isEmpty, !read(connection, loop) {
            return connection.close(on: loop)
        }
        advance(connection, loop)
    }

    /// Sends what other threads have queued.
    func flush(of connection: Connection, on loop: EventLoop) {
        advance(connection, loop)
    }

    /// Handles an expired deadline: pings a silent client, otherwise closes the connection.
    func expire(of connection: Connection, on loop: EventLoop) {
        if output.isEmpty, phase == .open, pinged == nil {
            peer.beginTurn()
            peer.sendControl(.ping, [])
            pinged = loop.now
            return advance(connection, loop)
        }
        loop.counters.timeouts.add(1, ordering: .relaxed)
        connection.close(on: loop)
    }

    /// Starts closing the connection because the server is stopping.
    func stop(of connection: Connection, on loop: EventLoop) {
        peer.beginTurn()
        peer.close(.goingAway, "the server is stopping")
        advance(connection, loop)
    }

    /// Records that the connection is gone.
    func ended() {
        peer.end()
        sayClosed(.abnormal)
    }

    // MARK: Reading

    /// Reads once from the socket.
    ///
    /// - Returns: false if the connection has ended.
    private func read(_ connection: Connection, _ loop: EventLoop) -> Bool {
        switch System.read(connection.descriptor, into: &loop.readBuffer) {
        case .bytes(let count):
            (lastReceived, pinged) = (loop.now, nil)
            // A copy of the reference: the handlers that are called meanwhile have the loop.
            let bytes = loop.readBuffer
            let used = consume(bytes.span.extracting(..<count))
            if used < count { backlog = [UInt8](bytes[used..<count]) }
            return true
        case .wouldBlock: return true
        case .end, .failed: return false
        }
    }

    /// Parses bytes and passes messages to the handler while there is room for its answers.
    ///
    /// - Returns: the number of bytes consumed.
    private func consume(_ bytes: Span<UInt8>) -> Int {
        var position = 0
        do throws(WebSocketError) {
            while phase != .finished {
                guard peer.hasRoomForAnswers else { return position }
                guard let event = try parser.next(bytes, &position) else { break }
                receive(event)
            }
        } catch {
            peer.close(error.code, error.reason)
            finish(error.code)
        }
        return bytes.count
    }

    private func receive(_ event: WebSocketParser.Event) {
        switch event {
        case .text(let bytes): if phase == .open { handler.received(text: String(decoding: bytes, as: UTF8.self)) }
        case .binary(let bytes): if phase == .open { handler.received(binary: bytes) }
        case .ping(let payload): peer.sendControl(.pong, payload)
        case .pong: break
        case .close(let code, _):
            // §5.5.1: answer with the client's code.
            peer.close(code)
            finish(code)
        }
        if phase == .open, peer.isClosing { phase = .closing }
    }

    /// Stops receiving, and notifies the handler.
    private func finish(_ code: WebSocketCloseCode) {
        phase = .finished
        sayClosed(code)
    }

    private func sayClosed(_ code: WebSocketCloseCode) {
        guard !isClosedSaid else { return }
        isClosedSaid = true
        handler.closed(code)
    }

    // MARK: Writing

    /// Writes the queue and parses the backlog as far as possible, then sets the events to wait for.
    private func advance(_ connection: Connection, _ loop: EventLoop) {
        while true {
            if peer.clearWake(), phase == .open { handler.woken() }
            if !backlog.isEmpty {
                let kept = backlog
                backlog = [UInt8](kept[consume(kept.span)...])
            }
            guard peer.movePending(into: &output) else {
                if backlog.isEmpty { break }
                continue
            }
            if phase == .open, peer.isClosing { phase = .closing }
            // Only the handler was to be woken; there is nothing to write.
            if output.isEmpty { continue }
            loop.counters.writes.add(1, ordering: .relaxed)
            switch output.write(to: connection.descriptor) {
            case .bytes(let count):
                wrote = loop.now
                if peer.sent(count), phase == .open { handler.drained() }
            case .wouldBlock: return wait(connection, loop)
            case .end, .failed: return connection.close(on: loop)
            }
        }
        if phase == .finished {
            peer.end()
            return connection.linger(on: loop)
        }
        wait(connection, loop)
    }

    private func wait(_ connection: Connection, _ loop: EventLoop) {
        let reads = backlog.isEmpty && phase != .finished && peer.hasRoomForAnswers
        var deadline: UInt64
        if !output.isEmpty {
            deadline = wrote + timeouts.write
        } else if phase == .closing {
            let since = closeSent ?? loop.now
            closeSent = since
            deadline = since + timeouts.close
        } else if let pinged {
            deadline = pinged + timeouts.pong
        } else {
            deadline = lastReceived + timeouts.ping
        }
        // A deadline that has already passed expires in the loop's next turn.
        deadline = max(deadline, loop.now)
        connection.set(deadline: deadline, on: loop)
        loop.wait(for: (reads ? System.readable : 0) | (output.isEmpty ? 0 : System.writable), connection)
    }
}
