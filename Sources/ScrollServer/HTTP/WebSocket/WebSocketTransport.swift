// A connection after its upgrade: reads frames, calls the handler, writes what is queued.

/// The part of a WebSocket that belongs to the event loop's thread.
///
/// Reading stops while more than half of the queue's limit waits to be sent, so that a client that only writes cannot
/// make its answers pile up; what has been read by then, at most one read's worth, is kept.
final class WebSocketTransport {
    private enum Phase {
        case open
        /// Our close frame is queued or sent, the client's is awaited (RFC 6455 §7.1.2).
        case closing
        /// Nothing is received any more: what is queued goes out, then the connection ends.
        case finished
    }

    private let peer: WebSocketConnection
    private let handler: any WebSocketHandler
    private let timeouts: HTTPConfiguration.Timeouts
    private var phase = Phase.open
    private var parser: WebSocketParser
    private var output = SegmentQueue()
    /// Bytes read that wait until there is room for answers.
    private var backlog: [UInt8] = []
    private var isClosedSaid = false

    /// When the client has last shown itself.
    private var heard: UInt64
    /// When a ping was sent that nothing has come after.
    private var pinged: UInt64?
    /// When the socket last took something of what waits.
    private var wrote: UInt64
    /// When our close frame had gone out.
    private var closeSent: UInt64?

    /// - Parameter first: what goes out before any frame: the head that agrees to the upgrade.
    init(_ upgrade: WebSocketUpgrade, first: [UInt8], for connection: Connection, on loop: EventLoop) {
        peer = WebSocketConnection(
            id: connection.id, mailbox: loop.mailbox, queueLimit: upgrade.queueLimit, first: first)
        handler = upgrade.makeHandler()
        timeouts = loop.context.configuration.timeouts
        parser = WebSocketParser(messageLimit: upgrade.messageLimit)
        heard = loop.now
        wrote = loop.now
    }

    // MARK: What happens to it

    /// - Parameter rest: what the client sent behind its request.
    func begin(with rest: [UInt8], of connection: Connection, on loop: EventLoop) {
        handler.opened(peer)
        backlog = rest
        advance(connection, loop)
    }

    /// Something the loop waited for has happened.
    func handle(_ events: Int16, of connection: Connection, on loop: EventLoop) {
        if events & (System.readable | System.writable) == 0 { return connection.close(on: loop) }
        peer.beginTurn()
        if events & System.readable != 0, backlog.isEmpty, !read(connection, loop) {
            return connection.close(on: loop)
        }
        advance(connection, loop)
    }

    /// Another thread has queued something.
    func flush(of connection: Connection, on loop: EventLoop) {
        advance(connection, loop)
    }

    /// The deadline has passed.
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

    /// The server is stopping.
    func stop(of connection: Connection, on loop: EventLoop) {
        peer.beginTurn()
        peer.close(.goingAway, "the server is stopping")
        advance(connection, loop)
    }

    /// The connection is gone.
    func ended() {
        peer.end()
        sayClosed(.abnormal)
    }

    // MARK: Reading

    /// - Returns: false when the connection has ended.
    private func read(_ connection: Connection, _ loop: EventLoop) -> Bool {
        switch System.read(connection.descriptor, into: loop.readBuffer) {
        case .bytes(let count):
            (heard, pinged) = (loop.now, nil)
            let bytes = UnsafeRawBufferPointer(rebasing: loop.readBuffer[..<count])
            // The buffer is bytes and nothing else, for as long as the loop lives.
            let used = consume(bytes.assumingMemoryBound(to: UInt8.self).span)
            if used < count { backlog = [UInt8](bytes[used...]) }
            return true
        case .wouldBlock: return true
        case .end, .failed: return false
        }
    }

    /// Gives the handler what the bytes make up, as long as there is room for its answers.
    ///
    /// - Returns: how many bytes are used.
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
            // §5.5.1: answered with the code that came.
            peer.close(code)
            finish(code)
        }
        if phase == .open, peer.isClosing { phase = .closing }
    }

    /// Nothing more is received.
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

    /// Goes on as far as possible: writes what is queued, reads what has been kept, and sets what to wait for.
    private func advance(_ connection: Connection, _ loop: EventLoop) {
        while true {
            if peer.takeWake(), phase == .open { handler.woken() }
            if !backlog.isEmpty {
                let kept = backlog
                backlog = [UInt8](kept[consume(kept.span)...])
            }
            guard peer.takePending(into: &output) else {
                if backlog.isEmpty { break }
                continue
            }
            if phase == .open, peer.isClosing { phase = .closing }
            // Woken, with nothing to write.
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
            deadline = heard + timeouts.ping
        }
        // What is late already gets its turn at once, but not for ever.
        deadline = max(deadline, loop.now)
        connection.set(deadline: deadline, on: loop)
        loop.wait(for: (reads ? System.readable : 0) | (output.isEmpty ? 0 : System.writable), connection)
    }
}
