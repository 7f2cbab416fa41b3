// The HTTP/1.1 request parser (RFC 9112): turns bytes into requests, or an error that ends the connection.

import Platform

/// A synchronous parser of a connection's requests.
///
/// Feed bytes with `append`, then call `next` until it returns nil. Events and errors do not depend on how the bytes
/// are split: a line is parsed only when complete, and an overlong line causes the same error whether complete or not.
/// The work is linear in the number of bytes, since the search for a line's end resumes where it stopped.
///
///      buffer   |  done  | head so far … | line … | not searched yet |
///               0      start         lineStart   searched           count
struct RequestParser: Sendable {
    /// The limits of what the parser accepts.
    struct Limits: Sendable {
        /// Bytes of a request line without its CR LF; above that, 414.
        var requestLine = 8 << 10
        /// Bytes of a header section, and of a trailer section; above that, 431.
        var fieldBytes = 32 << 10
        /// Fields of a header section, and of a trailer section; above that, 431.
        var fieldCount = 100
        /// Bytes of content; above that, 413.
        var body = 1 << 20
        /// Bytes of a chunk's size line with its extensions, without its CR LF; above that, 400.
        var chunkLine = 256
    }

    enum Event: Sendable {
        /// The head of a request whose client waits for `100 Continue` before it sends the content (RFC 9110 §10.1.1).
        case expectsContinue(Request)
        /// A complete request.
        case request(Request)
    }

    /// The part of a request being parsed, for choosing a timeout.
    enum Progress: Sendable, Equatable {
        case betweenRequests
        case inHead
        case inBody
    }

    enum State: Equatable {
        case requestLine
        case fields
        /// Content of a stated length; this many bytes are missing.
        case content(missing: Int)
        case chunkSize
        case chunkData(missing: Int)
        case chunkEnd
        case trailers
        /// An error has been thrown; no more events come.
        case failed
    }

    let limits: Limits
    var buffer: [UInt8] = []
    /// The index of the current request's first byte while its head is parsed; later, of the first unused byte.
    var start = 0
    /// The index of the first byte of the current line.
    var lineStart = 0
    /// The index of the first byte that was not searched for a line's end yet.
    var searched = 0
    /// The number of bytes of the current request that have left the buffer, for offsets in errors.
    var dropped = 0
    var state = State.requestLine
    var skippedEmptyLine = false
    /// The number of bytes of the header or trailer section so far.
    var sectionBytes = 0
    var fields: [RequestHeaders.Field] = []
    var trailerCount = 0
    var line = RequestLine()
    /// The request whose content is being read.
    var request: Request?
    var body: [UInt8] = []

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// The number of bytes fed and not yet used.
    var bufferedCount: Int { buffer.count - start }

    var progress: Progress {
        switch state {
        case .requestLine: buffer.count > start ? .inHead : .betweenRequests
        case .fields: .inHead
        case .content, .chunkSize, .chunkData, .chunkEnd, .trailers: .inBody
        case .failed: .betweenRequests
        }
    }

    mutating func append(_ bytes: Span<UInt8>) {
        buffer.append(copying: bytes)
    }

    mutating func append(_ bytes: [UInt8]) {
        buffer.append(contentsOf: bytes)
    }

    /// Returns the unused bytes, which belong to another protocol after an upgrade, and resets the parser.
    mutating func removeRest() -> [UInt8] {
        defer { self = RequestParser(limits: limits) }
        return [UInt8](buffer[start...])
    }

    /// Returns the next event; nil if more bytes are needed.
    ///
    /// - Throws: the error in the request; from then on `next` returns nil.
    mutating func next() throws(RequestError) -> Event? {
        do throws(RequestError) {
            return try advance()
        } catch {
            state = .failed
            throw error
        }
    }

    private mutating func advance() throws(RequestError) -> Event? {
        while true {
            switch state {
            case .requestLine:
                guard let range = try nextLine(.request) else {
                    return nil
                }
                // RFC 9112 §2.2: ignore one empty line before the request line.
                if range.isEmpty, !skippedEmptyLine {
                    skippedEmptyLine = true
                    start = lineStart
                    continue
                }
                try readRequestLine(range)
                sectionBytes = 0
                fields.removeAll(keepingCapacity: true)
                state = .fields
            case .fields:
                guard let range = try nextFieldLine() else { return nil }
                if range.isEmpty {
                    if let event = try finishHead() { return event }
                } else {
                    try readField(range)
                }
            case .content(let missing):
                let count = min(missing, buffer.count - start)
                consume(count)
                guard count == missing else {
                    state = .content(missing: missing - count)
                    return nil
                }
                return finishRequest()
            case .chunkSize:
                guard let range = try nextLine(.chunk) else { return nil }
                try readChunkSize(range)
            case .chunkData(let missing):
                let count = min(missing, buffer.count - start)
                consume(count)
                guard count == missing else {
                    state = .chunkData(missing: missing - count)
                    return nil
                }
                state = .chunkEnd
            case .chunkEnd:
                guard buffer.count - start >= 2 else {
                    // A single byte can already be wrong.
                    if buffer.count > start, buffer[start] != ASCII.carriageReturn { throw chunkEndError() }
                    return nil
                }
                guard buffer[start] == ASCII.carriageReturn, buffer[start + 1] == ASCII.lineFeed else {
                    throw chunkEndError()
                }
                drop(2)
                state = .chunkSize
            case .trailers:
                guard let range = try nextFieldLine() else { return nil }
                if range.isEmpty {
                    dropLines()
                    return finishRequest()
                }
                try readTrailer(range)
            case .failed:
                return nil
            }
        }
    }

    // MARK: Lines

    private enum LineKind {
        case request
        case field
        case chunk
    }

    /// Returns the maximum length of the next line in bytes, without its CR LF.
    private func limit(_ kind: LineKind) -> Int {
        switch kind {
        case .request: limits.requestLine
        case .field: limits.fieldBytes - sectionBytes
        case .chunk: limits.chunkLine
        }
    }

    private func tooLong(_ kind: LineKind, at index: Int) -> RequestError {
        let (status, what, count) =
            switch kind {
            case .request: (414, "the request line", limits.requestLine)
            case .field: (431, "the header section", limits.fieldBytes)
            case .chunk: (400, "a chunk's size line", limits.chunkLine)
            }
        return RequestError(
            status, "\(what) is longer than this server accepts (\(count) bytes)", offset: offset(index))
    }

    /// Returns the next line of a header or trailer section, within the section's limit; nil if it is incomplete.
    private mutating func nextFieldLine() throws(RequestError) -> Range<Int>? {
        guard let range = try nextLine(.field) else {
            return nil
        }
        sectionBytes += range.count + 2
        return range
    }

    /// Returns the range of the next line without its CR LF, and advances `lineStart`; nil if the line is incomplete.
    ///
    /// RFC 9112 §2.2 allows a bare LF as a line's end. It is rejected here, since servers that treat it differently can
    /// disagree about where a request ends (request smuggling).
    private mutating func nextLine(_ kind: LineKind) throws(RequestError) -> Range<Int>? {
        let (from, to) = (searched, buffer.count)
        let limit = limit(kind)
        guard let found = System.firstIndex(of: ASCII.lineFeed, in: buffer.span.extracting(from..<to)) else {
            searched = to
            // The limit does not count CR LF, and the last byte may be the CR.
            if to - lineStart > limit + 1 {
                throw tooLong(kind, at: lineStart)
            }
            return nil
        }
        let end = from + found
        let first = lineStart
        guard end - first <= limit + 1 else {
            throw tooLong(kind, at: first)
        }
        guard end > first, buffer[end - 1] == ASCII.carriageReturn else {
            throw RequestError(400, "a line ends in LF without CR", offset: offset(end))
        }
        lineStart = end + 1
        searched = end + 1
        return first..<end - 1
    }

    /// Converts an index of the buffer to an offset within the request.
    func offset(_ index: Int) -> Int { dropped + index - start }

    // MARK: Content

    /// Moves bytes from the buffer to the content.
    private mutating func consume(_ count: Int) {
        guard count > 0 else { return }
        body.append(contentsOf: buffer[start..<start + count])
        drop(count)
    }

    /// Drops the next unused bytes.
    private mutating func drop(_ count: Int) {
        start += count
        dropped += count
        lineStart = start
        searched = start
        compact()
    }

    /// Drops the lines that have been parsed.
    mutating func dropLines() {
        drop(lineStart - start)
    }

    /// Moves the unused bytes to the front if they are fewer than the used ones: at most one move per byte on average.
    private mutating func compact() {
        if start == buffer.count {
            buffer.removeAll(keepingCapacity: buffer.capacity <= 16 << 10)
        } else if start > buffer.count / 2 {
            buffer.removeFirst(start)
        } else {
            return
        }
        start = 0
        lineStart = 0
        searched = 0
    }

    private func chunkEndError() -> RequestError {
        RequestError(400, "a chunk's data is not followed by CR LF", offset: offset(start))
    }

    /// Returns the event for a request whose last byte has been read.
    mutating func finishRequest() -> Event? {
        state = .requestLine
        skippedEmptyLine = false
        dropped = 0
        guard var finished = request else { return nil }
        request = nil
        finished.body = body
        body = []
        return .request(finished)
    }
}
