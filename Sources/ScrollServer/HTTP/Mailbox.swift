// Messages from other threads to an event loop.

import Platform
import Synchronization

/// Messages for one event loop, and the pipe that wakes the loop.
///
/// Thread-safe.
final class Mailbox: Sendable {
    enum Message: Sendable {
        /// Serve the connection with this descriptor; answer 503 if it is over the limit.
        case adopt(Int32, client: UInt64, isOverLimit: Bool)
        /// A deferred response is ready.
        case finished(connection: UInt64, ticket: UInt64, Response)
        /// A pool thread returns the borrowed descriptor after sending `count` bytes of the file, with this outcome.
        case sent(connection: UInt64, count: Int, then: System.Transfer)
        /// A pool thread has generated the next part of a body.
        case made(connection: UInt64, StreamBody.Part)
        /// A WebSocket has data to send, or its handler is to be woken.
        case webSocket(connection: UInt64)
        /// Close this many of the longest-idle connections.
        case makeRoom(Int)
        /// Accept no more requests; at the deadline, in nanoseconds of the monotonic clock, close the rest.
        case shutdown(deadline: UInt64)
    }

    private struct State {
        var messages: [Message] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    /// The end of the pipe that the event loop polls.
    let reading: Int32
    private let writing: Int32

    init() throws(SystemError) {
        (reading, writing) = try System.makePipe()
    }

    deinit {
        System.close(reading)
        System.close(writing)
    }

    /// Adds a message, and wakes the loop if the mailbox was empty.
    ///
    /// - Returns: false if the loop has ended; the message is then dropped.
    @discardableResult
    func post(_ message: Message) -> Bool {
        let (isOpen, isFirst) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.messages.append(message)
            return (true, state.messages.count == 1)
        }
        if isFirst { System.wake(writing) }
        return isOpen
    }

    /// Removes and returns all messages in order; only the loop may call it.
    func removeAll() -> [Message] {
        // Empty the pipe first: a later byte announces a message that this call or the next one finds.
        System.drain(reading)
        return state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }

    /// Closes the mailbox, and returns the remaining messages.
    func close() -> [Message] {
        state.withLock { state in
            state.isClosed = true
            defer { state.messages = [] }
            return state.messages
        }
    }
}
