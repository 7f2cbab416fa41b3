// The thread-safe sending side of a WebSocket.

import Synchronization

/// Sends messages to one client in the order of the calls to `send`, from any threads.
///
/// The queue is bounded: a message that does not fit is refused, and `drained` is called when there is room again. A
/// message of any size fits into an empty queue.
package final class WebSocketConnection: Sendable {
    fileprivate struct State {
        /// Frames that the event loop has not taken yet.
        var pending = SegmentQueue()
        /// The number of bytes not written to the socket yet, in `pending` or in the event loop's queue.
        var queued = 0
        /// Whether the event loop will examine `pending` anyway, so that it need not be woken.
        var isExpected = true
        /// Whether to call the handler's `woken`.
        var isWoken = false
        /// Whether a close frame has been queued, or the connection has ended.
        var isClosing = false
        /// Whether to call the handler's `drained` when there is room.
        var isDrainWanted = false
    }

    let queueLimit: Int
    private let id: UInt64
    private let mailbox: Mailbox
    private let state: Mutex<State>

    /// Makes a connection; `first` is sent before any frame: the head of the 101 response.
    init(id: UInt64, mailbox: Mailbox, queueLimit: Int, first: [UInt8]) {
        self.id = id
        self.mailbox = mailbox
        self.queueLimit = queueLimit
        var state = State()
        _ = state.append(first)
        self.state = Mutex(state)
    }

    /// The number of bytes waiting to be sent, excluding those in the system's buffer.
    var queuedByteCount: Int { state.withLock { $0.queued } }

    /// Sends a text message.
    ///
    /// - Returns: false if the message does not fit into the queue or the connection is closing; it is then dropped.
    @discardableResult
    func send(text: String) -> Bool {
        send(utf8: Array(text.utf8))
    }

    /// Sends a text message given as UTF-8.
    ///
    /// The bytes are not checked: the client closes the connection if they are invalid.
    @discardableResult
    package func send(utf8: [UInt8]) -> Bool {
        send(.text, byteCount: utf8.count) { $0.append(utf8) }
    }

    /// Sends a binary message given in parts; parts of 16 KiB or more are not copied.
    ///
    /// - Returns: false if the message does not fit into the queue or the connection is closing; it is then dropped.
    @discardableResult
    package func send(binary parts: [[UInt8]]) -> Bool {
        send(.binary, byteCount: parts.reduce(0) { $0 + $1.count }) { queue in
            for part in parts { queue.append(part) }
        }
    }

    /// Makes the event loop call the handler's `woken`, to take what other threads have left for it.
    package func wake() {
        let needsWake = state.withLock { state in
            guard !state.isClosing else { return false }
            state.isWoken = true
            return state.expect()
        }
        if needsWake { mailbox.post(.webSocket(connection: id)) }
    }

    /// Sends the queued messages, then a close frame whose `reason` is cut to 123 bytes.
    ///
    /// The connection ends when the client has answered the frame.
    package func close(_ code: WebSocketCloseCode = .normal, _ reason: String = "") {
        let needsWake = state.withLock { state in
            guard !state.isClosing else { return false }
            state.isClosing = true
            return state.append(WebSocketFrame.close(code, reason))
        }
        if needsWake { mailbox.post(.webSocket(connection: id)) }
    }

    private func send(
        _ opcode: WebSocketFrame.Opcode, byteCount: Int, _ write: (inout SegmentQueue) -> Void
    ) -> Bool {
        let (isSent, needsWake) = state.withLock { state in
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
        if needsWake { mailbox.post(.webSocket(connection: id)) }
        return isSent
    }
}

extension WebSocketConnection.State {
    /// Queues bytes, even beyond the limit.
    ///
    /// - Returns: whether the event loop must be woken.
    fileprivate mutating func append(_ frame: [UInt8]) -> Bool {
        pending.append(frame)
        queued += frame.count
        return expect()
    }

    /// Records that the event loop will examine `pending`.
    ///
    /// - Returns: whether the event loop must be woken for that.
    fileprivate mutating func expect() -> Bool {
        defer { isExpected = true }
        return !isExpected
    }
}

// MARK: For the event loop

extension WebSocketConnection {
    /// Whether a close frame has been queued; nothing is sent after it.
    var isClosing: Bool { state.withLock { $0.isClosing } }

    /// Whether at most half of the queue's limit is used, which leaves room for answers to further messages.
    package var hasRoomForAnswers: Bool { state.withLock { $0.queued <= queueLimit / 2 } }

    /// Queues a ping or a pong, even beyond the limit; does nothing after a close frame.
    func sendControl(_ opcode: WebSocketFrame.Opcode, _ payload: [UInt8]) {
        state.withLock { state in
            if !state.isClosing { _ = state.append(WebSocketFrame.control(opcode, payload)) }
        }
    }

    /// Begins a turn of the event loop, before it calls the handler or writes.
    ///
    /// The loop examines the queue afterwards, so it need not be woken until then.
    func beginTurn() {
        state.withLock { $0.isExpected = true }
    }

    /// Moves the queued frames to the end of the event loop's queue.
    ///
    /// - Returns: false if both queues are empty and the handler is not to be woken; queueing then wakes the loop.
    func movePending(into output: inout SegmentQueue) -> Bool {
        state.withLock { state in
            output.moveAll(of: &state.pending)
            if output.isEmpty, !state.isWoken { state.isExpected = false }
            return state.isExpected
        }
    }

    /// Returns whether to call the handler's `woken`; true once after any number of calls to `wake`.
    func clearWake() -> Bool {
        state.withLock { state in
            defer { state.isWoken = false }
            return state.isWoken
        }
    }

    /// Records that this many bytes have been written to the socket.
    ///
    /// - Returns: whether to call the handler's `drained`.
    func sent(_ count: Int) -> Bool {
        state.withLock { state in
            state.queued -= count
            guard state.isDrainWanted, state.queued <= queueLimit / 2, !state.isClosing else { return false }
            state.isDrainWanted = false
            return true
        }
    }

    /// Records that the connection has ended: drops the queue, and refuses further messages.
    func end() {
        state.withLock { state in
            state.isClosing = true
            state.isWoken = false
            state.pending = SegmentQueue()
            state.queued = 0
        }
    }
}
