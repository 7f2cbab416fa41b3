// The WebSocket parser (RFC 6455 §5): reads and unmasks a client's frames and joins them into messages.

import Platform

/// Parses the bytes that a client sends, in pieces of any size.
///
/// It stores only the payload of an unfinished message, so it needs no memory between messages.
struct WebSocketParser: Sendable {
    enum Event: Sendable, Equatable {
        /// Valid UTF-8.
        case text([UInt8])
        case binary([UInt8])
        case ping([UInt8])
        case pong([UInt8])
        /// The last event; later bytes are ignored. The code is `.noStatus` if the client gave none.
        case close(WebSocketCloseCode, reason: String)
    }

    private enum State {
        case head
        /// In the payload of the current frame; this many bytes are missing.
        case payload(missing: Int)
        case ended
    }

    /// The maximum number of bytes in a message, all frames together.
    ///
    /// A longer one is refused with 1009 as soon as a frame's head announces it.
    let messageLimit: Int
    private var state = State.head
    private var head = WebSocketFrameHead()
    /// The kind of the unfinished message, `text` or `binary`; nil between messages.
    private var kind: WebSocketFrame.Opcode?
    private var message: [UInt8] = []
    private var utf8 = UTF8Validator()
    /// The payload of the current control frame, which may come between the frames of a message.
    private var control: [UInt8] = []
    /// The number of payload bytes of the current frame read so far.
    private var payloadCount = 0
    private var offset = 0

    init(messageLimit: Int) {
        self.messageLimit = messageLimit
    }

    /// Returns the next event that these bytes complete; nil if more bytes are needed.
    ///
    /// `position` is the index of the first byte to read; it is moved after the last byte used.
    ///
    /// - Throws: the client's violation of the protocol; later bytes are then ignored.
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
                if count > 0 { try consume(bytes, &position, count) }
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

    /// Checks the order of frames (§5.4): a continuation needs an unfinished message, and a new message needs a
    /// finished one.
    private func checkOrder() throws(WebSocketError) {
        if head.opcode == .continuation, kind == nil {
            throw violation(.protocolError, "a continuation frame continues nothing")
        }
        if !head.opcode.isControl, head.opcode != .continuation, kind != nil {
            throw violation(.protocolError, "a message begins before the last one is complete")
        }
    }

    /// Starts reading the payload of a frame whose head is complete.
    private mutating func begin() throws(WebSocketError) {
        payloadCount = 0
        if !head.opcode.isControl {
            guard head.byteCount <= messageLimit - message.count else {
                throw violation(.messageTooBig, "the message is longer than \(messageLimit) bytes")
            }
            if head.opcode != .continuation {
                kind = head.opcode
                utf8 = UTF8Validator()
            }
        }
        state = .payload(missing: head.byteCount)
    }

    /// Copies and unmasks payload, and rejects text at the first byte that is not UTF-8.
    private mutating func consume(
        _ bytes: Span<UInt8>, _ position: inout Int, _ count: Int
    ) throws(WebSocketError) {
        let piece = bytes.extracting(position..<position + count)
        if head.opcode.isControl {
            let start = control.count
            control.append(copying: piece)
            head.mask.apply(to: &control, from: start, position: payloadCount)
        } else {
            let start = message.count
            message.append(copying: piece)
            head.mask.apply(to: &message, from: start, position: payloadCount)
            if kind == .text {
                // Use a copy: nothing in `self` can be changed while the span of `message` is in use.
                var utf8 = utf8
                let wrong = utf8.firstError(in: message.span.extracting(start...))
                self.utf8 = utf8
                if let wrong {
                    position += wrong
                    throw violation(.invalidPayload, "the text is not UTF-8")
                }
            }
        }
        payloadCount += count
        position += count
    }

    /// Returns the event of a complete frame; nil if its message is still incomplete.
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
            throw violation(.invalidPayload, "the text ends within a character")
        }
        defer {
            message = []
            kind = nil
        }
        return finished == .text ? .text(message) : .binary(message)
    }

    /// Reads the payload of a close frame (§5.5.1): nothing, or a code and a reason.
    private mutating func close() throws(WebSocketError) -> Event {
        guard !control.isEmpty else {
            state = .ended
            return .close(.noStatus, reason: "")
        }
        guard control.count >= 2 else { throw violation(.protocolError, "a close frame has half a code") }
        let code = WebSocketCloseCode(rawValue: UInt16(control[0]) << 8 | UInt16(control[1]))
        guard code.maySend else { throw violation(.protocolError, "no close frame may carry the code \(code)") }
        guard let reason = String(validating: control[2...], as: UTF8.self) else {
            throw violation(.invalidPayload, "the reason for closing is not UTF-8")
        }
        state = .ended
        return .close(code, reason: reason)
    }

    private func violation(_ code: WebSocketCloseCode, _ reason: String) -> WebSocketError {
        WebSocketError(code: code, reason: reason, offset: 0)
    }
}
