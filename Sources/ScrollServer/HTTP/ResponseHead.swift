// The head of a response as bytes (RFC 9112 §4, §5).

/// Writes heads to the end of a buffer, without an allocation of its own.
enum ResponseHead {
    /// How the connection goes on after the response.
    enum Persistence: Sendable {
        /// Taken for granted in HTTP/1.1, so that nothing is said.
        case persistent
        /// To be said to HTTP/1.0.
        case keepAlive
        case close
    }

    /// Appends status line, fields and empty line.
    ///
    /// - Parameters:
    ///   - date: the `Date` field with its line end, as `dateLine` makes it.
    static func append(
        _ response: Response, date: [UInt8], persistence: Persistence, to buffer: inout [UInt8]
    ) {
        appendStatusLine(response.status, to: &buffer)
        buffer.append(contentsOf: date)
        for field in response.headers.fields {
            appendClean(field.name, to: &buffer)
            append(": ", to: &buffer)
            appendClean(field.value, to: &buffer)
            append("\r\n", to: &buffer)
        }
        if !StatusCode.forbidsContent(response.status) {
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

    static func dateLine(_ unixSeconds: Int64) -> [UInt8] {
        Array("Date: \(HTTPDate.text(unixSeconds))\r\n".utf8)
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
    private static func append(_ text: StaticString, to buffer: inout [UInt8]) {
        text.withUTF8Buffer { buffer.append(contentsOf: $0) }
    }

    /// Decimal digits.
    private static func append(_ number: Int, to buffer: inout [UInt8]) {
        var rest = number.magnitude
        let first = buffer.count
        repeat {
            buffer.append(0x30 &+ UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        buffer[first...].reverse()
    }

    /// Text within a line: a control character, by which a value from outside could end it and begin another, becomes
    /// a space.
    private static func appendClean(_ text: String, to buffer: inout [UInt8]) {
        let first = buffer.count
        buffer.append(contentsOf: text.utf8)
        for index in first..<buffer.count where buffer[index] < 0x20 || buffer[index] == 0x7F {
            buffer[index] = ASCII.space
        }
    }
}
