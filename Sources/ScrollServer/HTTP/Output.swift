// What a connection still has to send.

/// Bytes to be written: heads and small bodies in one buffer, then at most one larger body.
///
///      | head | body | head | body | head |  tail: bytes or file
///      0            sent                     tailSent
struct Output {
    enum Tail {
        case none
        case bytes([UInt8])
        case file(FileBody)
    }

    /// What is left to do after a flush.
    enum Result {
        case done
        case blocked
        /// The buffer is sent; the tail is a file, of which this part is missing.
        case file(FileBody)
        case failed
    }

    /// A body up to this is copied behind its head when another answer follows.
    private static let copyLimit = 64 << 10
    /// The buffer is sent before it grows beyond this.
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

    /// Whether another answer can be put behind what is there, to go out in the same write.
    var hasRoom: Bool {
        guard buffer.count < Self.bufferLimit else { return false }
        switch tail {
        case .none: return true
        case .bytes(let bytes): return bytes.count <= Self.copyLimit && tailSent == 0
        case .file: return false
        }
    }

    /// Makes `buffer` the place for the next head. Only while there is room.
    mutating func beginAnswer() {
        if case .bytes(let bytes) = tail {
            buffer.append(contentsOf: bytes)
            tail = .none
        }
    }

    /// Puts a body behind the head that was just written into `buffer`.
    mutating func append(_ body: Response.Body) {
        switch body {
        case .none, .omitted: return
        case .bytes(let bytes): if !bytes.isEmpty { tail = .bytes(bytes) }
        case .file(let file): if file.count > 0 { tail = .file(file) }
        }
        tailSent = 0
    }

    /// Takes everything that is not sent, to be sent by another. Only behind `beginAnswer`, when there is no tail.
    mutating func takeBuffer() -> [UInt8] {
        defer { self = Output() }
        return [UInt8](buffer[sent...])
    }

    /// Writes as much as the socket takes, normally with one call.
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
                // The socket's buffer is full when it takes less than it is given: no need to be told.
                if !isSentFromMemory { return .blocked }
            }
            if case .file(let file) = tail {
                clearBuffer()
                return .file(file.part(tailSent..<file.count))
            }
            clearBuffer()
            tail = .none
            return .done
        }
    }

    /// Notes that so many bytes of the file went out.
    mutating func advanceFile(by count: Int) {
        guard case .file(let file) = tail else { return }
        tailSent += count
        if tailSent >= file.count { tail = .none }
    }

    private var isSentFromMemory: Bool {
        guard sent == buffer.count else { return false }
        if case .bytes(let bytes) = tail { return tailSent == bytes.count }
        return true
    }

    private func write(to descriptor: Int32) -> System.Transfer {
        buffer.withUnsafeBytes { head in
            let head = UnsafeRawBufferPointer(rebasing: head[sent...])
            guard case .bytes(let bytes) = tail else {
                return System.write(descriptor, head, UnsafeRawBufferPointer(start: nil, count: 0))
            }
            return bytes.withUnsafeBytes { body in
                System.write(descriptor, head, UnsafeRawBufferPointer(rebasing: body[tailSent...]))
            }
        }
    }

    private mutating func advance(by count: Int) {
        let ofBuffer = min(count, buffer.count - sent)
        sent += ofBuffer
        tailSent += count - ofBuffer
    }

    /// Keeps the memory for the next answer, unless it has become large.
    private mutating func clearBuffer() {
        buffer.removeAll(keepingCapacity: buffer.capacity <= 16 << 10)
        sent = 0
    }
}
