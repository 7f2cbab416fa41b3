// A request as the router sees it: parsed, decoded once, checked.

/// A complete request, with its target decoded and its body read.
package struct Request: Sendable {
    /// The protocol's minor version; the major one is always 1.
    enum Version: Sendable, Equatable {
        case http10
        case http11
    }

    package var method: Method
    /// The request target as sent, not decoded; in absolute form without scheme and authority. `*` for `OPTIONS *`.
    package var target: String
    /// The path's segments, each percent-decoded once: `/a%20b/c` is `["a b", "c"]`, `/` is `[]`, `/a/` is `["a", ""]`.
    ///
    /// No segment is `.` or `..` and none holds a NUL, since the parser refuses those. A segment may hold `/`, from
    /// `%2F`: code that builds a file name from segments must refuse that.
    package var pathSegments: [String]
    /// The query's parameters, decoded once, in order.
    package var query: Query
    var version: Version
    package var headers: RequestHeaders
    /// The authority (host and port) asked for: from a target in absolute form, else from `Host`. Empty only in
    /// HTTP/1.0.
    var host: String
    /// The content, at most as long as the parser's limit allows.
    package var body: [UInt8]
    /// Whether the client is willing to send another request on this connection (RFC 9112 §9.3).
    var keepsAlive: Bool

    /// The decoded path, for messages and logs only: an encoded slash looks like a separator in it.
    package var path: String { target == "*" ? "*" : "/" + pathSegments.joined(separator: "/") }
}

extension Request {
    /// Makes a request in the program, rather than from a socket, with the same parser.
    ///
    /// - Parameters:
    ///   - method: the method's token.
    ///   - target: the request target, percent-encoded.
    ///   - headers: more fields; `Host` is added if missing, and `Content-Length` if there is a body.
    /// - Throws: the parser's error.
    init(
        _ method: Method, _ target: String, headers: [(String, String)] = [], body: [UInt8] = []
    ) throws(RequestError) {
        var text = "\(method.name) \(target) HTTP/1.1\r\n"
        var hasHost = false
        for (name, value) in headers {
            hasHost = hasHost || name.lowercased() == "host"
            text += "\(name): \(value)\r\n"
        }
        if !hasHost { text += "Host: localhost\r\n" }
        if !body.isEmpty || method.bringsContent { text += "Content-Length: \(body.count)\r\n" }
        var parser = RequestParser()
        parser.append(Array((text + "\r\n").utf8))
        parser.append(body)
        while let event = try parser.next() {
            if case .request(let request) = event {
                self = request
                return
            }
        }
        throw RequestError(400, "the request is incomplete", offset: 0)
    }
}
