// Serializes the head of a response (RFC 9112 §4, §5).

import Platform

/// Appends heads to a buffer without any allocation except the buffer's growth.
enum ResponseHead {
    /// What the head says about the connection after the response.
    enum Persistence: Sendable {
        /// The connection stays open; HTTP/1.1 needs no field for that.
        case persistent
        /// The connection stays open; HTTP/1.0 needs a field for that.
        case keepAlive
        case close
    }

    /// Security fields of every answer: no framing, no embedding by other origins, no referrer, no type sniffing.
    ///
    /// An answer's own `Content-Security-Policy` applies in addition (Content Security Policy Level 3 §8.1).
    private static let forAll: StaticString = """
        Content-Security-Policy: frame-ancestors 'none'\r
        Cross-Origin-Resource-Policy: same-origin\r
        Referrer-Policy: no-referrer\r
        X-Content-Type-Options: nosniff\r

        """

    /// The same of answers that pages of other origins may embed.
    private static let forShared: StaticString = """
        Content-Security-Policy: frame-ancestors 'none'\r
        Cross-Origin-Resource-Policy: cross-origin\r
        Referrer-Policy: no-referrer\r
        X-Content-Type-Options: nosniff\r

        """

    /// Interim responses (RFC 9110 §15.2, RFC 2518 §10.1).
    ///
    /// `continueResponse` is for a client that waits before it sends the content, `processing` for one that may be gone.
    static let continueResponse = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
    static let processing = Array("HTTP/1.1 102 Processing\r\n\r\n".utf8)

    /// Appends the status line, the fields and the empty line; `common` comes from `commonLines(_:)`.
    static func append(
        _ response: Response, common: [UInt8], persistence: Persistence, to buffer: inout [UInt8]
    ) {
        appendStatusLine(response.status, to: &buffer)
        buffer.append(contentsOf: common)
        for field in response.headers.fields {
            appendClean(field.name, to: &buffer)
            append(": ", to: &buffer)
            appendClean(field.value, to: &buffer)
            append("\r\n", to: &buffer)
        }
        if let stream = response.body.stream, stream.count == nil {
            if stream.isChunked { append("Transfer-Encoding: chunked\r\n", to: &buffer) }
        } else if !StatusCode.forbidsContent(response.status), !response.hasUnknownLength {
            append("Content-Length: ", to: &buffer)
            append(response.body.count, to: &buffer)
            append("\r\n", to: &buffer)
        }
        switch persistence {
        case .persistent: append("\r\n", to: &buffer)
        case .keepAlive: append("Connection: keep-alive\r\n\r\n", to: &buffer)
        case .close: append("Connection: close\r\n\r\n", to: &buffer)
        }
    }

    /// Returns the fields shared by all answers of one second: the date and the security fields.
    ///
    /// `isShared` is for answers that pages of other origins may embed.
    static func commonLines(_ unixSeconds: Int64, isShared: Bool = false) -> [UInt8] {
        Array("Date: \(HTTPDate.text(unixSeconds))\r\n\(isShared ? forShared : forAll)".utf8)
    }

    private static func appendStatusLine(_ status: Int, to buffer: inout [UInt8]) {
        if status == 200 { return append("HTTP/1.1 200 OK\r\n", to: &buffer) }
        append("HTTP/1.1 ", to: &buffer)
        append(status, to: &buffer)
        append(" ", to: &buffer)
        buffer.append(contentsOf: StatusCode.reason(status).utf8)
        append("\r\n", to: &buffer)
    }

    @inline(__always)
    private static func append(_ text: StaticString, to buffer: inout [UInt8]) { buffer.append(copying: text) }

    /// Appends a number's decimal digits.
    private static func append(_ number: Int, to buffer: inout [UInt8]) {
        var rest = number.magnitude
        let first = buffer.count
        repeat {
            buffer.append(0x30 &+ UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        buffer[first...].reverse()
    }

    /// Appends text within a line.
    ///
    /// Each control character becomes a space, so that external values cannot end the line and inject a field.
    private static func appendClean(_ text: String, to buffer: inout [UInt8]) {
        let first = buffer.count
        buffer.append(contentsOf: text.utf8)
        for index in first..<buffer.count where buffer[index] < 0x20 || buffer[index] == 0x7F {
            buffer[index] = ASCII.space
        }
    }
}
