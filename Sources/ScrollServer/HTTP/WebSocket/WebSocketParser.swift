// From a client's bytes to messages (RFC 6455 §5): frames read, unmasked and put together.

/// A parser of one direction of a connection, fed with bytes in any pieces. It keeps no byte that it has used: between
/// messages it holds no memory.
struct WebSocketParser: Sendable {
    enum Event: Sendable, Equatable {
        /// Valid UTF-8.
        case text([UInt8])
        case binary([UInt8])
        case ping([UInt8])
        case pong([UInt8])
        /// The client's last event; what follows is not looked at. Without a code it is `.noStatus`.
        case close(WebSocketCloseCode, reason: String)
    }

    private enum State {
        case head
        /// Payload of the current frame, of which this many bytes are missing.
        case payload(missing: Int)
        case ended
    }

    /// Bytes of a message, all of its frames together; more is refused with 1009 when a frame's head says so.
    let messageLimit: Int
    private var state = State.head
    private var head = WebSocketFrameHead()
    /// The message that is being put together; `text` or `binary`.
    private var kind: WebSocketFrame.Opcode?
    private var message: [UInt8] = []
    private var utf8 = UTF8Validator()
    /// Payload of the current control frame, which may come between the frames of a message.
    private var control: [UInt8] = []
    /// Bytes of the current frame's payload that have come.
    private var payloadCount = 0
    private var offset = 0

    init(messageLimit: Int) {
        self.messageLimit = messageLimit
    }

    /// The next event that these bytes make up, with those fed before.
    ///
    /// - Parameter position: the first byte to look at; moved behind the last one used.
    /// - Returns: nil when all bytes are used and more are needed.
    mutating func next(_ bytes: Span<UInt8>, _ position: inout Int) throws(WebSocketError) -> Event? {
        let before = position
        defer { offset &+= position - before }
        do throws(WebSocketError) {
            return try advance(bytes, &position)
        } catch {
            state = .ended
            message = []
            throw WebSocketError(code: error.code, reason: error.reason, offset: offset &+ position - before)
        }
    }

    private mutating func advance(_ bytes: Span<UInt8>, _ position: inout Int) throws(WebSocketError) -> Event? {
        while true {
            switch state {
            case .head:
                while !head.isComplete {
                    guard position < bytes.count else { return nil }
                    try head.append(bytes[position])
                    position += 1
                    if head.isAtOpcode { try checkOrder() }
                }
                try begin()
            case .payload(let missing):
                let count = min(missing, bytes.count - position)
                if count > 0 { try take(bytes, &position, count) }
                guard count == missing else {
                    state = .payload(missing: missing - count)
                    return nil
                }
                state = .head
                let event = try finishFrame()
                head = WebSocketFrameHead()
                if let event { return event }
            case .ended:
                position = bytes.count
                return nil
            }
        }
    }

    /// §5.4: a continuation continues something, and nothing else comes before it is complete.
    private func checkOrder() throws(WebSocketError) {
        if head.opcode == .continuation, kind == nil {
            throw breach(.protocolError, "a continuation frame continues nothing")
        }
        if !head.opcode.isControl, head.opcode != .continuation, kind != nil {
            throw breach(.protocolError, "a message begins before the last one is complete")
        }
    }

    /// The head is complete, and with it the frame's length known.
    private mutating func begin() throws(WebSocketError) {
        payloadCount = 0
        if !head.opcode.isControl {
            guard head.byteCount <= messageLimit - message.count else {
                throw breach(.messageTooBig, "the message is longer than \(messageLimit) bytes")
            }
            if head.opcode != .continuation {
                kind = head.opcode
                utf8 = UTF8Validator()
            }
        }
        state = .payload(missing: head.byteCount)
    }

    /// Takes payload in, unmasks it, and refuses text at the first byte that is wrong.
    private mutating func take(
        _ bytes: Span<UInt8>, _ position: inout Int, _ count: Int
    ) throws(WebSocketError) {
        let piece = bytes.extracting(position..<position + count)
        if head.opcode.isControl {
            let start = control.count
            piece.withUnsafeBufferPointer { control.append(contentsOf: $0) }
            head.mask.apply(to: &control, from: start, position: payloadCount)
        } else {
            let start = message.count
            piece.withUnsafeBufferPointer { message.append(contentsOf: $0) }
            head.mask.apply(to: &message, from: start, position: payloadCount)
            if kind == .text {
                // A copy, since the span keeps the rest of `self` from being changed.
                var utf8 = utf8
                let wrong = utf8.firstError(in: message.span.extracting(start...))
                self.utf8 = utf8
                if let wrong {
                    position += wrong
                    throw breach(.invalidPayload, "the text is not UTF-8")
                }
            }
        }
        payloadCount += count
        position += count
    }

    /// The event of a frame whose last byte has come; nil for a part of a message.
    private mutating func finishFrame() throws(WebSocketError) -> Event? {
        if head.opcode.isControl {
            defer { control = [] }
            switch head.opcode {
            case .ping: return .ping(control)
            case .pong: return .pong(control)
            default: return try close()
            }
        }
        guard head.isFinal, let finished = kind else { return nil }
        guard finished == .binary || utf8.isComplete else {
            throw breach(.invalidPayload, "the text ends within a character")
        }
        defer {
            message = []
            kind = nil
        }
        return finished == .text ? .text(message) : .binary(message)
    }

    /// §5.5.1: nothing, or a code and a reason.
    private mutating func close() throws(WebSocketError) -> Event {
        guard !control.isEmpty else {
            state = .ended
            return .close(.noStatus, reason: "")
        }
        guard control.count >= 2 else { throw breach(.protocolError, "a close frame has half a code") }
        let code = WebSocketCloseCode(rawValue: UInt16(control[0]) << 8 | UInt16(control[1]))
        guard code.maySend else { throw breach(.protocolError, "no close frame may carry the code \(code)") }
        guard let reason = String(validating: control[2...], as: UTF8.self) else {
            throw breach(.invalidPayload, "the reason for closing is not UTF-8")
        }
        state = .ended
        return .close(code, reason: reason)
    }

    private func breach(_ code: WebSocketCloseCode, _ reason: String) -> WebSocketError {
        WebSocketError(code: code, reason: reason, offset: 0)
    }
}
