// The bytes that a connection still has to send.

import Platform

/// Bytes to be written: heads and small bodies in one buffer, then at most one larger body.
///
///      | head | body | head | body | head |  tail: bytes, file or stream
///      0            sent                     tailSent
struct Output {
    enum Tail {
        case none
        case bytes([UInt8])
        case file(FileBody)
        /// A body whose parts are appended to the buffer one by one.
        case stream(StreamBody)
    }

    /// The outcome of a flush.
    enum Result {
        case done
        /// The socket accepts no more bytes at present.
        case blocked
        /// The buffer is sent; this part of a file must be sent next.
        case file(FileBody)
        /// The buffer is sent; the next part of this body must be generated.
        case stream(StreamBody)
        case failed
    }

    /// A body of at most this many bytes is copied into the buffer when another answer follows.
    private static let copyLimit = 64 << 10
    /// When the buffer has this many bytes, it is sent before another answer is added.
    private static let bufferLimit = 128 << 10

    var buffer: [UInt8] = []
    private var sent = 0
    private var tail = Tail.none
    private var tailSent = 0

    var isEmpty: Bool {
        guard sent == buffer.count else { return false }
        if case .none = tail { return true }
        return false
    }

    /// Whether another answer can be added to the same write.
    var hasRoom: Bool {
        guard buffer.count < Self.bufferLimit else { return false }
        switch tail {
        case .none: return true
        case .bytes(let bytes): return bytes.count <= Self.copyLimit && tailSent == 0
        case .file, .stream: return false
        }
    }

    /// Prepares `buffer` for the next head by moving a body from the tail into it.
    ///
    /// Requires `hasRoom`.
    mutating func beginAnswer() {
        if case .bytes(let bytes) = tail {
            buffer.append(contentsOf: bytes)
            tail = .none
        }
    }

    /// Adds a serialized head without body.
    ///
    /// Requires `hasRoom`.
    mutating func append(head: [UInt8]) {
        beginAnswer()
        buffer.append(contentsOf: head)
    }

    /// Adds an answer.
    ///
    /// Requires `hasRoom`.
    mutating func append(_ response: Response, common: [UInt8], persistence: ResponseHead.Persistence) {
        beginAnswer()
        ResponseHead.append(response, common: common, persistence: persistence, to: &buffer)
        append(response.body)
    }

    /// Adds the body for the head just written into `buffer`.
    private mutating func append(_ body: Response.Body) {
        switch body {
        case .none, .omitted: return
        case .bytes(let bytes): if !bytes.isEmpty { tail = .bytes(bytes) }
        case .file(let file): if file.count > 0 { tail = .file(file) }
        case .stream(let stream): tail = .stream(stream)
        }
        tailSent = 0
    }

    /// Removes and returns all unsent bytes, for the WebSocket to send.
    ///
    /// Requires that the tail is empty.
    mutating func removeBuffer() -> [UInt8] {
        defer { self = Output() }
        return [UInt8](buffer[sent...])
    }

    /// Writes as much as the socket accepts, normally with one call.
    mutating func flush(to descriptor: Int32, counters: ServerCounters) -> Result {
        while true {
            var wanted = buffer.count - sent
            if case .bytes(let bytes) = tail { wanted += bytes.count - tailSent }
            if wanted > 0 {
                counters.writes.add(1, ordering: .relaxed)
                switch write(to: descriptor) {
                case .bytes(let count): advance(by: count)
                case .wouldBlock: return .blocked
                case .end, .failed: return .failed
                }
                // A socket that accepts only a part is full: another write would return EWOULDBLOCK.
                if !isSentFromMemory { return .blocked }
            }
            if case .file(let file) = tail {
                clearBuffer()
                return .file(file.part(tailSent..<file.count))
            }
            if case .stream(let stream) = tail {
                clearBuffer()
                return .stream(stream)
            }
            clearBuffer()
            tail = .none
            return .done
        }
    }

    /// Records that this many bytes of the file have been sent.
    mutating func advanceFile(by count: Int) {
        guard case .file(let file) = tail else { return }
        tailSent += count
        if tailSent >= file.count { tail = .none }
    }

    /// Adds the next part of the stream.
    mutating func append(_ part: StreamBody.Part) {
        guard case .stream(let stream) = tail else { return }
        buffer.append(contentsOf: stream.framed(part))
        if case .bytes = part { return }
        tail = .none
    }

    private var isSentFromMemory: Bool {
        guard sent == buffer.count else { return false }
        if case .bytes(let bytes) = tail { return tailSent == bytes.count }
        return true
    }

    private func write(to descriptor: Int32) -> System.Transfer {
        let head = buffer.span.extracting(sent...)
        guard case .bytes(let bytes) = tail else { return System.write(descriptor, head) }
        return System.write(descriptor, head, bytes.span.extracting(tailSent...))
    }

    private mutating func advance(by count: Int) {
        let ofBuffer = min(count, buffer.count - sent)
        sent += ofBuffer
        tailSent += count - ofBuffer
    }

    /// Empties the buffer, but keeps its memory for the next answer if it is at most 16 KiB.
    private mutating func clearBuffer() {
        buffer.removeAll(keepingCapacity: buffer.capacity <= 16 << 10)
        sent = 0
    }
}
