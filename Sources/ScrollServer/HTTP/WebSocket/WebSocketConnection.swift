// The sending side of a WebSocket, for any thread.

import Synchronization

/// A client to send messages to. Messages go out in the order in which `send` was called, whichever thread called it.
///
/// What is queued is bounded: a message that does not fit is refused, and `drained` is called when there is room again.
/// A message of any size fits into an empty queue.
final class WebSocketConnection: Sendable {
    fileprivate struct State {
        /// Frames that the loop has not taken yet.
        var pending = SegmentQueue()
        /// Bytes of frames that the system has not taken yet, wherever they are.
        var queued = 0
        /// Whether the loop will look at `pending` without being told.
        var isExpected = true
        /// Whether the handler is to be woken.
        var isWoken = false
        /// Whether a close frame has been queued, or the connection has ended.
        var isClosing = false
        /// Whether the handler is to be told when there is room.
        var isDrainWanted = false
    }

    let queueLimit: Int
    private let id: UInt64
    private let mailbox: Mailbox
    private let state: Mutex<State>

    /// - Parameter first: what goes out before any frame: the head that agrees to the upgrade.
    init(id: UInt64, mailbox: Mailbox, queueLimit: Int, first: [UInt8]) {
        self.id = id
        self.mailbox = mailbox
        self.queueLimit = queueLimit
        var state = State()
        _ = state.append(first)
        self.state = Mutex(state)
    }

    /// Bytes that wait to be sent. The system's own buffer is not counted.
    var queuedByteCount: Int { state.withLock { $0.queued } }

    /// Sends a text message.
    ///
    /// - Returns: false when it does not fit into the queue or the connection is closing; nothing is sent then.
    @discardableResult
    func send(text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            send(.text, byteCount: bytes.count) { $0.append(UnsafeRawBufferPointer(bytes)) }
        }
    }

    /// Sends a text message that is UTF-8 by construction: a client fails the connection where it is not.
    @discardableResult
    func send(utf8: [UInt8]) -> Bool {
        send(.text, byteCount: utf8.count) { $0.append(utf8) }
    }

    /// Sends a binary message made of parts, which are not copied when they are large.
    ///
    /// - Returns: false when it does not fit into the queue or the connection is closing; nothing is sent then.
    @discardableResult
    func send(binary parts: [[UInt8]]) -> Bool {
        send(.binary, byteCount: parts.reduce(0) { $0 + $1.count }) { queue in
            for part in parts { queue.append(part) }
        }
    }

    /// Has the handler's `woken` called on its event loop, where it can take what other threads have left for it.
    func wake() {
        let isNews = state.withLock { state in
            guard !state.isClosing else { return false }
            state.isWoken = true
            return state.expect()
        }
        if isNews { mailbox.post(.webSocket(connection: id)) }
    }

    /// Sends what is queued and then a close frame, and ends the connection when the client has answered it.
    ///
    /// - Parameter reason: cut to 123 bytes.
    func close(_ code: WebSocketCloseCode = .normal, _ reason: String = "") {
        let isNews = state.withLock { state in
            guard !state.isClosing else { return false }
            state.isClosing = true
            return state.append(WebSocketFrame.close(code, reason))
        }
        if isNews { mailbox.post(.webSocket(connection: id)) }
    }

    private func send(
        _ opcode: WebSocketFrame.Opcode, byteCount: Int, _ write: (inout SegmentQueue) -> Void
    ) -> Bool {
        let (isSent, isNews) = state.withLock { state in
            guard !state.isClosing else { return (false, false) }
            var head: [UInt8] = []
            WebSocketFrame.appendHead(opcode, byteCount: byteCount, to: &head)
            guard state.queued == 0 || byteCount <= queueLimit - state.queued - head.count else {
                state.isDrainWanted = true
                return (false, false)
            }
            let before = state.pending.byteCount
            state.pending.append(head)
            write(&state.pending)
            state.queued += state.pending.byteCount - before
            if state.queued > queueLimit / 2 { state.isDrainWanted = true }
            return (true, state.expect())
        }
        if isNews { mailbox.post(.webSocket(connection: id)) }
        return isSent
    }
}

extension WebSocketConnection.State {
    /// Queues bytes whether there is room or not.
    ///
    /// - Returns: whether the loop has to be told.
    fileprivate mutating func append(_ frame: [UInt8]) -> Bool {
        pending.append(frame)
        queued += frame.count
        return expect()
    }

    fileprivate mutating func expect() -> Bool {
        defer { isExpected = true }
        return !isExpected
    }
}

// MARK: For the event loop

extension WebSocketConnection {
    /// Whether a close frame has been queued, so that nothing can follow.
    var isClosing: Bool { state.withLock { $0.isClosing } }

    /// Whether messages may be received that will be answered.
    var hasRoomForAnswers: Bool { state.withLock { $0.queued <= queueLimit / 2 } }

    /// Queues a ping or a pong; none follows a close frame.
    func sendControl(_ opcode: WebSocketFrame.Opcode, _ payload: [UInt8]) {
        state.withLock { state in
            if !state.isClosing { _ = state.append(WebSocketFrame.control(opcode, payload)) }
        }
    }

    /// The loop is about to call the handler or to write, and will look at what is queued by then.
    func beginTurn() {
        state.withLock { $0.isExpected = true }
    }

    /// Moves what is queued behind what the loop has.
    ///
    /// - Returns: false when there was nothing to be done, neither here nor there: from then on the loop is told of what
    ///   comes.
    func takePending(into output: inout SegmentQueue) -> Bool {
        state.withLock { state in
            output.takeAll(of: &state.pending)
            if output.isEmpty, !state.isWoken { state.isExpected = false }
            return state.isExpected
        }
    }

    /// Whether the handler is to be woken; true once for any number of calls to `wake`.
    func takeWake() -> Bool {
        state.withLock { state in
            defer { state.isWoken = false }
            return state.isWoken
        }
    }

    /// So many bytes have gone out.
    ///
    /// - Returns: whether to call `drained`.
    func sent(_ count: Int) -> Bool {
        state.withLock { state in
            state.queued -= count
            guard state.isDrainWanted, state.queued <= queueLimit / 2, !state.isClosing else { return false }
            state.isDrainWanted = false
            return true
        }
    }

    /// The connection has ended: nothing is taken any more, and what is queued is let go.
    func end() {
        state.withLock { state in
            state.isClosing = true
            state.isWoken = false
            state.pending = SegmentQueue()
            state.queued = 0
        }
    }
}
