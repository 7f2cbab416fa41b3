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
        // Room for everything at once: the fixed texts with two numbers take less than 256 bytes.
        var capacity = common.count + StatusCode.reason(response.status).utf8.count + 256
        for field in response.headers.fields { capacity += field.name.utf8.count + field.value.utf8.count + 4 }
        buffer.append(addingCapacity: capacity) { output in
            appendStatusLine(response.status, to: &output)
            output.append(copying: common.span)
            for field in response.headers.fields {
                appendClean(field.name, to: &output)
                output.append(copying: ": ")
                appendClean(field.value, to: &output)
                output.append(copying: "\r\n")
            }
            if let stream = response.body.stream, stream.count == nil {
                if stream.isChunked { output.append(copying: "Transfer-Encoding: chunked\r\n") }
            } else if !StatusCode.forbidsContent(response.status), !response.hasUnknownLength {
                output.append("Content-Length: ", response.body.count)
                output.append(copying: "\r\n")
            }
            switch persistence {
            case .persistent: output.append(copying: "\r\n")
            case .keepAlive: output.append(copying: "Connection: keep-alive\r\n\r\n")
            case .close: output.append(copying: "Connection: close\r\n\r\n")
            }
        }
    }

    /// Returns the fields shared by all answers of one second: the date and the security fields.
    ///
    /// `isShared` is for answers that pages of other origins may embed.
    static func commonLines(_ unixSeconds: Int64, isShared: Bool = false) -> [UInt8] {
        Array("Date: \(HTTPDate.text(unixSeconds))\r\n\(isShared ? forShared : forAll)".utf8)
    }

    private static func appendStatusLine(_ status: Int, to output: inout OutputSpan<UInt8>) {
        if status == 200 { return output.append(copying: "HTTP/1.1 200 OK\r\n") }
        output.append("HTTP/1.1 ", status)
        output.append(ASCII.space)
        StatusCode.reason(status).withUTF8Span { output.append(copying: $0) }
        output.append(copying: "\r\n")
    }

    /// Appends text within a line.
    ///
    /// Each control character becomes a space, so that external values cannot end the line and inject a field.
    private static func appendClean(_ text: String, to output: inout OutputSpan<UInt8>) {
        text.withUTF8Span { utf8 in
            var controls = 0
            for index in utf8.indices { controls += utf8[index] < 0x20 || utf8[index] == 0x7F ? 1 : 0 }
            if controls == 0 { return output.append(copying: utf8) }
            for index in utf8.indices {
                output.append(utf8[index] < 0x20 || utf8[index] == 0x7F ? ASCII.space : utf8[index])
            }
        }
    }
}
