// Parses the head of a request: request line (RFC 9112 §3), fields (§5), length of the content (§6); chunks (§7.1).

import Platform

extension RequestParser {
    /// The parts of the request line.
    struct RequestLine: Sendable {
        var method = Method.get
        var target = RequestTarget()
        var version = Request.Version.http11
    }

    /// Reads `method SP request-target SP HTTP-version`, with single spaces.
    mutating func readRequestLine(_ range: Range<Int>) throws(RequestError) {
        guard let first = buffer[range].index(of: ASCII.space), first > range.lowerBound else {
            throw RequestError(400, "the request line is not 'method target version'", offset: offset(range.lowerBound))
        }
        for index in range.lowerBound..<first where !ASCII.isToken(buffer[index]) {
            throw RequestError(400, "the method holds a byte that no method may hold", offset: offset(index))
        }
        let rest = first + 1..<range.upperBound
        guard let second = buffer[rest].index(of: ASCII.space), second > rest.lowerBound else {
            throw RequestError(400, "the request line lacks a target or a version", offset: offset(first))
        }
        line.version = try version(second + 1..<range.upperBound)
        line.method = try method(range.lowerBound..<first)
        let targetStart = offset(rest.lowerBound)
        do throws(RequestTarget.Failure) {
            line.target = try RequestTarget(buffer[rest.lowerBound..<second], method: line.method)
        } catch {
            throw RequestError(400, error.detail, offset: targetStart + error.offset)
        }
    }

    private func method(_ range: Range<Int>) throws(RequestError) -> Method {
        let token = buffer[range]
        switch token.count {
        case 3 where ASCII.isExactly(token, "GET"): return .get
        case 3 where ASCII.isExactly(token, "PUT"): return .put
        case 4 where ASCII.isExactly(token, "HEAD"): return .head
        case 4 where ASCII.isExactly(token, "POST"): return .post
        case 5 where ASCII.isExactly(token, "PATCH"): return .patch
        case 5 where ASCII.isExactly(token, "TRACE"): return .other("TRACE")
        case 6 where ASCII.isExactly(token, "DELETE"): return .delete
        case 7 where ASCII.isExactly(token, "OPTIONS"): return .options
        default:
            let name = String(decoding: token.prefix(32), as: UTF8.self)
            throw RequestError(501, "this server does not know the method \(name)", offset: offset(range.lowerBound))
        }
    }

    /// Reads the version: `HTTP/` digit `.` digit, in capitals (RFC 9112 §2.3).
    private func version(_ range: Range<Int>) throws(RequestError) -> Request.Version {
        let text = buffer[range]
        let digits = text.dropFirst(5)
        guard ASCII.isExactly(text.prefix(5), "HTTP/"), digits.count == 3,
            let major = digits.first, let minor = digits.last, digits.dropFirst().first == 0x2E,
            0x30...0x39 ~= major, 0x30...0x39 ~= minor
        else {
            throw RequestError(400, "the request line does not end in 'HTTP/1.1'", offset: offset(range.lowerBound))
        }
        switch (major, minor) {
        case (0x31, 0x30): return .http10
        // Later minor versions are answered as the highest one that we support (RFC 9110 §2.5).
        case (0x31, _): return .http11
        default:
            throw RequestError(505, "this server speaks HTTP/1.1 and HTTP/1.0", offset: offset(range.lowerBound))
        }
    }

    /// Reads `field-name ":" OWS field-value OWS`.
    mutating func readField(_ range: Range<Int>) throws(RequestError) {
        let field = try field(range)
        guard fields.count < limits.fieldCount else {
            throw RequestError(
                431, "there are more than \(limits.fieldCount) header fields", offset: offset(range.lowerBound))
        }
        fields.append(field)
    }

    /// Checks a trailer field and drops it, since no handler uses trailers.
    mutating func readTrailer(_ range: Range<Int>) throws(RequestError) {
        _ = try field(range)
        trailerCount += 1
        guard trailerCount <= limits.fieldCount else {
            throw RequestError(
                431, "there are more than \(limits.fieldCount) trailer fields", offset: offset(range.lowerBound))
        }
    }

    private func field(_ range: Range<Int>) throws(RequestError) -> RequestHeaders.Field {
        var index = range.lowerBound
        let end = range.upperBound
        if buffer[index] == ASCII.space || buffer[index] == ASCII.tab {
            // RFC 9112 §5.2: folded values may be refused; current clients do not send them.
            throw RequestError(400, "a header line begins with white space", offset: offset(index))
        }
        while index < end, ASCII.isToken(buffer[index]) { index += 1 }
        guard index < end, buffer[index] == 0x3A, index > range.lowerBound else {
            // This also refuses white space between name and colon, as RFC 9112 §5.1 requires.
            throw RequestError(400, "a header line is not 'name: value'", offset: offset(index))
        }
        let nameCount = index - range.lowerBound
        var first = index + 1
        var last = end
        while first < last, buffer[first] == ASCII.space || buffer[first] == ASCII.tab { first += 1 }
        while last > first, buffer[last - 1] == ASCII.space || buffer[last - 1] == ASCII.tab { last -= 1 }
        for index in first..<last where !ASCII.isFieldValue(buffer[index]) {
            throw RequestError(400, "a header value holds a control character", offset: offset(index))
        }
        // Fits into 32 bits: the request line and the header section after `start` are both within their limits.
        return RequestHeaders.Field(
            nameStart: UInt32(truncatingIfNeeded: range.lowerBound - start),
            nameCount: UInt32(truncatingIfNeeded: nameCount),
            valueStart: UInt32(truncatingIfNeeded: first - start),
            valueCount: UInt32(truncatingIfNeeded: last - first))
    }

    /// The fields that the parser itself needs.
    private struct Summary {
        var contentLength: Int?
        var isChunked = false
        var expectsContinue = false
        var hosts = 0
        var host: ArraySlice<UInt8> = []
        var saysClose = false
        var saysKeepAlive = false
        var hasConditions = false
    }

    /// Checks a complete head and decides what follows it (RFC 9112 §6.3).
    ///
    /// - Returns: the request if it has no content, the wait for `100 Continue` if the client expects it, else nil.
    mutating func finishHead() throws(RequestError) -> Event? {
        let summary = try summarise()
        let isHTTP11 = line.version == .http11
        let host = try host(summary)
        var keepsAlive = isHTTP11 ? !summary.saysClose : summary.saysKeepAlive && !summary.saysClose
        if summary.isChunked, summary.contentLength != nil {
            // RFC 9112 §6.1: such a request may be a request smuggling attempt.
            throw headError(400, "there are both Content-Length and Transfer-Encoding")
        }
        if summary.isChunked, !isHTTP11 {
            throw headError(400, "an HTTP/1.0 request cannot have a Transfer-Encoding")
        }
        if let length = summary.contentLength, length > limits.body { throw bodyTooLong(at: start) }
        // A request without a length has no content (RFC 9112 §6.3), except in HTTP/1.0, where the length is required
        // (RFC 1945 §7.2.2).
        if line.method.bringsContent, !isHTTP11, summary.contentLength == nil {
            throw headError(411, "\(line.method.name) needs a Content-Length in HTTP/1.0, 0 where there is no content")
        }
        if !isHTTP11, summary.contentLength == nil, line.method != .get, line.method != .head { keepsAlive = false }

        let head = Request(
            method: line.method, target: line.target.text, pathSegments: line.target.segments,
            query: line.target.query, version: line.version,
            headers: RequestHeaders(
                bytes: Array(buffer[start..<lineStart]), fields: fields, hasConditions: summary.hasConditions),
            host: host, body: [], keepsAlive: keepsAlive)
        request = head
        dropLines()
        body = []
        let length = summary.contentLength ?? 0
        if summary.isChunked {
            state = .chunkSize
        } else if length > 0 {
            body.reserveCapacity(min(length, 64 << 10))
            state = .content(missing: length)
        } else {
            return finishRequest()
        }
        return summary.expectsContinue && isHTTP11 ? .expectsContinue(head) : nil
    }

    private func summarise() throws(RequestError) -> Summary {
        var summary = Summary()
        for field in fields {
            let nameStart = start + Int(field.nameStart)
            let name = buffer[nameStart..<nameStart + Int(field.nameCount)]
            let valueStart = start + Int(field.valueStart)
            let value = buffer[valueStart..<valueStart + Int(field.valueCount)]
            switch name.count {
            case 4 where ASCII.equal(name, "host"):
                summary.hosts += 1
                summary.host = value
            case 5 where ASCII.equal(name, "range"), 8 where ASCII.equal(name, "if-range"):
                summary.hasConditions = true
            case 8 where ASCII.equal(name, "if-match"), 13 where ASCII.equal(name, "if-none-match"),
                17 where ASCII.equal(name, "if-modified-since"), 19 where ASCII.equal(name, "if-unmodified-since"):
                summary.hasConditions = true
            case 6 where ASCII.equal(name, "expect"):
                guard ASCII.equal(value, "100-continue") else {
                    throw headError(417, "the only expectation this server can meet is 100-continue")
                }
                summary.expectsContinue = true
            case 10 where ASCII.equal(name, "connection"):
                for option in value.split(separator: 0x2C) {
                    let option = option.trimmingWhiteSpace()
                    if ASCII.equal(option, "close") { summary.saysClose = true }
                    if ASCII.equal(option, "keep-alive") { summary.saysKeepAlive = true }
                }
            case 14 where ASCII.equal(name, "content-length"):
                guard summary.contentLength == nil else { throw headError(400, "Content-Length is given twice") }
                summary.contentLength = try contentLength(value)
            case 17 where ASCII.equal(name, "transfer-encoding"):
                guard !summary.isChunked else { throw headError(400, "Transfer-Encoding is given twice") }
                guard ASCII.equal(value, "chunked") else {
                    throw headError(501, "the only transfer coding this server knows is chunked")
                }
                summary.isChunked = true
            default: break
            }
        }
        return summary
    }

    /// Parses a `Content-Length` of digits only (RFC 9110 §8.6): no sign, no list, at most `Int.max`.
    private func contentLength(_ value: ArraySlice<UInt8>) throws(RequestError) -> Int {
        var length = 0
        for byte in value {
            let (product, overflow) = length.multipliedReportingOverflow(by: 10)
            let (sum, overflow2) = product.addingReportingOverflow(Int(byte) - 0x30)
            guard 0x30...0x39 ~= byte, !overflow, !overflow2 else {
                throw headError(400, "Content-Length is not a number this server can read")
            }
            length = sum
        }
        guard !value.isEmpty else { throw headError(400, "Content-Length is empty") }
        return length
    }

    /// Returns the host (RFC 9112 §3.2): exactly one valid `Host` is required, except in HTTP/1.0.
    ///
    /// The authority of a target in absolute form overrides it.
    private func host(_ summary: Summary) throws(RequestError) -> String {
        guard summary.hosts <= 1 else { throw headError(400, "Host is given more than once") }
        guard summary.hosts == 1 else {
            if line.version == .http10 { return line.target.authority ?? "" }
            throw headError(400, "an HTTP/1.1 request needs a Host header")
        }
        guard Authority.isValid(summary.host) else { throw headError(400, "Host is not 'name' or 'name:port'") }
        return line.target.authority ?? String(decoding: summary.host, as: UTF8.self)
    }

    private func headError(_ status: Int, _ detail: String) -> RequestError {
        RequestError(status, detail, offset: offset(lineStart))
    }

    func bodyTooLong(at index: Int) -> RequestError {
        RequestError(
            413, "the content is longer than this server accepts (\(limits.body) bytes)", offset: offset(index))
    }

    /// Reads `chunk-size [ chunk-ext ]`; extensions are checked for control characters, then ignored.
    mutating func readChunkSize(_ range: Range<Int>) throws(RequestError) {
        var size = 0
        var index = range.lowerBound
        while index < range.upperBound, let digit = ASCII.hexadecimal(buffer[index]) {
            // `limits.body` is below 2⁵⁶, so one more digit cannot overflow.
            size = size << 4 | Int(digit)
            guard size <= limits.body else { throw bodyTooLong(at: index) }
            index += 1
        }
        guard index > range.lowerBound else {
            throw RequestError(400, "a chunk does not begin with its size", offset: offset(index))
        }
        let extensions = buffer[index..<range.upperBound]
        // RFC 9112 §7.1.1: an extension begins with a semicolon; preceding white space is invalid, but occurs.
        guard extensions.isEmpty || extensions.trimmingWhiteSpace().first == 0x3B else {
            throw RequestError(400, "a chunk's size is not a hexadecimal number", offset: offset(index))
        }
        for index in extensions.indices where !ASCII.isFieldValue(buffer[index]) {
            throw RequestError(400, "a chunk extension holds a control character", offset: offset(index))
        }
        guard body.count + size <= limits.body else { throw bodyTooLong(at: range.lowerBound) }
        if size > 0 {
            dropLines()
            state = .chunkData(missing: size)
        } else {
            sectionBytes = 0
            trailerCount = 0
            dropLines()
            state = .trailers
        }
    }
}

extension ArraySlice<UInt8> {
    /// Returns the index of the first such byte, as fast as the C library finds it; nil if there is none.
    func index(of byte: UInt8) -> Int? { System.firstIndex(of: byte, in: span).map { startIndex + $0 } }

    /// Returns the slice without optional white space (RFC 9110 §5.6.3) at its ends.
    func trimmingWhiteSpace() -> ArraySlice<UInt8> {
        var slice = self
        while let first = slice.first, first == ASCII.space || first == ASCII.tab { slice.removeFirst() }
        while let last = slice.last, last == ASCII.space || last == ASCII.tab { slice.removeLast() }
        return slice
    }
}
