// How other threads speak to an event loop.

import Synchronization

/// Messages for one event loop, and the pipe that wakes it.
final class Mailbox: Sendable {
    enum Message: Sendable {
        /// Serve this descriptor, or, when there are too many already, tell its client so.
        case adopt(Int32, isOverLimit: Bool)
        /// A deferred response is there.
        case finished(connection: UInt64, ticket: UInt64, Response)
        /// A thread gives back a connection it was lent: so many bytes of a file went out, and then this happened.
        case sent(connection: UInt64, count: Int, then: System.Transfer)
        /// There is something to be sent on a WebSocket.
        case webSocket(connection: UInt64)
        /// Serve no more; break off at this time what is not done by then.
        case shutdown(deadline: UInt64)
    }

    private struct State {
        var messages: [Message] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    /// The end of the pipe to wait on.
    let reading: Int32
    private let writing: Int32

    init() throws(SystemError) {
        (reading, writing) = try System.makePipe()
    }

    deinit {
        System.close(reading)
        System.close(writing)
    }

    /// Leaves a message, and wakes the loop unless there is one already that it has been woken for.
    ///
    /// - Returns: false when the loop has ended and will never look.
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

    /// Everything that has been left, in order. For the loop alone.
    func takeAll() -> [Message] {
        // The pipe first: a byte written after this stands for a message that the next call will find.
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            while case .bytes = System.read(reading, into: buffer) {}
        }
        return state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }

    /// Takes no more messages; what had been left is returned.
    func close() -> [Message] {
        state.withLock { state in
            state.isClosed = true
            defer { state.messages = [] }
            return state.messages
        }
    }
}
